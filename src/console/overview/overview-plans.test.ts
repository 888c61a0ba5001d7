import { afterAll, beforeAll, expect, test } from 'vitest'
import { opened } from '../../../test/opened.ts'
import { type RanStatement, watchPlans } from '../../../test/plans.ts'
import { freshDatabase } from '../../../test/postgres.ts'
import { consoleOn, staffClient } from '../../../test/staff-client.ts'
import { testApp } from '../../../test/test-app.ts'
import { createDb, createPool } from '../../server/postgres/database.ts'
import type { Db } from '../../server/postgres/tables.ts'

/** The overview's page reads sums of days only; the plans of its job are checked with those of all jobs. */
const plans = watchPlans()
const own = opened(() => freshDatabase())
let db: Db
beforeAll(() => {
  const pool = createPool(own.url, { size: 1, timeoutFactor: 20 })
  plans.watch(pool)
  db = createDb(pool)
})
afterAll(() => db.destroy())
const site = opened(() => testApp({ shop: 'none', pages: true, env: consoleOn, db }))
let owner: string
const staff = staffClient(() => site)
beforeAll(async () => {
  owner = await staff.sessionOf('owner@shop.gr', 'owner')
  for (const name of ['overview', 'held-money']) await site.job(name)
})

type Plan = RanStatement['plan']
const tablesOf = (plan: Plan): string[] => [
  plan['Relation Name'] ?? '',
  ...(plan.Plans ?? []).flatMap(part => tablesOf(part as Plan)),
]
const facts = [
  'registry',
  'gift',
  'handoff',
  'handoff_line',
  'purchase',
  'order_payment',
  'payout',
  'order_sync',
]

test.each(['/staff/overview', '/staff/overview/file?table=registries'])(
  '%s reads no table of facts',
  async path => {
    plans.take()
    expect((await staff.view(path, owner)).status).toBe(200)
    const read = new Set(plans.take().flatMap(({ plan }) => tablesOf(plan)))
    expect([...read]).toEqual(expect.arrayContaining(['overview_day', 'registry_view_day', 'ledger_day']))
    expect([...read].filter(name => facts.includes(name))).toEqual([])
  },
)
