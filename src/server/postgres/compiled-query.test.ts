import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase } from '../../../test/postgres.ts'
import { compileOnce } from './compiled-query.ts'
import { createDb, createPool } from './database.ts'
import type { Db } from './tables.ts'

let own: Awaited<ReturnType<typeof freshDatabase>>
let db: Db
beforeAll(async () => {
  own = await freshDatabase()
  db = createDb(createPool(own.url, { size: 2 }))
})
afterAll(async () => {
  await db.destroy()
  await own.drop()
})

test('a query is built once, and answers each caller with the values of that one', async () => {
  let built = 0
  const ask = compileOnce<
    { name: string; count: number; at: Date | null },
    { name: string; sum: number; at: Date | null }
  >((slot, on) => {
    built++
    return sql<{ name: string; sum: number; at: Date | null }>`
      select ${slot('name')}::text as name, ${slot('count')}::int + ${1}::int + ${slot('count')}::int as sum,
        ${slot('at')}::timestamptz as at`.compile(on)
  })
  const at = new Date('2026-05-01T10:00:00Z')
  const answers = await Promise.all([
    ask(db, { name: 'Σοφία', count: 1, at }),
    ask(db, { name: "O'Hara", count: 20, at: null }),
    db.transaction().execute(tx => ask(tx, { name: '', count: -3, at })),
  ])
  expect(answers).toEqual([
    [{ name: 'Σοφία', sum: 3, at }],
    [{ name: "O'Hara", sum: 41, at: null }],
    [{ name: '', sum: -5, at }],
  ])
  expect(built).toBe(1)
})
