import { type RawBuilder, sql } from 'kysely'
import { dayMs } from '../../base/durations.ts'
import { type End, life, type Person, type TableName } from './life.ts'
import type { Db } from './tables.ts'

const tables = Object.keys(life) as TableName[]

/** What `life` declares of a person's rows; undefined where it says in words what a feature does. */
export function personOf(table: TableName): Person<TableName> | undefined {
  const { person } = life[table]
  return typeof person === 'string' ? undefined : (person as Person<TableName>)
}

/** Everything of `life` that ends by its age, one slice each: deals with up to `max` rows and answers how many. */
export const endingSlices = tables.flatMap(table =>
  ((life[table].ends ?? []) as End<TableName>[]).map(
    end => (db: Db, now: Date, max: number) => endRows(db, { table, end, now, max }),
  ),
)

async function endRows(
  db: Db,
  { table, end, now, max }: { table: TableName; end: End<TableName>; now: Date; max: number },
): Promise<number> {
  const before = new Date(now.getTime() - (end.days ?? 0) * dayMs)
  const rows = sql`any (array(
    select ctid from ${sql.table(table)} where ${sql.ref(end.after)} <= ${before} and ${end.where ?? sql`true`}
    order by ${sql.ref(end.after)} limit ${max} for update skip locked))`
  const { numAffectedRows } = await (end.clears
    ? sql`update ${sql.table(table)} set ${assignments(end.clears)} where ctid = ${rows}`
    : sql`delete from ${sql.table(table)} where ctid = ${rows}`
  ).execute(db)
  return Number(numAffectedRows)
}

/** Erases what `life` says of a person's rows (R125); the registries are those of the account, also deleted ones. */
export async function eraseRowsOfCustomer(tx: Db, customerId: number): Promise<void> {
  for (const table of tables) {
    const person = personOf(table)
    if (!person?.erase) continue
    const theirs = sql`where ${ownedBy(person, customerId)}`
    await (person.erase === 'row'
      ? sql`delete from ${sql.table(table)} ${theirs}`
      : sql`update ${sql.table(table)} set ${assignments(person.erase)} ${theirs}`
    ).execute(tx)
  }
}

/** The rows of a person, or of one of their registries, by the name that their file has for them. */
export async function exportRowsOf(
  db: Db,
  { by, id, withSurprises }: { by: Person<TableName>['by']; id: number; withSurprises: boolean },
): Promise<Record<string, unknown[]>> {
  const found: Record<string, unknown[]> = {}
  for (const table of tables) {
    const { by: owner, export: shown } = personOf(table) ?? {}
    if (!shown || owner !== by || (shown.isSurprise && !withSurprises)) continue
    const columns = shown.columns === 'all' ? sql`*` : sql.join(shown.columns.map(column => sql.ref(column)))
    const { rows } = await sql`
      select ${columns} from ${sql.table(table)} where ${sql.ref(by)} = ${id} order by 1`.execute(db)
    found[shown.as] = rows
  }
  return found
}

function ownedBy({ by }: Person<TableName>, customerId: number): RawBuilder<unknown> {
  return by === 'customer_id'
    ? sql`customer_id = ${customerId}`
    : sql`registry_id = any(array(select id from registry where customer_id = ${customerId}))`
}

function assignments(values: object): RawBuilder<unknown> {
  return sql.join(Object.entries(values).map(([column, value]) => sql`${sql.ref(column)} = ${value}`))
}
