import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { AWAITING_FULFILLMENT } from '../../../shop/orders/orders.ts'
import { type AGift, aGift, lineOf } from '../../../test/builders.ts'
import { expectInvariants } from '../../../test/invariants.ts'
import { aHostWithMoney, type HostWithMoney } from '../../../test/money.ts'
import { opened } from '../../../test/opened.ts'
import { handOff, purchasesOf } from '../../../test/orders.ts'
import { unmatchedOf } from '../../../test/outside-lines.ts'
import { openActionPages } from '../../../test/staff-actions.ts'
import type { TestApp } from '../../../test/test-app.ts'
import { deleteRegistry } from '../../registry/registry.contract.ts'

const pages = opened(() => openActionPages())
let app: TestApp
let host: HostWithMoney
beforeAll(() => {
  app = pages.app
})
beforeEach(async () => {
  host = await aHostWithMoney(app)
})
afterEach(async () => {
  app.shop.faults.routes = []
  await expectInvariants(app.db, host.registry.id)
})

/** An order of the shop without a hand-off: placed by staff in the shop, or with a lost reference. */
async function anOutsideOrder(gift: AGift, quantity = 1) {
  const answer = await app.staff('POST', '/v3/carts', {
    channel_id: 1,
    line_items: [{ product_id: gift.productId, variant_id: gift.variantId, quantity }],
  })
  const { data } = (await answer.json()) as { data: { id: string } }
  const order = await app.shop.actions.pay(data.id)
  await app.deliver()
  const lines = (await app.processA.shop.fetchOrder(order.id))?.lines ?? []
  return { id: order.id, line: lines[0]!.id }
}

/** A contribution that was paid and whose hand-off is lost. */
async function aLostPayment(cents: number) {
  const gift = await aGift(app, host.registry, { group: true, cents: 9000 })
  const { cartId, reference } = await handOff(app, host.registry, [lineOf(gift, { cents })])
  await app.db
    .updateTable('handoff')
    .set({ cart_id: null, reference: `lost ${reference}`.slice(0, 22) })
    .where('cart_id', '=', cartId)
    .execute()
  const order = await app.shop.actions.pay(cartId)
  await app.deliver()
  const { line_id } = await app.db
    .selectFrom('unmatched_line')
    .select('line_id')
    .where('order_id', '=', order.id)
    .executeTakeFirstOrThrow()
  return { gift, id: order.id, line: line_id }
}

