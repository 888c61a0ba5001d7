import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { freshDatabase, inServer } from '../../../test/postgres.ts'
import { migrate } from './migrate.ts'

let server: Awaited<ReturnType<typeof freshDatabase>>
let url: string
let folder: string
let count = 0
beforeAll(async () => {
  server = await freshDatabase()
})
afterAll(() => server.drop())
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
  const ran = await Promise.all([migrate(url, folder), migrate(url, folder)])
  expect(ran.flat()).toEqual(['0001_table', '2026-11-22-1200_more'])
  expect(await query('select name from gift order by name')).toEqual([{ name: 'one' }, { name: 'two' }])
  expect(await migrate(url, folder)).toEqual([])
})

test('a file that fails is rolled back and named, and runs again once it is corrected', async () => {
  write('0001_table.sql', 'create table gift (name text);')
  write('0002_broken.sql', 'insert into gift values ($$one$$); insert into nowhere values (1);')
  await expect(migrate(url, folder)).rejects.toThrow('migration 0002_broken failed')
  expect(await query('select name from gift')).toEqual([])
  write('0002_broken.sql', 'insert into gift values ($$one$$);')
  expect(await migrate(url, folder)).toEqual(['0002_broken'])
})

test('a file marked “-- no transaction” runs without one', async () => {
  write('0001_table.sql', 'create table gift (name text);')
  write('0002_index.sql', '-- no transaction\ncreate index concurrently gift_name on gift (name);')
  expect(await migrate(url, folder)).toEqual(['0001_table', '0002_index'])
  expect(await query("select indexname from pg_indexes where indexname = 'gift_name'")).toHaveLength(1)
})

test('migrations listed in the former table do not run again', async () => {
  write('0001_table.sql', 'create table gift (name text);')
  write('0002_more.sql', 'insert into gift values ($$two$$);')
  await query('create table gift (name text)')
  await query('create table migration (name text primary key, applied_at timestamptz not null default now())')
  await query("insert into migration (name) values ('0001_table.sql')")
  expect(await migrate(url, folder)).toEqual(['0002_more'])
  expect(await query("select to_regclass('migration') as former")).toEqual([{ former: null }])
})

test('a file that is added later with an earlier name still runs', async () => {
  write('2026-01-02-0000_second.sql', 'create table second (id int);')
  await migrate(url, folder)
  write('2026-01-01-0000_first.sql', 'create table first (id int);')
  expect(await migrate(url, folder)).toEqual(['2026-01-01-0000_first'])
})
