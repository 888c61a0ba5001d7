import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type AGift, aGift, aHost, aRegistry, type Host, lineOf } from '../../../test/builders.ts'
import { expectInvariants } from '../../../test/invariants.ts'
import { opened } from '../../../test/opened.ts'
import { handOff, jobContextOf, purchasesOf } from '../../../test/orders.ts'
import { testApp } from '../../../test/test-app.ts'
import { formatCode } from '../../base/fields.ts'
import { changeMyGift, showMyGift } from '../my-gift/my-gift.contract.ts'
import { listReceivedGifts, type ReceivedGift } from '../received.contract.ts'
import { findOrdersAgain, noteRestore } from './after-restore.ts'

/** A database is restored from a backup while the shop went on (R522). */
const app = opened(() => testApp())
let host: Host
let registry: Awaited<ReturnType<typeof aRegistry>>
let whole: AGift
let group: AGift
let backup: Date
beforeEach(async () => {
  await sql`delete from restore_point`.execute(app.db)
  await sql`delete from unmatched_line`.execute(app.db)
  await sql`delete from outbox`.execute(app.db)
  host = await aHost(app)
  registry = await aRegistry(app, host)
  whole = await aGift(app, registry, { quantity: 3, cents: 3000 })
  group = await aGift(app, registry, { group: true, cents: 9000 })
  app.later(120)
  backup = app.clock.now
  app.later(1)
})
afterEach(() => expectInvariants(app.db, registry.id))

const ordersOf = { units: 2, cents: 4000 }
const giveBoth = (more: object = {}) =>
  handOff(app, registry, [lineOf(whole, { units: 2 }), lineOf(group, { cents: 4000 })], more)

/** Deletes what is known of orders since the backup, as in the backup. */
async function restore(): Promise<void> {
  await app.db.connection().execute(async db => {
    await sql`set session_replication_role = replica`.execute(db)
    for (const table of ['ledger', 'purchase', 'handoff_line', 'handoff'])
      await sql`delete from ${sql.table(table)} where registry_id = ${registry.id}`.execute(db)
    for (const table of ['order_sync', 'order_payment', 'unmatched_line', 'job_cursor', 'webhook_event'])
      await sql`delete from ${sql.table(table)}`.execute(db)
    await sql`delete from outbox where template <> 'never'`.execute(db)
    await sql`set session_replication_role = default`.execute(db)
  })
}

async function findAgain(process: 'A' | 'B' = 'A') {
  const ctx = await jobContextOf(app, process)
  await noteRestore(backup, ctx)
  return findOrdersAgain(backup, ctx)
}

const counted = async () => {
  const rows = [...(await purchasesOf(app, whole)), ...(await purchasesOf(app, group))]
  return rows.map(({ kind, state, units, cents }) => ({ kind, state, units, cents }))
}
const received = async () =>
  (await app.call<ReceivedGift[]>(listReceivedGifts, { registry_id: registry.code }, { as: host.token })).data
const sent = (template: string) =>
  app.db.selectFrom('outbox').select(['cause', 'props']).where('template', '=', template).execute()
const goods = { kind: 'units', state: 'paid', units: ordersOf.units, cents: 6000 }
const share = { kind: 'contribution', state: 'paid', units: 1, cents: ordersOf.cents }
const both = [goods, share]
const waiting = () =>
  app.db.selectFrom('unmatched_line').select(['order_id', 'reason', 'cents', 'dismissed_at']).execute()
const lostGoods = (order: number) => ({ order_id: order, reason: 'lost', cents: 6000, dismissed_at: null })

