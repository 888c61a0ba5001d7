import { afterEach, expect, test } from 'vitest'
import { catalogue } from '../../../../shop/catalogue/index.ts'
import { watchRequests } from '../../../../test/published-calls.ts'
import { goods, openTestShop, type TestShop } from '../../../../test/shop.ts'
import type { Shop } from '../../port.ts'
import { connectShop } from '../connect.ts'
import { embeddedShopConnection } from '../connection.ts'
import type { KeptTaxFacts, TaxMemory } from '../tax.ts'

const base = 'http://shop.test/shop'
const taxService = 'https://tax.test/rates'
const rates = { 'Default Tax Class': 24, REDUCED: 13, 'zero rated': 0 }

let far: TestShop
afterEach(() => far.close())

const sharedMemory = (): TaxMemory => {
  let kept: KeptTaxFacts | null = null
  return {
    load: async () => kept,
    save: async facts => {
      kept = facts
    },
  }
}

/** A connector to a store; its tax service answers what the test puts into `service`. */
async function connectStore(
  store: { pricesEnteredWithTax?: boolean; showsTax?: boolean } = {},
  settings: { usesService?: boolean; memory?: TaxMemory } = {},
) {
  far = await openTestShop(store)
  const clock = { now: 1_800_000_000_000 }
  const service = { answer: (): Response | Promise<Response> => Response.json({ rates }), asked: 0 }
  const calls: string[] = []
  const inner = watchRequests((url, init) => far.shop.app.request(url.slice(base.length), init))
  const start = (): Shop =>
    connectShop(
      embeddedShopConnection(base, far.shop, {
        SHOP_CHANNELS: { en: { id: 1 }, el: { id: 1481393 } },
        ...(settings.usesService && { TAX_RATES: { url: taxService, authorization: 'Basic abc' } }),
      }),
      {
        fetch: (url, init) => {
          calls.push(url)
          if (url !== taxService) return inner(url, init)
          service.asked += 1
          return new Headers(init.headers).get('authorization') === 'Basic abc'
            ? service.answer()
            : new Response(null, { status: 401 })
        },
        sleep: async () => {},
        now: () => clock.now,
        ...(settings.memory && { taxMemory: settings.memory }),
      },
    )
  return { shop: start(), start, service, clock, calls }
}

const item = { productId: goods.twoOptions.id, variantId: goods.twoOptions.variants[1]!.id }
const variantCents = goods.twoOptions.variants[1]!.priceCents
const whole = { productId: goods.plain.id, variantId: 0 }
const priceOf = async (shop: Shop, wanted = whole) => {
  const [live] = await shop.fetchPrices([wanted], 'en')
  return [live?.cents, live?.available]
}

test.each([
  ['entered with tax', { pricesEnteredWithTax: true, showsTax: true }],
  ['entered with tax, by a storefront that adds none', { pricesEnteredWithTax: true, showsTax: false }],
  ['entered without tax', { pricesEnteredWithTax: false, showsTax: true }],
  ['entered without tax, by a storefront that adds none', { pricesEnteredWithTax: false, showsTax: false }],
])('prices %s are shown with it, wherever they are read', async (_, store) => {
  const { shop } = await connectStore(store)
  const { id, variants } = goods.twoOptions
  const cents = variants.map(variant => variant.priceCents)
  const most = Math.max(...cents)
  expect(await priceOf(shop)).toEqual([goods.plain.priceCents, true])
  expect(await priceOf(shop, item)).toEqual([variantCents, true])
  expect((await shop.fetchProduct(id, 'el'))?.priceCents).toBe(most)
  const {
    products: [listed],
  } = await shop.fetchProducts([id], 'en')
  expect([listed?.priceCents, ...(listed?.variants ?? []).map(one => one.priceCents)]).toEqual([
    most,
    ...cents,
  ])
  const { products } = await shop.fetchCataloguePage('en', null)
  const listedProduct = catalogue.products.find(product => product.id === products[0]?.id)
  expect(products[0]?.variants.map(one => one.priceCents)).toEqual(
    listedProduct?.variants.slice(0, 50).map(variant => variant.priceCents - discountOf(listedProduct)),
  )
  const values = goods.twoOptions.options.map((option, at) => ({
    optionId: option.id,
    valueId: variants[1]!.values[at]!,
  }))
  expect((await shop.findVariant(id, values, 'en'))?.priceCents).toBe(variantCents)
  const card = await shop.fetchGiftCardProduct('en')
  expect(card?.variants.every(one => one.priceCents !== null && one.priceCents % 100 === 0)).toBe(true)
})

const discountOf = ({ priceCents, saleCents = priceCents }: { priceCents: number; saleCents?: number }) =>
  priceCents - saleCents

const untaxed = { pricesEnteredWithTax: false, showsTax: false }

