import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { catalogue } from '../../../shop/catalogue/index.ts'
import { contracts } from '../../../test/contracts.ts'
import { watched } from '../../../test/published-calls.ts'
import { goods, openTestShop, type TestShop } from '../../../test/shop.ts'
import type { Shop, ShopWebhookEvent } from '../port.ts'
import type { CartRequestLine } from '../port-orders.ts'
import { connectShop } from './connect.ts'
import { embeddedShopConnection } from './connection.ts'

/** The connector on the embedded shop: what a far end of one's own can't show. */

const mount = 'http://shop.test/shop'
let world: TestShop
let shop: Shop
const published = watched((url, init) => world.shop.app.request(url.slice(mount.length), init))
beforeAll(async () => {
  world = await openTestShop()
  const address = embeddedShopConnection(mount, world.shop, { SHOP_CHANNEL_EN: 1, SHOP_CHANNEL_EL: 1481393 })
  shop = connectShop(address, {
    fetch: published.fetch,
    sleep: async () => {},
  })
})
afterAll(() => world.close())
afterEach(() => {
  expect(published.mistakes.splice(0)).toEqual([])
  world.shop.faults.routes = []
  vi.unstubAllGlobals()
})

const visible = catalogue.products.filter(product => product.visible)

async function everything(language: 'en' | 'el') {
  const products = []
  let after: string | null = null
  do {
    const page = await shop.fetchCataloguePage(language, after)
    expect(page.products.length).toBeLessThanOrEqual(50)
    products.push(...page.products)
    after = page.next
  } while (after !== null)
  return products
}

describe('reading the catalogue', () => {
  test('every visible product comes, with every variant, in both languages', async () => {
    for (const language of ['en', 'el'] as const) {
      const products = await everything(language)
      expect(new Set(products.map(one => one.id))).toEqual(new Set(visible.map(one => one.id)))
      for (const product of products) {
        const source = visible.find(one => one.id === product.id)!
        expect(product.name).toBe(source.name[language])
        expect(product.variants.map(one => one.id)).toEqual(source.variants.map(one => one.id))
      }
    }
  })

  test('a variant says what it is in the words of the language', async () => {
    const { twoOptions } = goods
    const [product] = await shop.fetchProducts([twoOptions.id, 999_999_999], 'el')
    const variant = product!.variants.at(-1)!
    const source = twoOptions.variants.at(-1)!
    expect(variant.options.map(one => one.valueId)).toEqual(source.values)
    expect(variant.options.map(one => one.option)).toEqual(twoOptions.options.map(one => one.name.el))
  })

  test('a list of ids longer than a page is read in chunks', async () => {
    const ids = visible.map(one => one.id)
    expect(ids.length).toBeGreaterThan(50)
    expect((await shop.fetchProducts(ids, 'en')).map(one => one.id).sort()).toEqual(ids.sort())
    expect(await shop.fetchProducts([], 'en')).toEqual([])
  })

  test('a product whole has its options; an unknown one is null', async () => {
    const { twoOptions } = goods
    const product = await shop.fetchProduct(twoOptions.id, 'en')
    expect(product?.options.map(one => [one.id, one.values.map(value => value.id)])).toEqual(
      twoOptions.options.map(one => [one.id, one.values.map(value => value.id)]),
    )
    expect(product?.images).toHaveLength(1)
    expect(await shop.fetchProduct(999_999_999, 'en')).toBeNull()
  })

  test('parents come before children in the category tree', async () => {
    const tree = await shop.fetchCategories('el')
    expect(tree).toHaveLength(catalogue.categories.length)
    tree.forEach((category, index) => {
      const isParentKnown = tree.slice(0, index).some(one => one.id === category.parentId)
      expect(category.parentId === 0 || isParentKnown).toBe(true)
    })
  })

  test('the rankings hold every product once', async () => {
    for (const by of ['newest', 'featured', 'best-selling'] as const) {
      const ids = await shop.fetchListingOrder(by)
      expect([...ids].sort()).toEqual(visible.map(one => one.id).sort())
    }
    const [best] = await shop.fetchListingOrder('best-selling')
    expect(visible.find(one => one.id === best)?.sold).toBe(Math.max(...visible.map(one => one.sold)))
  })

  test('pages of the menu lead to pages with a text', async () => {
    const pages = await shop.fetchPages('el')
    expect(pages.length).toBeGreaterThan(0)
    const page = await shop.fetchPage(pages[0]!.href, 'el')
    expect(page).toMatchObject({ title: pages[0]!.title })
    expect(page?.html).toContain('<')
    expect(await shop.fetchPage('/no-such-page', 'el')).toBeNull()
    expect(await shop.fetchPage(`/${goods.plain.slug}/`, 'el')).toBeNull()
  })

  test('the blog leads to its posts, the newest first', async () => {
    const blog = await shop.fetchPage('/blog', 'el')
    expect(blog).toMatchObject({ title: 'Ιστολόγιο', html: expect.stringContaining('<p>Για έθιμα') })
    expect(blog?.children[0]?.href).toBe('/blog/how-many-gifts')
    const post = await shop.fetchPage('/blog/how-many-gifts', 'en')
    expect(post).toMatchObject({ title: 'How many gifts does a registry need?', children: [] })
    expect((await shop.fetchPages('en')).map(page => page.href)).not.toContain('/blog/how-many-gifts')
  })

  test('a variant is found by all its values, and by nothing less', async () => {
    const { twoOptions } = goods
    const source = twoOptions.variants.at(-1)!
    const values = twoOptions.options.map((option, index) => ({
      optionId: option.id,
      valueId: source.values[index]!,
    }))
    expect(await shop.findVariant(twoOptions.id, values, 'el')).toMatchObject({ id: source.id })
    expect(await shop.findVariant(twoOptions.id, values.slice(1), 'el')).toBeNull()
    expect(await shop.findVariant(999_999_999, values, 'el')).toBeNull()
  })

  test('brands by their ids', async () => {
    const [one, other] = catalogue.brands.filter(brand => brand.id > 0)
    const brands = await shop.fetchBrands([other!.id, one!.id, 999_999], 'en')
    expect(brands.map(brand => brand.name).sort()).toEqual([one!.name, other!.name].sort())
  })

  test('tax rates are multipliers by lower-cased class', async () => {
    expect(await shop.fetchTaxRates()).toEqual({ 'default tax class': 1.24, reduced: 1.13, 'zero rated': 1 })
  })
})

