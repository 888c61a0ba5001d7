import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { opened } from '../../../test/opened.ts'
import { freshDatabase, inServer } from '../../../test/postgres.ts'
import { findSchemaState, migrate, OtherBaseline, requireMigrated } from './migrate.ts'

const server = opened(() => freshDatabase())
let url: string
let folder: string
let count = 0
beforeEach(async () => {
  const name = `migrate_${process.pid}_${++count}`
  await inServer(server.url, `create database ${name} template template0`)
  const address = new URL(server.url)
  address.pathname = name
  url = address.href
  folder = mkdtempSync(join(tmpdir(), 'migrations-'))
})
afterEach(async () => {
  rmSync(folder, { recursive: true })
  await inServer(server.url, `drop database ${new URL(url).pathname.slice(1)} with (force)`)
})

const write = (name: string, sql: string) => writeFileSync(join(folder, name), sql)

async function query<T extends object>(sql: string): Promise<T[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query<T>(sql)).rows
  } finally {
    await client.end()
  }
}

test('files run once, in the order of their names, even when two processes start at once', async () => {
  write('0001_table.sql', 'create table gift (name text); insert into gift values ($$one$$);')
  write('2026-11-22-1200_more.sql', 'insert into gift values ($$two$$);')
  const ran = await Promise.all([migrate(url, { folder }), migrate(url, { folder })])
  expect(ran.flat()).toEqual(['0001_table', '2026-11-22-1200_more'])
  expect(await query('select name from gift order by name')).toEqual([{ name: 'one' }, { name: 'two' }])
  expect(await migrate(url, { folder })).toEqual([])
})

test('a file that fails is rolled back and named, and runs again once it is corrected', async () => {
  write('0001_table.sql', 'create table gift (name text);')
  write('0002_broken.sql', 'insert into gift values ($$one$$); insert into nowhere values (1);')
  await expect(migrate(url, { folder })).rejects.toThrow('migration 0002_broken failed')
  expect(await query('select name from gift')).toEqual([])
  write('0002_broken.sql', 'insert into gift values ($$one$$);')
  expect(await migrate(url, { folder })).toEqual(['0002_broken'])
})

test('a file marked “-- no transaction” runs without one', async () => {
  write('0001_table.sql', 'create table gift (name text);')
  write('0002_index.sql', '-- no transaction\ncreate index concurrently gift_name on gift (name);')
  expect(await migrate(url, { folder })).toEqual(['0001_table', '0002_index'])
  expect(await query("select indexname from pg_indexes where indexname = 'gift_name'")).toHaveLength(1)
})

test('a database of another baseline is refused, and left as it is', async () => {
  write('0000_baseline.sql', 'create table registry (name text);')
  await migrate(url, { folder })
  expect(await migrate(url, { folder })).toEqual([])
  write('0000_baseline.sql', 'create table registry (title text);')
  await expect(migrate(url, { folder })).rejects.toThrow(OtherBaseline)
  await expect(requireMigrated(url, folder)).rejects.toThrow('before the first release')
  expect(
    await query("select column_name from information_schema.columns where table_name = 'registry'"),
  ).toEqual([{ column_name: 'name' }])
  await query('drop table migration')
  await expect(migrate(url, { folder })).rejects.toThrow(OtherBaseline)
})

test('a file that is added later with an earlier name still runs', async () => {
  write('2026-01-02-0000_second.sql', 'create table second (id int);')
  await migrate(url, { folder })
  write('2026-01-01-0000_first.sql', 'create table first (id int);')
  expect(await migrate(url, { folder })).toEqual(['2026-01-01-0000_first'])
})

test('two processes that start at once make an index concurrently, and neither waits for the other for ever', async () => {
  write('0001_table.sql', 'create table gift (name text);')
  write(
    '0002_index.sql',
    '-- no transaction\ncreate index concurrently if not exists gift_name on gift (name);\n' +
      '-- Long names are found by their beginning.\n' +
      'create index concurrently if not exists gift_start on gift (left(name, 3));\n',
  )
  const ran = await Promise.all([1, 2, 3].map(() => migrate(url, { folder })))
  expect(ran.flat()).toEqual(['0001_table', '0002_index'])
  expect(await query("select indexname from pg_indexes where tablename = 'gift'")).toHaveLength(2)
})

