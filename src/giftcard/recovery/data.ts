import { sql } from 'kysely'
import type { Db } from '../../server/postgres/tables.ts'

/** A registry with its owner, to whom its money goes. */
export interface PaidRegistry {
  id: number
  code: string
  customer_id: number
  /** The last number of a code by reason. */
  numbers: Record<string, number>
}

/** Up to `max` registries above that one which money came into. */
export async function findPaidRegistries(db: Db, after: number, max: number): Promise<PaidRegistry[]> {
  const { rows } = await sql<PaidRegistry>`
    select registry.id, registry.code, registry.customer_id, coalesce((
      select jsonb_object_agg(reason, last) from (
        select reason, max(code_number) as last from payout
        where payout.registry_id = registry.id and code_number is not null group by reason) by_reason), '{}') as numbers
    from registry where registry.id > ${after}
      and exists (select from ledger where ledger.registry_id = registry.id)
    order by registry.id limit ${max}`.execute(db)
  return rows
}

/** The newest certificate of the shop that the database knows; 0 when it knows none. */
export async function findLastCertificate(db: Db): Promise<number> {
  const row = await db
    .selectFrom('payout')
    .select(select => select.fn.max('shop_id').as('last'))
    .where('method', '=', 'certificate')
    .executeTakeFirst()
  return row?.last ?? 0
}

/** Of these codes, those that stand on a payout which is done, or was given up. */
export async function findSettledCodes(db: Db, codes: string[]): Promise<Set<string>> {
  if (codes.length === 0) return new Set()
  const rows = await db
    .selectFrom('payout')
    .select('code')
    .where('code', 'in', codes)
    .where('state', '<>', 'waiting')
    .unionAll(
      db
        .selectFrom('line_certificate')
        .select('code')
        .where('code', 'in', codes)
        .where('state', '<>', 'waiting'),
    )
    .execute()
  return new Set(rows.map(row => row.code))
}

/** The registry's gift of that product, that of the variant before others; null when it has none. */
export async function findGiftOfProduct(
  db: Db,
  registryId: number,
  { productId, variantId }: { productId: number; variantId: number },
): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select id from gift where registry_id = ${registryId} and product_id = ${productId}
    order by variant_id = ${variantId} desc, removed_at is null desc, id limit 1`.execute(db)
  return rows[0]?.id ?? null
}
