import pg from 'pg'
import { expect, test } from 'vitest'
import { freshDatabase, inServer } from './postgres.ts'

test('each new database has all tables and no rows of another', async () => {
  const [one, other] = [await freshDatabase(), await freshDatabase()]
  await inServer(one.url, 'create table planted ()')
  await expect(inServer(other.url, 'select * from planted')).rejects.toThrow('does not exist')
  const client = new pg.Client(other.url)
  await client.connect()
  const { rows } = await client.query('select count(*)::int as applied from migration')
  await client.end()
  expect(rows[0].applied).toBeGreaterThan(0)
  await Promise.all([one.drop(), other.drop()])
  await expect(inServer(one.url, 'select 1')).rejects.toThrow('does not exist')
})
