import type { Db } from '../../server/postgres/tables.ts'

interface StoreTax {
  pricesIncludeTax: boolean
  classes: { id: number; name: string; factor: number | null }[]
  /** When it was read (ms). */
  readAt: number
}

/** What was last read of the store's tax (R304); null before the first reading. */
export async function findStoreTax(db: Db): Promise<StoreTax | null> {
  const row = await db.selectFrom('store_tax').selectAll().executeTakeFirst()
  if (!row) return null
  return { pricesIncludeTax: row.prices_include_tax, classes: row.classes, readAt: row.read_at.getTime() }
}

/** Keeps what was read of the store's tax; an earlier reading doesn't replace a later one. */
export async function saveStoreTax(db: Db, { pricesIncludeTax, classes, readAt }: StoreTax): Promise<void> {
  const values = {
    prices_include_tax: pricesIncludeTax,
    classes: JSON.stringify(classes),
    read_at: new Date(readAt),
  }
  await db
    .insertInto('store_tax')
    .values(values)
    .onConflict(conflict =>
      conflict.column('id').doUpdateSet(values).where('store_tax.read_at', '<=', values.read_at),
    )
    .execute()
}
