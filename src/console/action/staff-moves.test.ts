import fc from 'fast-check'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aGift, aSameGift, lineOf } from '../../../test/builders.ts'
import { expectInvariants } from '../../../test/invariants.ts'
import { aHostWithMoney, giveGifts, type HostWithMoney } from '../../../test/money.ts'
import { opened } from '../../../test/opened.ts'
import { handOff, jobContextOf, purchasesOf } from '../../../test/orders.ts'
import { openActionPages } from '../../../test/staff-actions.ts'
import type { TestApp } from '../../../test/test-app.ts'
import { formatCode } from '../../base/fields.ts'
import { findOrderDifferences } from '../../orders/reconciliation/reconciliation.ts'

const pages = opened(() => openActionPages())
let app: TestApp
let host: HostWithMoney
beforeAll(() => {
  app = pages.app
})
beforeEach(async () => {
  host = await aHostWithMoney(app)
})
afterEach(() => expectInvariants(app.db, host.registry.id))

const historyOf = () =>
  app.db
    .selectFrom('registry_change')
    .select('what')
    .where('registry_id', '=', host.registry.id)
    .where('customer_id', 'is', null)
    .orderBy('id')
    .execute()

/** Actions about refunds that the registry's page of orders offers to managers. */
async function refundLinks(): Promise<string[]> {
  const page = await pages.view(`/staff/registries/${host.registry.code}/orders`, pages.manager)
  return [...(await page.text()).matchAll(/href="\/staff\/actions\/(refund_\w+)/g)].map(
    ([, name]) => name ?? '',
  )
}

/** An order of the shop without a hand-off. */
async function anOutsideOrder(gift: { productId: number; variantId: number }) {
  const answer = await app.staff('POST', '/v3/carts', {
    channel_id: 1,
    line_items: [{ product_id: gift.productId, variant_id: gift.variantId, quantity: 1 }],
  })
  const { data } = (await answer.json()) as { data: { id: string } }
  const order = await app.shop.actions.pay(data.id)
  await app.deliver()
  const lines = (await app.processA.shop.fetchOrder(order.id))?.lines ?? []
  return { order: order.id, line: lines[0]!.id }
}

describe('money between gifts', () => {
  test('moves by a manager as by the host, once, never more than there is, whole or not at all', async () => {
    const from = await host.fundedGift(4000, 9000)
    const to = await aGift(app, host.registry, { group: true, cents: 2500 })
    const fields = { registry: host.registry.code, source: `${from.id} gift`, to: to.id, amount: 20 }
    expect((await pages.look(pages.support, 'money_moved', fields)).status).toBe(403)
    const known = { registry: host.registry.code }
    const { text } = await pages.look(pages.manager, 'money_moved', known)
    expect(text).toContain('€40.00')
    expect(text).not.toContain('Smart change')
    for (const amount of ['25,01', '40,01'])
      expect(
        (await pages.look(pages.manager, 'money_moved', { ...fields, amount })).hidden.version,
      ).toBeUndefined()
    const { hidden, text: preview } = await pages.look(pages.manager, 'money_moved', fields)
    expect(preview).toContain('Ελένη &amp; Γιώργος, Wedding, ')
    await pages.breakAudit(async () => {
      expect((await pages.send(pages.manager, 'money_moved', hidden)).status).toBe(500)
    })
    expect(await host.ledgerSums()).toEqual({ contribution: 4000 })
    expect(await pages.race(pages.manager, 'money_moved', fields)).toContain(409)
    const lines = app.db
      .selectFrom('ledger')
      .select(['gift_id', 'cents'])
      .where('registry_id', '=', host.registry.id)
      .where('kind', '=', 'moved')
      .orderBy('id')
    expect(await lines.execute()).toEqual([
      { gift_id: from.id, cents: -2000 },
      { gift_id: to.id, cents: 2000 },
    ])
    expect(await historyOf()).toEqual([{ what: 'shop_money_moved' }])
  })

  test('smart change of a gift is told apart from money towards it', async () => {
    const gift = await aGift(app, host.registry)
    const receipt = { registry: host.registry.code, receipt: 'ΑΠΥ-9001', gift: gift.id, amount: 12 }
    await pages.act(pages.manager, 'receipt_money_recorded', receipt)
    const { text } = await pages.look(pages.manager, 'money_moved', { registry: host.registry.code })
    expect(text).toMatch(/€12\.00 \(\d+\), Smart change/)
  })
})

test('a gift is taken off by the rules of hosts', async () => {
  const empty = await aGift(app, host.registry, { cents: 2000 })
  const given = await aGift(app, host.registry, { cents: 2000 })
  await giveGifts(app, host.registry, [lineOf(given, { units: 1 })])
  expect((await pages.look(pages.support, 'gift_removed', { gift: given.id })).text).toContain(
    'Something was already given',
  )
  expect((await pages.race(pages.support, 'gift_removed', { gift: empty.id })).slice(0, 1)).toEqual([302])
  const { removed_at } = await app.db
    .selectFrom('gift')
    .select('removed_at')
    .where('id', '=', empty.id)
    .executeTakeFirstOrThrow()
  expect(removed_at).not.toBeNull()
  expect(await pages.audited('gift_removed', host.registry)).toHaveLength(1)
  expect(await historyOf()).toEqual([{ what: 'shop_gift_removed' }])
})

describe('what was placed wrongly', () => {
  test('a line counts no more, and can be placed on the right gift', async () => {
    const wrong = await aGift(app, host.registry, { cents: 3000 })
    const right = await aSameGift(app, host.registry, wrong)
    const line = await anOutsideOrder(wrong)
    const place = { ...line, registry: host.registry.code, gift: wrong.id }
    await pages.act(pages.support, 'line_placed', place)
    const page = await pages.view(`/staff/registries/${host.registry.code}/orders?lang=en`, pages.manager)
    expect(await page.text()).toContain('Take it off this gift<')
    expect((await pages.look(pages.support, 'line_unplaced', line)).status).toBe(403)
    expect(await pages.race(pages.manager, 'line_unplaced', line)).toContain(409)
    expect(await purchasesOf(app, wrong)).toMatchObject([{ state: 'void' }])
    expect(await findOrderDifferences(await jobContextOf(app))).toEqual([])
    await pages.act(pages.support, 'line_placed', { ...place, gift: right.id })
    expect(await purchasesOf(app, right)).toMatchObject([{ state: 'paid', credited_units: 1 }])
    expect((await historyOf()).map(one => one.what)).toEqual([
      ...['shop_gift_recorded', 'shop_gift_reversed', 'shop_gift_recorded'],
    ])
  })

  test('the note in the shop forgets the wrong hosts, and is sure of the right ones', async () => {
    const wrong = await aHostWithMoney(app)
    const gift = await aGift(app, wrong.registry, { cents: 3000 })
    const right = await aSameGift(app, host.registry, gift)
    const line = await anOutsideOrder(gift)
    const readNote = async () => {
      await app.job('shop-tasks')
      const order = await app.staff('GET', `/v2/orders/${line.order}`)
      return ((await order.json()) as { staff_notes: string }).staff_notes
    }
    const noteAbout = ({ code }: { code: string }) =>
      new RegExp(`^Registry ${formatCode(code)} “.+ Deliver to the hosts: .+$`)
    await pages.act(pages.support, 'line_placed', { ...line, registry: wrong.registry.code, gift: gift.id })
    expect(await readNote()).toMatch(noteAbout(wrong.registry))
    await pages.act(pages.manager, 'line_unplaced', line)
    await pages.act(pages.support, 'line_placed', { ...line, registry: host.registry.code, gift: right.id })
    expect(await readNote()).toMatch(noteAbout(host.registry))
  })

  test('a refund waits for its place again, and the money of its order with it', async () => {
    const gifts = [
      await aGift(app, host.registry, { group: true, cents: 9000 }),
      await aGift(app, host.registry, { group: true, cents: 5000 }),
    ] as const
    const lines = [lineOf(gifts[0], { cents: 4000 }), lineOf(gifts[1], { cents: 2000 })]
    const order = await app.shop.actions.pay((await handOff(app, host.registry, lines)).cartId)
    await app.deliver()
    expect(await refundLinks()).toEqual([])
    const refund = await app.shop.actions.refundAmount(order.id, 1000)
    await app.deliver()
    expect(await refundLinks()).toEqual(['refund_placed', 'refund_dismissed'])
    const { line_id: line } = (await purchasesOf(app, gifts[0]))[0]!
    await pages.act(pages.manager, 'refund_placed', { order: order.id, refund, line, amount: 10 })
    expect(await purchasesOf(app, gifts[0])).toMatchObject([{ cents: 3000 }])
    expect(await refundLinks()).toEqual(['refund_unplaced'])
    const known = { order: order.id, refund }
    expect(await pages.race(pages.manager, 'refund_unplaced', known)).toContain(409)
    expect(await purchasesOf(app, gifts[0])).toMatchObject([{ cents: 4000 }])
    expect((await host.collect({ id: gifts[0].id })).status).toBe(409)
    const { line_id: other } = (await purchasesOf(app, gifts[1]))[0]!
    await pages.act(pages.manager, 'refund_placed', { ...known, line: other, amount: 10 })
    expect(await purchasesOf(app, gifts[1])).toMatchObject([{ cents: 1000 }])
    expect((await host.collect({ id: gifts[0].id })).status).toBe(200)
  })
})

const runs = process.env.TEST_FULL ? 12 : 2
const step = fc.record({
  act: fc.constantFrom('receipt', 'reverse', 'move', 'return', 'collect', 'refund'),
  gift: fc.nat(2),
  cents: fc.integer({ min: 1, max: 5000 }),
})

test('whatever staff do in whatever order, no cent is lost or made', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 10 }), async steps => {
      host = await aHostWithMoney(app)
      const gifts = [
        await aGift(app, host.registry, { group: true, cents: 6000 }),
        await aGift(app, host.registry, { group: true, cents: 3000 }),
        await aGift(app, host.registry, { quantity: 3, cents: 1111 }),
      ] as const
      const order = await giveGifts(app, host.registry, [
        lineOf(gifts[0], { cents: 2000 }),
        lineOf(gifts[2], { units: 2 }),
      ])
      for (const [index, { act, gift, cents }] of steps.entries()) {
        await doStep(act, gifts, { gift, cents, order, index })
        await expectInvariants(app.db, host.registry.id)
      }
      // What was paid equals what is left plus what was paid out.
      const paid = await app.db
        .selectFrom('purchase')
        .select(({ fn }) => fn.sum<number>('cents').as('cents'))
        .where('registry_id', '=', host.registry.id)
        .where('state', '=', 'paid')
        .executeTakeFirstOrThrow()
      const ledger = await app.db
        .selectFrom('ledger')
        .select(({ fn }) => fn.sum<number>('cents').as('cents'))
        .where('registry_id', '=', host.registry.id)
        .where('order_id', 'is not', null)
        .executeTakeFirstOrThrow()
      expect(Number(ledger.cents)).toBe(Number(paid.cents))
      const moved = app.db
        .selectFrom('ledger')
        .select(({ fn }) => fn.sum<number>('cents').as('cents'))
        .where('registry_id', '=', host.registry.id)
        .where('kind', '=', 'moved')
      expect(Number((await moved.executeTakeFirstOrThrow()).cents ?? 0)).toBe(0)
    }),
    { numRuns: runs },
  )
})