test('an index that a killed process left unfinished is made anew', async () => {
  write('0001_table.sql', 'create table gift (name text); insert into gift values ($$one$$), ($$one$$);')
  const index = 'create unique index concurrently if not exists gift_name on gift (name);'
  write('0002_index.sql', `-- no transaction\n${index}`)
  await expect(migrate(url, { folder })).rejects.toThrow('migration 0002_index failed')
  const isValid = () => query("select indisvalid from pg_index where indexrelid = 'gift_name'::regclass")
  expect(await isValid()).toEqual([{ indisvalid: false }])
  await query('delete from gift where ctid = (select min(ctid) from gift)')
  expect(await migrate(url, { folder })).toEqual(['0002_index'])
  expect(await isValid()).toEqual([{ indisvalid: true }])
})

test('a table in use is not waited for in one go: whoever reads it meanwhile is answered', async () => {
  write('0001_table.sql', 'create table gift (name text);')
  await migrate(url, { folder })
  write('0002_column.sql', 'alter table gift add column price int;')
  const user = new pg.Client(url)
  await user.connect()
  await user.query('begin; select * from gift')
  const said: string[] = []
  // Its second attempt begins when the table is free and has been read by somebody else.
  const readByOthers = Promise.withResolvers<void>()
  const migrated = migrate(url, {
    folder,
    lockTimeoutMs: 200,
    retryMs: Array(600).fill(0),
    say: sentence => {
      said.push(sentence)
      readByOthers.resolve()
    },
  })
  await readByOthers.promise
  expect(await query('select * from gift')).toEqual([])
  await user.query('commit')
  expect(await migrated).toEqual(['0002_column'])
  await user.end()
  expect(said[0]).toBe('0002_column got no lock on a table that is in use; trying again')
  expect(said.at(-1)).toBe('0002_column ran')
})

test('a table that stays in use fails the migration by name, and leaves nothing half done', async () => {
  write('0001_table.sql', 'create table gift (name text);')
  await migrate(url, { folder })
  write('0002_column.sql', 'create table other (name text); alter table gift add column price int;')
  const user = new pg.Client(url)
  await user.connect()
  await user.query('begin; select * from gift')
  await expect(migrate(url, { folder, lockTimeoutMs: 50, retryMs: [] })).rejects.toThrow(
    'migration 0002_column failed: it got no lock on a table, because a transaction holds it',
  )
  expect(await query("select to_regclass('other') as other")).toEqual([{ other: null }])
  await user.end()
})

const breaks = 'create table schema_break (migration text primary key, reason text not null);'

test('a release runs on a newer database, unless a migration there has taken away what it needs', async () => {
  const older = mkdtempSync(join(tmpdir(), 'migrations-'))
  const both = (name: string, sql: string) => {
    write(name, sql)
    writeFileSync(join(older, name), sql)
  }
  both('0001_breaks.sql', breaks)
  write('0002_expand.sql', 'create table gift (name text, title text);')
  await migrate(url, { folder })
  expect(await migrate(url, { folder: older })).toEqual([])
  expect(await findSchemaState(url, older)).toEqual({ pending: [], unknown: ['0002_expand'], breaks: [] })
  await requireMigrated(url, older)

  write(
    '0003_titles.sql',
    '-- Names are titles now.\n-- breaks: gift.name\nalter table gift drop column name;',
  )
  await migrate(url, { folder })
  const refusal =
    'The database is newer than this release can run on: 0003_titles (gift.name). Start the newer release'
  await expect(requireMigrated(url, older)).rejects.toThrow(refusal)
  writeFileSync(join(older, '0004_late.sql'), 'create table late (id int);')
  await expect(migrate(url, { folder: older })).rejects.toThrow(refusal)
  expect(await query("select to_regclass('late') as late")).toEqual([{ late: null }])
  rmSync(older, { recursive: true })
})

test('a start that must not migrate names what is missing', async () => {
  write('0001_table.sql', 'create table gift (name text);')
  await expect(requireMigrated(url, folder)).rejects.toThrow(
    'The database lacks migrations of this release: 0001_table. Run npm run migrate first.',
  )
  expect(await query("select to_regclass('gift') as gift")).toEqual([{ gift: null }])
})