test('the configured service decides, by the class’s name in lower case', async () => {
  const { shop, service } = await connectStore(untaxed, { usesService: true })
  expect(await shop.fetchTaxRates()).toEqual({ 'default tax class': 1.24, reduced: 1.13, 'zero rated': 1 })
  expect(await priceOf(shop)).toEqual([goods.plain.priceCents, true])
  service.answer = () => Response.json({ rates: { ...rates, 'Default Tax Class': 0 } })
  await shop.fetchTaxRates()
  expect(await priceOf(shop)).toEqual([Math.round(goods.plain.priceCents / 1.24), true])
})

test.each([true, false])(
  'rates that staff write are followed, prices entered with tax: %j',
  async pricesEnteredWithTax => {
    const { shop } = await connectStore({ pricesEnteredWithTax, showsTax: false })
    const { data } = (await far.rest('GET', '/v3/tax/rates')).json<{
      data: { name: string; tax_zone_id: number }[]
    }>()
    const { tax_zone_id } = data.find(({ name }) => name === 'ΦΠΑ')!
    const class_rates = [{ rate: 10, tax_class_id: 0 }]
    await far.rest('POST', '/v3/tax/rates', [{ tax_zone_id, name: 'Isle', priority: 2, class_rates }])
    expect((await shop.fetchTaxRates())['default tax class']).toBeCloseTo(1.364, 6)
    const cents = pricesEnteredWithTax ? goods.plain.priceCents : Math.round(goods.plain.priceCents * 1.1)
    expect(await priceOf(shop)).toEqual([cents, true])
    const customer = { name: 'Μαρία', surname: 'Παππά', email: 'maria@example.org', phone: null }
    const line = { ...whole, quantity: 1, cents, options: [], modifiers: [] }
    const id = await shop.placeOrder({
      externalId: 'taxed',
      language: 'el',
      customerId: 0,
      customer,
      shipTo: null,
      lines: [line],
      staffNote: '',
    })
    const order = (await far.rest('GET', `/v2/orders/${id}`)).json<{ total_tax: string }>()
    expect(Number(order.total_tax)).toBeCloseTo((cents - cents / 1.364) / 100, 2)
  },
)

test('a class without a rate has no price, and never the one without tax', async () => {
  const { shop, service } = await connectStore(untaxed, { usesService: true })
  service.answer = () => Response.json({ rates: { Reduced: 13, 'Zero rated': 0 } })
  expect(await priceOf(shop)).toEqual([null, false])
  expect(await priceOf(shop, item)).toEqual([null, false])
  expect((await shop.fetchProduct(item.productId, 'en'))?.variants[0]?.priceCents).toBeNull()
})

const badAnswers: [string, () => Response | Promise<Response>][] = [
  ['away', () => new Response(null, { status: 503 })],
  ['refusing', () => new Response(null, { status: 401 })],
  ['breaking off', () => Promise.reject(new TypeError('fetch failed'))],
  ['of another shape', () => Response.json([24, 13])],
  ['no JSON', () => new Response('<html>')],
  ['negative', () => Response.json({ rates: { ...rates, Reduced: -1 } })],
  ['of 1000 %', () => Response.json({ rates: { ...rates, Reduced: 1000 } })],
]

test.each(badAnswers)('a tax service that is %s leaves the last rates', async (_, answer) => {
  const { shop, service, clock } = await connectStore(untaxed, { usesService: true })
  service.answer = answer
  expect(await priceOf(shop)).toEqual([null, false])
  clock.now += 120_000
  service.answer = () => Response.json({ rates })
  expect(await priceOf(shop)).toEqual([goods.plain.priceCents, true])
  service.answer = answer
  await expect(shop.fetchTaxRates()).rejects.toMatchObject({ name: 'ShopFailure' })
  clock.now += 5 * 3_600_000
  expect(await priceOf(shop)).toEqual([goods.plain.priceCents, true])
})

test('another process knows the rates that one has read, also when the service is away', async () => {
  const { start, service } = await connectStore(untaxed, { usesService: true, memory: sharedMemory() })
  await start().fetchTaxRates()
  service.answer = () => new Response(null, { status: 503 })
  const asked = service.asked
  expect(await priceOf(start())).toEqual([goods.plain.priceCents, true])
  expect(service.asked).toBe(asked)
})

test('rates are read hourly, once for many prices, and not by guests again and again while the service is away', async () => {
  const { shop, service, clock } = await connectStore(untaxed, { usesService: true })
  await Promise.all([priceOf(shop), priceOf(shop, item), priceOf(shop)])
  await priceOf(shop)
  expect(service.asked).toBe(1)
  clock.now += 3_600_001
  await priceOf(shop)
  expect(service.asked).toBe(2)
})

test('a store whose storefront adds the tax is asked for no rates', async () => {
  const { shop, calls } = await connectStore()
  await priceOf(shop)
  expect(calls.filter(url => url.includes('/tax'))).toEqual([])
})

test('the store is read once for its country and for how its prices are entered', async () => {
  const { shop, calls } = await connectStore(untaxed)
  await shop.fetchTaxRates()
  expect(calls.filter(url => url.endsWith('/v2/store'))).toHaveLength(1)
})
