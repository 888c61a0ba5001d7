import { type RawBuilder, type Selectable, sql, type Updateable } from 'kysely'
import { findRows } from '../../server/postgres/rows.ts'
import type { Db, Tables } from '../../server/postgres/tables.ts'

/** One of the two sets of tables, by its schema. */
export interface SearchIndex {
  db: Db
  schema: string
}

export const indexSchemas = ['public', 'search_twin']

type SearchTable = Extract<keyof Tables, `search_${string}`>

/** A table of that index. */
export function searchTable({ schema }: SearchIndex, name: SearchTable): RawBuilder<unknown> {
  return sql.table(`${schema}.${name}`)
}

/** The state of both sets of tables. */
export function listSearchIndexes(db: Db): Promise<Selectable<Tables['search_index']>[]> {
  return db.selectFrom('search_index').selectAll().orderBy('schema_name').execute()
}

/** The schemas that a change is written to at once: the one that answers, and the former one while it is kept. */
export async function findWrittenSchemas(tx: Db): Promise<string[]> {
  const rows = await findRows(tx, 'search_index', {
    where: { state: { in: ['live', 'kept'] } },
    columns: ['schema_name'],
    orderBy: ['schema_name'],
  })
  return rows.map(row => row.schema_name)
}

/**
 * Keeps every change of a registry's texts waiting until the transaction ends, once those under way are committed. Waits
 * 2 s for them at most, so that nobody waits longer behind it.
 */
export async function lockSearchIndexes(tx: Db): Promise<void> {
  await sql`select set_config('lock_timeout', '2s', true)`.execute(tx)
  await sql`select pg_advisory_xact_lock(hashtext('search index'))`.execute(tx)
}

export async function setIndexState(
  tx: Db,
  schema: string,
  change: Updateable<Tables['search_index']>,
): Promise<void> {
  await tx.updateTable('search_index').set(change).where('schema_name', '=', schema).execute()
}

/** Takes away what an index holds, at once and for good; ids are not used again, so that none means two things. */
export async function emptyIndex(tx: Db, schema: string): Promise<void> {
  const tables = (
    ['search_word', 'search_key', 'search_prefix', 'search_mention', 'search_entry'] as const
  ).map(name => searchTable({ db: tx, schema }, name))
  await sql`truncate ${sql.join(tables)}`.execute(tx)
}
