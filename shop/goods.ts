import { touchShelf } from './shelf.ts'
import { inTransaction, type Queries, ShopError, type Store } from './store.ts'
import { emit } from './webhooks.ts'

export interface ProductChange {
  /** Cents incl. VAT; the variants move by the same amount. */
  priceCents?: number
  /** null ends the sale. */
  saleCents?: number | null
  visible?: boolean
  available?: boolean
  /** Units of every variant that is stock-tracked. */
  stock?: number
}

/** Changes a product for every language and tells the hooks. Throws 404 for an unknown one. */
export function changeProduct(store: Store, id: number, change: ProductChange): Promise<void> {
  return inTransaction(store.db, async tx => {
    const { rows } = await tx.query<{ price_cents: number; sale_cents: number | null }>(
      'select price_cents, sale_cents from shop.product where id = $1 and not deleted for update',
      [id],
    )
    const known = rows[0]
    if (!known) throw new ShopError(404, 'The requested product was not found.')
    const price = change.priceCents ?? known.price_cents
    const sale = change.saleCents === undefined ? known.sale_cents : change.saleCents
    if (price < 0 || (sale !== null && (sale < 0 || sale > price))) {
      throw new ShopError(422, 'The price is invalid.', { price: 'invalid' })
    }
    await tx.query(
      `update shop.product set price_cents = $2, sale_cents = $3, visible = coalesce($4, visible),
         available = coalesce($5, available), modified = $6 where id = $1`,
      [id, price, sale, change.visible ?? null, change.available ?? null, store.now()],
    )
    await tx.query(
      `update shop.variant set price_cents = greatest(0, price_cents + $2),
         stock = case when stock is null then null else coalesce($3, stock) end where product_id = $1`,
      [id, price - known.price_cents, change.stock ?? null],
    )
    await tellProduct(store, tx, 'updated', id)
  })
}

/** Takes a product out of the shop for good. */
export function removeProduct(store: Store, id: number): Promise<void> {
  return inTransaction(store.db, async tx => {
    const { rowCount } = await tx.query(
      'update shop.product set deleted = true, visible = false, modified = $2 where id = $1 and not deleted',
      [id, store.now()],
    )
    if (rowCount) await tellProduct(store, tx, 'deleted', id)
  })
}

async function tellProduct(store: Store, tx: Queries, event: string, id: number): Promise<void> {
  await touchShelf(tx)
  await emit(store, tx, `store/product/${event}`, { type: 'product', id })
}
