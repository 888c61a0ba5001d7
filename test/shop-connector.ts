import { afterEach, expect, vi } from 'vitest'
import { connectShop } from '../src/shop/bigcommerce/connect.ts'
import { embeddedShopConnection } from '../src/shop/bigcommerce/connection.ts'
import type { Shop } from '../src/shop/port.ts'
import { opened } from './opened.ts'
import { watched } from './published-calls.ts'
import { openTestShop, type TestShop } from './shop.ts'

/** Where the embedded shop seems to be for the connector. */
export const shopUrl = 'http://shop.test/shop'

export interface ConnectedShop {
  /** The embedded shop. */
  far: TestShop
  /** The connector to it. */
  shop: Shop
  /** What of a call or its reply is not as the platform publishes it; every test must leave none. */
  mistakes: string[]
}

/** Connects the tests of a file to one embedded shop; to be called at the top of the file. */
export function connectTestShop(): ConnectedShop {
  const connected = opened(async () => {
    const far = await openTestShop()
    const published = watched((url, init) => far.shop.app.request(url.slice(shopUrl.length), init))
    const channels = { SHOP_CHANNELS: { en: { id: 1 }, el: { id: 1481393 } } }
    const connection = embeddedShopConnection(shopUrl, far.shop, channels)
    const shop = connectShop(connection, { fetch: published.fetch, sleep: async () => {} })
    return { far, shop, mistakes: published.mistakes, close: far.close }
  })
  afterEach(() => {
    expect(connected.mistakes.splice(0)).toEqual([])
    connected.far.shop.faults.routes = []
    vi.unstubAllGlobals()
  })
  return connected
}
