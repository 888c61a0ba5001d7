import { afterAll, beforeAll, expect, test } from 'vitest'
import { aGift, aGiftCard, aHost, aRegistry, lineOf } from '../../../test/builders.ts'
import { giveGifts } from '../../../test/money.ts'
import { jobContextOf } from '../../../test/orders.ts'
import { consoleOn, staffClient } from '../../../test/staff-client.ts'
import { type SingleTestApp, type TestApp, testApp } from '../../../test/test-app.ts'
import { phoneticSearchKeys } from '../../base/greek/phonetic-keys.ts'
import { searchProducts } from '../../catalogue/search/contract.ts'
import { updateProductListings } from '../../catalogue/search/listing-data.ts'
import { searchRegistries } from '../../registry/search/contract.ts'
import { countProductSwap } from './count-data.ts'
import { countDemand } from './jobs.ts'

let app: TestApp
let site: SingleTestApp
let cookie: string
let productId: number
beforeAll(async () => {
  app = await testApp()
  await app.job('webhook-registration')
  const { db } = app
  site = await testApp({ shop: app.processA.shop, pages: true, db, now: () => app.clock.now, env: consoleOn })
  cookie = await staff.sessionOf('support@shop.gr', 'support')
  const host = await aHost(app)
  const inDays = (days: number) => {
    const at = new Date(app.clock.now.getTime() + days * 86_400_000)
    return at.toISOString().slice(0, 10)
  }
  const soon = await aRegistry(app, host, { event_day: inDays(20), closing_day: inDays(40) })
  const later = await aRegistry(app, host, { event_day: inDays(80), closing_day: inDays(100) })
  const closed = await aRegistry(app, host, { event_day: inDays(-80), closing_day: inDays(-20) })
  const gift = await aGift(app, soon, { quantity: 3, cents: 4000 })
  productId = gift.productId
  await giveGifts(app, soon, [lineOf(gift, { units: 1 })])
  await aGiftCard(app, soon)
  const same = await app.db.selectFrom('gift').selectAll().where('id', '=', gift.id).executeTakeFirstOrThrow()
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
  await db.updateTable('product').set({ brand: 'Ελιά', stock: 2 }).where('id', '=', productId).execute()
})
afterAll(async () => {
  await site.close()
  await app.close()
})

const staff = staffClient(() => site)
const view = async (path: string) => {
  const html = await (await staff.view(`/staff/demand${path}`, cookie)).text()
  return html.slice(html.indexOf('<h1'), html.indexOf('<script', html.indexOf('<h1')))
}
const lineOfKey = (dimension: string, key: string) =>
  app.db
    .selectFrom('demand_line')
    .selectAll()
    .where('dimension', '=', dimension)
    .where('key', '=', key)
    .executeTakeFirst()
const units = { wished: 12, open: 6, given: 1, swapped: 1, due_30: 2, due_60: 2, due_90: 6, stock: 2 }

test('gifts are counted by product and in larger groups; two processes at once count once', async () => {
  const [a, b] = [await jobContextOf(app, 'A'), await jobContextOf(app, 'B')]
  await Promise.all([countDemand(a), countDemand(b)])
  await countDemand(a)
  expect(await lineOfKey('product', String(productId))).toMatchObject({ ...units, brand: 'Ελιά' })
  expect(await lineOfKey('brand', 'Ελιά')).toMatchObject(units)
  expect(await lineOfKey('price', '2000')).toMatchObject(units)
  const months = await app.db
    .selectFrom('demand_line')
    .select('open')
    .where('dimension', '=', 'month')
    .execute()
  expect(months.map(({ open }) => open).sort()).toEqual([0, 2, 4])
})

test('the page shows them in any order, by brand, and as files', async () => {
  const products = await view('')
  expect(products.match(/<tr/g)).toHaveLength(2)
  for (const by of ['category', 'brand', 'price', 'month'])
    for (const sort of ['due_30', 'swapped']) expect(await view(`?by=${by}&sort=${sort}`)).toContain('<table')
  expect(await view('?by=brand')).toContain('brand=%CE%95%CE%BB%CE%B9%CE%AC')
  expect(await view(`?brand=${encodeURIComponent('Ελιά')}&sort=due_90`)).toContain('<table')
  expect(await view('?brand=None')).not.toContain('<table')
  for (const wrong of ['?by=secrets&sort=x&page=-1&category=x', '?page=101'])
    expect((await staff.view(`/staff/demand${wrong}`, cookie)).status).toBe(200)
  const csv = await (await staff.view('/staff/demand/file?by=brand', cookie)).text()
  expect(csv).toContain('"Ελιά","6","12","1","1","2","2","6","2","4"')
  const xlsx = await staff.view('/staff/demand/file?type=xlsx', cookie)
  expect([xlsx.status, xlsx.headers.get('content-type')]).toEqual([
    200,
    expect.stringContaining('spreadsheetml'),
  ])
})

