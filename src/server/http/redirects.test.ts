import { expect, test } from 'vitest'
import { opened } from '../../../test/opened.ts'
import { testApp } from '../../../test/test-app.ts'

const here = opened(() => testApp({ shop: 'none' }))
const there = opened(() =>
  testApp({
    shop: 'none',
    env: {
      SHOP_CHANNELS: 'en:1::https://shop.example,el:1481393::https://shop.example',
      SITE_MARK: 'https://shop.example/m.png',
    },
  }),
)

const target = async (site: typeof here, path: string, init?: RequestInit) => {
  const { status, headers } = await site.app.request(path, init)
  return [status, headers.get('location')]
}

test('a search is redirected to the storefront with its query', async () => {
  const asked = '?search_query=%CE%BA%CE%BF%CF%8D%CF%80%CE%B1&page=2'
  expect(await target(here, `/search.php${asked}`)).toEqual([302, `/shop/search.php${asked}&lang=en`])
  expect(await target(there, `/search.php${asked}`)).toEqual([
    302,
    `https://shop.example/search.php${asked}&lang=en`,
  ])
})

test('the redirect has the visitor’s language', async () => {
  const greek = { headers: { cookie: 'I18N_LANGUAGE=el' } }
  expect(await target(here, '/search.php?search_query=a', greek)).toEqual([
    302,
    '/shop/search.php?search_query=a&lang=el',
  ])
  expect(await target(here, '/search.php?lang=en', greek)).toEqual([302, '/shop/search.php?lang=en'])
})

test('the newsletter’s form is redirected with its fields, from our own pages alone', async () => {
  const form = { method: 'POST', body: new URLSearchParams({ action: 'subscribe', nl_email: 'a@b.example' }) }
  expect(await target(here, '/subscribe.php', form)).toEqual([307, '/shop/subscribe.php?lang=en'])
  const foreign = { ...form, headers: { 'sec-fetch-site': 'cross-site' } }
  expect(await target(here, '/subscribe.php', foreign)).toEqual([403, null])
})

test('nothing in the address can redirect to another site', async () => {
  expect(await target(there, '/search.php?x=%0d%0aset-cookie:a')).toEqual([
    302,
    'https://shop.example/search.php?x=%0D%0Aset-cookie%3Aa&lang=en',
  ])
  expect((await target(there, '/search.php/@evil.example'))[0]).not.toBe(302)
})

test('the icon that browsers request by themselves is the site’s logo', async () => {
  expect(await target(here, '/favicon.ico')).toEqual([302, '/logo.svg'])
  expect(await target(there, '/favicon.ico')).toEqual([302, 'https://shop.example/m.png'])
})
