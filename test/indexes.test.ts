import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { opened } from './opened.ts'
import { freshDatabase } from './postgres.ts'

const database = opened(() => freshDatabase())
let client: pg.Client
beforeAll(async () => {
  client = new pg.Client(database.url)
  await client.connect()
})
afterAll(() => client.end())

/**
 * Foreign keys of the product whose columns are no beginning of an index: deleting what they refer to, or asking for
 * what refers to it, would read the whole table. A partial index counts if it leaves out only rows without a reference.
 */
async function findUnindexedKeys(): Promise<string[]> {
  const { rows } = await client.query<{ key: string }>(`
    select format('%s (%s)', c.conrelid::regclass,
      (select string_agg(a.attname, ', ' order by k.place)
        from unnest(c.conkey) with ordinality k (attribute, place)
        join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.attribute)) as key
    from pg_constraint c
    where c.contype = 'f' and c.connamespace in ('public'::regnamespace, 'search_twin'::regnamespace) and not exists (
      select from pg_index i
      where i.indrelid = c.conrelid and i.indisvalid
        and (i.indkey::int2[])[0:cardinality(c.conkey) - 1] operator(pg_catalog.@>) c.conkey
        and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) = (
          select format('(%I IS NOT NULL)', attname) from pg_attribute
          where attrelid = c.conrelid and attnum = c.conkey[1])))
    order by 1`)
  return rows.map(({ key }) => key)
}

test('every foreign key is the beginning of an index', async () => {
  expect(await findUnindexedKeys()).toEqual([])
})

test('a foreign key without one is found', async () => {
  await client.query('create table planted (id bigint primary key, gift_id bigint references gift)')
  await client.query('create index planted_given on planted (gift_id) where id > 5')
  expect(await findUnindexedKeys()).toEqual(['planted (gift_id)'])
})
