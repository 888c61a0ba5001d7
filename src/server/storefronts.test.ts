import { expect, test } from 'vitest'
import { storefrontLink } from '../base/paths.ts'
import { ConfigError, readConfig } from './config.ts'
import { findPictureOrigins, isShownPicture } from './context/picture-origins.ts'
import { findFormTargets } from './security/form-targets.ts'
import { storefrontAddresses } from './storefronts.ts'

const SECRET = 'a'.repeat(32)
const store = {
  SECRET,
  SITE_URL: 'https://registry.example',
  SHOP_STORE_HASH: 'abc123',
  SHOP_ACCESS_TOKEN: 'x',
  SHOP_WEBHOOK_SECRET: 'x',
  SHOP_TOKEN_EN: 'x',
  SHOP_TOKEN_EL: 'y',
  SHOP_GROUP_PRODUCT: '7',
  SHOP_GROUP_OPTION_PRODUCT: '7',
  SHOP_GROUP_OPTION_VARIANT: '7',
  SHOP_GROUP_OPTION_REFERENCE: '7',
}
const two = {
  SHOP_STOREFRONT_URL_EN: 'https://shop.example/',
  SHOP_STOREFRONT_URL_EL: 'https://shop.example.gr',
}
const oneChannel = { SHOP_CHANNEL_EN: '1', SHOP_CHANNEL_EL: '1' }
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
  expect(shops({ ...store, SHOP_STOREFRONT_URL: one })).toEqual({ en: one, el: one })
  expect(shops({ ...store, ...two })).toEqual({ en: one, el: 'https://shop.example.gr' })
  const greek = { SHOP_STOREFRONT_URL: one, SHOP_STOREFRONT_URL_EL: 'https://shop.example.gr' }
  expect(shops({ ...store, ...greek })).toEqual({ en: one, el: 'https://shop.example.gr' })
})

test('one channel needs one token', () => {
  const { SHOP_TOKEN_EL: _, ...withoutGreek } = store
  const one = { ...withoutGreek, ...oneChannel, SHOP_STOREFRONT_URL: 'https://shop.example' }
  expect(readConfig(one).SHOP_TOKEN_EL).toBeUndefined()
  expect(readConfig({ ...one, SHOP_TOKEN_EL: 'x' }).SHOP_TOKEN_EL).toBe('x')
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

const sameChannel = 'because SHOP_CHANNEL_EN and SHOP_CHANNEL_EL are the same channel'

test.each([
  [{ ...store }, 'SHOP_STOREFRONT_URL must be set when SHOP_STORE_HASH is.'],
  [
    { ...store, SHOP_STOREFRONT_URL_EN: two.SHOP_STOREFRONT_URL_EN },
    'SHOP_STOREFRONT_URL_EL must be set when SHOP_STORE_HASH is.',
  ],
  [
    { ...store, SHOP_STOREFRONT_URL_EL: two.SHOP_STOREFRONT_URL_EL },
    'SHOP_STOREFRONT_URL_EN must be set when SHOP_STORE_HASH is.',
  ],
  [
    { ...store, ...oneChannel, ...two, SHOP_TOKEN_EL: 'x' },
    `SHOP_STOREFRONT_URL_EL must be on the site of SHOP_STOREFRONT_URL_EN, ${sameChannel}, not "https://shop.example.gr".`,
  ],
  [
    { ...store, ...oneChannel, SHOP_STOREFRONT_URL: 'https://shop.example' },
    `SHOP_TOKEN_EL must be left out or be that of SHOP_TOKEN_EN, ${sameChannel}.`,
  ],
])('channels that do not fit together are refused in one sentence', (env, message) => {
  expect(() => readConfig(env)).toThrow(new ConfigError(message))
})
