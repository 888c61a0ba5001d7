import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { giftsPerPage } from '../src/gift/gift.contract.ts'
import { maxGuestsPerRegistry } from '../src/invitation/guests.contract.ts'
import { createSessionToken } from '../src/server/context/session.ts'
import { createDb } from '../src/server/postgres/database.ts'
import { life, type TableName } from '../src/server/postgres/life.ts'
import { personOf } from '../src/server/postgres/life-data.ts'
import { callAsVisitor, callName, inputFor, publicCalls } from './access/call-inputs.ts'
import { aWorld, type World } from './everything-to-get.ts'
import { filledDatabase } from './filled-database.ts'
import { growRegistry } from './grown-registry.ts'
import { cookiesOf } from './page-client.ts'
import {
  type AllowedStatement,
  findLargeTables,
  findPlanProblems,
  mostAnswered,
  watchPlans,
} from './plans.ts'
import { testStart } from './postgres.ts'
import { staffAddresses, staffPagePaths, staffQueries } from './staff-addresses.ts'
import { consoleOn, staffClient } from './staff-client.ts'
import { type SingleTestApp, type TestApp, testApp } from './test-app.ts'
import { connectionFrom } from './test-process.ts'

/**
 * Every call and every page, as a guest and as the host, on a database of some years, about a registry with far more of
 * everything than any has: none reads a whole table, and none answers with rows that nothing limits.
 */
// This one registry is a good part of some tables, which a planner reads as a whole then, whatever index serves.
const plans = watchPlans({ prefersIndexes: true })
let database: Awaited<ReturnType<typeof filledDatabase>>
let app: TestApp
let site: SingleTestApp
let world: World
let large: Set<string>
beforeAll(async () => {
  database = await filledDatabase()
  app = await testApp({ database, watchPool: plans.watch })
  const { now } = app.clock
  site = await testApp({ pages: true, shop: app.processA.shop, db: app.db, now, env: consoleOn })
  world = await aWorld(app)
  const { id } = world.owned.registry
  await app.db.updateTable('registry').set({ privacy: 'public' }).where('id', '=', id).execute()
  const unlimited = createDb(new pg.Pool({ connectionString: database.url, max: 1 }))
  await growRegistry(unlimited, world.owned)
  large = await findLargeTables(unlimited)
  await unlimited.destroy()
  // Not by the plans that are looked for here: jobs read much, and join it as a whole.
  const jobs = await testApp({ database })
  await jobs.job('search-index')
  for (let look = 0; look < 2; look++) await jobs.job('held-money')
  await jobs.job('overview')
  await jobs.close()
}, 2_400_000)
afterAll(async () => {
  await site.close()
  await app.close()
  await database.drop()
})

const allow = (problem: RegExp, why: string, queries: string[]): AllowedStatement[] =>
  queries.map(query => ({ query, problem, why }))

/** What the file of a person's own data has of the tables that lead to them so. */
const tablesOf = (by: 'customer_id' | 'registry_id') =>
  (Object.keys(life) as TableName[])
    .filter(table => personOf(table)?.export && personOf(table)?.by === by)
    .map(table => `from "${table}" where "${by}" = $`)

/** What a statement may do beyond that, and why. */
const allowed: AllowedStatement[] = [
  ...allow(/answers with more/, 'the download of personal data has everything', [
    'select * from "registry" where "customer_id"',
    'select "code", "registry_name" from "registry" where "co_host_id"',
    '"created_at", "sent_at", "state" from "outbox"',
    '"handoff" inner join "handoff_line"',
    ...[...tablesOf('customer_id'), ...tablesOf('registry_id'), '"purchase" where "registry_id" = $'],
  ]),
  ...allow(/answers with more/, 'money is counted order by order, each by its own payment', [
    'sum(cents)::int as cents from ledger where registry_id',
  ]),
  ...allow(/more than/, 'a file has every line, up to its limit', [
    'with line as ( select found.*',
    'select count(*) as count from ( select from ( select from unnest($1::ledger_kind[])',
    'with page as ( select * from demand_',
    '"before", "after", "reason", "staff_person"',
  ]),
  ...allow(/answers with more/, 'a statement of money has every line', [
    'line.kind, line.cents, line.created_at',
  ]),
  ...allow(/answers with more/, 'each payout is an act of the owner: a registry has some dozens', [
    'select * from "payout" where "registry_id"',
    "ledger where registry_id = $1 and kind in ('certificate', 'redeemed')",
  ]),
  ...allow(/reads/, 'the shop’s order of its products is taken over as a whole, by one process at a time', [
    ...['select distinct "brand" from "product"', 'update product set brand_rank'],
    ...['update product_listing set featured', 'string_agg(to_jsonb(category)'],
  ]),
  ...allow(/reads/, 'every product that matches is counted', ['with matches as materialized']),
]

/** Those that only read come first, before others end or delete what there is much of. */
const isRead = ({ endpoint }: (typeof publicCalls)[number]) => endpoint.method === 'GET'
const readsFirst = [...publicCalls.filter(isRead), ...publicCalls.filter(call => !isRead(call))]

/** A session of the owner, for one call: some end it. */
async function signIn(): Promise<string> {
  const { token, hash } = createSessionToken()
  const at = new Date(testStart.getTime() + 400 * 86_400_000)
  const session = {
    token_hash: hash,
    customer_id: world.owned.owner.id,
    expires_at: at,
    proved_at: at,
    seen_at: at,
  }
  await app.db.insertInto('session').values(session).execute()
  return token
}

