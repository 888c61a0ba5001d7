import type { Context } from 'hono'
import type { LiveProduct } from '../../catalogue/live-catalogue.ts'
import { ShopError, type Store } from '../../store.ts'
import { parsePathId } from '../requests.ts'

/** The product in the path. Throws 404. */
export async function requestedProduct(store: Store, c: Context): Promise<LiveProduct> {
  const product = (await store.liveCatalogue()).products.get(parsePathId(c, 'id'))
  if (!product) throw new ShopError(404, 'The requested product was not found.')
  return product
}

/** A price in euro as cents, which may have fractions. Throws 422 when it is none. */
export function parsePriceCents(value: unknown): number {
  const cents = typeof value === 'number' ? value * 100 : Number(value || Number.NaN) * 100
  if (!(cents >= 0)) throw new ShopError(422, 'The price is invalid.', { price: String(value) })
  return cents
}