test('prices for money: per variant, in whole cents, incl. VAT', async () => {
  const { twoOptions, onSale } = goods
  const [first, last] = [twoOptions.variants[0]!, twoOptions.variants.at(-1)!]
  const wanted = [
    { productId: twoOptions.id, variantId: last.id },
    { productId: twoOptions.id, variantId: first.id },
    { productId: onSale.id, variantId: 0 },
    { productId: 999_999_999, variantId: 0 },
    { productId: twoOptions.id, variantId: 999_999_999 },
  ]
  expect(await shop.fetchPrices(wanted, 'en')).toEqual([
    { ...wanted[0], cents: last.priceCents, available: true, name: twoOptions.name.en },
    { ...wanted[1], cents: first.priceCents, available: true, name: twoOptions.name.en },
    { ...wanted[2], cents: onSale.saleCents, available: true, name: onSale.name.en },
    { ...wanted[3], cents: null, available: false, name: '' },
    { ...wanted[4], cents: null, available: false, name: twoOptions.name.en },
  ])
  const many = visible.map(one => ({ productId: one.id, variantId: one.variants[0]!.id }))
  expect(await shop.fetchPrices(many, 'el')).toMatchObject(many)
})

describe('from the cart to the order', () => {
  const contribution = {
    kind: 'contribution',
    cents: 4001,
    name: 'Ομαδικό δώρο: κατσαρόλα',
    productId: goods.twoOptions.id,
    variantId: goods.twoOptions.variants[0]!.id,
    reference: 'ref.signed',
  } as const
  const plain: CartRequestLine = {
    kind: 'product',
    productId: goods.plain.id,
    variantId: goods.plain.variants[0]!.id,
    quantity: 2,
    options: [],
  }

  test('plain lines and contributions come back on the order, to the cent', async () => {
    const before = new Date(world.clock.now.getTime() - 1000)
    const cart = await shop.createCart({ language: 'el', customerId: 0, lines: [plain, contribution] })
    expect(new URL(cart.checkoutUrl).origin).toBe('http://shop.test')
    const paid = await world.shop.actions.pay(cart.id, { email: 'anna@example.org' })
    const order = await shop.fetchOrder(paid.id)
    expect(order).toMatchObject({
      id: paid.id,
      cartId: cart.id,
      state: 'paid',
      channelId: 1481393,
      email: 'anna@example.org',
      totalCents: goods.plain.priceCents * 2 + 4001,
    })
    expect(order?.lines).toMatchObject([
      { productId: goods.plain.id, quantity: 2, totalCents: goods.plain.priceCents * 2, contribution: null },
      { totalCents: 4001, contribution: { productId: contribution.productId, reference: 'ref.signed' } },
    ])
    expect(await shop.fetchOrderIdsOfCart(cart.id)).toEqual([paid.id])
    expect((await shop.fetchChangedOrders(before)).map(one => one.id)).toContain(paid.id)
    expect(await shop.createCartRedirects(cart.id)).toBeNull()
  })

  test('a refund of one unit shows on its line', async () => {
    const cart = await shop.createCart({ language: 'en', customerId: 0, lines: [plain] })
    const { id } = await world.shop.actions.pay(cart.id)
    const lineId = (await shop.fetchOrder(id))!.lines[0]!.id
    await world.shop.actions.refund(id, { lineId, quantity: 1 })
    const order = await shop.fetchOrder(id)
    expect(order).toMatchObject({ state: 'paid', statusId: 14 })
    expect(order?.lines[0]).toMatchObject({ refundedQuantity: 1, refundedCents: goods.plain.priceCents })
    await world.shop.actions.refund(id)
    expect(await shop.fetchOrder(id)).toMatchObject({ state: 'void', statusId: 4 })
  })

  test('an open cart gets fresh addresses; unknown carts and orders are null or none', async () => {
    const cart = await shop.createCart({ language: 'en', customerId: 0, lines: [plain] })
    const again = await shop.createCartRedirects(cart.id)
    expect(again?.checkoutUrl).not.toBe(cart.checkoutUrl)
    const unknown = '00000000-0000-4000-8000-000000000000'
    expect(await shop.createCartRedirects(unknown)).toBeNull()
    expect(await shop.fetchOrderIdsOfCart(unknown)).toEqual([])
    expect(await shop.fetchOrder(999_999)).toBeNull()
  })

  test('a note is added once, below what stands there', async () => {
    const cart = await shop.createCart({ language: 'en', customerId: 0, lines: [plain] })
    const { id } = await world.shop.actions.pay(cart.id)
    await shop.addStaffNote(id, 'Registry KH7M')
    await shop.addStaffNote(id, 'Registry KH7M')
    await shop.addStaffNote(id, 'Send to the hosts')
    const { staff_notes } = (await world.rest('GET', `/v2/orders/${id}`)).json<{ staff_notes: string }>()
    expect(staff_notes).toBe('Registry KH7M\nSend to the hosts')
  })

  test('what the shop refuses is told in its words', async () => {
    const lines = [{ ...plain, productId: 999_999_999 }]
    await expect(shop.createCart({ language: 'en', customerId: 0, lines })).rejects.toMatchObject({
      kind: 'invalid',
      shopMessage: expect.any(String),
    })
  })

  test('a cart whose answer is lost is not made twice', async () => {
    world.shop.faults.routes = [{ path: '/stores/:hash/v3/carts', method: 'POST', answer: 'lost', times: 1 }]
    const failure = shop.createCart({ language: 'en', customerId: 0, lines: [plain] })
    await expect(failure).rejects.toMatchObject({ kind: 'unavailable' })
  })
})