describe('lines of orders', () => {
  test('a lost payment is placed on its gift: seen before, asked why, counted, refunded as any other', async () => {
    const { gift, id, line } = await aLostPayment(4000)
    const fields = { order: id, registry: host.registry.code, line, gift: gift.id }
    const empty = await pages.look(pages.manager, 'line_placed', { order: id, registry: host.registry.code })
    expect(empty.text).toContain('€90.00')
    // What is typed of a giver is sent by POST, also when it is changed.
    expect(empty.html).toMatch(/<form[^>]*method="post"[^>]*>(?!.*<\/form>.*name="giver").*name="giver"/s)
    const page = await pages.look(pages.manager, 'line_placed', fields)
    expect([page.status, page.text]).toEqual([200, expect.stringContaining('€40.00')])
    expect(page.text).toMatch(/After\s+Registry\s+Ελένη &amp; Γιώργος, Wedding, 19 June 2027/)
    expect(page.text).toMatch(/Money given\s+Before\s+€0\.00\s+After\s+€40\.00/)
    expect(page.text).not.toContain('Units given')
    expect(await purchasesOf(app, gift)).toEqual([])
    expect(await pages.send(pages.manager, 'line_placed', page.hidden, '')).toMatchObject({ status: 422 })
    expect(await pages.send(pages.manager, 'line_placed', page.hidden)).toMatchObject({
      status: 302,
      to: `/staff/registries/${host.registry.code}/orders?order=${id}#order-${id}`,
    })
    expect(await purchasesOf(app, gift)).toMatchObject([
      { order_id: id, state: 'paid', credited_cents: 4000 },
    ])
    expect(
      await app.db.selectFrom('unmatched_line').selectAll().where('order_id', '=', id).execute(),
    ).toEqual([])
    expect(await host.emails('gift-given')).toHaveLength(1)
    expect(await pages.audited('line_placed', host.registry)).toMatchObject([
      { subject: `order ${id}`, reason: 'They called.' },
    ])
    await app.shop.actions.refund(id)
    await app.deliver()
    expect(await purchasesOf(app, gift)).toMatchObject([{ state: 'void', cents: 0 }])
  })

  test('a gift that was bought in the shop counts by its units, is never counted twice, and keeps its giver', async () => {
    const gift = await aGift(app, host.registry, { quantity: 3, cents: 3000 })
    const { id, line } = await anOutsideOrder(gift, 2)
    const fields = { order: id, registry: host.registry.code, line, gift: gift.id, giver: 'Θεία Μαρία' }
    const other = await aGift(app, host.registry, { cents: 3000 })
    // The order's only line and the gift of its product are chosen; goods can go to no other gift.
    const form = await pages.look(pages.support, 'line_placed', { order: id, registry: host.registry.code })
    const chosen = form.html.matchAll(/<option(?=[^>]* selected)[^>]*value="(\d+)"/g)
    expect([...chosen].map(([, value]) => Number(value))).toEqual([line, gift.id])
    const elsewhere = await pages.look(pages.manager, 'line_placed', { ...fields, gift: other.id })
    expect([elsewhere.hidden.version, elsewhere.text]).toEqual([
      undefined,
      expect.stringContaining('units of the very same product'),
    ])
    expect((await pages.look(pages.support, 'line_placed', { ...fields, units: 3 })).text).toContain(
      'at most what the order',
    )
    const looks = await Promise.all([
      pages.look(pages.support, 'line_placed', fields),
      pages.look(pages.manager, 'line_placed', fields),
    ])
    expect(looks[0].text).toMatch(/Units given\s+Before\s+0\s+After\s+2/)
    expect(looks[0].text).not.toContain('Money given')
    expect(looks[0].text).not.toContain('but the gift is')
    const answers = await Promise.all([
      pages.send(pages.support, 'line_placed', looks[0].hidden),
      pages.send(pages.support, 'line_placed', looks[0].hidden),
      pages.send(pages.manager, 'line_placed', looks[1].hidden),
    ])
    const purchases = await purchasesOf(app, gift)
    expect(purchases).toMatchObject([{ units: 2, cents: 6000, giver_name: 'Θεία Μαρία', state: 'paid' }])
    expect(await pages.audited('line_placed', host.registry)).toHaveLength(1)
    const refused = answers.filter(({ status }) => status === 409)
    expect(refused.length).toBeGreaterThanOrEqual(1)
    for (const { html } of refused) expect(html).toContain('Counted an order for a gift')
    await app.shop.actions.refund(id, { lineId: line, quantity: 1 })
    await app.deliver()
    expect(await purchasesOf(app, gift)).toMatchObject([{ units: 1, cents: 3000 }])
  })

  test('a payment is placed by a manager alone, whoever saw the form', async () => {
    const { gift, id, line } = await aLostPayment(4000)
    const fields = { order: id, registry: host.registry.code, line, gift: gift.id }
    const { hidden } = await pages.look(pages.manager, 'line_placed', fields)
    const refused = await pages.send(pages.support, 'line_placed', hidden)
    expect([refused.status, refused.html]).toEqual([409, expect.stringContaining('a manager does it')])
    for (const name of ['refund_placed', 'refund_dismissed', 'payment_received', 'unit_returned'] as const)
      expect((await pages.send(pages.support, name, hidden)).status).toBe(403)
    expect(await purchasesOf(app, gift)).toEqual([])
  })

  test('a line that counts through its own cart can’t be placed, nor one on another registry’s gift', async () => {
    const gift = await aGift(app, host.registry, { quantity: 2, cents: 3000 })
    const { cartId } = await handOff(app, host.registry, [lineOf(gift, { units: 1 })])
    const order = await app.shop.actions.pay(cartId)
    await app.deliver()
    const { line_id: line } = (await purchasesOf(app, gift))[0]!
    const fields = { order: order.id, registry: host.registry.code, line, gift: gift.id }
    expect((await pages.look(pages.support, 'line_placed', fields)).text).toContain(
      'counts for a registry already',
    )
    const other = await aHostWithMoney(app)
    const elsewhere = await pages.look(pages.support, 'line_placed', {
      ...fields,
      registry: other.registry.code,
    })
    expect(elsewhere.hidden.version).toBeUndefined()
    expect((await pages.look(pages.support, 'line_placed', { ...fields, order: 999_999 })).text).toContain(
      'no order of this number',
    )
    expect(
      (await pages.look(pages.support, 'line_placed', { ...fields, registry: 'AAAABBBBEEEE' })).text,
    ).toContain('no registry')
  })

  test('a late payment for a registry that was deleted meanwhile is placed on a gift of another', async () => {
    const former = await aHostWithMoney(app)
    const { cartId } = await handOff(app, former.registry, [
      lineOf(await aGift(app, former.registry, { group: true, cents: 9000 }), { cents: 4000 }),
    ])
    const { id: order } = await app.shop.actions.pay(cartId, {}, 'deposit')
    await app.deliver()
    app.later(8 * 24 * 60)
    await app.job('expired-reservations')
    const deleted = await app.call(
      deleteRegistry,
      { registry_id: former.registry.code },
      { as: former.token },
    )
    expect(deleted.status).toBe(200)
    await app.shop.actions.changeStatus(order, AWAITING_FULFILLMENT)
    await app.deliver()
    const [waiting] = await unmatchedOf(app, order)
    expect(waiting).toMatchObject({ reason: 'gone', cents: 4000 })
    const gift = await aGift(app, host.registry, { group: true, cents: 9000 })
    const fields = { order, registry: host.registry.code, line: waiting?.line_id ?? 0, gift: gift.id }
    const { hidden } = await pages.look(pages.manager, 'line_placed', fields)
    const list = await (await pages.view('/staff/work/unmatched', pages.manager)).text()
    expect(list).toContain('is for a registry that was deleted before it was paid')
    expect(await pages.send(pages.manager, 'line_placed', hidden)).toMatchObject({ status: 302 })
    expect(await purchasesOf(app, gift)).toMatchObject([{ state: 'paid', credited_cents: 4000 }])
    expect(await unmatchedOf(app, order)).toEqual([])
  })

  test('a line that is of no registry is dismissed, and stays so when the order is read again', async () => {
    const { id, line } = await aLostPayment(2000)
    expect(await pages.act(pages.support, 'line_dismissed', { order: id, line })).toMatchObject({
      status: 302,
    })
    await app.shop.actions.refundAmount(id, 500)
    await app.deliver()
    const again = await pages.look(pages.support, 'line_dismissed', { order: id, line })
    expect(again.text).toContain('Nobody has to decide about this product any more')
    expect(again.text).toContain('Person support')
  })
})