describe('an order whose hand-off is lost', () => {
  test('explains its money itself, once, and its goods wait for staff', async () => {
    const { cartId, reference } = await giveBoth({ visibility: 'initials', message: 'Να ζήσετε' })
    const { id } = await app.shop.actions.pay(cartId)
    await app.job('order-sync')
    expect(await counted()).toEqual(both)
    await restore()
    await app.job('order-sync')
    expect(await counted()).toEqual([])
    const answers = await Promise.all([findAgain('A'), findAgain('B'), findAgain('A')])
    const sentence = expect.stringMatching(
      `order ${id} of .*2 × .*wishes for it \\(${formatCode(registry.code)}\\)`,
    )
    expect(answers.map(answer => answer.unplaced)).toEqual([[sentence], [sentence], [sentence]])
    expect(await counted()).toEqual([share])
    expect(await waiting()).toEqual([lostGoods(id)])
    expect((await sent('order-unplaced')).map(one => one.cause)).toEqual([`order-unplaced:${id}`])
    const handoffs = app.db.selectFrom('handoff').selectAll().where('registry_id', '=', registry.id)
    expect(await handoffs.execute()).toMatchObject([
      { reference, cart_id: cartId, visibility: 'initials', giver_name: null, state: 'ordered' },
    ])
    await findAgain()
    await app.job('order-sync', 'B')
    expect(await counted()).toEqual([share])
    // The host is told once that the giver's words are lost; the name is shown as the giver chose.
    expect(await sent('gift-given')).toMatchObject([{ props: { recovered: true, message: '' } }])
    const listed = await received()
    expect(listed).toMatchObject([{ recovered: 1 }])
    expect(listed[0]!.giver).toMatch(/^(.\. ?)+$/)
  })

  test('is opened by the giver’s link of before, and takes their words anew', async () => {
    const { cartId } = await giveBoth({ message: 'Να ζήσετε' })
    const { id } = await app.shop.actions.pay(cartId)
    await app.job('order-sync')
    const thanks = (await sent('gift-thanks')).find(({ cause }) => cause.includes(`order:${id}:`))
    const token = String((thanks!.props as { mine: string }).mine)
    await restore()
    await findAgain()
    expect(await app.call(showMyGift, { token })).toMatchObject({ status: 200, data: { message: '' } })
    const words = { token, giver_name: 'Άννα', visibility: 'full', message: 'Να ζήσετε' }
    expect((await app.call(changeMyGift, words)).status).toBe(200)
    await app.job('order-sync')
    const rows = await purchasesOf(app, group)
    expect(rows).toMatchObject([{ giver_name: 'Άννα', message: 'Να ζήσετε' }])
    expect((await received()).map(one => one.recovered)).toEqual([0])
  })

  test('is counted, and its goods listed, when it is paid after the restore', async () => {
    const { cartId } = await giveBoth()
    await restore()
    await findAgain()
    app.later(90)
    const { id } = await app.shop.actions.pay(cartId)
    await app.job('order-sync')
    expect(await counted()).toEqual([share])
    expect(await waiting()).toEqual([lostGoods(id)])
  })

  test('is counted when the database knew of it before its cart was stored', async () => {
    const { cartId } = await giveBoth()
    await app.db.updateTable('handoff').set({ cart_id: null }).where('cart_id', '=', cartId).execute()
    await app.shop.actions.pay(cartId)
    await findAgain()
    expect(await counted()).toEqual(both)
  })

  test('keeps what the shop gave back since', async () => {
    const { cartId } = await giveBoth()
    const order = await app.shop.actions.pay(cartId)
    const [line] = (await app.processA.shop.fetchOrder(order.id))!.lines
    await app.shop.actions.refund(order.id, { lineId: line!.id, quantity: 1 })
    await restore()
    await findAgain()
    expect(await counted()).toEqual([share])
    expect(await waiting()).toEqual([{ ...lostGoods(order.id), cents: 3000 }])
    await app.shop.actions.refund(order.id, { lineId: line!.id, quantity: 1 })
    await findAgain()
    expect(await waiting()).toEqual([])
  })
})

