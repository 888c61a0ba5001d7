import { sql } from 'kysely'
import Papa from 'papaparse'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aGift, lineOf } from '../../../test/builders.ts'
import { aHostWithMoney, giveGifts } from '../../../test/money.ts'
import { consoleOn, staffClient } from '../../../test/staff-client.ts'
import { type SingleTestApp, type TestApp, testApp } from '../../../test/test-app.ts'

let app: TestApp
let site: SingleTestApp
let manager: string
const staff = staffClient(() => site)

beforeAll(async () => {
  app = await testApp({ env: { PAYOUT_DAYS: '0' } })
  await app.job('webhook-registration')
  const host = await aHostWithMoney(app)
  const gift = await aGift(app, host.registry, { group: true, cents: 9000 })
  for (const cents of [4000, 5000]) await giveGifts(app, host.registry, [lineOf(gift, { cents })])
  await host.redeem({ id: gift.id })
  await app.job('payouts')
  await app.deliver()
  site = await testApp({ shop: 'none', pages: true, env: consoleOn, db: app.db, now: app.clock.now })
  manager = await staff.sessionOf('manager@shop.gr', 'manager')
})
afterAll(async () => {
  await site.close()
  await app.close()
})

/** The VAT of each order of a movement, as the report's file has it. */
async function readTaxes(movement: string): Promise<[string, string][]> {
  const answer = await staff.view(`/staff/money/lines/file?movement=${movement}&lang=en`, manager)
  const text = (await answer.text()).replace('\ufeff', '').trim()
  const { data } = Papa.parse<Record<string, string>>(text, { header: true })
  return data.map(row => [row.Order ?? '', row['VAT of the order'] ?? ''])
}
const readAllTaxes = async () => [...(await readTaxes('received')), ...(await readTaxes('orders'))]

async function readShopTaxes(): Promise<Map<string, string>> {
  const answer = await app.staff('GET', '/v2/orders?limit=250')
  const orders = (await answer.json()) as { id: number; total_tax: string }[]
  return new Map(orders.map(one => [String(one.id), Number(one.total_tax).toFixed(2)]))
}

test('the VAT of an order that was placed for a host is told as the shop charged it', async () => {
  const shop = await readShopTaxes()
  const [[order = '', tax] = []] = await readTaxes('orders')
  expect(Number(tax)).toBeGreaterThan(0)
  expect(tax).toBe(shop.get(order))
})

test('the VAT of orders from before it was kept is read once, by two processes at once', async () => {
  const before = await readAllTaxes()
  expect(before).toHaveLength(3)
  await sql`update order_payment set tax_cents = null`.execute(app.db)
  await sql`update payout set tax_cents = null`.execute(app.db)
  await sql`insert into order_tax_reading (position) values (0)`.execute(app.db)
  expect((await readAllTaxes()).map(([, tax]) => tax)).toEqual(['', '', ''])
  // Of an order far away, so that the shop's whole list would lie between.
  const far = { order_id: 5_000_000, status: '', method: '', is_paid: false }
  await app.db.insertInto('order_payment').values(far).execute()
  await Promise.all([app.job('order-taxes', 'A'), app.job('order-taxes', 'B')])
  expect(await readAllTaxes()).toEqual(before)
  const reached = app.db.selectFrom('order_tax_reading').select('position')
  expect((await reached.executeTakeFirstOrThrow()).position).toBeLessThan(1000)
  await app.job('order-taxes')
  expect((await reached.executeTakeFirstOrThrow()).position).toBe(far.order_id)
  await app.job('order-taxes')
  expect(await app.db.selectFrom('order_tax_reading').selectAll().execute()).toEqual([])
})

test('a day that the address does not name is today, by the clock of the site', async () => {
  const today = '2031-05-07'
  site.clock.now = new Date(`${today}T10:00:00Z`)
  manager = await staff.sessionOf('manager@shop.gr', 'manager')
  const answer = await staff.view('/staff/money/lines/file?movement=orders&lang=en', manager)
  expect(answer.headers.get('content-disposition')).toContain(`money-orders-2031-05-01-${today}.csv`)
  const html = await (await staff.view('/staff/money/lines?lang=en', manager)).text()
  expect(html).toContain(today)
})
