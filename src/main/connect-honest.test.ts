import { chmodSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { expect, test } from 'vitest'
import { openMerchant } from '../../test/connect-terminal.ts'
import { webhookScopes } from '../shop/port.ts'
import { writeEnvFile } from './environment.ts'

/** What shop:connect says when something is wrong, and what it leaves alone. The tests build on one another. */

const merchant = openMerchant()
const { entered, written, run, hooks } = merchant
const stores = '/stores/:hash'
const secretName = 'X-Doron-Hook-Key'
const secretsCarried = async () => [...new Set((await hooks()).map(hook => hook.headers?.[secretName]))]

test('a token that the store refuses is told as such, and not written down', async () => {
  const { isWell, said } = await run({ ...entered(), SHOP_ACCESS_TOKEN: 'mistyped' })
  expect(isWell).toBe(false)
  expect(said).toMatch(/^✗ store +the access token is wrong, was deleted, or belongs to another store/m)
  expect(said).not.toContain('mistyped')
  expect(() => statSync(merchant.file)).toThrow('ENOENT')
  writeFileSync(merchant.file, 'SHOP_ACCESS_TOKEN=former\n')
  await run({ ...entered(), SHOP_ACCESS_TOKEN: 'mistyped' })
  merchant.store.shop.faults.routes = [{ path: '/stores', answer: 'refused' }]
  await run(entered())
  expect(readFileSync(merchant.file, 'utf8')).toBe('SHOP_ACCESS_TOKEN=former\n')
  rmSync(merchant.file)
})

test('a store whose orders can’t be paid in euro is refused: nothing is made, nothing is written down', async () => {
  const { rest } = merchant.store
  const dollar = { currency_code: 'USD', name: 'US dollar', currency_exchange_rate: '1.1', token: '$' }
  await rest('POST', '/v2/currencies', { ...dollar, is_transactional: true, country_iso2: 'US' })
  const assign = (code: string) =>
    rest('PUT', '/v3/channels/1481393/currency-assignments', {
      enabled_currencies: [code],
      default_currency: code,
    })
  expect((await assign('USD')).status).toBe(200)
  merchant.writes.length = 0
  const { isWell, said } = await run(entered())
  await assign('EUR')
  expect(isWell).toBe(false)
  expect(said).toMatch(/^✗ channel 1481393: currency +orders can't be paid in EUR, only in USD; make EUR a /m)
  expect(said).toContain('or has no euro')
  expect(said).not.toMatch(/^[+]/m)
  expect(merchant.writes.filter(call => !call.includes('currency-assignments'))).toEqual([])
  expect(() => statSync(merchant.file)).toThrow('ENOENT')
})

test('a run that breaks off half-way is repeated, and nothing is made twice', async () => {
  const breaking = (path: string, method: string, times: number) => ({
    path: `${stores}${path}`,
    method,
    answer: 'lost' as const,
    times,
  })
  for (const faults of [
    [breaking('/v3/hooks', 'POST', 3), breaking('/v3/catalog/products', 'POST', 1)],
    [breaking('/v3/catalog/products/:id/modifiers', 'POST', 2)],
  ]) {
    merchant.store.shop.faults.routes = faults
    expect((await run(entered())).said).toContain('✗')
    // As if the program had been killed before it wrote the settings.
    rmSync(merchant.file)
  }
  merchant.store.shop.faults.routes = []
  const carried = await secretsCarried()
  expect(carried).toHaveLength(1)
  const { isWell, said } = await run(entered())
  expect([isWell, said]).toEqual([true, expect.stringContaining('carry is taken over')])
  expect((await hooks()).map(hook => hook.scope).toSorted()).toEqual(webhookScopes.toSorted())
  expect(await secretsCarried()).toEqual(carried)
  expect(written().SHOP_WEBHOOK_SECRET).toBe(carried[0])
  const { data } = (await merchant.store.rest('GET', '/v3/catalog/products?limit=250')).json<{
    data: { id: number; sku: string }[]
  }>()
  expect(data.filter(one => /^REGISTRY-G/.test(one.sku))).toHaveLength(2)
  const groupProduct = /group:(\d+)/.exec(written().SHOP_PRODUCTS ?? '')?.[1]
  const modifiers = `/v3/catalog/products/${groupProduct}/modifiers`
  expect((await merchant.store.rest('GET', modifiers)).json<{ data: object[] }>().data).toHaveLength(3)
})

const addresses = () => ({ SHOP_API_URL: merchant.base, SHOP_GRAPHQL_URL: entered().SHOP_GRAPHQL_URL })

test('a run without any settings but those of the file finds everything, and leaves the file as it is', async () => {
  const before = readFileSync(merchant.file, 'utf8')
  const { isWell, said } = await run(addresses())
  expect([isWell, /^[+✗]/m.test(said)]).toEqual([true, false])
  expect(readFileSync(merchant.file, 'utf8')).toBe(before)
})

test('what was added to the file by hand counts, unless the environment names another store', async () => {
  const before = readFileSync(merchant.file, 'utf8')
  const own = 'SHOP_GROUP_TAX_CLASS=zero rated\nSHOP_CHECKOUT_ORIGINS=https://listed.example\n'
  writeFileSync(merchant.file, before + own)
  merchant.checkout = 'https://checkout.example'
  const { isWell, said } = await run(addresses())
  delete merchant.checkout
  expect([isWell, said]).toEqual([true, expect.stringMatching(/^✓ tax of group gifts/m)])
  expect(written().SHOP_CHECKOUT_ORIGINS).toBe('https://listed.example,https://checkout.example')
  const other = run({ ...addresses(), SHOP_STORE_HASH: 'other' })
  await expect(other).rejects.toThrow('SHOP_ACCESS_TOKEN must be set.')
  writeFileSync(merchant.file, before)
})

test('a store has a gift card of its own beside ours; a name that is taken is told, with what to do', async () => {
  const { rest } = merchant.store
  const products = '/v3/catalog/products'
  const make = async (name: string) => {
    const body = { name, type: 'digital', weight: 0, price: 25, tax_class_id: 2 }
    return (await rest('POST', products, body)).json<{ data: { id: number } }>().data.id
  }
  const removeOurs = () =>
    rest('DELETE', `${products}/${/card:(\d+)/.exec(written().SHOP_PRODUCTS ?? '')?.[1]}`)
  await removeOurs()
  const own = await make('Gift card')
  expect((await run(addresses())).said).toMatch(/^\+ gift card +a digital product/m)
  const group = /group:[\d:]+/.exec(written().SHOP_PRODUCTS ?? '')?.[0]

  await removeOurs()
  const other = await make('registry gift card')
  const { isWell, said } = await run(addresses())
  expect([isWell, said.match(/^✗.*/gm)]).toEqual([
    false,
    [
      expect.stringMatching(
        /^✗ gift card +the store has another product of that name or SKU; set SHOP_PRODUCTS=card:ITS_NUMBER, or rename it/,
      ),
    ],
  ])
  expect(written().SHOP_PRODUCTS).toMatch(new RegExp(`^${group},made:\\d+$`))
  const chosen = await run({ ...addresses(), SHOP_PRODUCTS: `card:${other}` })
  expect([chosen.isWell, written().SHOP_PRODUCTS]).toEqual([true, `${group},card:${other}`])
  for (const id of [own, other]) await rest('DELETE', `${products}/${id}`)
  expect((await run(addresses())).isWell).toBe(true)
})

test.each([
  'abc#def',
  '#1',
  '"quoted"',
  `'both" #`,
  ' outer ',
  'two\nlines # of it',
  "Hosts' home",
  String.raw`back\slash'#`,
])('a value is written so that it is read as the same: %j', value => {
  const file = `${merchant.file}.values`
  writeFileSync(file, 'KEY=former\nLAST=1\n')
  writeEnvFile(file, { KEY: value, NEW: value })
  expect(parseEnv(readFileSync(file, 'utf8'))).toEqual({ KEY: value, LAST: '1', NEW: value })
})

test('a secret that is known is kept: the one of the settings, of the file, of the store’s webhooks', async () => {
  const known = written().SHOP_WEBHOOK_SECRET
  const noSecret = { ...written(), SHOP_WEBHOOK_SECRET: undefined }
  expect((await run(noSecret)).isWell).toBe(true)
  expect([await secretsCarried(), written().SHOP_WEBHOOK_SECRET]).toEqual([[known], known])
  expect(merchant.writes.filter(call => call.includes('/v3/hooks'))).toEqual([])

  expect((await run(entered(), '--check')).said).toContain('✓ webhook secret')
  const other = 'another secret, set on purpose'
  const { said } = await run({ ...written(), SHOP_WEBHOOK_SECRET: other })
  expect(said).toContain(`SHOP_WEBHOOK_SECRET of the environment is used; ${merchant.file} had another one.`)
  expect(said.match(/^\+ store\/.*with our secret/gm)).toHaveLength(webhookScopes.length)
  expect([await secretsCarried(), written().SHOP_WEBHOOK_SECRET]).toEqual([[other], other])
  expect(said).not.toContain(other)
})

test('a scope that is missing is named, whether it is for reading or for writing; the rest is looked at', async () => {
  const { faults } = merchant.store.shop
  faults.routes = [{ path: `${stores}/v2/orders`, answer: '403' }]
  const reading = await run(written(), '--check')
  expect(reading.said).toMatch(/^✗ scope +the scope “Orders: modify” is not ticked/m)
  expect(reading.said).toMatch(/^\? scope +Marketing: modify: what is more than reading is not tried/m)
  faults.routes = [
    { path: `${stores}/v2/gift_certificates`, method: 'POST', answer: '403' },
    { path: `${stores}/v3/storefront`, method: 'POST', answer: '403' },
    { path: `${stores}/v2/orders/:id`, method: 'PUT', answer: '500' },
  ]
  const { isWell, said } = await run(written())
  expect(isWell).toBe(false)
  expect(said.match(/^✗.*/gm)).toEqual([
    expect.stringContaining('“Marketing: modify” is not ticked'),
    expect.stringContaining('“Storefront API tokens: manage” is not ticked'),
  ])
  expect(said).toMatch(/^\? scope +Orders: modify: the trial failed for another reason/m)
  expect(said).toMatch(/^\? scope +Customers login: login: it shows when a buyer/m)
  expect(said).toMatch(/^✓ scope +Customers: modify, proved by a customer that was made and removed/m)
})

test('what can’t be removed is named; the file is its owner’s alone, and keeps what else stands in it', async () => {
  writeFileSync(merchant.file, `${readFileSync(merchant.file, 'utf8')}# ours\nPORT=4000\n`)
  chmodSync(merchant.file, 0o644)
  merchant.store.shop.faults.routes = [
    { path: `${stores}/v2/gift_certificates/:id`, method: 'DELETE', answer: '500' },
  ]
  const { isWell, said } = await run(written())
  expect(isWell).toBe(false)
  expect(said).toMatch(/^✗ left behind +certificate \d+; remove it by hand/m)
  expect(statSync(merchant.file).mode & 0o777).toBe(0o600)
  expect(readFileSync(merchant.file, 'utf8')).toMatch(/# ours\nPORT=4000\n/)
  expect(parseEnv(readFileSync(merchant.file, 'utf8'))).toMatchObject({
    SHOP_STORE_HASH: entered().SHOP_STORE_HASH,
  })
})
