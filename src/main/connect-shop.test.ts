import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { openMerchant } from '../../test/connect-terminal.ts'
import { watched } from '../../test/published-calls.ts'
import { goods } from '../../test/shop.ts'
import { readConfig } from '../server/config.ts'
import { connectShop } from '../shop/bigcommerce/connect.ts'
import { shopConnectionFrom } from '../shop/bigcommerce/connection.ts'
import { setUpStore } from '../shop/bigcommerce/setup/setup.ts'
import { webhookScopes } from '../shop/port.ts'

/** A merchant connects a store that knows nothing of us, over a real port. */

const merchant = openMerchant()
const { entered, written, run, hooks } = merchant

test('a check says what is missing and changes nothing', async () => {
  const { isWell, said } = await run(entered(), '--check')
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
  expect(() => statSync(merchant.file)).toThrow('ENOENT')
  expect(merchant.writes).toEqual([])
})

test('one run makes all of it, and writes settings with which the product starts', async () => {
  writeFileSync(merchant.file, '# ours\nPORT=4000\nSHOP_CHANNELS=en:2,el:3\n')
  const { isWell, said } = await run(entered())
  expect(said).not.toContain('✗')
  expect(isWell).toBe(true)
  expect(said).toContain(merchant.file)
  expect(readFileSync(merchant.file, 'utf8')).toMatch(/^# ours\nPORT=4000\nSHOP_CHANNELS=en:1:/)
  expect(await hooks()).toHaveLength(webhookScopes.length)

  const config = readConfig({ ...written(), SECRET: 'x'.repeat(32) })
  const shop = connectShop(shopConnectionFrom(config)!)
  const card = await shop.fetchGiftCardProduct('el')
  expect(card?.variants.map(one => one.priceCents)).toEqual([2500, 5000, 10_000, 15_000, 20_000, 30_000])
  const reference = 'signed'
  const share = { cents: 4001, name: 'Group gift', productId: goods.plain.id, variantId: 7, reference }
  for (const language of ['en', 'el'] as const) {
    const lines = [{ kind: 'contribution' as const, ...share }]
    const cart = await shop.createCart({ language, customerId: 0, lines })
    const { id } = await merchant.store.shop.actions.pay(cart.id)
    expect((await shop.fetchOrder(id))?.lines).toMatchObject([
      { totalCents: 4001, contribution: { productId: goods.plain.id, variantId: 7, reference } },
    ])
  }
})

test('the way back after paying stands on each channel’s order pages, once, and stays off where it was switched off', async () => {
  interface Script {
    uuid: string
    src: string
    visibility: string
    channel_id: number
    enabled: boolean
  }
  const scripts = async () =>
    (await merchant.store.rest('GET', '/v3/content/scripts')).json<{ data: Script[] }>().data
  const made = await scripts()
  const src = `${entered().SITE_URL}/after-paying.js`
  expect(made.map(one => [one.src, one.visibility, one.channel_id]).toSorted()).toEqual([
    [src, 'order_confirmation', 1],
    [src, 'order_confirmation', 1_481_393],
  ])
  await merchant.store.rest('PUT', `/v3/content/scripts/${made[0]?.uuid}`, { enabled: false })
  expect((await run(written())).said).toContain('switched off in the store, and left so')
  expect((await scripts()).map(({ enabled }) => enabled).toSorted()).toEqual([false, true])
})

test('the gift card that was made is offered by registries, and sold nowhere else', async () => {
  const [, sold, made] = /card:(\d+),made:(\d+)/.exec(written().SHOP_PRODUCTS ?? '') ?? []
  expect(made).toBe(sold)
  const shop = connectShop(shopConnectionFrom(readConfig({ ...written(), SECRET: 'x'.repeat(32) }))!)
  const card = (await shop.fetchGiftCardProduct('en'))!
  const [variant] = card.variants
  expect([card.available, variant?.available, card.type]).toEqual([true, true, 'giftcertificate'])
  const item = { productId: card.id, variantId: variant?.id ?? 0 }
  expect(await shop.fetchPrices([item], 'en')).toMatchObject([{ available: true, cents: 2500 }])
  const line = { kind: 'product' as const, ...item, quantity: 1, options: [], modifiers: [] }
  const cart = { language: 'en' as const, customerId: 0, lines: [line] }
  await expect(shop.createCart(cart)).rejects.toMatchObject({ kind: 'invalid' })

  // The merchant puts it on sale all the same: what is paid for it is money, which the next run ends.
  await merchant.store.rest('PUT', `/v3/catalog/products/${made}`, { availability: 'available' })
  const { id } = await merchant.store.shop.actions.pay((await shop.createCart(cart)).id)
  expect((await shop.fetchOrder(id))?.lines).toMatchObject([{ kind: 'money', totalCents: 2500 }])
  expect((await run(written(), '--check')).said).toMatch(/^✗ gift card: sale/m)
  expect((await run(written())).said).toMatch(/^\+ gift card: sale/m)
  await expect(shop.createCart(cart)).rejects.toMatchObject({ kind: 'invalid' })
})

test('a gift card that the shop had before stays on sale, and is what its buyer bought', async () => {
  const own = { name: 'Ours', type: 'digital', weight: 0, price: 25, sku: 'CARD', availability: 'available' }
  const made = await merchant.store.rest('POST', '/v3/catalog/products', own)
  const { id } = made.json<{ data: { id: number } }>().data
  await merchant.store.rest('PUT', `/v3/catalog/products/${id}`, { tax_class_id: 2 })
  // Beside it the one that was made stays known.
  const env = { ...written(), SHOP_PRODUCTS: written().SHOP_PRODUCTS?.replace(/card:\d+/, `card:${id}`) }
  const { said } = await run(env, '--check')
  expect(said).toMatch(new RegExp(`^✓ gift card +product ${id}`, 'm'))
  expect(said).not.toContain('gift card: sale')
  const config = readConfig({ ...env, SECRET: 'x'.repeat(32) })
  const shop = connectShop(shopConnectionFrom(config)!)
  const line = {
    kind: 'product' as const,
    productId: id,
    variantId: 0,
    quantity: 1,
    options: [],
    modifiers: [],
  }
  const cart = await shop.createCart({ language: 'en', customerId: 0, lines: [line] })
  const order = await merchant.store.shop.actions.pay(cart.id)
  expect((await shop.fetchOrder(order.id))?.lines).toMatchObject([{ kind: 'certificate' }])
  await merchant.store.rest('DELETE', `/v3/catalog/products/${id}`)
})

test('a second run finds everything and makes nothing', async () => {
  const before = readFileSync(merchant.file, 'utf8')
  const { isWell, said } = await run(written())
  expect([isWell, /^[+✗]/m.test(said)]).toEqual([true, false])
  expect(readFileSync(merchant.file, 'utf8')).toBe(before)
  expect(await hooks()).toHaveLength(webhookScopes.length)
})

test('what has changed is seen by a check and mended by a run', async () => {
  const [asleep, other] = await hooks()
  await merchant.store.rest('PUT', `/v3/hooks/${asleep!.id}`, { is_active: false })
  await merchant.store.rest('PUT', `/v3/hooks/${other!.id}`, { headers: { 'X-Doron-Hook-Key': 'old' } })
  const stale = { ...written(), SHOP_CHANNELS: 'en:1,el:1481393:unknown::Αποστολή στους οικοδεσπότες' }
  const checked = await run(stale, '--check')
  expect(checked.said.match(/^✗.*/gm)).toEqual([
    expect.stringContaining('token of channel 1481393'),
    expect.stringContaining('woken up'),
    expect.stringContaining('with our secret'),
  ])
  expect(merchant.writes).toEqual([])
  expect((await run(stale)).isWell).toBe(true)
  merchant.writes.length = 0
  expect((await run(written(), '--check')).isWell).toBe(true)
  expect(merchant.writes).toEqual([])
})

test.each([
  ['the token is wrong', { SHOP_ACCESS_TOKEN: 'wrong' }, '✗ store'],
  ['a channel is not there', { SHOP_CHANNELS: 'en:1,el:77' }, '✗ channel 77'],
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
  const made = (await merchant.store.rest('GET', '/v3/catalog/products?limit=250')).json<{
    data: { id: number }[]
  }>()
  for (const { id } of made.data.filter(one => one.id >= 500_000))
    await merchant.store.rest('DELETE', `/v3/catalog/products/${id}`)
  const published = watched((url, init) => fetch(url, init))
  const wish = {
    storeHash: merchant.store.shop.credentials.storeHash,
    accessToken: merchant.store.shop.credentials.accessToken,
    apiUrl: merchant.base,
    graphqlUrl: `${merchant.base}/graphql/{channel}`,
    siteUrl: 'https://other.example',
    channels: { en: 1, el: 1481393 },
    tokens: { en: undefined, el: undefined },
    giftCardProductId: 1,
  }
  const { findings } = await setUpStore(wish, { mayChange: true, httpOptions: { fetch: published.fetch } })
  expect(findings.filter(one => one.state === 'wrong')).toEqual([])
  expect(findings.filter(one => one.state === 'made').map(one => one.name)).toContain('gift card')
  expect(findings).toContainEqual({
    name: 'webhooks elsewhere',
    state: 'unproved',
    text: expect.stringContaining('lead to https://registry.example/api/shop/webhooks; if that is a former'),
  })
  // The description demands of a new product's variants the ids that only its answer can give.
  const impossible = /^POST .*products: \/variants\/\d must have required property '(product_)?id'$/
  expect(published.mistakes.filter(mistake => !impossible.test(mistake))).toEqual([])
})
