import { sql } from 'kysely'
import type { Db } from '../server/tables.ts'
import type { Ranking } from '../shop/port.ts'
import { keepOnShelf, keepOrders } from './shelf-data.ts'

/** What is true of the mirror as a whole: what has gone, who stands where, what looks different. */

/** Marks as gone what is listed and was not seen since. */
export async function markUnseen(tx: Db, since: Date): Promise<void> {
  const unseen = await tx
    .selectFrom('product')
    .select('id')
    .where('listed', '=', true)
    .where('seen_at', '<', since)
    .execute()
  await markMissing(
    tx,
    unseen.map(({ id }) => id),
  )
}

/** Marks these as gone: kept, but on no shelf. */
export async function markMissing(tx: Db, ids: number[]): Promise<void> {
  if (ids.length === 0) return
  await tx.updateTable('product').set({ listed: false }).where('id', 'in', ids).execute()
  await keepOnShelf(tx, ids)
}

const columns = { newest: 'newest', featured: 'featured', 'best-selling': 'sold' } as const

/** Notes each product's place in one of the shop's own orders; the shelf follows with `keepOrders`. */
export async function writeRanking(tx: Db, by: Ranking, ids: number[]): Promise<void> {
  const column = sql.ref(columns[by])
  await sql`update product set ${column} = coalesce(place.place, 0)
    from product known left join unnest(${ids}::int[]) with ordinality as place (id, place) on place.id = known.id
    where known.id = product.id and product.${column} <> coalesce(place.place, 0)`.execute(tx)
}

/** Puts all brands in their Greek-aware order; the database's own order knows no Greek. */
export async function rankBrands(tx: Db): Promise<void> {
  const rows = await tx
    .selectFrom('product')
    .select('brand')
    .distinct()
    .where('brand', 'is not', null)
    .execute()
  const order = new Intl.Collator('el', { sensitivity: 'base', numeric: true })
  const brands = rows.map(row => row.brand ?? '').toSorted(order.compare)
  await sql`update product set brand_rank = coalesce(array_position(${brands}::text[], brand), 0)
    where brand_rank <> coalesce(array_position(${brands}::text[], brand), 0)`.execute(tx)
  await keepOrders(tx)
}

/** A digest of all that a visitor can see of each product wished for somewhere; differs when any of it does. */
export async function digests(db: Db): Promise<Map<number, string>> {
  const { rows } = await sql<{ id: number; digest: string }>`
    select product.id, md5(concat_ws('|', product.listed, product.available, product.price_cents, product.type,
      product.brand, product.image, product.category_ids,
      (select jsonb_agg(jsonb_build_array(name, path) order by language) from product_text
        where product_id = product.id),
      (select jsonb_agg(to_jsonb(variant) order by id) from variant where product_id = product.id))) as digest
    from product where id in (select product_id from gift where removed_at is null)`.execute(db)
  return new Map(rows.map(row => [row.id, row.digest]))
}

/** The registries that wish for any of these products. */
export async function registriesWith(db: Db, productIds: number[]): Promise<number[]> {
  if (productIds.length === 0) return []
  const rows = await db
    .selectFrom('gift')
    .select('registry_id')
    .distinct()
    .where('product_id', 'in', productIds)
    .where('removed_at', 'is', null)
    .execute()
  return rows.map(row => row.registry_id)
}