test('products are narrowed by words, category, brand and price at once, and ordered by a heading', async () => {
  const { db } = app
  await db
    .updateTable('product')
    .set({ category_ids: [710] })
    .where('id', '=', productId)
    .execute()
  const name = 'Κανάτα πορσελάνης'
  const text = { name, search: phoneticSearchKeys(name) }
  await db.updateTable('product_text').set(text).where('product_id', '=', productId).execute()
  await updateProductListings(db, [productId])
  const category = { parent_id: 700, name: 'Σερβίρισμα', path: '/serving/', position: 1 }
  await db
    .insertInto('category')
    .values([
      ...(['en', 'el'] as const).map(language => ({ ...category, id: 710, language })),
      ...(['en', 'el'] as const).map(language => ({
        ...category,
        id: 700,
        parent_id: 0,
        name: 'Κουζίνα',
        language,
      })),
    ])
    .execute()
  await db.updateTable('demand_build').set({ started_at: null }).execute()
  await countDemand(await jobContextOf(app, 'A'))
  const none = { wished: 0, given: 0, swapped: 0, due_30: 0, due_60: 0, due_90: 0 }
  const other = {
    dimension: 'product',
    key: '999999',
    brand: 'Άλλη',
    category_ids: [711],
    price_from: 50_000,
  }
  await db
    .insertInto('demand_line')
    .values({ ...other, ...none, open: 100 })
    .execute()

  const brand = encodeURIComponent('Ελιά')
  const words = encodeURIComponent('πορσελ')
  const everything = `words=${words}&category=710&brand=${brand}&price=2000`
  for (const query of [
    `words=${words}`,
    'words=KANATA+porsel',
    'category=710',
    `brand=${brand}`,
    'price=2000',
    everything,
  ]) {
    const html = await view(`?${query}&sort=given`)
    expect([html.includes(`${name}<`), html.includes('999999')], query).toEqual([true, false])
    const csv = await (await staff.view(`/staff/demand/file?${query}`, cookie)).text()
    expect([csv.includes(`"${name}"`), csv.includes('999999')], query).toEqual([true, false])
  }
  const html = await view(`?${everything}&sort=given`)
  expect(html).toContain('Κουζίνα › Σερβίρισμα</option>')
  expect(html.match(/<th[^>]*aria-sort="descending"/g)).toHaveLength(1)
  expect(html).toMatch(/<th[^>]*>.*href="[^"]*category=710[^"]*price=2000"[^>]*>/)
  expect(html.match(/<a[^>]*href="[^"]*sort=due_90&amp;words=[^"]*price=2000"/g)).toHaveLength(1)

  for (const query of [
    'words=nothing',
    `words=${words}&price=50000`,
    `brand=${brand}&category=711`,
    'words=!!!',
  ]) {
    const empty = await view(`?${query}`)
    expect(empty, query).not.toContain('<table')
    expect(empty, query).toMatch(/No product that is wished for matches|Κανένα προϊόν που ζητήθηκε/)
    const csv = await (await staff.view(`/staff/demand/file?${query}`, cookie)).text()
    expect(csv.trim().split('\n'), query).toHaveLength(1)
  }
  const wrong = 'price=1&category=-1&words=%00&brand=%E2%80%AE&sort=key'
  for (const query of [wrong, 'price=2000&price=x&by=secrets', `words=${'a'.repeat(500)}`, `words='%5C:*`]) {
    expect((await staff.view(`/staff/demand?${query}`, cookie)).status, query).toBe(200)
    expect((await staff.view(`/staff/demand/file?${query}`, cookie)).status, query).toBe(200)
  }
  expect(await view(`?${wrong}`)).toContain('999999')
  expect(await view('?by=price')).toContain('by=product&amp;sort=open&amp;price=2000"')
  expect(await view(`?by=month&${everything}`), 'months are counted of all products').not.toContain('words=')
})

test('searches in vain: words of hosts, of guests only how many and how long', async () => {
  const finished = { finished_at: app.clock.now, product_count: 1 }
  for (const language of ['en', 'el'] as const)
    await app.db
      .insertInto('catalogue_sync')
      .values({ language, ...finished })
      .onConflict(conflict => conflict.column('language').doUpdateSet(finished))
      .execute()
  const host = await aHost(app)
  for (const search of ['Ζαχαριέρα  Χψξ', 'ζαχαριερα χψξ', 'anna@example.gr', '6941234567'])
    await app.call(searchProducts, { search }, { as: host.token })
  await app.call(searchProducts, { search: 'guest words' })
  const searches = await app.db.selectFrom('empty_product_search').select(['words', 'count']).execute()
  expect(searches).toEqual([{ words: 'ζαχαριερα χψξ', count: 2 }])
  await app.call(searchRegistries, { q: 'Ξωψφζ' })
  const html = await view('/searches')
  expect(html).toContain('ζαχαριερα χψξ')
  expect(html).not.toContain('Ξωψφζ')
  const lengths = await app.db.selectFrom('empty_registry_search').select(['length', 'count']).execute()
  expect(lengths).toEqual([{ length: 5, count: 1 }])

  const busy = await aHost(app)
  const letters = [...'χψξβδφθ']
  const words = letters.flatMap(one => letters.map(other => `${one}ωω${other}ωω`)).concat('λωωλ', 'μωωμ')
  for (const search of words) {
    const answer = await app.call(searchProducts, { search }, { as: busy.token })
    expect(answer.status).toBe(200)
  }
  const { length } = await app.db.selectFrom('empty_product_search').select('words').execute()
  expect(length, 'fifty of one host in a day, beside the one above').toBe(51)
})