describe('is listed for staff and never guessed:', () => {
  test('an order for a registry that was made after the backup', async () => {
    const { cartId } = await handOff(app, registry, [lineOf(group, { cents: 4000 })])
    const { id } = await app.shop.actions.pay(cartId)
    await restore()
    await app.db.updateTable('registry').set({ code: 'AAAAAAAAAAAA' }).where('id', '=', registry.id).execute()
    const { unplaced } = await findAgain()
    expect(unplaced).toHaveLength(1)
    expect(unplaced[0]).toContain(`order ${id} of `)
    expect(unplaced[0]).toMatch(/40\.00 EUR, 1 × .*does not know/)
    await findAgain()
    expect(await counted()).toEqual([])
    expect(await sent('order-unmatched')).toHaveLength(1)
    await app.db.updateTable('registry').set({ code: registry.code }).where('id', '=', registry.id).execute()
    expect((await findAgain()).unplaced).toEqual([])
    expect(await counted()).toEqual([share])
  })

  test('a gift that was added after the backup, while the others count', async () => {
    const later = await aGift(app, registry, { group: true, cents: 9000 })
    const lines = [lineOf(later, { cents: 3000 }), lineOf(group, { cents: 4000 })]
    const { cartId } = await handOff(app, registry, lines)
    const { id } = await app.shop.actions.pay(cartId)
    await restore()
    await sql`update gift set product_id = product_id + 1 where id = ${later.id}`.execute(app.db)
    const { unplaced } = await findAgain()
    expect(unplaced).toEqual([expect.stringContaining(`order ${id} of `)])
    expect(await counted()).toEqual([share])
  })

  test('goods of those hours that a registry wishes for, until staff say that they are of none', async () => {
    const buy = async (quantity: number) => (await app.shop.actions.pay(await cartOf(quantity))).id
    const ordinary = await buy(1)
    await app.job('order-sync')
    expect(await waiting()).toEqual([])
    const { unplaced } = await findAgain()
    expect(unplaced).toEqual([expect.stringContaining(`order ${ordinary} of `)])
    await Promise.all([findAgain('A'), findAgain('B')])
    expect((await sent('order-unplaced')).map(one => one.cause)).toEqual([`order-unplaced:${ordinary}`])
    expect(await counted()).toEqual([])
    await app.db.updateTable('unmatched_line').set({ dismissed_at: app.clock.now }).execute()
    expect((await findAgain()).unplaced).toEqual([])
    // From a day after the restore on, orders are no longer taken for those of lost carts.
    app.later(25 * 60)
    await buy(1)
    await app.job('order-sync')
    expect(await waiting()).toMatchObject([{ order_id: ordinary }])
  })

  test('and goods that no registry wishes for are nobody’s work', async () => {
    await app.shop.actions.pay(await cartOf(1))
    await app.db.updateTable('gift').set({ removed_at: app.clock.now }).where('id', '=', whole.id).execute()
    expect((await findAgain()).unplaced).toEqual([])
    expect(await waiting()).toEqual([])
  })
})

/** A cart that was made in the shop only. */
async function cartOf(quantity: number): Promise<string> {
  const line = { product_id: whole.productId, variant_id: whole.variantId, quantity }
  const answer = await app.staff('POST', '/v3/carts', { channel_id: 1, line_items: [line] })
  return ((await answer.json()) as { data: { id: string } }).data.id
}

test('a reference is worth nothing without a declared restore, and makes no goods', async () => {
  const { cartId, reference } = await giveBoth()
  const order = await app.shop.actions.pay(cartId)
  const lines = (await app.processA.shop.fetchOrder(order.id))!.lines
  const signed = lines.find(line => line.contribution)!.contribution!
  const { productId, options } = app.shop.groupGift
  const copied = {
    product_id: productId,
    quantity: 1,
    list_price: 1,
    option_selections: [
      { option_id: options.product, option_value: String(signed.productId) },
      { option_id: options.variant, option_value: String(signed.variantId) },
      { option_id: options.reference, option_value: signed.reference },
    ],
  }
  const bought = { product_id: whole.productId, variant_id: whole.variantId, quantity: 2 }
  const answer = await app.staff('POST', '/v3/carts', { channel_id: 1, line_items: [bought, copied] })
  const { data } = (await answer.json()) as { data: { id: string } }
  await app.shop.actions.pay(data.id)
  await restore()
  await app.job('order-sync')
  expect(await counted()).toEqual([])
  await findAgain()
  expect(await purchasesOf(app, whole)).toEqual([])
  expect((await counted()).map(one => one.cents).sort()).toEqual([100, 4000])
  const handoffs = app.db.selectFrom('handoff').select('id').where('reference', '=', reference)
  expect(await handoffs.execute()).toHaveLength(1)
})

test('no id that was given since the backup is given again', async () => {
  const { cartId } = await giveBoth()
  const { id: lost } = await app.db
    .selectFrom('handoff')
    .select('id')
    .where('cart_id', '=', cartId)
    .executeTakeFirstOrThrow()
  await restore()
  await sql`select setval(pg_get_serial_sequence('handoff', 'id'), ${lost - 1}::bigint)`.execute(app.db)
  await findAgain()
  await findAgain()
  const { cartId: next } = await handOff(app, registry, [lineOf(whole, { units: 1 })])
  const { id } = await app.db
    .selectFrom('handoff')
    .select('id')
    .where('cart_id', '=', next)
    .executeTakeFirstOrThrow()
  expect(id).toBeGreaterThan(lost + 900_000)
  expect(id).toBeLessThan(lost + 1_100_000)
})
