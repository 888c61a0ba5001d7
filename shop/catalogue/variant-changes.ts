import { inTransaction, type Queryable } from '../database.ts'
import { ShopError, type Store } from '../store.ts'
import { emitEvent } from '../webhooks.ts'
import { markCatalogueChanged } from './live-catalogue.ts'

/** New values of a variant; what is undefined stays. */
export interface VariantChange {
  /** Cents including VAT, before a sale of its product. */
  priceCents?: number
  /** Units, of a variant whose stock is tracked. */
  stock?: number
}

interface VariantRow {
  id: number
  stock: number | null
}

/** Changes one variant of a product with several and emits the events. Throws 404 for no such one, 422 for untracked stock. */
export function changeVariant(
  store: Store,
  productId: number,
  variantId: number,
  change: VariantChange,
): Promise<void> {
  return inTransaction(store.db, async tx => {
    const { rows } = await tx.query<VariantRow>(
      'select id, stock from shop.variant where product_id = $1 order by id for update',
      [productId],
    )
    const current = rows.find(({ id }) => id === variantId)
    if (!current) throw new ShopError(404, 'The requested variant was not found.')
    if (change.stock !== undefined && current.stock === null)
      throw new ShopError(422, 'The stock of this product is not tracked.', { inventory_level: 'invalid' })
    await tx.query(
      'update shop.variant set price_cents = coalesce($2, price_cents), stock = coalesce($3, stock) where id = $1',
      [variantId, change.priceCents ?? null, change.stock ?? null],
    )
    await tx.query('update shop.product set modified = $2 where id = $1', [productId, store.now()])
    await markCatalogueChanged(tx)
    await emitEvent(store, tx, 'store/product/updated', { type: 'product', id: productId })
    await emitEvent(store, tx, 'store/sku/updated', {
      type: 'sku',
      id: variantId,
      sku: { product_id: productId, variant_id: variantId },
    })
    if (change.stock !== undefined) await emitStockSet(store, tx, productId, [variantId], change.stock)
  })
}

/** Tells of stock that staff have set: by the product when it has no variants to choose from, else by each variant. */
export async function emitStockSet(
  store: Store,
  tx: Queryable,
  productId: number,
  variantIds: number[],
  units: number,
): Promise<void> {
  const { rows } = await tx.query<VariantRow>('select id from shop.variant where product_id = $1', [
    productId,
  ])
  const inventory = { product_id: productId, method: 'absolute', value: units }
  if (rows.length === 1) {
    await emitEvent(store, tx, 'store/product/inventory/updated', {
      type: 'product',
      id: productId,
      inventory,
    })
    return
  }
  for (const id of variantIds)
    await emitEvent(store, tx, 'store/sku/inventory/updated', {
      type: 'sku',
      id,
      inventory: { ...inventory, variant_id: id },
    })
}
