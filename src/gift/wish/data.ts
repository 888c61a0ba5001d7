import { sql } from 'kysely'
import type { ShopModifier } from '../../base/shop-modifiers.ts'
import { findRows } from '../../server/postgres/rows.ts'
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

/** The product and variant that the shop knows by that number or SKU, a SKU before a number; undefined for none. */
export async function findProductByNumberOrSku(
  db: Db,
  typed: string,
): Promise<{ product_id: number; variant_id: number | null } | undefined> {
  const number = /^[1-9]\d{0,8}$/.test(typed) ? Number(typed) : null
  const { rows } = await sql<{ product_id: number; variant_id: number | null }>`
    select id as product_id, null as variant_id, 1 as place from product where upper(sku) = upper(${typed})
    union all
    select product_id, variant.id, 2 from variant join product on product.id = product_id and has_options
      where upper(variant.sku) = upper(${typed})
    union all
    select id, null, 3 from product where id = ${number}
    order by place, product_id limit 1`.execute(db)
  return rows[0]
}

export async function findVariantsOfProducts(db: Db, productIds: number[]) {
  if (productIds.length === 0) return []
  return findRows(db, 'variant', {
    where: { product_id: { in: productIds } },
    columns: ['id', 'product_id', 'sku', 'price_cents', 'available', 'options', 'option_value_ids'],
  })
}
