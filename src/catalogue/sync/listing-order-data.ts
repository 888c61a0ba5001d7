import { sql } from 'kysely'
import { findRows } from '../../server/postgres/rows.ts'
import type { Db } from '../../server/postgres/tables.ts'
import type { ShopListingOrder } from '../../shop/port-catalogue.ts'
import { updateListingOrder, updateProductListings } from '../search/listing-data.ts'

/** Marks listed products that the shop has not shown since that moment as gone. */
export async function markUnseenProductsGone(tx: Db, since: Date): Promise<void> {
  const unseen = await findRows(tx, 'product', {
    where: { listed: true, seen_at: { '<': since } },
    columns: ['id'],
  })
  await markProductsGone(
    tx,
    unseen.map(({ id }) => id),
  )
}

/** Marks these products as gone: their rows stay, but they are no longer listed. */
export async function markProductsGone(tx: Db, ids: number[]): Promise<void> {
  if (ids.length === 0) return
  await tx.updateTable('product').set({ listed: false }).where('id', 'in', ids).execute()
  await updateProductListings(tx, ids)
}

const orderColumns = { newest: 'newest', featured: 'featured', 'best-selling': 'sold' } as const

/** Saves each product's place in one of the shop's own sort orders; `updateListingOrder` copies it to the listings. */
export async function saveListingOrder(tx: Db, order: ShopListingOrder, ids: number[]): Promise<void> {
  const column = sql.ref(orderColumns[order])
  await sql`update product set ${column} = coalesce(place.place, 0)
    from product stored left join unnest(${ids}::int[]) with ordinality as place (id, place) on place.id = stored.id
    where stored.id = product.id and product.${column} <> coalesce(place.place, 0)`.execute(tx)
}

/** Ranks all brands the way Greek readers sort them, which the database's own collation doesn't. */
export async function updateBrandOrder(tx: Db): Promise<void> {
  const rows = await tx
    .selectFrom('product')
    .select('brand')
    .distinct()
    .where('brand', 'is not', null)
    .execute()
  const collator = new Intl.Collator('el', { sensitivity: 'base', numeric: true })
  const brands = rows.map(row => row.brand ?? '').toSorted(collator.compare)
  await sql`update product set brand_rank = coalesce(array_position(${brands}::text[], brand), 0)
    where brand_rank <> coalesce(array_position(${brands}::text[], brand), 0)`.execute(tx)
  await updateListingOrder(tx)
}

/** The NOTIFY channel of changes that show on pages of the site: categories and the gifts that event types recommend. */
export const siteChannel = 'doron_site'

/** More products than any page of the site recommends. */
const recommended = 60

/** Digest of what pages of the site show of the catalogue: its categories and the products that sell best. */
export async function digestSiteCatalogue(db: Db): Promise<string> {
  const { rows } = await sql<{ digest: string }>`
    select md5(concat(
      (select string_agg(to_jsonb(category)::text, '' order by language, id) from category),
      (select string_agg(concat_ws('|', product.id, sold, available, price_cents, type, brand, image,
          (select jsonb_agg(jsonb_build_array(name, path) order by language) from product_text
            where product_id = product.id)), '' order by sold, product.id)
        from product where listed and sold between 1 and ${recommended}))) as digest`.execute(db)
  return rows[0]?.digest ?? ''
}

/** Notifies every process, when the transaction commits, that pages of the site show something else. */
export async function notifySiteChanged(tx: Db): Promise<void> {
  await sql`select pg_notify(${siteChannel}, '')`.execute(tx)
}

/** Product id → digest of everything that a visitor can see of it, for the products of all registries, or these of them. */
export async function digestWishedProducts(db: Db, ids?: number[]): Promise<Map<number, string>> {
  const { rows } = await sql<{ id: number; digest: string }>`
    select product.id, md5(concat_ws('|', product.listed, product.available, product.price_cents, product.type,
      product.brand, product.image, product.category_ids,
      product.min_quantity, coalesce(product.max_quantity, 0), coalesce(product.stock, -1),
      product.modifiers, product.is_preorder, coalesce(product.released_on::text, ''),
      (select jsonb_agg(jsonb_build_array(name, path) order by language) from product_text
        where product_id = product.id),
      (select jsonb_agg(to_jsonb(variant) order by id) from variant where product_id = product.id))) as digest
    from product where ${ids ? sql`id = any(${ids}) and` : sql``} id in (select product_id from gift where removed_at is null)`.execute(
    db,
  )
  return new Map(rows.map(row => [row.id, row.digest]))
}

/** The ids of the registries with a gift of any of these products. */
export async function findRegistryIdsByProducts(db: Db, productIds: number[]): Promise<number[]> {
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
