import { sql } from 'kysely'
import pg from 'pg'
import { pino } from 'pino'
import { beforeAll, expect, test } from 'vitest'
import { aGift, aHost, aRegistry, lineOf } from '../../../test/builders.ts'
import { opened } from '../../../test/opened.ts'
import { handOff } from '../../../test/orders.ts'
import { testApp } from '../../../test/test-app.ts'
import { checkEverything, checkSince } from '../../app/reconciliation.ts'
import { createDb } from '../../server/postgres/database.ts'

/** A run over everything reads its slices by indexes, whatever the number of registries (R521). */
const app = opened(() => testApp())
beforeAll(async () => {
  const registry = await aRegistry(app, await aHost(app), { closing_day: null })
  const [whole, group] = [
    await aGift(app, registry),
    await aGift(app, registry, { group: true, cents: 9000 }),
  ]
  const lines = [lineOf(whole, { units: 1 }), lineOf(group, { cents: 4000 })]
  await app.shop.actions.pay((await handOff(app, registry, lines)).cartId)
  await app.job('order-sync')
})

const bigTables = 'purchase|ledger|gift|payout|handoff|outbox|registry|order_sync|closing|transfer'

/** Plans of all queries of a run; `hint` is set before. */
async function readPlans(hint: string): Promise<string[]> {
  const plans: string[] = []
  const pool = new pg.Pool({ connectionString: app.databaseUrl, max: 2 })
  pool.on('connect', client => {
    client.on('notice', notice => plans.push(notice.message ?? ''))
    client.query(`load 'auto_explain'; set auto_explain.log_min_duration = 0; set client_min_messages = log;
      set auto_explain.log_level = log; set plan_cache_mode = auto; ${hint}`)
  })
  const { shop: real } = app.processA
  /** The shop lists the copied orders as well. */
  const fetchOrdersBetween = async (from: number, to: number) => [
    ...(await real.fetchOrdersBetween(from, Math.min(to, firstCopy))),
    ...Array.from({ length: Math.max(0, to - Math.max(from, firstCopy) + 1) }, (_, index) => ({
      id: Math.max(from, firstCopy) + index,
      changedAt: app.clock.now,
      state: 'paid' as const,
      taxCents: null,
    })),
  ]
  const shop = { ...real, fetchOrdersBetween }
  const log = pino({ enabled: false })
  const dependencies = { config: app.config, db: createDb(pool), shop, log, now: () => app.clock.now }
  expect((await checkEverything(dependencies, () => {})).findings).toEqual([])
  const from = new Date(app.clock.now.getTime() - 60_000)
  expect(await checkSince(dependencies, { from, fix: false })).toEqual([])
  await dependencies.db.destroy()
  expect(plans.length).toBeGreaterThan(30)
  return plans
}

const wholeTables = (plans: string[], tables: string) =>
  plans.flatMap(plan => plan.match(new RegExp(`Seq Scan on (${tables})\\b.*`, 'g')) ?? [])

test('every query can do without reading a whole table', async () => {
  expect(wholeTables(await readPlans('set enable_seqscan = off'), bigTables)).toEqual([])
})

test('at 20,000 registries the planner chooses the indexes', async ctx => {
  if (!process.env.TEST_FULL) return ctx.skip('test:full alone')
  await app.db.connection().execute(async db => {
    await sql`set session_replication_role = replica`.execute(db)
    for (const [table, perRegistry, fields] of copied)
      await sql
        .raw(`
          insert into ${table} overriding system value select copy.* from
            (select * from ${table} order by 1, 2 limit 1) source, generate_series(1, ${registries}) r,
            generate_series(1, ${perRegistry}) n,
            jsonb_populate_record(null::${table}, to_jsonb(source) || jsonb_build_object(${fields})) copy`)
        .execute(db)
    await sql`set session_replication_role = default`.execute(db)
  })
  await sql`analyze`.execute(app.db)
  expect(wholeTables(await readPlans(''), copied.map(([table]) => table).join('|'))).toEqual([])
})

/** Each has ten gifts that were bought whole, a year before the last run. */
const registries = 20_000
const firstCopy = 1_000_000
const [ofRegistry, ofGift] = [`${firstCopy} + r`, `${firstCopy} + 10 * r + n`]
const then = `'2025-11-01'::timestamptz`
const copied: [table: string, perRegistry: number, fields: string][] = [
  ['registry', 1, `'id', ${ofRegistry}, 'code', 'M' || lpad(translate(r::text, '0128', 'ABEZ'), 11, 'N')`],
  ['gift', 10, `'id', ${ofGift}, 'registry_id', ${ofRegistry}, 'is_group', false, 'product_id', 900000 + n`],
  [
    'handoff',
    10,
    `'id', ${ofGift}, 'registry_id', ${ofRegistry}, 'reference', r || ' ' || n, 'cart_id', r || ' ' || n,
     'idempotency_key', n, 'created_at', ${then}`,
  ],
  [
    'purchase',
    10,
    `'order_id', ${ofGift}, 'registry_id', ${ofRegistry}, 'gift_id', ${ofGift}, 'handoff_id', ${ofGift},
     'kind', 'units', 'units', 1, 'cents', 500, 'credited_units', 1, 'credited_cents', 500, 'changed_at', ${then}`,
  ],
  [
    'ledger',
    10,
    `'id', ${ofGift}, 'order_id', ${ofGift}, 'registry_id', ${ofRegistry}, 'gift_id', ${ofGift}, 'kind', 'gift',
     'account', 'goods', 'cents', 500, 'cause', 'copy ' || r || ' ' || n, 'created_at', ${then}`,
  ],
]