describe('refunds of whole orders', () => {
  /** 40 and 20 euro of one order, of which the shop gave back 30 and named no line. */
  async function aRefundToPlace() {
    const gifts = [
      await aGift(app, host.registry, { group: true, cents: 9000 }),
      await aGift(app, host.registry, { group: true, cents: 5000 }),
    ] as const
    const lines = [lineOf(gifts[0], { cents: 4000 }), lineOf(gifts[1], { cents: 2000 })]
    const order = await app.shop.actions.pay((await handOff(app, host.registry, lines)).cartId)
    await app.deliver()
    const refund = await app.shop.actions.refundAmount(order.id, 3000)
    await app.deliver()
    const { line_id: line } = (await purchasesOf(app, gifts[0]))[0]!
    return { gifts, order: order.id, refund, line }
  }

  test('a refund is placed in part and dismissed in part; a second one sees that the amount has changed', async () => {
    const { gifts, order, refund, line } = await aRefundToPlace()
    const fields = { order, refund, line, amount: 10 }
    expect((await pages.look(pages.manager, 'refund_placed', { ...fields, amount: '30,01' })).text).toContain(
      'refund. Left: €30.00.',
    )
    // Fields that were sent empty are errors; fields that were not shown yet are not.
    const unfilled = { ...fields, order: '', amount: '' }
    expect(
      (await pages.look(pages.manager, 'refund_placed', unfilled)).text.split('Field is required'),
    ).toHaveLength(5)
    expect((await pages.look(pages.manager, 'refund_placed', { order })).text).not.toContain('required')
    const stale = await pages.look(pages.manager, 'refund_dismissed', { order, refund })
    expect(await pages.act(pages.manager, 'refund_placed', fields)).toMatchObject({ status: 302 })
    expect(await purchasesOf(app, gifts[0])).toMatchObject([{ cents: 3000 }])
    const refused = await pages.send(pages.manager, 'refund_dismissed', stale.hidden)
    expect([refused.status, refused.html]).toEqual([409, expect.stringContaining('Person manager')])
    expect((await host.collect({ id: gifts[0].id })).status).toBe(409)
    expect((await pages.look(pages.support, 'refund_dismissed', { order, refund })).status).toBe(403)
    expect(await pages.act(pages.manager, 'refund_dismissed', { order, refund })).toMatchObject({
      status: 302,
    })
    expect(await purchasesOf(app, gifts[0])).toMatchObject([{ cents: 3000 }])
    expect((await host.collect({ id: gifts[0].id })).status).toBe(200)
    expect(await pages.audited('refund_dismissed', host.registry)).toMatchObject([
      { before: { waiting_cents: 2000 } },
    ])
  })
})
