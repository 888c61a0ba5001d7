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
    const charged = sale ?? price
    const lowest = sale === known.sale_cents ? null : await lowestBefore(tx, id, store.now())
    await tx.query(
      `update shop.product set price_cents = $2, sale_cents = $3, visible = coalesce($4, visible),
         available = coalesce($5, available), modified = $6,
         lowest_cents = case when $3::int is null then null else coalesce($7, lowest_cents) end where id = $1`,
      [id, price, sale, change.visible ?? null, change.available ?? null, store.now(), lowest],
    )
    if (charged !== (known.sale_cents ?? known.price_cents)) await notePrice(tx, id, charged, store.now())
    await tx.query(
      `update shop.variant set price_cents = greatest(0, price_cents + $2),
         stock = case when stock is null then null else coalesce($3, stock) end where product_id = $1`,
      [id, price - known.price_cents, change.stock ?? null],
    )
    await tellProduct(store, tx, 'updated', id)
  })
}

const LOOKED_BACK_MS = 30 * 24 * 3600 * 1000

/** The lowest price that was charged at any moment of the 30 days before (directive 98/6/EC, article 6a). */
async function lowestBefore(tx: Queries, id: number, now: Date): Promise<number | null> {
  const { rows } = await tx.query<{ lowest: number | null }>(
    `select min(cents) as lowest from shop.price where product_id = $1 and since >=
       (select max(since) from shop.price where product_id = $1 and since <= $2)`,
    [id, new Date(now.getTime() - LOOKED_BACK_MS)],
  )
  return rows[0]?.lowest ?? null
}

async function notePrice(tx: Queries, id: number, cents: number, now: Date): Promise<void> {
  await tx.query(
    `insert into shop.price values ($1, $2, $3)
     on conflict (product_id, since) do update set cents = excluded.cents`,
    [id, cents, now],
  )
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
