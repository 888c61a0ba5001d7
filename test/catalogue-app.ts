import { catalogue } from '../shop/catalogue/index.ts'
import type { ProductCard } from '../src/catalogue/products.contract.ts'
import { findProductsByIds } from '../src/catalogue/products.ts'
import { type CatalogueSyncContext, syncWholeCatalogue } from '../src/catalogue/sync.ts'
import { raiseRegistryVersion } from '../src/registry/registry.sql.ts'
import { connectShop } from '../src/shop/bigcommerce/connect.ts'
import { embeddedShopConnection } from '../src/shop/bigcommerce/connection.ts'
import { watched } from './published-calls.ts'
import { openTestShop } from './shop.ts'
import { testApp } from './test-app.ts'

const mount = 'http://shop.test/shop'
const channels = { SHOP_CHANNELS: { en: { id: 1 }, el: { id: 1481393 } } }

/** The products that the embedded shop shows. */
export const visibleProducts = catalogue.products.filter(product => product.visible)

/** What a search answers over HTTP, where amounts are decimal euro. */
export interface SearchAnswer {
  data: (Omit<ProductCard, 'price' | 'available' | 'has_options'> & { price: number; available: 0 | 1 })[]
  meta: {
    page: number
    per_page: number
    total: number
    last_page: number
    near: 0 | 1
    categories: { entityId: number; count: number }[]
    price_min: number
    price_max: number
  }
}

type SearchInput = Record<string, string | number>

/**
 * One process of the product with the embedded shop, for tests of the catalogue; nothing is synced yet. The clock is the
 * shop's; every look at it through `ctx` is a second later. The connector reads the machine's clock unless told
 * otherwise.
 */
export async function openCatalogueApp({ connectorUsesClock = false } = {}) {
  const testShop = await openTestShop()
  const { clock } = testShop
  const published = watched((url, init) => testShop.shop.app.request(url.slice(mount.length), init))
  const shop = connectShop(embeddedShopConnection(mount, testShop.shop, channels), {
    fetch: published.fetch,
    sleep: async () => {},
    ...(connectorUsesClock && { now: () => clock.now.getTime() }),
  })
  const app = await testApp({ shop })
  const ctx: CatalogueSyncContext = {
    db: app.db,
    shop,
    registryChanged: raiseRegistryVersion,
    now() {
      clock.now = new Date(clock.now.getTime() + 1000)
      return clock.now
    },
  }
  async function search(input: SearchInput = {}): Promise<SearchAnswer> {
    const query = new URLSearchParams(Object.entries(input).map(([key, value]) => [key, String(value)]))
    const { status, body } = await app.get(`/bigcommerce/products?${query}`)
    if (status !== 200) throw new Error(`the search answered ${status}`)
    return body as unknown as SearchAnswer
  }
  return {
    app,
    ctx,
    shop,
    /** The embedded shop itself, to change products and to switch faults. */
    testShop,
    /** What the shop's published description finds wrong with our requests. */
    mistakes: published.mistakes,
    sync: () => syncWholeCatalogue(ctx),
    search,
    /** The products of every page of a search. */
    async searchAll(input: SearchInput = {}): Promise<SearchAnswer['data']> {
      const products: SearchAnswer['data'] = []
      for (let page = 1; ; page++) {
        const { data, meta } = await search({ ...input, page })
        products.push(...data)
        if (page >= meta.last_page) return products
      }
    },
    async findStored(id: number) {
      return (await findProductsByIds(app.db, [id], 'en')).get(id)
    },
    changeInShop: (id: number, change: object) => testShop.rest('PUT', `/v3/catalog/products/${id}`, change),
    advance(minutes: number): void {
      clock.now = new Date(clock.now.getTime() + minutes * 60_000)
    },
    async close() {
      await app.close()
      await testShop.close()
    },
  }
}

export const idsOf = (products: { id: number }[]) => products.map(({ id }) => id)
