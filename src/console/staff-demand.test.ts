import { beforeAll, expect, test } from 'vitest'
import { aGift, aHost, aRegistry } from '../../test/builders.ts'
import { type DemandPages, openDemandPages } from '../../test/demand.ts'
import { opened } from '../../test/opened.ts'
import { jobContextOf } from '../../test/orders.ts'
import { formatMonth } from '../base/dates.ts'
import { phoneticSearchKeys } from '../base/greek/phonetic-keys.ts'
import { searchProducts } from '../catalogue/search.contract.ts'
import { updateProductListings } from '../catalogue/search.sql.ts'
import { searchRegistries } from '../registry/search/search.contract.ts'
import { countDemand } from './demand.ts'

const pages = opened(() => openDemandPages())
let app: DemandPages['app']
let productId: number
beforeAll(() => {
  app = pages.app
  productId = pages.productId
})

const view = (path: string) => pages.view(path)
const open = (path: string) => pages.open(path)
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

test('by month of the event, one or each apart; the stock goes to the earliest events first', async () => {
  const { monthIn } = pages
  const key = String(productId)
  const lines = await app.db
    .selectFrom('demand_month_line')
    .select(['dimension', 'month', 'open', 'due_90', 'stock', 'to_order'])
    .where('key', 'in', [key, 'Ελιά', '2000'])
    .orderBy('dimension')
    .orderBy('month')
    .execute()
  const months = [
    { month: monthIn(-80), open: 0, due_90: 0, stock: 2, to_order: 0 },
    { month: monthIn(20), open: 2, due_90: 2, stock: 2, to_order: 0 },
    { month: monthIn(80), open: 4, due_90: 4, stock: 2, to_order: 4 },
  ]
  const ofEach = (dimension: string) => months.map(line => ({ dimension, ...line }))
  expect(lines).toEqual(['brand', 'price', 'product'].flatMap(ofEach))

  const file = async (query: string) =>
    (await (await open(`/staff/demand/file?${query}`)).text()).trim().split('\n')
  const name = (month: string) => formatMonth(month, 'en')
  const [head, ...rows] = await file('month=each&sort=wished&lang=en')
  expect(head).toContain('"Month of the event","Still open"')
  expect(head).toContain('"In stock","To order for the month"')
  expect(head).not.toContain('Swapped')
  expect(rows.map(row => /,"([^"]* \d{4})","/.exec(row)?.[1])).toEqual([-80, 80, 20].map(monthIn).map(name))
  expect(await file(`by=brand&month=${monthIn(80)}&lang=en`)).toEqual([
    expect.stringContaining('Brand'),
    expect.stringContaining(`"Ελιά","${name(monthIn(80))}","4","4","0","0","0","4","2","4"`),
  ])
  expect(await file('month=none')).toHaveLength(1)

  const each = await view('?month=each&sort=swapped&lang=en')
  expect(each.match(/<tr/g)).toHaveLength(4)
  expect(each).toContain(`<option value="${monthIn(20)}"`)
  const brand = encodeURIComponent('Ελιά')
  for (const by of ['category', 'brand', 'price'])
    expect((await view(`?by=${by}&month=each`)).match(/<tr/g), by).toHaveLength(4)
  expect(await view('?by=brand&month=each')).toContain(`month=${monthIn(80)}&amp;brand=${brand}&amp;lang=en"`)
  expect(await view(`?brand=${brand}&price=2000&month=${monthIn(80)}`)).toContain('<table')
  expect(await view(`?brand=None&month=${monthIn(80)}`)).not.toContain('<table')
  expect(await view('?by=month')).toContain(`by=product&amp;sort=open&amp;month=${monthIn(20)}&amp;lang=en"`)
  for (const wrong of ['2027-13', 'x', '%00', '2027'])
    expect((await view(`?month=${wrong}`)).match(/<tr/g), wrong).toHaveLength(2)
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
    expect((await open(`/staff/demand${wrong}`)).status).toBe(200)
  const csv = await (await open('/staff/demand/file?by=brand')).text()
  expect(csv).toContain('"Ελιά","6","12","1","1","2","2","6","2","4"')
  const xlsx = await open('/staff/demand/file?type=xlsx')
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
    const csv = await (await open(`/staff/demand/file?${query}`)).text()
    expect([csv.includes(`"${name}"`), csv.includes('999999')], query).toEqual([true, false])
  }
  const html = await view(`?${everything}&sort=given`)
  expect(html).toContain('Κουζίνα › Σερβίρισμα</option>')
  expect(html.match(/<th[^>]*aria-sort="descending"/g)).toHaveLength(1)
  expect(html).toMatch(/<th[^>]*>.*href="[^"]*category=710[^"]*price=2000&amp;lang=en"[^>]*>/)
  expect(html.match(/<a[^>]*href="[^"]*sort=due_90&amp;words=[^"]*price=2000&amp;lang=en"/g)).toHaveLength(1)

  for (const query of [
    'words=nothing',
    `words=${words}&price=50000`,
    `brand=${brand}&category=711`,
    'words=!!!',
  ]) {
    const empty = await view(`?${query}`)
    expect(empty, query).not.toContain('<table')
    expect(empty, query).toMatch(/No product that is wished for matches|Κανένα προϊόν που ζητήθηκε/)
    const csv = await (await open(`/staff/demand/file?${query}`)).text()
    expect(csv.trim().split('\n'), query).toHaveLength(1)
  }
  const wrong = 'price=1&category=-1&words=%00&brand=%E2%80%AE&sort=key'
  for (const query of [wrong, 'price=2000&price=x&by=secrets', `words=${'a'.repeat(500)}`, `words='%5C:*`]) {
    expect((await open(`/staff/demand?${query}`)).status, query).toBe(200)
    expect((await open(`/staff/demand/file?${query}`)).status, query).toBe(200)
  }
  expect(await view(`?${wrong}`)).toContain('999999')
  expect(await view('?by=price')).toContain('by=product&amp;sort=open&amp;price=2000&amp;lang=en"')
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

