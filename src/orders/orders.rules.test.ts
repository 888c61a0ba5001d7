import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { computeCredits, expectedLedgerSums } from './credit.rules.ts'
import { type HandoffSnapshot, matchOrderLines, type OrderLine } from './orders.rules.ts'

const purchase = fc.record({
  kind: fc.constantFrom('units' as const, 'contribution' as const),
  state: fc.constantFrom('paid' as const, 'pending' as const, 'void' as const),
  units: fc.integer({ min: 0, max: 5 }),
  cents: fc.integer({ min: 0, max: 20_000 }),
  is_money: fc.boolean(),
})
const anyPurchase = purchase.map(one => ({ ...one, is_money: one.is_money || one.kind !== 'units' }))
const wish = fc
  .record({
    quantity: fc.integer({ min: 1, max: 6 }),
    isGroup: fc.boolean(),
    price: fc.integer({ min: 1, max: 30_000 }),
  })
  .map(one => (one.isGroup ? { ...one, quantity: 1 } : one))

test('credits never exceed the wish, surplus is the exact rest, and the ledger sums to what was paid', () => {
  fc.assert(
    fc.property(wish, fc.array(anyPurchase, { maxLength: 8 }), (wished, purchases) => {
      const credits = computeCredits(wished, purchases)
      const units = credits.reduce(
        (sum, one, index) => sum + (purchases[index]?.kind === 'units' ? one.credited_units : 0),
        0,
      )
      expect(units).toBeLessThanOrEqual(wished.quantity)
      if (wished.isGroup)
        expect(
          credits.reduce(
            (sum, one, index) => sum + (purchases[index]?.kind === 'units' ? 0 : one.credited_cents),
            0,
          ),
        ).toBeLessThanOrEqual(units > 0 ? 0 : wished.price)
      for (const [index, purchase] of purchases.entries()) {
        const credit = credits[index]!
        expect(credit.credited_cents).toBeLessThanOrEqual(purchase.cents)
        const due = expectedLedgerSums({ ...purchase, ...credit })
        expect(due.gift + due.contribution + due.surplus).toBe(purchase.state === 'paid' ? purchase.cents : 0)
        expect(due.surplus).toBeGreaterThanOrEqual(0)
        // Money for goods is no surplus, whether the goods were wished for or not.
        if (!purchase.is_money) expect(due.surplus).toBe(0)
        expect(Object.values(due).every(Number.isInteger)).toBe(true)
      }
    }),
  )
})

describe('matching the lines of an order', () => {
  const line = (more: Partial<OrderLine>): OrderLine => ({
    id: 1,
    kind: 'goods',
    productId: 5,
    variantId: 50,
    quantity: 1,
    refundedQuantity: 0,
    totalCents: 1000,
    refundedCents: 0,
    contribution: null,
    ...more,
  })
  const snapshot = (
    more: Partial<HandoffSnapshot['lines'][number]> = {},
    ownsCart = true,
  ): HandoffSnapshot => ({
    id: 3,
    ownsCart,
    lines: [
      {
        handoff_id: 3,
        registry_id: 1,
        gift_id: 7,
        kind: 'units',
        product_id: 5,
        variant_id: 50,
        units: 2,
        cents: 1000,
        message: null,
        ...more,
      },
    ],
  })
  const nobody = () => null

  test('two lines of one product share the units of the hand-off', () => {
    const { matched } = matchOrderLines(
      [line({ id: 2, quantity: 2, totalCents: 2000 }), line({ id: 1 })],
      [snapshot()],
      nobody,
    )
    expect(matched.map(one => [one.lineId, one.units, one.cents])).toEqual([
      [1, 1, 1000],
      [2, 1, 1000],
    ])
  })

  test('a gift without a variant matches the base variant', () => {
    expect(matchOrderLines([line({})], [snapshot({ variant_id: 0 })], nobody).matched).toHaveLength(1)
  })

  test('refunded units come first from those bought beyond the hand-off; a refunded amount lowers the cents', () => {
    const five = line({ quantity: 5, totalCents: 5000 })
    const match = (more: Partial<OrderLine>) =>
      matchOrderLines([{ ...five, ...more }], [snapshot()], nobody).matched[0]
    expect(match({ refundedQuantity: 3, refundedCents: 3000 })).toMatchObject({ units: 2, cents: 2000 })
    expect(match({ refundedQuantity: 4, refundedCents: 4000 })).toMatchObject({ units: 1, cents: 1000 })
    expect(match({ refundedCents: 500 })).toMatchObject({ units: 2, cents: 1800 })
    expect(match({ refundedQuantity: 5, refundedCents: 5000 })).toMatchObject({ units: 0, cents: 0 })
  })

  test('plain lines need their cart; with a reference alone they wait for staff', () => {
    const share = { productId: 5, variantId: 50, reference: 'ours' }
    const contribution = line({ id: 9, productId: 99, contribution: share, totalCents: 3000 })
    const both = snapshot({ kind: 'contribution' }, false)
    both.lines.push({ ...snapshot().lines[0]! })
    const { matched, unmatched } = matchOrderLines([line({}), contribution], [both], text =>
      text === 'ours' ? 3 : null,
    )
    expect(matched).toMatchObject([{ lineId: 9, cents: 3000 }])
    expect(unmatched).toEqual([{ lineId: 1, reason: 'cart', cents: 1000 }])
  })
})
