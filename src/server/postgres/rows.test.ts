import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { opened } from '../../../test/opened.ts'
import { freshDatabase } from '../../../test/postgres.ts'
import { createDb, createPool } from './database.ts'
import {
  countRows,
  deleteRows,
  findRow,
  findRows,
  getRow,
  insertNewRow,
  insertRow,
  saveRow,
  updateRows,
  type Where,
} from './rows.ts'
import type { Db } from './tables.ts'

const own = opened(() => freshDatabase())
let db: Db
beforeAll(() => {
  db = createDb(createPool(own.url, { size: 1 }))
})
afterAll(() => db.destroy())

const [early, late] = [new Date('2026-11-01T08:00:00Z'), new Date('2026-11-02T08:00:00Z')]
beforeEach(async () => {
  await db.deleteFrom('job_run').execute()
  await insertRow(db, 'job_run', { name: 'b', succeeded_at: early })
  await insertRow(db, 'job_run', { name: 'a', succeeded_at: late, failed_at: early })
  await insertRow(db, 'job_run', { name: 'c', failed_at: late })
})

const namesWhere = async (where: Where<'job_run'>) =>
  (await findRows(db, 'job_run', { where, orderBy: ['name'] })).map(({ name }) => name)

test('rows are found by values, nothing, comparisons and lists', async () => {
  expect(await namesWhere({})).toEqual(['a', 'b', 'c'])
  expect(await namesWhere({ name: 'b' })).toEqual(['b'])
  expect(await namesWhere({ succeeded_at: early })).toEqual(['b'])
  expect(await namesWhere({ succeeded_at: null })).toEqual(['c'])
  expect(await namesWhere({ succeeded_at: { '<>': null }, failed_at: null })).toEqual(['b'])
  expect(await namesWhere({ name: { '<>': 'a' } })).toEqual(['b', 'c'])
  expect(await namesWhere({ succeeded_at: { '<': late } })).toEqual(['b'])
  expect(await namesWhere({ name: { in: ['c', 'a'] }, failed_at: { '>=': late } })).toEqual(['c'])
})

test('a row has the columns that are asked for', async () => {
  expect(await findRow(db, 'job_run', { name: 'c' })).toEqual({
    name: 'c',
    succeeded_at: null,
    failed_at: late,
  })
  expect(await findRow(db, 'job_run', { name: 'c' }, ['failed_at'])).toEqual({ failed_at: late })
  expect(await findRow(db, 'job_run', { name: 'd' })).toBeUndefined()
  expect(await getRow(db, 'job_run', { name: 'b' }, ['name'])).toEqual({ name: 'b' })
  await expect(getRow(db, 'job_run', { name: 'd' })).rejects.toThrow('no such row of job_run')
  expect(await countRows(db, 'job_run', { failed_at: { '<>': null } })).toBe(2)
})

test('writing answers how many rows it was', async () => {
  expect(
    await updateRows(db, 'job_run', { set: { succeeded_at: late }, where: { succeeded_at: null } }),
  ).toBe(1)
  expect(await namesWhere({ succeeded_at: late })).toEqual(['a', 'c'])
  expect(await deleteRows(db, 'job_run', { succeeded_at: late })).toBe(2)
  expect(await deleteRows(db, 'job_run', { succeeded_at: late })).toBe(0)
  expect(await namesWhere({})).toEqual(['b'])
})

test('a row that is there is left or set anew, as is asked', async () => {
  expect(await insertNewRow(db, 'job_run', { name: 'a', failed_at: null })).toBe(false)
  expect(await insertNewRow(db, 'job_run', { name: 'd' })).toBe(true)
  await expect(insertRow(db, 'job_run', { name: 'a' })).rejects.toThrow('duplicate key')
  expect(await namesWhere({ failed_at: early })).toEqual(['a'])
  await saveRow(db, 'job_run', ['name'], { name: 'a', failed_at: late })
  await saveRow(db, 'job_run', ['name'], { name: 'e', failed_at: late })
  expect(await namesWhere({ failed_at: late })).toEqual(['a', 'c', 'e'])
  expect(await namesWhere({ succeeded_at: late })).toEqual(['a'])
})

test('every row is never meant by mistake', async () => {
  const everywhere = { set: { failed_at: null }, where: {} }
  await expect(updateRows(db, 'job_run', everywhere)).rejects.toThrow('every row of job_run')
  await expect(deleteRows(db, 'job_run', {})).rejects.toThrow('every row of job_run')
  const nobody: { name?: string } = {}
  await expect(deleteRows(db, 'job_run', { name: nobody.name })).rejects.toThrow('no value for name')
  expect(await countRows(db, 'job_run', {})).toBe(3)
})

test('a wrong table, column or value is no program', () => {
  const wrong = () => [
    // @ts-expect-error no such table
    findRow(db, 'job_runs', {}),
    // @ts-expect-error no such column
    findRow(db, 'job_run', { names: 'a' }),
    // @ts-expect-error a text, no number
    findRow(db, 'job_run', { name: 1 }),
    // @ts-expect-error never nothing
    findRow(db, 'job_run', { name: null }),
    // @ts-expect-error no such comparison
    findRow(db, 'job_run', { name: { like: 'a' } }),
    // @ts-expect-error no such column
    findRows(db, 'job_run', { where: {}, columns: ['names'] }),
    // @ts-expect-error no such column
    findRows(db, 'job_run', { where: {}, orderBy: ['names'] }),
    // @ts-expect-error a name is missing
    insertRow(db, 'job_run', { failed_at: early }),
    // @ts-expect-error no such column
    updateRows(db, 'job_run', { where: { name: 'a' }, set: { names: 'b' } }),
    // @ts-expect-error it was not asked for
    findRow(db, 'job_run', {}, ['name']).then(row => row?.failed_at),
  ]
  expect(wrong).toBeTypeOf('function')
})