test('to order for a brand or a price band is the sum of its products: none’s stock covers another’s need', async () => {
  const { db } = app
  const registry = await aRegistry(app, await aHost(app), {
    event_day: '2028-06-01',
    closing_day: '2028-07-01',
  })
  const [spare, uncounted] = [
    await aGift(app, registry, { cents: 4000 }),
    await aGift(app, registry, { cents: 4000, quantity: 3 }),
  ]
  const stocks = [
    { id: spare.productId, stock: 50 },
    { id: uncounted.productId, stock: null },
  ]
  for (const { id, stock } of stocks)
    await db.updateTable('product').set({ brand: 'Ελιά', stock }).where('id', '=', id).execute()
  await db.updateTable('variant').set({ stock: null }).where('product_id', '=', uncounted.productId).execute()
  await db.updateTable('demand_build').set({ started_at: null }).execute()
  await countDemand(await jobContextOf(app, 'A'))
  const toOrder = async (query: string) => {
    const csv = await (await open(`/staff/demand/file?${query}`)).text()
    return csv
      .trim()
      .split('\r\n')
      .slice(1)
      .map(row => row.split(',').slice(-2))
  }
  expect((await toOrder(`brand=${encodeURIComponent('Ελιά')}&sort=wished`)).sort()).toEqual(
    [
      ['"2"', '"4"'],
      ['"50"', '"0"'],
      ['""', '""'],
    ].sort(),
  )
  for (const by of ['brand', 'price']) expect(await toOrder(`by=${by}`)).toEqual([['"52"', '"4"']])
  const month = await db
    .selectFrom('demand_month_line')
    .select('to_order')
    .where('key', '=', String(uncounted.productId))
    .execute()
  expect(month).toEqual([{ to_order: null }])
})
