import { inTransaction, type Queryable } from '../database.ts'
import { ShopError, type Store } from '../store.ts'
import { emitEvent } from '../webhooks.ts'
import { markCatalogueChanged } from './live-catalogue.ts'
import type { Product } from './types.ts'
import { emitStockSet } from './variant-changes.ts'

type ProductOverride =
  | 'name'
  | 'description'
  | 'categories'
  | 'brand'
  | 'taxClass'
  | 'minQuantity'
  | 'maxQuantity'
  | 'stockTracked'
  | 'featured'
  | 'sku'
  | 'customPath'
  | 'details'

/** New values of a product; what is undefined stays. */
export interface ProductChange {
  /** Cents including VAT; the variants change by the same amount. */
  priceCents?: number
  /** Cents; null ends the sale. */
  saleCents?: number | null
  visible?: boolean
  available?: boolean
  /** Units of every variant that is stock-tracked. */
  stock?: number
  /** Whether its units are counted from now on. */
  stockTracked?: boolean
  /** Replaces what the catalogue says. */
  overrides?: Partial<Pick<Product, ProductOverride>>
}

/** Changes a product, and what `more` of it is known in the transaction only, and emits the events. Throws 404 when there is none, 422 for a wrong price. */
export function changeProduct(
  store: Store,
  id: number,
  change: ProductChange,
  more?: (tx: Queryable) => Promise<ProductChange['overrides']>,
): Promise<void> {
  return inTransaction(store.db, async tx => {
    const { rows } = await tx.query<{ price_cents: number; sale_cents: number | null }>(
      'select price_cents, sale_cents from shop.product where id = $1 and not deleted for update',
      [id],
    )
    const current = rows[0]
    if (!current) throw new ShopError(404, 'The requested product was not found.')
    const priceCents = change.priceCents ?? current.price_cents
    const saleCents = change.saleCents === undefined ? current.sale_cents : change.saleCents
    if (priceCents < 0 || (saleCents !== null && (saleCents < 0 || saleCents > priceCents))) {
      throw new ShopError(422, 'The price is invalid.', { price: 'invalid' })
    }
    const chargedCents = saleCents ?? priceCents
    const lowestCents = saleCents === current.sale_cents ? null : await findLowestPrice(tx, id, store.now())
    await tx.query(
      `update shop.product set price_cents = $2, sale_cents = $3, visible = coalesce($4, visible),
         available = coalesce($5, available), modified = $6,
         lowest_cents = case when $3::int is null then null else coalesce($7, lowest_cents) end,
         overrides = overrides || $8 where id = $1`,
      [
        ...[id, priceCents, saleCents, change.visible ?? null, change.available ?? null],
        ...[
          store.now(),
          lowestCents,
          JSON.stringify({ ...change.overrides, ...(await more?.(tx)), stockTracked: change.stockTracked }),
        ],
      ],
    )
    if (chargedCents !== (current.sale_cents ?? current.price_cents))
      await recordPrice(tx, id, chargedCents, store.now())
    const variants = await tx.query<{ id: number; stock: number | null }>(
      `update shop.variant set price_cents = greatest(0, price_cents + $2),
         stock = case when $4 then coalesce($3, stock, 0) when not $4 or stock is null then null
           else coalesce($3, stock) end where product_id = $1 returning id, stock`,
      [id, priceCents - current.price_cents, change.stock ?? null, change.stockTracked ?? null],
    )
    await emitProductEvent(store, tx, 'updated', id)
    if (change.stock !== undefined) {
      const tracked = variants.rows.filter(({ stock }) => stock !== null).map(variant => variant.id)
      await emitStockSet(store, tx, id, tracked, change.stock)
    }
  })
}

const lowestPricePeriodMs = 30 * 24 * 3600 * 1000

/** The lowest price in cents of the 30 days before `now`, as a sale must show it. */
async function findLowestPrice(tx: Queryable, id: number, now: Date): Promise<number | null> {
  const { rows } = await tx.query<{ lowest: number | null }>(
    `select min(cents) as lowest from shop.price where product_id = $1 and since >=
       (select max(since) from shop.price where product_id = $1 and since <= $2)`,
    [id, new Date(now.getTime() - lowestPricePeriodMs)],
  )
  return rows[0]?.lowest ?? null
}

async function recordPrice(tx: Queryable, id: number, cents: number, now: Date): Promise<void> {
  await tx.query(
    `insert into shop.price values ($1, $2, $3)
     on conflict (product_id, since) do update set cents = excluded.cents`,
    [id, cents, now],
  )
}

/** Deletes a product from the shop and emits the event. */
export function removeProduct(store: Store, id: number): Promise<void> {
  return inTransaction(store.db, async tx => {
    const { rowCount } = await tx.query(
      'update shop.product set deleted = true, visible = false, modified = $2 where id = $1 and not deleted',
      [id, store.now()],
    )
    if (rowCount) await emitProductEvent(store, tx, 'deleted', id)
  })
}

/** Queues an event of a product, `store/product/{event}`, and makes every process read the products anew. */
export async function emitProductEvent(
  store: Store,
  tx: Queryable,
  event: string,
  id: number,
  more: object = {},
): Promise<void> {
  await markCatalogueChanged(tx)
  await emitEvent(store, tx, `store/product/${event}`, { type: 'product', id, ...more })
}
