import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { type ServerType, serve } from '@hono/node-server'
import { Hono } from 'hono'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { watched } from '../../test/published-calls.ts'
import { goods, openTestShop, type TestShop } from '../../test/shop.ts'
import { readConfig } from '../server/config.ts'
import { connectShop } from '../shop/bigcommerce/connect.ts'
import { shopConnectionFrom } from '../shop/bigcommerce/connection.ts'
import { setUpStore } from '../shop/bigcommerce/setup/setup.ts'
import { connectShopFromTerminal } from './connect-shop.ts'

/** A merchant connects a store that knows nothing of us, over a real port. */

let testShop: TestShop
let server: ServerType
let base: string
const folder = mkdtempSync(join(tmpdir(), 'connect-'))
const file = join(folder, 'settings.env')

beforeAll(async () => {
  const outer = new Hono()
  server = serve({ fetch: outer.fetch, port: 0, hostname: '127.0.0.1' })
  await new Promise(done => server.once('listening', done))
  const address = server.address()
  base = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/shop`
  testShop = await openTestShop({ baseUrl: base, now: () => new Date() })
  outer.mount('/shop', testShop.shop.app.fetch)
  const { productId } = testShop.shop.groupGift
  for (const id of [productId, 186_584]) await testShop.rest('DELETE', `/v3/catalog/products/${id}`)
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await new Promise(done => server.close(done))
  await testShop.close()
})
afterEach(() => {
  testShop.shop.faults.routes = []
})

const merchant = () => ({
  SHOP_STORE_HASH: testShop.shop.credentials.storeHash,
  SHOP_ACCESS_TOKEN: testShop.shop.credentials.accessToken,
  SHOP_CLIENT_ID: testShop.shop.credentials.clientId,
  SHOP_CLIENT_SECRET: testShop.shop.credentials.clientSecret,
  SHOP_API_URL: base,
  SHOP_GRAPHQL_URL: `${base}/graphql/{channel}`,
  SITE_URL: 'https://registry.example',
})
const written = () => ({ ...merchant(), ...parseEnv(readFileSync(file, 'utf8')) })

async function run(env: NodeJS.Dict<string>, ...flags: string[]) {
  const said: string[] = []
  const isWell = await connectShopFromTerminal(env, [`--to=${file}`, ...flags], line => said.push(line))
  return { isWell, said: said.join('\n') }
}
const hooks = async () => (await testShop.rest('GET', '/v3/hooks')).json<{ data: { id: number }[] }>().data

test('a check says what is missing and changes nothing', async () => {
  const { isWell, said } = await run(merchant(), '--check')
  expect(isWell).toBe(false)
  for (const missing of [
    '✗ group gift',
    '✗ gift card',
    '✗ token of channel 1481393',
    '✗ store/order/created',
  ])
    expect(said).toContain(missing)
  expect(said).toContain('✓ channel 1481393')
  expect(await hooks()).toEqual([])
  expect(() => statSync(file)).toThrow('ENOENT')
})

test('one run makes all of it, and writes settings with which the product starts', async () => {
  writeFileSync(file, '# ours\nPORT=4000\nSHOP_CHANNEL_EN=2\n')
  const { isWell, said } = await run(merchant())
  expect(said).not.toContain('✗')
  expect(isWell).toBe(true)
  expect(said).toContain(file)
  expect(readFileSync(file, 'utf8')).toMatch(/^# ours\nPORT=4000\nSHOP_CHANNEL_EN=1\n/)
  expect(await hooks()).toHaveLength(8)

  const config = readConfig({ ...written(), SECRET: 'x'.repeat(32) })
  const shop = connectShop(shopConnectionFrom(config)!)
  const card = await shop.fetchGiftCardProduct('el')
  expect(card?.variants.map(one => one.priceCents)).toEqual([2500, 5000, 10_000, 15_000, 20_000, 30_000])
  const reference = 'signed'
  const share = { cents: 4001, name: 'Group gift', productId: goods.plain.id, variantId: 7, reference }
  for (const language of ['en', 'el'] as const) {
    const lines = [{ kind: 'contribution' as const, ...share }]
    const cart = await shop.createCart({ language, customerId: 0, lines })
    const { id } = await testShop.shop.actions.pay(cart.id)
    expect((await shop.fetchOrder(id))?.lines).toMatchObject([
      { totalCents: 4001, contribution: { productId: goods.plain.id, variantId: 7, reference } },
    ])
  }
})

test('a second run finds everything and makes nothing', async () => {
  const before = readFileSync(file, 'utf8')
  const { isWell, said } = await run(written())
  expect([isWell, /^[+✗]/m.test(said)]).toEqual([true, false])
  expect(readFileSync(file, 'utf8')).toBe(before)
  expect(await hooks()).toHaveLength(8)
})

test('what has changed is seen by a check and mended by a run', async () => {
  const [asleep, other] = await hooks()
  await testShop.rest('PUT', `/v3/hooks/${asleep!.id}`, { is_active: false })
  await testShop.rest('PUT', `/v3/hooks/${other!.id}`, { headers: { 'X-Doron-Hook-Key': 'old' } })
  const stale = { ...written(), SHOP_TOKEN_EL: 'unknown' }
  const checked = await run(stale, '--check')
  expect(checked.said.match(/^✗.*/gm)).toEqual([
    expect.stringContaining('token of channel 1481393'),
    expect.stringContaining('woken up'),
    expect.stringContaining('with our secret'),
  ])
  expect((await run(stale)).isWell).toBe(true)
  expect((await run(written(), '--check')).isWell).toBe(true)
})

test.each([
  ['the token is wrong', { SHOP_ACCESS_TOKEN: 'wrong' }, '✗ store'],
  ['a channel is not there', { SHOP_CHANNEL_EL: '77' }, '✗ channel 77'],
  ['the registry has no https', { SITE_URL: 'http://registry.example' }, 'must begin with https://'],
])('it is told when %s', async (_name, more, sentence) => {
  const { isWell, said } = await run({ ...written(), ...more }, '--check')
  expect([isWell, said.includes(sentence)]).toEqual([false, true])
})

test('what is not set is named where nobody can be asked', async () => {
  await expect(run({ SHOP_STORE_HASH: 'abc' })).rejects.toThrow(
    'SHOP_ACCESS_TOKEN must be set.\nSITE_URL must be set.',
  )
})

test('every call keeps to the published description', async () => {
  const made = (await testShop.rest('GET', '/v3/catalog/products?limit=250')).json<{
    data: { id: number }[]
  }>()
  for (const { id } of made.data.filter(one => one.id >= 500_000))
    await testShop.rest('DELETE', `/v3/catalog/products/${id}`)
  const published = watched((url, init) => fetch(url, init))
  const wish = {
    storeHash: testShop.shop.credentials.storeHash,
    accessToken: testShop.shop.credentials.accessToken,
    apiUrl: base,
    graphqlUrl: `${base}/graphql/{channel}`,
    siteUrl: 'https://other.example',
    channels: { en: 1, el: 1481393 },
    tokens: { en: undefined, el: undefined },
    giftCardProductId: 1,
  }
  const { findings } = await setUpStore(wish, { mayChange: true, httpOptions: { fetch: published.fetch } })
  expect(findings.filter(one => one.state === 'wrong')).toEqual([])
  expect(findings.filter(one => one.state === 'made').map(one => one.name)).toContain('gift card')
  // The description demands of a new product's variants the ids that only its answer can give.
  const impossible = /^POST .*products: \/variants\/\d must have required property '(product_)?id'$/
  expect(published.mistakes.filter(mistake => !impossible.test(mistake))).toEqual([])
})
