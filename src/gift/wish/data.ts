import { sql } from 'kysely'
import type { ShopModifier } from '../../base/shop-modifiers.ts'
import type { Db } from '../../server/postgres/tables.ts'

/** Those of the products that can be bought today. */
export async function findAvailableProducts(db: Db, ids: number[]) {
  if (ids.length === 0) return []
  return db
    .selectFrom('product')
    .select(['id', 'sku', 'type', 'price_cents', 'has_options', 'min_quantity', 'needs_file'])
    .select(sql<ShopModifier[]>`product_modifiers_in(product, 'en')`.as('modifiers'))
    .where('id', 'in', ids)
    .where('listed', '=', true)
    .where('available', '=', true)
    .execute()
}

export async function findVariantsOfProducts(db: Db, productIds: number[]) {
  if (productIds.length === 0) return []
  return db
    .selectFrom('variant')
    .select(['id', 'product_id', 'sku', 'price_cents', 'available', 'options', 'option_value_ids'])
    .where('product_id', 'in', productIds)
    .execute()
}
