import Papa from 'papaparse'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aGift, aHost, aRegistry, lineOf } from '../../../test/builders.ts'
import { aHostWithMoney, giveGifts } from '../../../test/money.ts'
import { opened } from '../../../test/opened.ts'
import { handOff, jobContextOf } from '../../../test/orders.ts'
import { consoleOn, staffClient } from '../../../test/staff-client.ts'
import { type SingleTestApp, testApp } from '../../../test/test-app.ts'
import { countOverview } from './overview.ts'

let site: SingleTestApp
let manager: string
let support: string
let code: string
const staff = staffClient(() => site)

const openSite = () =>
  testApp({ shop: 'none', pages: true, env: consoleOn, db: app.db, now: () => app.clock.now })

/** A Wednesday; the overview is opened on Thursday of the following week. */
const then = new Date('2026-09-02T09:00:00Z')
const app = opened(() => testApp({ env: { PAYOUT_DAYS: '0' }, now: then }))
beforeAll(async () => {
  await app.job('webhook-registration')
  site = await openSite()
  const host = await aHostWithMoney(app, { closing_day: '2027-07-19' })
  code = host.registry.code
  const sofa = await aGift(app, host.registry, { group: true, cents: 9000 })
  const cup = await aGift(app, host.registry, { cents: 2500, quantity: 3 })
  await giveGifts(app, host.registry, [lineOf(sofa, { cents: 4000 })])
  await giveGifts(app, host.registry, [lineOf(cup, { units: 2 })])
  // Went to the checkout and was not paid.
  await handOff(app, host.registry, [lineOf(cup, { units: 1 })])
  await aRegistry(app, await aHost(app), { event_type: 'baptism', closing_day: '2026-09-04' })
  await app.db.updateTable('registry').set({ created_at: then }).execute()
  const headers = { 'user-agent': 'Mozilla/5.0', accept: 'text/html' }
  const open = (more = {}, path = `/registry/${code}`) =>
    site.app.request(path, { headers: { ...headers, ...more } })
  for (let time = 0; time < 3; time++) expect((await open()).status).toBe(200)
  // Not counted: revalidation of an open page, a preview of a messenger, a prefetch.
  await open({}, `/registry/${code}.data`)
  await open({ 'user-agent': 'facebookexternalhit/1.1' })
  await open({ 'sec-purpose': 'prefetch' })
  // What it has counted is written when it stops.
  await site.close()
  site = await openSite()
  app.clock.now = new Date('2026-09-10T09:00:00Z')
  await host.collect({ id: sofa.id })
  await app.job('payouts')
  for (let look = 0; look < 2; look++) await app.job('held-money')
  await app.job('overview')
  manager = await staff.sessionOf('manager@shop.gr', 'manager')
  support = await staff.sessionOf('support@shop.gr', 'support')
})
afterAll(() => site.close())

async function readTable(table: string, cookie = manager): Promise<Record<string, string>[]> {
  const answer = await staff.view(`/staff/overview/file?table=${table}&type=csv&lang=en`, cookie)
  expect(answer.status).toBe(200)
  const text = (await answer.text()).replace('\ufeff', '').trim()
  return Papa.parse<Record<string, string>>(text, { header: true }).data
}
const weekOf = (rows: Record<string, string>[], monday: string) =>
  rows.find(row => row['Week from'] === monday)

const readPage = async (cookie: string, language = 'en') =>
  (await (await staff.view(`/staff/overview?lang=${language}`, cookie)).text()).replaceAll('<!-- -->', '')

