import { sql } from 'kysely'
import { countProductSwap } from '../src/console/demand.sql.ts'
import { aGift, aGiftCard, aHost, aRegistry, lineOf } from './builders.ts'
import { giveGifts } from './money.ts'
import { consoleOn, staffClient } from './staff-client.ts'
import { openPagesOf, testApp } from './test-app.ts'

export type DemandPages = Awaited<ReturnType<typeof openDemandPages>>

/**
 * The console, and one product of the brand «Ελιά» that is wished for in three registries: 3 units for an event in 20
 * days, of which one is given, 4 for one in 80 days, and 5 in a closed one.
 */
export async function openDemandPages() {
  const app = await testApp()
  await app.job('webhook-registration')
  const { db } = app
  const site = await openPagesOf(app, { env: consoleOn })
  const staff = staffClient(() => site)
  const cookie = await staff.sessionOf('support@shop.gr', 'support')
  const host = await aHost(app)
  const inDays = (days: number) =>
    new Date(app.clock.now.getTime() + days * 86_400_000).toISOString().slice(0, 10)
  const soon = await aRegistry(app, host, { event_day: inDays(20), closing_day: inDays(40) })
  const later = await aRegistry(app, host, { event_day: inDays(80), closing_day: inDays(100) })
  const closed = await aRegistry(app, host, { event_day: inDays(-80), closing_day: inDays(-20) })
  const gift = await aGift(app, soon, { quantity: 3, cents: 4000 })
  const { productId } = gift
  await giveGifts(app, soon, [lineOf(gift, { units: 1 })])
  await aGiftCard(app, soon)
  const same = await db.selectFrom('gift').selectAll().where('id', '=', gift.id).executeTakeFirstOrThrow()
  const { id: _, created_at: __, ...columns } = same
  for (const [registry, quantity] of [
    [later, 4],
    [closed, 5],
  ] as const)
    await db
      .insertInto('gift')
      .values({ ...columns, registry_id: registry.id, quantity, selected_options: '[]', modifiers: '[]' })
      .execute()
  await countProductSwap(db, { productId })
  // Of one category; which product it is depends on the tests before.
  const one = { brand: 'Ελιά', stock: 2, category_ids: sql<number[]>`category_ids[1:1]` }
  await db.updateTable('product').set(one).where('id', '=', productId).execute()
  return {
    app,
    productId,
    monthIn: (days: number) => inDays(days).slice(0, 7),
    /** A page of the demand, from its heading on. */
    async view(path: string) {
      const html = await (await staff.view(`/staff/demand${path}`, cookie)).text()
      return html.slice(html.indexOf('<h1'), html.indexOf('<script', html.indexOf('<h1')))
    },
    open: (path: string) => staff.view(path, cookie),
    async close() {
      await site.close()
      await app.close()
    },
  }
}