const visitors = ['nobody', 'owner'] as const
let addresses = 0

/** Opens a page, or what else there is to get, from an address of its own; answers the status. */
async function open(path: string, visitor: (typeof visitors)[number]): Promise<number> {
  const headers = world.visitors[visitor] ?? {}
  const from = () => connectionFrom(`10.2.${addresses >> 8}.${addresses++ & 255}`)
  const answer = await site.app.request(path, { headers }, from())
  const [location, cookies] = [answer.headers.get('location'), cookiesOf(answer)]
  await answer.text()
  if (!location?.startsWith('/') || cookies === '') return answer.status
  const cookie = [headers.cookie, cookies].filter(Boolean).join('; ')
  const landed = await site.app.request(location, { headers: { ...headers, cookie } }, from())
  await landed.text()
  return landed.status
}

/** Tables about a registry or a person that never have many rows of one, and why. */
const fewOfOne: Record<string, string> = {
  ...Object.fromEntries(
    [
      ...['guest_list_notice', 'invitation_content', 'late_money'],
      ...['event_details', 'negative_balance', 'search_entry', 'unclaimed_money'],
      ...['second_factor', 'factor_recovery'],
    ].map(table => [table, 'one at most']),
  ),
  page_photo: 'a band, six of the letter and one of afterwards',
  recovery_code: 'ten at most, made together with the second factor',
  search_mention: 'the words of its names and its place',
  staff_money_act: 'summed, or read by its number',
  search_change: 'emptied while an index is built beside the one that answers',
  gift: `${giftsPerPage} at most`,
  guest: `${maxGuestsPerRegistry} at most`,
}

test('the registry and its owner have many of everything that can be many', async () => {
  const { rows: columns } = await sql<{ table: string; column: string }>`
    select table_name as table, column_name as column from information_schema.columns
    where table_schema = 'public' and column_name in ('registry_id', 'customer_id')
      and table_name <> all(${Object.keys(fewOfOne)})`.execute(app.db)
  const few: string[] = []
  for (const { table, column } of columns) {
    const { id } = column === 'registry_id' ? world.owned.registry : world.owned.owner
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from ${sql.table(table)} where ${sql.ref(column)} = ${id}`.execute(app.db)
    if (Number(rows[0]?.count) <= mostAnswered) few.push(`${table} has few rows of one ${column}`)
  }
  expect(few).toEqual([])
  expect(large.size).toBeGreaterThan(20)
})

test('no page of the console reads a whole table, or answers with rows that nothing limits', async () => {
  const cookie = await staffClient(() => site).sessionOf('owner@shop.gr', 'owner')
  const problems: string[] = []
  const { registry, owner } = world.owned
  const idOf = (path: string) =>
    path.startsWith('/staff/hosts/')
      ? String(owner.id)
      : path.startsWith('/staff/team/')
        ? '1'
        : registry.code
  for (const address of staffPagePaths.flatMap(path => staffAddresses(path, idOf(path))))
    for (const query of ['', ...(staffQueries[address] ?? [])]) {
      plans.take()
      const answer = await site.app.request(`${address}?${query}`, { headers: { cookie } })
      await answer.text()
      const found = findPlanProblems(plans.take(), large, allowed)
      if (answer.status >= 500) found.push(`answers ${answer.status}`)
      problems.push(...found.map(problem => `${address}?${query}: ${problem}`))
    }
  expect(problems).toEqual([])
  expect(staffPagePaths.length).toBeGreaterThan(5)
})

test('no page reads a whole table, or answers with rows that nothing limits', async () => {
  const problems: string[] = []
  let opened = 0
  for (const path of world.paths.filter(one => !/^\/(?:api|health|ready)/.test(one)))
    for (const visitor of visitors) {
      plans.take()
      const status = await open(path, visitor)
      const found = findPlanProblems(plans.take(), large, allowed)
      if (status >= 500) found.push(`answers ${status}`)
      if (status === 200) opened++
      problems.push(...found.map(problem => `${path} as ${visitor} ${problem}`))
    }
  expect(problems).toEqual([])
  expect(opened).toBeGreaterThan(100)
}, 2_400_000)

test('no call reads a whole table, or answers with rows that nothing limits', async () => {
  const problems: string[] = []
  let answered = 0
  for (const call of readsFirst)
    for (const visitor of visitors) {
      const token = visitor === 'owner' ? await signIn() : undefined
      plans.take()
      const { status } = await callAsVisitor(app, call, inputFor(call, world.owned), token)
      const found = findPlanProblems(plans.take(), large, allowed)
      if (status >= 500) found.push(`answers ${status}`)
      if (status === 200) answered++
      problems.push(...found.map(problem => `${callName(call)} as ${visitor} ${problem}`))
    }
  expect(problems).toEqual([])
  expect(answered).toBeGreaterThan(70)
}, 2_400_000)

test('a whole table is found where no index serves, and so is an answer without a limit', async () => {
  plans.take()
  await sql`select id from session where agent = 'no such'`.execute(app.db)
  await sql`select id from gift where registry_id > 0 limit 1001`.execute(app.db)
  await sql`select id from gift where registry_id = ${world.owned.registry.id} limit 1000`.execute(app.db)
  expect(findPlanProblems(plans.take(), large)).toEqual([
    'answers with more than 1000 rows: select id from gift where registry_id > 0 limit 1001',
    "reads the whole table session: select id from session where agent = 'no such'",
  ])
})
