import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { aGift, aHost, aRegistry, lineOf } from '../../../test/builders.ts'
import { expectInvariants } from '../../../test/invariants.ts'
import { opened } from '../../../test/opened.ts'
import { handOff, jobContextOf, purchasesOf } from '../../../test/orders.ts'
import { openActionPages } from '../../../test/staff-actions.ts'
import type { TestApp } from '../../../test/test-app.ts'
import { formatCode } from '../../base/fields.ts'
import { findOrdersAgain, noteRestore } from './after-restore.ts'

const pages = opened(() => openActionPages())
let app: TestApp
beforeAll(() => {
  app = pages.app
})

/** Deletes placings and what orders caused, as in a backup from before. */
async function restore(): Promise<void> {
  await app.db.connection().execute(async db => {
    await sql`set session_replication_role = replica`.execute(db)
    for (const table of [
      'ledger',
      'purchase',
      'line_placement',
      'handoff_line',
      'handoff',
      'staff_audit',
      'delivery',
    ])
      await sql`delete from ${sql.table(table)}`.execute(db)
    for (const table of ['order_sync', 'order_payment', 'unmatched_line', 'webhook_event', 'outbox'])
      await sql`delete from ${sql.table(table)}`.execute(db)
    await sql`set session_replication_role = default`.execute(db)
  })
}

async function findAgain(since: Date) {
  const ctx = await jobContextOf(app)
  const config = { ...ctx.config, STAFF_CONSOLE: true }
  await noteRestore(since, ctx)
  return (await findOrdersAgain(since, { ...ctx, config })).unplaced
}

test('goods of lost hours are offered to staff with the registries that wish for them, and counted by one', async () => {
  const since = app.clock.now
  const [registry, other] = [await aRegistry(app, await aHost(app)), await aRegistry(app, await aHost(app))]
  const gift = await aGift(app, registry, { quantity: 1, cents: 2000 })
  const { cartId } = await handOff(app, registry, [lineOf(gift, { units: 1 })])
  const { id: order } = await app.shop.actions.pay(cartId)
  await restore()
  await sql`
    insert into gift (registry_id, product_id, variant_id, sku, quantity, is_group, price_cents, selected_options, position)
    select ${other.id}, product_id, variant_id, sku, quantity, is_group, price_cents, selected_options, position
    from gift where id = ${gift.id}`.execute(app.db)
  expect(await findAgain(since)).toEqual([expect.stringContaining(formatCode(other.code))])

  const page = await (await pages.view('/staff/work/unmatched', pages.manager)).text()
  const offered = [...page.matchAll(/line_placed\?([^"]*)"/g)].map(([, query = '']) =>
    query.replaceAll('&amp;', '&'),
  )
  const known = new URLSearchParams(offered.find(query => query.includes(registry.code)))
  expect(offered.filter(query => query.includes(`order=${order}`))).toHaveLength(3)
  const fields = Object.fromEntries(known)
  expect(fields).toMatchObject({ order: `${order}`, registry: registry.code, gift: `${gift.id}` })
  expect(await pages.act(pages.manager, 'line_placed', { ...fields, units: 1 })).toMatchObject({
    status: 302,
  })
  expect(await findAgain(since)).toEqual([])
  expect(await purchasesOf(app, gift)).toMatchObject([{ state: 'paid', units: 1 }])
  await expectInvariants(app.db, registry.id)
  // Nothing changes the shop's order afterwards.
  await app.job('shop-tasks')
  await app.db.deleteFrom('restore_point').execute()
})

test('an old order that staff placed after the backup is named with its registry, until it is placed again', async () => {
  const registry = await aRegistry(app, await aHost(app))
  const gift = await aGift(app, registry, { quantity: 1, cents: 2000 })
  const answer = await app.staff('POST', '/v3/carts', {
    channel_id: 1,
    line_items: [{ product_id: gift.productId, variant_id: gift.variantId, quantity: 1 }],
  })
  const cart = (await answer.json()) as { data: { id: string } }
  const { id: order } = await app.shop.actions.pay(cart.data.id)
  // A session ends after an hour without use.
  for (let look = 0; look < 3; look++) {
    app.later(50)
    await pages.view('/staff/work', pages.manager)
  }
  const backup = app.clock.now
  app.later(20)

  const line = (await app.processA.shop.fetchOrder(order))!.lines[0]!.id
  const place = () =>
    pages.act(pages.manager, 'line_placed', { order, registry: registry.code, line, gift: gift.id, units: 1 })
  const placed = expect.stringContaining(`/staff/registries/${registry.code}`)
  expect(await place()).toMatchObject({ status: 302, to: placed })
  await app.job('shop-tasks')
  expect(await findAgain(backup)).toEqual([])
  await restore()
  expect(await purchasesOf(app, gift)).toEqual([])

  const [sentence, ...others] = await findAgain(backup)
  expect(others).toEqual([])
  expect(sentence).toContain(`order ${order} of `)
  expect(sentence).toContain(`counted for registry ${formatCode(registry.code)} by 20`)
  expect(sentence).toContain(`/staff/actions/line_placed?order=${order}&registry=${registry.code}`)
  // A note proves nothing, so nothing is counted by it.
  expect(await purchasesOf(app, gift)).toEqual([])
  await app.db.updateTable('registry').set({ code: 'AAAAAAAAAAAA' }).where('id', '=', registry.id).execute()
  expect(await findAgain(backup)).toEqual([expect.stringContaining('it was made after the backup')])
  await app.db.updateTable('registry').set({ code: registry.code }).where('id', '=', registry.id).execute()

  expect(await place()).toMatchObject({ status: 302, to: placed })
  expect(await findAgain(backup)).toEqual([])
  expect(await purchasesOf(app, gift)).toMatchObject([{ state: 'paid', units: 1 }])
  await expectInvariants(app.db, registry.id)
})
