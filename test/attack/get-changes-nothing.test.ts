import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { aWorld, type World } from '../everything-to-get.ts'
import { opened } from '../opened.ts'
import { cookiesOf } from '../page-client.ts'
import { openPagesOf, testApp } from '../test-app.ts'
import { connectionFrom } from '../test-process.ts'

const app = opened(() => testApp())
const site = opened(() => openPagesOf(app))
let world: World
beforeAll(async () => {
  world = await aWorld(app)
})

/** What a GET may write, and why. */
const exempt: Record<string, string> = {
  rate_limit: 'every look-up is counted, so that nobody asks without end',
  security_event: 'a refused look-up is recorded',
  share_picture: 'the drawn picture of a link is kept, so that it is drawn once',
  empty_registry_search:
    'searches that found nothing are counted by their length, without a word or a person (R973)',
  registry_view_day: 'openings of registries are counted by day, without a person (R1450)',
  store_tax: 'the rates of the shop are kept when a price that somebody opens needs them, hourly at most',
  ...Object.fromEntries(
    [
      ...['product', 'product_text', 'product_picture', 'variant'],
      ...['category_set', 'product_listing', 'product_listing_key'],
    ].map(table => [table, 'the mirror of the shop’s catalogue learns of a product that somebody opens']),
  ),
}
/** Columns of a table that a GET may write. */
const exemptColumns: Record<string, string[]> = {
  // Once an hour at most, so that the list of devices and the idle end of a session are true.
  session: ['seen_at'],
  // Raised when the catalogue learns of a product, so that pages show it.
  registry: ['version'],
}

/** The two calls of section 7 that an explicit bearer token alone may cause by GET (R905). */
const isBearerException = (path: string, headers: Record<string, string>) =>
  'authorization' in headers && /^\/api\/v2\/(?:create-gift-certificate|set-redeem)\?/.test(path)

/** A digest of each table. */
async function digests(): Promise<Record<string, string>> {
  const tables = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = current_schema() order by 1`.execute(app.db)
  const parts = tables.rows
    .filter(({ name }) => !(name in exempt))
    .map(({ name }) => {
      const row = (exemptColumns[name] ?? []).reduce(
        (all, column) => sql`${all} - ${column}::text`,
        sql`to_jsonb(t)`,
      )
      return sql`select ${name}::text as name, md5(coalesce(string_agg((${row})::text, ' ' order by (${row})::text), '')) as digest
        from ${sql.table(name)} t`
    })
  const { rows } = await sql<{ name: string; digest: string }>`${sql.join(parts, sql` union all `)}`.execute(
    app.db,
  )
  return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]))
}

type Ask = (path: string, method: 'GET' | 'HEAD', headers: Record<string, string>) => Promise<unknown>

let addresses = 0
/** How many requests of the crawl were answered with a page, a file or data. */
let answered = 0
/**
 * Each from an address of its own, so that limits on requests hide nothing; a link that moves its code into a cookie is
 * followed with it, as a browser does.
 */
const ask: Ask = async (path, method, headers) => {
  addresses += 1
  const from = `10.${addresses >> 16}.${(addresses >> 8) & 255}.${addresses & 255}`
  const answer = await site.app.request(path, { method, headers }, connectionFrom(from))
  expect(answer.status, `${method} ${path}`).not.toBe(429)
  expect(answer.status, `${method} ${path}`).toBeLessThan(500)
  if (answer.status === 200) answered += 1
  await answer.body?.cancel()
  const [location, cookies] = [answer.headers.get('location'), cookiesOf(answer)]
  if (!location?.startsWith('/') || cookies === '') return
  const cookie = [headers.cookie, cookies].filter(Boolean).join('; ')
  const landed = await site.app.request(
    location,
    { method, headers: { ...headers, cookie } },
    connectionFrom(from),
  )
  await landed.body?.cancel()
}

/** Asks for each path by these visitors, and answers which tables changed, with the request that did it. */
async function crawl(visitors: string[], method: 'GET' | 'HEAD', askFor = ask, paths = world.paths) {
  const changes: string[] = []
  let before = await digests()
  for (const visitor of visitors) {
    const headers = world.visitors[visitor] ?? {}
    for (const some of inChunks(paths.filter(path => !isBearerException(path, headers)))) {
      for (const path of some) await askFor(path, method, headers)
      const after = await digests()
      for (const table of Object.keys(after).filter(name => after[name] !== before[name]))
        changes.push(`${visitor}: ${table} changed by one of ${method} ${some.join(' ')}`)
      before = after
    }
  }
  return changes
}

/** After how many requests the digests are compared. */
const chunkSize = 25

const inChunks = (paths: string[]) =>
  Array.from({ length: Math.ceil(paths.length / chunkSize) }, (_, index) =>
    paths.slice(index * chunkSize, (index + 1) * chunkSize),
  )

test('no GET of any page, link or call changes the database, whoever asks', async () => {
  const visitors = process.env.TEST_FULL ? Object.keys(world.visitors) : ['owner']
  expect(await crawl(visitors, 'GET')).toEqual([])
  expect(answered).toBeGreaterThan(60)
})

test('no HEAD does either', async () => {
  const visitors = process.env.TEST_FULL ? Object.keys(world.visitors) : ['a mail scanner']
  const isLink = (path: string) => /[?&]code=|^\/(?:reply|stop-invitations|my-gift)\//.test(path)
  const paths = process.env.TEST_FULL ? world.paths : world.paths.filter(isLink)
  expect(await crawl(visitors, 'HEAD', ask, paths)).toEqual([])
})

test('the crawl finds a GET that writes', async () => {
  const planted: Ask = async path => {
    if (path === '/faq') await app.db.updateTable('guest').set({ opened_at: app.clock.now }).execute()
  }
  expect(await crawl(['nobody'], 'GET', planted)).toEqual([expect.stringContaining('guest changed')])
})
