import { brandPath, type LiveBrand, loadBrands, pathOfName } from '../../catalogue/brands.ts'
import { type LiveCatalogue, markCatalogueChanged } from '../../catalogue/live-catalogue.ts'
import type { Queryable } from '../../database.ts'
import { ShopError, type Store } from '../../store.ts'
import { isPathTaken } from '../catalog/custom-url.ts'
import { type JsonObject, parseRequiredText } from '../requests.ts'
import { list, object, required, text } from './fields.ts'
import { type Change, insert, type Resource } from './resource.ts'

const maxUrlLength = 1024

/** v3 brands. Their pictures are not written, because the storefront shows none. */
export const brands: Resource = {
  path: '/v3/catalog/brands',
  kind: 'brand',
  calls: ['list', 'create', 'read', 'update', 'delete', 'clear'],
  picksFields: true,
  filters: ['id', 'id:in', 'id:min', 'id:max', 'name', 'name:like', 'page_title'],
  deleteFilters: ['name'],
  fields: {
    name: required(text(undefined, { maxLength: 255 })),
    page_title: text('', { maxLength: 255 }),
    meta_keywords: list(),
    meta_description: text('', { maxLength: 65_535 }),
    search_keywords: text('', { maxLength: 65_535 }),
    custom_url: object(['url', 'is_customized']),
  },
  show: record => {
    const brand = record as unknown as LiveBrand
    const is_customized = brand.custom_url?.is_customized ?? false
    return { image_url: '', custom_url: { url: brandPath(brand), is_customized } }
  },
  check: checkBrand,
  changed: ({ tx }) => markCatalogueChanged(tx),
}

async function checkBrand({ store, tx }: Change, value: JsonObject, before?: Partial<LiveBrand>) {
  const { name, meta_keywords: words = [], custom_url } = value as Partial<LiveBrand>
  if (name === undefined) throw invalid('name')
  if (!words.every(word => typeof word === 'string')) throw invalid('meta_keywords')
  const others = (await lockBrands(tx)).filter(({ id }) => id !== before?.id)
  if (others.some(other => isSameName(other.name, name)))
    throw new ShopError(409, 'A brand of this name exists already.', { name: 'taken' })
  const catalogue = { ...(await store.liveCatalogue()), brands: others }
  const url = custom_url === undefined ? before?.custom_url : custom_url
  return { custom_url: parseUrl(url, name, catalogue) }
}

/** Where a brand is in the storefront; null for where its name leads. Throws 409 where something else is there. */
function parseUrl(given: LiveBrand['custom_url'], name: string, catalogue: LiveCatalogue) {
  if (!given || given.is_customized === false) {
    const own = pathOfName(name)
    let path = own
    for (let number = 1; isPathTaken(catalogue, path); number++) path = `${own.slice(0, -1)}-${number}/`
    return path === own ? null : { url: path, is_customized: false }
  }
  const { url, is_customized = true } = given
  if (typeof is_customized !== 'boolean' || !isUrl(url)) throw invalid('custom_url')
  if (isPathTaken(catalogue, url))
    throw new ShopError(409, 'Something else has this URL.', { custom_url: 'taken' })
  return { url, is_customized }
}

const isUrl = (url: unknown): boolean => {
  if (typeof url !== 'string' || !url.startsWith('/') || url.length > maxUrlLength) return false
  const parts = url.slice(1, url.endsWith('/') ? -1 : undefined).split('/')
  return parts.every(part => /^[\w.-]{1,256}$/.test(part))
}

const invalid = (field: string) =>
  new ShopError(422, `The field ${field} is invalid.`, { [field]: 'is invalid' })
export const isSameName = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

/** All brands, to which nobody else adds one before the end of the transaction. */
async function lockBrands(tx: Queryable): Promise<LiveBrand[]> {
  await markCatalogueChanged(tx)
  return loadBrands(tx)
}

/** What `brand_name` makes of a product: of the brand of that name, in any case of letters, or of a new one. Throws 422. */
export async function brandByName(
  store: Store,
  tx: Queryable,
  input: JsonObject,
): Promise<{ brand?: number }> {
  if (input.brand_name === undefined) return {}
  if (input.brand_id) throw new ShopError(422, 'brand_id and brand_name do not go together.')
  const name = parseRequiredText(input, 'brand_name')
  const known = (await lockBrands(tx)).find(brand => isSameName(brand.name, name))
  const { id } = known ?? (await insert({ store, tx, parentId: undefined }, brands, { name }))
  return { brand: id }
}