async function doStep(
  act: string,
  gifts: readonly { id: number }[],
  { gift, cents, order, index }: { gift: number; cents: number; order: number; index: number },
): Promise<void> {
  const { id } = gifts[gift]!
  const registry = host.registry.code
  const amount = cents / 100
  if (act === 'receipt')
    await pages.act(pages.manager, 'receipt_money_recorded', {
      registry,
      receipt: `${registry} ${index}`,
      gift: id,
      amount,
    })
  if (act === 'reverse') {
    const receipt = await app.db
      .selectFrom('till_receipt')
      .select('id')
      .where('registry_id', '=', host.registry.id)
      .where('reversed_at', 'is', null)
      .orderBy('id')
      .executeTakeFirst()
    if (receipt) await pages.act(pages.manager, 'receipt_reversed', { receipt: receipt.id })
  }
  if (act === 'move')
    await pages.act(pages.manager, 'money_moved', {
      registry,
      source: `${id} ${gift === 2 ? 'change' : 'gift'}`,
      to: gifts[gift === 1 ? 0 : 1]!.id,
      amount,
    })
  if (act === 'return') await pages.act(pages.manager, 'unit_returned', { order, line: 2, units: 1 })
  if (act === 'collect') await host.collect({ id, ...(gift === 2 && { type: 'change' }) })
  if (act === 'refund') await app.shop.actions.refundAmount(order, 1).catch(() => undefined)
  await app.deliver()
}
