import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { type Cart, type CartLine, setCartLineQuantity } from './cart.rules.ts'
import { checkAmount, countInCart, type GiveableGift, givingRange, limitCartLines } from './change.rules.ts'

const unlimited = { min_quantity: 1, max_quantity: null, stock: null }
const open = { ...unlimited, is_group_gifting: false, type: 'physical', open_units: 2, open_amount: 0 }

describe('checking an amount', () => {
  it('counts what is in the cart already', () => {
    const inCart = { units: 1, cents: 0 }
    expect(checkAmount(open, { quantity: 1, cents: null }, 500, inCart)).toMatchObject({ ok: true })
    expect(checkAmount(open, { quantity: 2, cents: null }, 500, inCart)).toMatchObject({
      key: 'addition_many',
    })
    expect(checkAmount(open, { quantity: 1, cents: null }, 500, { units: 2, cents: 0 })).toMatchObject({
      key: 'addition_in_cart',
    })
  })

  it('takes any amount of a gift card between the shop’s bounds', () => {
    const card = { ...open, type: 'giftcertificate', amounts: [2500, 5000, 30_000] }
    for (const [cents, ok] of [
      [2499, false],
      [2500, true],
      [3333, true],
      [30_000, true],
      [30_001, false],
    ] as const)
      expect(checkAmount(card, { quantity: 1, cents }, 500).ok).toBe(ok)
  })

  const limited = { ...open, open_units: 9, min_quantity: 2, max_quantity: 4, stock: 6 }
  test.each([
    [1, 0, 'addition_least'],
    [1, 1, null],
    [2, 0, null],
    [4, 0, null],
    [5, 0, 'addition_most'],
    [3, 2, 'addition_most'],
    [7, 0, 'addition_stock'],
    [10, 0, 'addition_many'],
  ])('of what the shop sells by 2 to 4 and has 6 of, %i with %i in the cart: %s', (quantity, units, key) => {
    const checked = checkAmount(limited, { quantity, cents: null }, 500, { units, cents: 0 })
    expect(checked.ok ? null : checked.key).toBe(key)
  })
})

test('help, buttons and checks agree, whatever the cart holds: just what is between least and most is taken', () => {
  const group = fc.record({
    is_group_gifting: fc.constant(true),
    type: fc.constant('physical'),
    open_units: fc.constant(1),
    open_amount: fc.integer({ min: 0, max: 30_000 }),
    min_quantity: fc.constant(1),
    max_quantity: fc.constant(null),
    stock: fc.constant(null),
  })
  const inCart = fc.integer({ min: 0, max: 30_000 })
  fc.assert(
    fc.property(group, inCart, fc.integer({ min: 0, max: 40_000 }), (gift: GiveableGift, cents, typed) => {
      const held = { units: 0, cents }
      const range = givingRange(gift, 500, held)
      const isTaken = (amount: number) => checkAmount(gift, { quantity: null, cents: amount }, 500, held).ok
      expect(isTaken(typed)).toBe(range.most > 0 && typed >= range.least && typed <= range.most)
      for (const amount of range.suggested) expect(isTaken(amount)).toBe(true)
      if (range.most > 0) expect([isTaken(range.most), isTaken(range.most + 1)]).toEqual([true, false])
      expect(range.most).toBe(gift.open_amount - cents)
    }),
  )
})

const line: CartLine = {
  id: 1,
  registry_id: 'A',
  product_id: 10,
  variant_id: 0,
  sku: 'T',
  name: 'Teapot',
  url: '/t',
  primary_image: null,
  tile: 0,
  type: 'physical',
  is_group_gifting: false,
  option_selections: [],
  quantity: 3,
  price: 6400,
  parts: [],
}
const cart: Cart = { registry_id: 'A', registry_name: '', lines: [line] }
const quantities = ({ lines }: Cart) => lines.map(({ quantity }) => quantity)

test('what is in the cart is counted by gift', () => {
  expect([countInCart(cart, 1), countInCart(cart, 2)]).toEqual([
    { units: 3, cents: 0 },
    { units: 0, cents: 0 },
  ])
})

test('a line keeps its number when the shop refuses it, and then moves within what it sells', () => {
  const most = limitCartLines(cart, [{ gift_id: 1, reason: 'stock', count: 2 }])
  expect([quantities(most), quantities(setCartLineQuantity(most, 1, 5))]).toEqual([[3], [2]])
  const least = limitCartLines(cart, [{ gift_id: 1, reason: 'minimum', count: 4 }])
  expect([quantities(least), quantities(setCartLineQuantity(least, 1, 1))]).toEqual([[3], [4]])
  expect(limitCartLines(cart, [{ gift_id: 1, reason: 'unknown', count: null }])).toEqual(cart)
})
