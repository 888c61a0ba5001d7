import { sql } from 'kysely'
import type { Db } from '../../src/server/postgres/tables.ts'

/** What a database takes on disk, in bytes, indexes included. */
export interface TableSizes {
  registries: number
  orders: number
  database: number
  ofRegistry: number
  ofOrder: number
  tables: { name: string; rows: number; bytes: number }[]
}

/** What grows with the words of a language, not with registries. */
const dictionary = ['search_word', 'search_key', 'search_prefix']
/** Tables with rows for each order; all others grow with registries. */
const orderTables = [
  'handoff',
  'handoff_line',
  'purchase',
  'ledger',
  'order_sync',
  'order_payment',
  'webhook_event',
]

/** The sizes of the tables, and what a registry and an order take of them. */
export async function measureSizes(db: Db): Promise<TableSizes> {
  const { rows: tables } = await sql<TableSizes['tables'][number]>`
    select relname as name, greatest(reltuples, 0)::int8 as rows, pg_total_relation_size(oid) as bytes
    from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 3 desc`.execute(db)
  const { rows } = await sql<{ registries: number; orders: number; database: number }>`
    select (select count(*) from registry) as registries, (select count(distinct order_id) from purchase) as orders,
      pg_database_size(current_database()) as database`.execute(db)
  const { registries = 0, orders = 0, database = 0 } = rows[0] ?? {}
  const sum = (some: TableSizes['tables']) => some.reduce((total, { bytes }) => total + bytes, 0)
  const ofOrders = tables.filter(({ name }) => orderTables.includes(name))
  const others = tables.filter(
    ({ name, rows: count }) => ![...orderTables, ...dictionary].includes(name) && count >= registries / 10,
  )
  return {
    registries,
    orders,
    database,
    ofRegistry: sum(others) / Math.max(1, registries),
    ofOrder: sum(ofOrders) / Math.max(1, orders),
    tables,
  }
}

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`

/** The sizes in some lines. */
export function describeSizes({ database, ofRegistry, ofOrder, tables }: TableSizes): string {
  const largest = tables
    .slice(0, 15)
    .map(({ name, rows, bytes }) => `  ${name}: ${rows} rows, ${kilobytes(bytes)}`)
  return [
    `${(database / 1e9).toFixed(2)} GB: ${kilobytes(ofRegistry)} a registry without its orders, ${kilobytes(ofOrder)} an order`,
    ...largest,
  ].join('\n')
}
