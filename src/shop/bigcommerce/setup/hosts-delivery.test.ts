import { afterEach, expect, test } from 'vitest'
import { watched } from '../../../../test/published-calls.ts'
import { openTestShop, type TestShop } from '../../../../test/shop.ts'
import { setUpStore } from './setup.ts'
import type { StoreSetupRequest } from './setup-context.ts'

const base = 'http://shop.test/shop'
let far: TestShop
afterEach(() => far.close())

/** Sets the embedded shop up as a merchant's store; answers the findings by name, and the calls that were made. */
async function setUp(
  more: Partial<StoreSetupRequest>,
  { mayChange = true, store = {} }: { mayChange?: boolean; store?: { pricesEnteredWithTax?: boolean } } = {},
  prepare: (shop: TestShop) => unknown = () => {},
) {
  far = await openTestShop(store)
  await prepare(far)
  const calls: string[] = []
  const published = watched((url, init) => {
    calls.push(`${init.method} ${url.slice(`${base}/stores/${far.shop.credentials.storeHash}`.length)}`)
    return far.shop.app.request(url.slice(base.length), init)
  })
  const request: StoreSetupRequest = {
    storeHash: far.shop.credentials.storeHash,
    accessToken: far.shop.credentials.accessToken,
    apiUrl: base,
    graphqlUrl: `${base}/graphql`,
    siteUrl: 'https://registry.example',
    channels: { en: 1, el: 1481393 },
    tokens: { en: undefined, el: undefined },
    giftCardProductId: 186_584,
    groupProductId: far.shop.groupGift.productId,
    hostsDeliveryMethods: { en: 'Deliver to the hosts', el: 'Αποστολή στους οικοδεσπότες' },
    ...more,
  }
  const { findings } = await setUpStore(request, {
    mayChange,
    httpOptions: { fetch: published.fetch, sleep: async () => {} },
  })
  // The platform's description has no reply for a store without webhooks.
  expect(published.mistakes.filter(mistake => !mistake.startsWith('GET /hooks'))).toEqual([])
  const delivery = findings.filter(one => one.name.endsWith('delivery to the hosts'))
  return { findings, delivery, calls }
}

test('the method is found on each channel by a quote, whose cart is deleted', async () => {
  const { delivery, calls } = await setUp({})
  expect(delivery.map(({ name, state }) => [name, state])).toEqual([
    ['channel 1: delivery to the hosts', 'right'],
    ['channel 1481393: delivery to the hosts', 'right'],
  ])
  const quotes = calls.filter(call => call.includes('/consignments'))
  const deleted = calls.filter(call => call.startsWith('DELETE /v3/carts/'))
  // The third cart proves that the token may make one.
  expect([quotes.length, deleted.length]).toEqual([2, 3])
  for (const call of deleted) expect((await far.rest('GET', call.slice('DELETE '.length))).status).toBe(404)
})

test('a method by another name is told, with what there is', async () => {
  const { delivery } = await setUp({ hostsDeliveryMethods: { en: 'To the hosts', el: 'Κούριερ' } })
  expect(delivery).toMatchObject([
    { state: 'wrong', text: expect.stringMatching(/“To the hosts”.*“Courier”, “Deliver to the hosts”/) },
    { state: 'right' },
  ])
})

test('a check makes no cart, and says that nothing is proved', async () => {
  const { delivery, calls } = await setUp({}, { mayChange: false })
  expect(delivery.map(one => one.state)).toEqual(['unproved', 'unproved'])
  expect(calls.filter(call => !call.startsWith('GET '))).toEqual([])
})

test('a quote that fails leaves no cart behind', async () => {
  const { delivery, calls } = await setUp({}, {}, shop => {
    shop.shop.faults.routes = [{ path: '/stores/:hash/v3/checkouts/:id/consignments', answer: '500' }]
  })
  expect(delivery.map(one => one.state)).toEqual(['wrong', 'wrong'])
  expect(calls.filter(call => call.startsWith('DELETE /v3/carts/'))).toHaveLength(3)
})

test('the class of the group gift is that of the setting, by name or by id', async () => {
  const standard = { tax_class_id: 0 }
  const toStandard = ({ rest, shop }: TestShop) =>
    rest('PUT', `/v3/catalog/products/${shop.groupGift.productId}`, standard)
  for (const groupTaxClass of ['default tax class', '0']) {
    const { findings } = await setUp({ groupTaxClass }, { mayChange: false }, toStandard)
    expect(findings).toContainEqual({
      name: 'tax of group gifts',
      state: 'right',
      text: 'class 0, “Default Tax Class”, has a rate of 24 %',
    })
    expect(findings.find(one => one.name === 'group gift')).toMatchObject({ state: 'right' })
    if (groupTaxClass !== '0') await far.close()
  }
})

test('a class that the product or the store does not have is told', async () => {
  const { findings } = await setUp({ groupTaxClass: 'Reduced' }, { mayChange: false })
  expect(findings.find(one => one.name === 'group gift')).toMatchObject({ state: 'wrong' })
  await far.close()
  const other = await setUp({ groupTaxClass: 'Luxury' }, { mayChange: false })
  expect(other.findings.find(one => one.name === 'tax of group gifts')?.text).toContain('“Reduced”')
})

test('prices without tax are right, and nobody is told to enter them otherwise', async () => {
  const { findings } = await setUp({}, { mayChange: false, store: { pricesEnteredWithTax: false } })
  expect(findings.filter(one => one.name === 'prices')).toEqual([
    { name: 'prices', state: 'right', text: 'are entered without tax; guests see and pay them with tax' },
  ])
  expect(findings.filter(one => one.state === 'wrong' && /\btax\b/.test(one.text))).toEqual([])
})
