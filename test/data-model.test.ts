import { readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { readTables, renderDataModel, type TableInfo, writeTableTypes } from './data-model.ts'
import { opened } from './opened.ts'
import { freshDatabase, inServer } from './postgres.ts'

const database = opened(() => freshDatabase())
let tables: TableInfo[]
beforeAll(async () => {
  // What brings lent databases back to how they were is of the tests alone.
  await inServer(database.url, 'drop schema seed cascade')
  tables = await readTables(database.url)
})

test('docs/data-model.md describes the migrated database (npm run data-model)', () => {
  expect(readFileSync('docs/data-model.md', 'utf8')).toBe(renderDataModel(tables))
})

test('every table has a comment', () => {
  expect(tables.filter(({ sentence }) => !sentence?.endsWith('.')).map(({ name }) => name)).toEqual([])
})

test('the types of the tables are those of the database (npm run data-model)', async () => {
  expect(await writeTableTypes(database.url, '--verify')).toContain('up-to-date')
})
