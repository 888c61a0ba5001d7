import { expect, test } from 'vitest'
import { opened } from '../../../../test/opened.ts'
import { watched } from '../../../../test/published-calls.ts'
import { openTestShop } from '../../../../test/shop.ts'
import { setUpStore } from './setup.ts'
import type { StoreSetupRequest } from './setup-context.ts'

const english = 'http://shop.test/shop'
const greek = 'http://el.shop.test/shop'
const far = opened(() => openTestShop({ channelUrls: { 1481393: greek } }))

async function setUp(more: Partial<StoreSetupRequest> = {}, { mayChange = true, checkout = '' } = {}) {
  const { storeHash, accessToken } = far.shop.credentials
  const published = watched(async (url, init) => {
    const reply = await far.shop.app.request(url.slice(english.length), init)
    if (!checkout || !url.endsWith('/site')) return reply
    // The channel's checkout falls back to the address of another one.
    const { data, ...rest } = await reply.json()
    const urls = data.urls.map((one: { type: string }) =>
      one.type === 'checkout' ? { ...one, url: checkout } : one,
    )
    return Response.json({ ...rest, data: { ...data, urls } })
  })
  const request: StoreSetupRequest = {
    storeHash,
    accessToken,
    apiUrl: english,
    graphqlUrl: `${english}/graphql/{channel}`,
    siteUrl: 'https://registry.example',
    channels: { en: 1, el: 1481393 },
    tokens: { en: undefined, el: undefined },
    giftCardProductId: 186584,
    ...more,
  }
  const { findings, settings } = await setUpStore(request, {
    mayChange,
    httpOptions: { fetch: published.fetch, sleep: async () => {} },
  })
  return { settings, about: (name: string) => findings.filter(one => one.name === name) }
}

const channelsAt = (first: string, second: string) =>
  new RegExp(`^en:1:[^:]+:${first}:,el:1481393:[^:]+:${second}:$`)

test('each channel’s own site is written as its language’s storefront', async () => {
  const { settings } = await setUp()
  expect(settings.SHOP_CHANNELS).toMatch(channelsAt(english, greek))
  expect(settings.SHOP_CHECKOUT_ORIGINS).toBeUndefined()
})

test('a checkout on another origin is listed, and what was listed stays', async () => {
  const { settings } = await setUp(
    { checkoutOrigins: ['https://listed.example'] },
    { checkout: 'https://checkout.example' },
  )
  expect(settings.SHOP_CHECKOUT_ORIGINS).toBe('https://listed.example,https://checkout.example')
})

test('a check tells which settings are not as the store has them', async () => {
  const old = { en: english, el: english }
  const { about } = await setUp({ storefrontUrls: old }, { mayChange: false })
  expect(about('channel 1: site')).toEqual([{ name: 'channel 1: site', state: 'right', text: english }])
  expect(about('channel 1481393: site')).toEqual([
    expect.objectContaining({
      state: 'wrong',
      text: `is ${greek}, but the settings have another one for el`,
    }),
  ])
  const missing = await setUp({}, { mayChange: false, checkout: 'https://checkout.example' })
  expect(missing.about('channel 1: site').at(-1)).toMatchObject({
    state: 'wrong',
    text: 'has its checkout at https://checkout.example; add it to SHOP_CHECKOUT_ORIGINS',
  })
})

test('one channel for both languages has one token and one site', async () => {
  const { settings, about } = await setUp({ channels: { en: 1, el: 1 } })
  expect(about('channel 1')).toEqual([
    expect.objectContaining({ text: '“Doron Shop (English)”, for en and el' }),
  ])
  expect(about('token of channel 1')).toHaveLength(1)
  expect(about('channel 1: languages')).toEqual([expect.objectContaining({ state: 'right', text: 'en, el' })])
  const [, token] = /^en:1:([^:]+):/.exec(settings.SHOP_CHANNELS ?? '') ?? []
  expect(settings.SHOP_CHANNELS).toBe(`en:1:${token}:${english}:,el:1:${token}:${english}:`)
})