describe('the overview', () => {
  test('is what the console opens with', async () => {
    const answer = await staff.view('/staff', support)
    expect(answer.headers.get('location')).toMatch(/^\/staff\/overview/)
  })

  test('has 26 weeks from Monday, and money by the week in which it moved, to the cent', async () => {
    const rows = await readTable('money')
    expect(rows).toHaveLength(26)
    expect(weekOf(rows, '2026-08-31')).toEqual({
      'Week from': '2026-08-31',
      'Came in': '40.00',
      'Went out': '0.00',
      'Waits for hosts': '40.00',
    })
    expect(weekOf(rows, '2026-09-07')).toMatchObject({ 'Went out': '40.00', 'Waits for hosts': '0.00' })
    const report = await staff.view('/staff/money/file?day=2026-09-10&type=csv&lang=en', manager)
    expect(await report.text()).toContain('"2026-09","0.00","40.00"')
  })

  test('counts registries by type in the week in which they were made and closed', async () => {
    const rows = await readTable('registries')
    expect(weekOf(rows, '2026-08-31')).toMatchObject({
      'Wedding, made': '1',
      'Wedding, closed': '0',
      'Baptism, made': '1',
      'Baptism, closed': '1',
    })
    expect(weekOf(rows, '2026-09-07')).toMatchObject({ 'Wedding, made': '0', 'Baptism, closed': '0' })
  })

  test('follows guests from the registry to the shop; robots, previews and data are no guests', async () => {
    expect(weekOf(await readTable('path'), '2026-08-31')).toEqual({
      'Week from': '2026-08-31',
      'Registries opened': '3',
      'Carts taken to the shop': '3',
      'Carts paid': '2',
    })
  })

  test('counts gifts by the price of one, and shares by what was given', async () => {
    const rows = await readTable('prices')
    expect(rows.find(row => row.Price === '€20.00 to €50.00')).toMatchObject({ Gifts: '3', Amount: '90.00' })
    expect(rows.filter(row => row.Gifts !== '0')).toHaveLength(1)
  })

  test('says what changed, draws it, and has each table on the page, too', async () => {
    const html = await readPage(manager)
    expect(html).toContain('Last week €40.00 came in and €0.00 went out; the week before, €0.00 and €0.00.')
    expect(html).toContain('Last week 2 registries were made and 1 closed; the week before, 0 and 0.')
    expect(html).toContain('of 3 carts 2 were paid')
    expect(html).toContain('Last week 3 gifts were given; the week before, 0.')
    expect(html).toContain('31 August 2026')
    // Money in and out, waiting money, all types, two types, three steps.
    expect(html.match(/<svg role="img" aria-label="[^"]+"/g)).toHaveLength(8)
    expect(html).toMatch(/<rect [^>]*class="plot-solid"/)
    expect(html).toMatch(/<rect [^>]*fill="url\(#/)
    const greek = await readPage(manager, 'el')
    expect(greek).toContain('Την περασμένη εβδομάδα μπήκαν 40,00\u00a0€ και βγήκαν 0,00\u00a0€')
    expect(greek).toContain('31 Αυγούστου 2026')
  })

  test('shows support no money', async () => {
    const html = await readPage(support)
    expect(html).toContain('Last week 3 gifts were given')
    expect(html).not.toMatch(/€40\.00|Waits for hosts|90\.00/)
    expect((await staff.view('/staff/overview/file?table=money', support)).status).toBe(403)
    expect(await readTable('prices', support)).toContainEqual({ Price: '€20.00 to €50.00', Gifts: '3' })
    const data = await (await staff.view('/staff/overview.data', support)).text()
    expect(data).not.toMatch(/40\.00|90\.00|\b9000\b/)
  })

  test('what is counted again counts once, and a day that may change follows', async () => {
    await app.db
      .updateTable('registry')
      .set({ removed_at: app.clock.now })
      .where('event_type', '=', 'baptism')
      .execute()
    app.clock.now = new Date('2026-09-11T10:00:00Z')
    const [a, b] = [await jobContextOf(app, 'A'), await jobContextOf(app, 'B')]
    await Promise.all([countOverview(a), countOverview(b)])
    const rows = await readTable('registries', await staff.sessionOf('next@shop.gr', 'support'))
    expect(weekOf(rows, '2026-08-31')).toMatchObject({ 'Baptism, made': '1', 'Baptism, closed': '0' })
  })
})
