import { expect, test } from 'vitest'
import { storefrontLink } from '../base/paths.ts'
import { formatChannels } from '../shop/port-store.ts'
import { ConfigError, readConfig } from './config.ts'
import { findFormTargets, findPictureOrigins, isShownPicture } from './context/storefront-moves.ts'
import { storefrontAddresses } from './storefronts.ts'

const SECRET = 'a'.repeat(32)
const store = {
  SECRET,
  SITE_URL: 'https://registry.example',
  SHOP_STORE_HASH: 'abc123',
  SHOP_ACCESS_TOKEN: 'x',
  SHOP_WEBHOOK_SECRET: 'x',
  SHOP_PRODUCTS: 'group:7:7:7:7',
}
const two = { SHOP_CHANNELS: 'en:1:x:https://shop.example/,el:1481393:y:https://shop.example.gr' }
const oneChannel = { SHOP_CHANNELS: 'en:1,el:1' }
const shops = (env: Record<string, string>) => storefrontAddresses(readConfig({ SECRET, ...env }))
const here = 'http://127.0.0.1:3000/shop'
const there = 'http://localhost:3000/shop'

test.each([
  ['as started', {}, here, there],
  ['with the names the other way round', { SITE_URL: 'http://localhost:3000' }, there, here],
  ['on another port', { PORT: '4000' }, here.replace('3000', '4000'), there.replace('3000', '4000')],
  ['on IPv6', { HOST: '::1' }, 'http://[::1]:3000/shop', there],
  ['listening where localhost does not lead', { HOST: '127.0.0.2' }, 'http://127.0.0.2:3000/shop', undefined],
  [
    'that others reach',
    { SITE_URL: 'https://registry.example', DEMO_ON_PURPOSE: 'true' },
    'https://registry.example/shop',
    undefined,
  ],
  ['behind a proxy', { TRUST_PROXY: 'true' }, here, undefined],
  ['with one channel', oneChannel, here, undefined],
])('the shop of a demonstration %s', (_, env, english, greek = english) => {
  expect(shops(env)).toEqual({ en: english, el: greek })
})

test('a store has one storefront, or one for each language', () => {
  const one = 'https://shop.example'
  const both = { SHOP_CHANNELS: `en:1:x:${one},el:1481393:y:${one}` }
  expect(shops({ ...store, ...both })).toEqual({ en: one, el: one })
  expect(shops({ ...store, ...two })).toEqual({ en: one, el: 'https://shop.example.gr' })
})

test('one channel needs one token, and its languages may have paths of their own', () => {
  const read = (SHOP_CHANNELS: string) => readConfig({ ...store, SHOP_CHANNELS }).SHOP_CHANNELS
  const english = { id: 1, token: 'x', url: 'https://shop.example', delivery: 'To: the hosts, all' }
  const once = 'en:1:x:https://shop.example:To: the hosts, all'
  expect(read(`${once},el:1`)).toEqual({ en: english, el: english })
  expect(read(`${once},el:1:x:https://shop.example/el:Στους οικοδεσπότες`)).toEqual({
    en: english,
    el: { ...english, url: 'https://shop.example/el', delivery: 'Στους οικοδεσπότες' },
  })
  expect(read(`el:1:x:http://127.0.0.1:4000/shop,en:1`).en).toEqual({
    id: 1,
    token: 'x',
    url: 'http://127.0.0.1:4000/shop',
    delivery: 'Deliver to the hosts',
  })
})

test('channels are written as they are read', () => {
  const { SHOP_CHANNELS } = readConfig({ ...store, ...two })
  expect(readConfig({ ...store, SHOP_CHANNELS: formatChannels(SHOP_CHANNELS) }).SHOP_CHANNELS).toEqual(
    SHOP_CHANNELS,
  )
})

test('pages may send forms to the storefronts of both languages, and show their pictures', () => {
  const demo = readConfig({ SECRET })
  expect(findFormTargets(demo)).toEqual(['http://localhost:3000'])
  expect(findPictureOrigins(demo)).toEqual(['http://localhost:3000'])
  const real = readConfig({ ...store, ...two })
  expect(findFormTargets(real)).toEqual(
    expect.arrayContaining(['https://shop.example', 'https://shop.example.gr']),
  )
  expect(findPictureOrigins(real)).toEqual(
    expect.arrayContaining([
      'https://*.bigcommerce.com',
      'https://shop.example',
      'https://shop.example.gr',
      `https://store-${store.SHOP_STORE_HASH}.mybigcommerce.com`,
    ]),
  )
  const more = readConfig({ ...store, ...two, PICTURE_HOSTS: 'pictures.example, cdn.example' })
  expect(findPictureOrigins(more)).toEqual(
    expect.arrayContaining(['https://pictures.example', 'https://cdn.example']),
  )
  const shown = ['https://cdn11.bigcommerce.com/a.jpg', 'https://cdn.example/a.jpg']
  const left = [
    'http://cdn.example/a.jpg',
    'https://bigcommerce.com.evil.example/a.jpg',
    'https://evil.example/a',
  ]
  expect([...shown, ...left].map(address => isShownPicture(address, more))).toEqual([
    true,
    true,
    false,
    false,
    false,
  ])
})

test.each(['/vase/', 'vase/', '.evil.example/', '@evil.example/', '//evil.example/'])(
  'a link to the shop’s page %s stays on its storefront',
  path => {
    const storefronts = { en: 'https://shop.example', el: 'https://shop.example.gr' }
    const link = new URL(storefrontLink(storefronts, path, 'el'))
    expect([link.origin, link.search]).toEqual(['https://shop.example.gr', '?lang=el'])
    // Without a language the shop would show the one that was visited last.
    expect(new URL(storefrontLink(storefronts, path, 'en')).search).toBe('?lang=en')
  },
)

const form = 'en:CHANNEL:TOKEN:ADDRESS:DELIVERY,el:…'

test.each([
  ['', 'must have the storefront token of en', 'must have the storefront’s address of el'],
  ['en:1:x:https://shop.example', `must name each language as in ${form}; el is missing`],
  ['en:1:x:https://shop.example,fr:2', 'must begin each of its parts with en: or el:'],
  ['1', 'must begin each of its parts with en: or el:'],
  ['en:1,en:2', 'must have en: only once'],
  ['en:one:x:https://shop.example,el:1', 'must have the number of a channel after "en:"'],
  ['en:1:x:shop.example,el:1', `must have the address of a storefront for en: ${form}`],
  ['en:1:x:https://shop.example?a=b,el:1', `must have the address of a storefront for en: ${form}`],
  ['en:1::https://shop.example,el:1', `must have the storefront token of en: ${form}`],
  [
    'en:1:x:https://shop.example,el:1:y',
    'must have the same token twice, or once, because channel 1 is that of en and el',
  ],
  [
    'en:1:x:https://shop.example,el:1:x:https://shop.example.gr',
    'must have addresses on one site, because channel 1 is that of en and el',
  ],
])('channels %s are refused', (SHOP_CHANNELS, ...sentences) => {
  const read = () => readConfig({ ...store, SHOP_CHANNELS })
  expect(read).toThrow(ConfigError)
  for (const sentence of sentences) expect(read).toThrow(`SHOP_CHANNELS ${sentence.replace('’', "'")}`)
})
