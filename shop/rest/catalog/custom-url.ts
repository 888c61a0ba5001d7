import { findBrandByPath } from '../../catalogue/brands.ts'
import { categoryPath } from '../../catalogue/category-tree.ts'
import { findPageByPath } from '../../catalogue/content-pages.ts'
import { catalogue } from '../../catalogue/index.ts'
import type { LiveCatalogue } from '../../catalogue/live-catalogue.ts'
import { ShopError, type Store } from '../../store.ts'
import { trimSlashes } from '../../trim-slashes.ts'
import { isJsonObject, type JsonObject, toText } from '../requests.ts'

const maxLength = 255

/**
 * The path that a product gets in place of its own, without slashes around it; null for its own again, and undefined
 * where nothing was said. Throws 409 where something else is at the path.
 */
export async function parseCustomUrl(
  store: Store,
  { custom_url: given }: JsonObject,
  productId = 0,
): Promise<string | null | undefined> {
  if (given === undefined) return undefined
  const { url, is_customized } = isJsonObject(given) ? given : {}
  const path = trimSlashes(toText(url))
  const isPath = path !== '' && path.length <= maxLength && !/[\s?#]/.test(path)
  if (!isPath || typeof is_customized !== 'boolean')
    throw new ShopError(422, 'custom_url is invalid.', { custom_url: 'invalid' })
  if (!is_customized) return null
  if (isPathTaken(await store.liveCatalogue(), path, productId))
    throw new ShopError(409, 'Something else has this URL.', { custom_url: 'taken' })
  return path
}

/** Whether a product, a brand, a category or a page is at a path, other than the product of `productId`. */
export function isPathTaken({ products, brands }: LiveCatalogue, at: string, productId = 0): boolean {
  const path = trimSlashes(at)
  return (
    [...products.values()].some(({ id, slug }) => id !== productId && slug === path) ||
    findPageByPath(`/${path}`) !== undefined ||
    findBrandByPath(brands, path) !== undefined ||
    catalogue.categories.some(({ id }) => trimSlashes(categoryPath(id)) === path)
  )
}
