import type { Context } from 'hono'
import { currentPriceCents, type LiveProduct } from '../../catalogue/live-catalogue.ts'
import { channels } from '../../channels.ts'
import { ShopError } from '../../store.ts'
import { queryIds, queryInteger, queryTime } from '../requests.ts'

type Matches = (product: LiveProduct) => boolean
type Filter = (c: Context, name: string, text: string) => Matches

const isTrue = (text: string): boolean => text === 'true' || text === '1'

/** The filters of `GET /catalog/products`, by their names in the query. */
const filters: Record<string, Filter> = {
  id: (c, name) => product => product.id === queryInteger(c, name),
  'id:in': (c, name) => {
    const ids = new Set(queryIds(c, name))
    return product => ids.has(product.id)
  },
  name: (_, __, text) => product => product.name.en === text,
  sku: (_, __, text) => product => product.sku === text,
  'sku:in': (_, __, text) => product => text.split(',').includes(product.sku),
  categories: (c, name) => product => product.categories.includes(queryInteger(c, name) ?? 0),
  'categories:in': (c, name) => {
    const ids = new Set(queryIds(c, name))
    return product => product.categories.some(id => ids.has(id))
  },
  brand_id: (c, name) => product => product.brand === queryInteger(c, name),
  'channel_id:in': (c, name) => {
    const ids = new Set(queryIds(c, name))
    return product => (product.channels ?? channels.map(channel => channel.id)).some(id => ids.has(id))
  },
  is_visible: (_, __, text) => product => product.visible === isTrue(text),
  is_featured: (_, __, text) => product => product.featured > 0 === isTrue(text),
  availability: (_, __, text) => product => (product.available ? 'available' : 'disabled') === text,
  type: (_, __, text) => product => (product.type === 'physical' ? 'physical' : 'digital') === text,
  keyword: (_, __, text) => product =>
    [product.name.en, product.description.en, product.sku, product.brandName].some(own =>
      own.toLowerCase().includes(text.toLowerCase()),
    ),
  'date_modified:min': (c, name) => {
    const since = queryTime(c, name)
    return product => since === undefined || product.modified >= since
  },
  'date_modified:max': (c, name) => {
    const until = queryTime(c, name)
    return product => until === undefined || product.modified <= until
  },
}

const sortKeys: Record<string, (product: LiveProduct) => number | string> = {
  id: product => product.id,
  name: product => product.name.en,
  sku: product => product.sku,
  price: product => product.priceCents,
  calculated_price: product => currentPriceCents(product, product.variants[0]!),
  date_modified: product => product.modified.getTime(),
  is_visible: product => Number(product.visible),
  total_sold: product => product.sold,
}

export const productFilterNames = [...Object.keys(filters), 'sort', 'direction']

/** The products that the query asks for, in its order. Throws 400 and 422 for wrong values. */
export function filterProducts(c: Context, products: LiveProduct[]): LiveProduct[] {
  const query = Object.entries(c.req.query())
  const matches = query.flatMap(([name, text]) => filters[name]?.(c, name, text) ?? [])
  const keyOf = sortKeys[c.req.query('sort') ?? 'id']
  if (!keyOf) throw new ShopError(422, 'sort is invalid.', { sort: 'invalid' })
  const sign = c.req.query('direction') === 'desc' ? -1 : 1
  const compare = (one: LiveProduct, other: LiveProduct) => {
    const [a, b] = [keyOf(one), keyOf(other)]
    return sign * (a < b ? -1 : Number(a > b)) || one.id - other.id
  }
  return products.filter(product => matches.every(isMatch => isMatch(product))).sort(compare)
}

/** What is left of an answer by `include_fields` and `exclude_fields` of the query; its id always stays. */
export function pickFields(c: Context, value: Record<string, unknown>): Record<string, unknown> {
  const included = c.req.query('include_fields')?.split(',')
  const excluded = c.req.query('exclude_fields')?.split(',') ?? []
  return Object.fromEntries(
    Object.entries(value).filter(
      ([name]) => name === 'id' || ((included?.includes(name) ?? true) && !excluded.includes(name)),
    ),
  )
}