test.each(['500', '429', '429-bare', 'truncated', 'refused', 'lost'] as const)(
  'one answer of the kind "%s" is got over',
  async answer => {
    world.shop.faults.routes = [{ path: '/graphql', answer, times: 1 }]
    expect(await shop.fetchProduct(goods.plain.id, 'en')).toMatchObject({ id: goods.plain.id })
  },
)

test('an answer with wrong types is named, and not asked for again', async () => {
  world.shop.faults.routes = [{ path: '/graphql', answer: 'mistyped', times: 1 }]
  const failure = shop.fetchProduct(goods.plain.id, 'en')
  await expect(failure).rejects.toMatchObject({
    kind: 'shape',
    message: expect.stringMatching(/^ProductDetails\.site\.product\.entityId/),
  })
  world.shop.faults.routes = [{ path: '/stores/:hash/v2/orders', answer: 'mistyped' }]
  await expect(shop.fetchChangedOrders(new Date(0))).rejects.toMatchObject({ kind: 'shape' })
  expect(published.mistakes.splice(0).length > 0).toBe(contracts)
})

test('webhooks: made, listed, switched on again, delivered and proved', async () => {
  const destination = 'http://127.0.0.1:9/api/shop/webhooks'
  await shop.createWebhook({ scope: 'store/order/created', destination })
  const [hook] = await shop.fetchWebhooks()
  expect(hook).toMatchObject({ scope: 'store/order/created', destination, active: true })
  await world.rest('PUT', `/v3/hooks/${hook!.id}`, { is_active: false })
  expect((await shop.fetchWebhooks())[0]?.active).toBe(false)
  await shop.activateWebhook(hook!.id)
  expect((await shop.fetchWebhooks())[0]?.active).toBe(true)

  const notices: ShopWebhookEvent[] = []
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
    const bytes = new TextEncoder().encode(String(init.body))
    notices.push(shop.parseWebhook(new Headers(init.headers), bytes, world.clock.now))
    return new Response()
  })
  const lines = [
    {
      kind: 'product' as const,
      productId: goods.plain.id,
      variantId: goods.plain.variants[0]!.id,
      quantity: 1,
      options: [],
    },
  ]
  const cart = await shop.createCart({ language: 'en', customerId: 0, lines })
  const { id } = await world.shop.actions.pay(cart.id)
  await world.shop.deliverWebhooks()
  expect(notices).toMatchObject([
    { scope: 'store/order/created', subject: { kind: 'order', id }, isStale: false },
  ])
})
