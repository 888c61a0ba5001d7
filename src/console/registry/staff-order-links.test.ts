import { beforeAll, expect, test } from 'vitest'
import { aGift, lineOf } from '../../../test/builders.ts'
import { giveGifts } from '../../../test/money.ts'
import { opened } from '../../../test/opened.ts'
import { openStaffSearch } from '../../../test/staff-search.ts'

const search = opened(() => openStaffSearch())
let code: string
/** Id of the oldest order, which isn't on the first page of the list. */
let oldest: number
let orders: number[]
const newerOrders = 24
beforeAll(async () => {
  const { app } = search
  const { registry } = await search.named('Πολυαγαπημένη')
  code = registry.code
  const gift = await aGift(app, registry, { group: true, cents: 50_000 })
  oldest = await giveGifts(app, registry, [lineOf(gift, { cents: 1000 })])
  const given = app.db.selectFrom('purchase').selectAll().where('order_id', '=', oldest)
  const purchase = await given.executeTakeFirstOrThrow()
  orders = Array.from({ length: newerOrders }, (_, index) => oldest + 1000 + index)
  // Each a minute later than the one before.
  const later = (minutes: number) => new Date(purchase.ordered_at.getTime() + minutes * 60_000)
  const more = orders.map((order_id, index) => ({ ...purchase, order_id, ordered_at: later(index + 1) }))
  await app.db.insertInto('purchase').values(more).execute()
})

async function read(path: string): Promise<string> {
  const html = await (await search.view(path, search.manager)).text()
  return html.slice(html.indexOf('<main'), html.indexOf('<script', html.indexOf('<h1')))
}

/** Follows a link to an order as a browser does: without sending the anchor. */
async function follow(html: string, order: number) {
  const link = [...html.matchAll(/href="([^"]*)"/g)]
    .map(([, href = '']) => href.replaceAll('&amp;', '&'))
    .find(href => href.endsWith(`#order-${order}`))
  return read((link ?? '/staff/no-link').split('#')[0] ?? '')
}

const idsOn = (html: string) => [...html.matchAll(/id="order-(\d+)"/g)].map(([, id]) => Number(id))
const newestFirst = () => orders.toReversed()

test('a link to an old order leads to the page that has it, from the search, a work list and the money report', async () => {
  const db = search.app.db
  await db
    .insertInto('unplaced_refund')
    .values({ refund_id: 77, order_id: oldest, cents: 100, seen_at: search.app.clock.now })
    .execute()
  for (const path of [
    `/staff/search?q=${oldest}`,
    '/staff/work/refund',
    '/staff/money/lines?movement=received',
  ]) {
    const page = await follow(await read(path), oldest)
    expect([path, idsOn(page)]).toEqual([path, [oldest]])
    // A link to the newest orders, which are on another page.
    expect(page).toMatch(new RegExp(`href="/staff/registries/${code}/orders\\?lang=en"[^>]*>Newest entries`))
  }
})

test('an order among the newest is shown among them; the pages go on from where a link led', async () => {
  const [newest = 0] = newestFirst()
  const first = await follow(await read(`/staff/search?q=${newest}`), newest)
  expect(idsOn(first)).toEqual(newestFirst().slice(0, 20))
  expect(first).not.toContain('Newest entries')
  const [second = 0] = orders
  const later = await read(`/staff/registries/${code}/orders?order=${second}`)
  expect(idsOn(later)).toEqual([second, oldest])
  const next = /href="([^"]*before=\d+[^"]*)"/.exec(first)?.[1] ?? ''
  expect(idsOn(await read(next.replaceAll('&amp;', '&')))).toEqual([...newestFirst().slice(20), oldest])
})

test('an order of another registry, or of none, changes nothing about the list', async () => {
  expect(idsOn(await read(`/staff/registries/${code}/orders?order=999999`))).toEqual(
    newestFirst().slice(0, 20),
  )
})
