import {
  type ComparisonOperator,
  type ExpressionBuilder,
  type Insertable,
  type Kysely,
  type RawBuilder,
  type Selectable,
  sql,
  type Updateable,
} from 'kysely'
import type { Db, Tables } from './tables.ts'

type Table = keyof Tables & string
type Row<T extends Table> = Selectable<Tables[T]>
type Column<T extends Table> = keyof Row<T> & string

type Plain = string | number | boolean | Date | Buffer | null
type Order = '<' | '<=' | '>' | '>='
/** A value or null; one comparison, where `{ '<>': null }` means any value; or a list of values. */
type Condition<V> =
  | V
  | { [O in Order]: { [K in O]: NonNullable<V> } }[Order]
  | { '<>': V }
  | { in: readonly NonNullable<V>[] }

/** Conditions on columns, all of which have to hold; without any, every row is meant. */
export type Where<T extends Table> = { [C in Column<T>]?: Condition<Row<T>[C] & Plain> }

type AnyTables = Record<string, Record<string, unknown>>
const anyDb = (db: Db) => db as unknown as Kysely<AnyTables>

/** The first row that meets the conditions; undefined without one. */
export async function findRow<T extends Table, C extends Column<T> = Column<T>>(
  db: Db,
  table: T,
  where: Where<T>,
  columns?: readonly C[],
): Promise<Pick<Row<T>, C> | undefined> {
  return (await findRows(db, table, { where, columns }))[0]
}

/** The row that meets the conditions; throws without one. */
export async function getRow<T extends Table, C extends Column<T> = Column<T>>(
  db: Db,
  table: T,
  where: Where<T>,
  columns?: readonly C[],
): Promise<Pick<Row<T>, C>> {
  const row = await findRow(db, table, where, columns)
  if (!row) throw new Error(`no such row of ${table}`)
  return row
}

/** The rows that meet the conditions, in the order of the columns of `orderBy`. */
export async function findRows<T extends Table, C extends Column<T> = Column<T>>(
  db: Db,
  table: T,
  { where, columns, orderBy = [] }: { where: Where<T>; columns?: readonly C[]; orderBy?: Column<T>[] },
): Promise<Pick<Row<T>, C>[]> {
  let query = anyDb(db)
    .selectFrom(table as string)
    .where(allOf(where))
  for (const column of orderBy) query = query.orderBy(column)
  const rows = columns ? query.select(columns) : query.selectAll()
  return (await rows.execute()) as unknown as Pick<Row<T>, C>[]
}

export async function countRows<T extends Table>(db: Db, table: T, where: Where<T>): Promise<number> {
  const { total } = await anyDb(db)
    .selectFrom(table as string)
    .where(allOf(where))
    .select(row => row.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

export async function insertRow<T extends Table>(
  db: Db,
  table: T,
  row: Insertable<Tables[T]>,
): Promise<void> {
  await anyDb(db).insertInto(table).values(row).execute()
}

/** Inserts a row; false when another one has the same unique key. */
export async function insertNewRow<T extends Table>(
  db: Db,
  table: T,
  row: Insertable<Tables[T]>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await anyDb(db)
    .insertInto(table)
    .values(row)
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** Inserts a row, or sets all given values in the row that has the same `key`. */
export async function saveRow<T extends Table>(
  db: Db,
  table: T,
  key: Column<T>[],
  row: Insertable<Tables[T]>,
): Promise<void> {
  await anyDb(db)
    .insertInto(table)
    .values(row)
    .onConflict(conflict => conflict.columns(key).doUpdateSet(row))
    .execute()
}

/** Inserts rows; of one that has the same `key` as a row that is there, all values are taken over, or what `merged` says. */
export async function saveRows<T extends Table>(
  db: Db,
  table: T,
  { key, rows, merged = {} }: SavedRows<T>,
): Promise<void> {
  const keyColumns = new Set<string>(key)
  const others = Object.keys(rows[0] ?? {}).filter(column => !keyColumns.has(column))
  const taken = Object.fromEntries(others.map(column => [column, sql.ref(`excluded.${column}`)]))
  const set: Record<string, unknown> = { ...taken, ...merged }
  await anyDb(db)
    .insertInto(table as string)
    .values(rows)
    .onConflict(conflict => conflict.columns(key).doUpdateSet(set))
    .execute()
}

interface SavedRows<T extends Table> {
  key: Column<T>[]
  rows: Insertable<Tables[T]>[]
  merged?: { [C in Column<T>]?: RawBuilder<unknown> }
}

/** Sets values in the rows that meet the conditions; answers how many. Throws without a condition. */
export async function updateRows<T extends Table>(
  db: Db,
  table: T,
  { set, where }: { set: Updateable<Tables[T]>; where: Where<T> },
): Promise<number> {
  refuseEveryRow(table, where)
  const query = anyDb(db)
    .updateTable(table as string)
    .where(allOf(where))
    .set(set)
  return Number((await query.executeTakeFirst()).numUpdatedRows)
}

/** Deletes the rows that meet the conditions; answers how many. Throws without a condition. */
export async function deleteRows<T extends Table>(db: Db, table: T, where: Where<T>): Promise<number> {
  refuseEveryRow(table, where)
  const query = anyDb(db)
    .deleteFrom(table as string)
    .where(allOf(where))
  return Number((await query.executeTakeFirst()).numDeletedRows)
}

function refuseEveryRow(table: string, where: object): void {
  if (Object.keys(where).length === 0) throw new Error(`every row of ${table} was meant`)
}

const allOf = (where: object) => (row: ExpressionBuilder<AnyTables, string>) =>
  row.and(
    Object.entries(where).map(([column, condition]) => {
      // A condition that was silently left out would match rows that nobody meant.
      if (condition === undefined) throw new Error(`no value for ${column}`)
      const [operator, value] = comparison(condition)
      return row(column, value === null ? nullOperators[operator] : operator, value)
    }),
  )

const nullOperators = { '=': 'is', '<>': 'is not' } as Record<ComparisonOperator, ComparisonOperator>

function comparison(condition: unknown): [ComparisonOperator, unknown] {
  const isValue = condition instanceof Date || Buffer.isBuffer(condition) || Object(condition) !== condition
  const [compared] = isValue ? [] : Object.entries(condition as Record<ComparisonOperator, unknown>)
  return (compared as [ComparisonOperator, unknown] | undefined) ?? ['=', condition]
}
