import { describe, expect, test } from 'vitest'
import type { Refused } from '../../test/client.ts'
import { opened } from '../../test/opened.ts'
import { testApp } from '../../test/test-app.ts'
import type { ReplyOf } from '../base/endpoint.ts'
import { type Shop, ShopFailure } from '../shop/port.ts'
import { getShopPage } from './content.contract.ts'
import {
  type LinkTarget,
  localizeShopLink,
  sanitizeShopHtml,
  splitLeadingPicture,
  summarizeHtml,
} from './html.rules.ts'

type Page = ReplyOf<typeof getShopPage>

describe('a page of the shop', () => {
  const app = opened(() => testApp())

  test('comes in both languages, with links in the same language', async () => {
    const english = await app.call<Page>(getShopPage, { path: '/about-us', lang: 'en' })
    const greek = await app.call<Page>(getShopPage, { path: '/about-us/', lang: 'el' })
    expect(english.data).toMatchObject({ path: '/about-us', title: 'About us', children: [] })
    expect(greek.data).toMatchObject({ path: '/about-us', title: expect.stringMatching(/\p{Script=Greek}/u) })
    const how = await app.call<Page>(getShopPage, { path: '/how-it-works', lang: 'el' })
    expect(how.data.html).toContain('href="/find-registry?lang=el"')
    expect(how.data.summary.length).toBeLessThanOrEqual(161)
    expect(how.data.summary).not.toContain('<')
  })

  test('lists the pages below it', async () => {
    const { data } = await app.call<Page>(getShopPage, { path: '/blog', lang: 'el' })
    expect(data.children.map(child => child.path)).toContain('/blog/how-many-gifts?lang=el')
    const article = await app.call<Page>(getShopPage, { path: '/blog/how-many-gifts', lang: 'en' })
    expect(article).toMatchObject({ status: 200, data: { children: [] } })
  })

  test.each(['/blog', '/inspiration', '/events'])(
    '%s has a picture and a summary of each article',
    async path => {
      const { data } = await app.call<Page>(getShopPage, { path, lang: 'el' })
      expect(data.children.length).toBeGreaterThan(2)
      for (const child of data.children) {
        expect(child.picture).toMatch(/\/shop\/images\/articles\/[a-z-]+\.avif$/)
        expect(child.summary.length).toBeGreaterThan(40)
        expect(child.published !== null).toBe(path === '/blog')
      }
    },
  )

  test('an article’s picture is separate from its text', async () => {
    const { data } = await app.call<Page>(getShopPage, { path: '/events/wedding', lang: 'en' })
    expect(data).toMatchObject({ picture: '/shop/images/articles/wedding.avif', published: null })
    expect(data.html).not.toContain('<img')
    expect(data.summary).toMatch(/^Wish for the things/)
    const post = await app.call<Page>(getShopPage, { path: '/blog/how-many-gifts', lang: 'en' })
    expect(post.data).toMatchObject({
      published: '2026-10-20',
      picture: expect.stringContaining('/how-many-gifts.avif'),
    })
  })

  test.each(['/blog/no-such-article', '/no-such-page', '/stoneware-teapot', 'about-us'])(
    'there is no page at %s',
    async path => {
      const response = await app.call<Refused>(getShopPage, { path })
      expect(response).toMatchObject({ status: 404, data: { code: 'refused_missing' } })
    },
  )
})

test('a page is cached for minutes, and longer while the shop can’t be reached; without a cached one it fails', async () => {
  let requests = 0
  let isAway = false
  const page = async (path: string) => {
    requests++
    if (isAway) throw new ShopFailure('unavailable', 'away')
    return { path, title: 'About us', html: '<p>Us.</p>', picture: null, published: null, children: [] }
  }
  const clock = { now: new Date('2026-11-21T10:00:00Z') }
  const site = await testApp({
    shop: { fetchPage: page, watchCredentials() {} } as unknown as Shop,
    now: () => clock.now,
  })
  try {
    const statusAt = async (path: string) => (await site.get(`/shop/page?path=${path}`)).status
    expect([await statusAt('/about-us'), await statusAt('/about-us/')]).toEqual([200, 200])
    expect(requests).toBe(1)
    isAway = true
    clock.now = new Date('2026-11-21T11:00:00Z')
    expect(await statusAt('/about-us')).toBe(200)
    expect(requests).toBe(2)
    expect(await statusAt('/faq')).toBe(502)
  } finally {
    await site.close()
  }
})

describe('the sanitised text', () => {
  const target: LinkTarget = {
    language: 'el',
    storefrontUrl: 'https://shop.example',
    eventTypes: ['wedding'],
    mayShow: address => address.startsWith('https://cdn.example/'),
  }

  test.each([
    ['<script>alert(1)</script><p>Yes</p>', '<p>Yes</p>'],
    ['<p onclick="x()" style="color:red" class="a" id="main">Yes</p>', '<p>Yes</p>'],
    ['<a href="javascript:alert(1)">x</a>', '<a>x</a>'],
    ['<a href=" java\tscript:alert(1)">x</a>', '<a>x</a>'],
    ['<a href="//evil.example">x</a>', '<a>x</a>'],
    ['<a href="/\\evil.example">x</a>', '<a>x</a>'],
    ['<a href="data:text/html,x">x</a>', '<a>x</a>'],
    ['<img src="http://shop.example/a.png" onerror="x()">', ''],
    ['<img src="x" onerror="alert(1)">', ''],
    ['<iframe src="https://evil.example"></iframe><form action="/x"><input></form>', ''],
    ['<svg><a xlink:href="javascript:x">y</a></svg><math><mi>z</mi></math>', '<a>y</a>z'],
    ['<h1>Title</h1>', '<h2>Title</h2>'],
    ['<style>p{}</style><base href="//evil.example"><p>Yes', '<p>Yes</p>'],
  ])('%s becomes %s', (html, expected) => {
    expect(sanitizeShopHtml(html, target)).toBe(expected)
  })

  test('has pictures of the storefront and of the hosts that pages may show, and tells of the others', () => {
    const dropped: string[] = []
    const other = '<img src="https://tracker.example/a.png"><img src="http://cdn.example/b.png">'
    expect(sanitizeShopHtml(other, target, address => dropped.push(address))).toBe('')
    expect(dropped).toEqual(['https://tracker.example/a.png', 'http://cdn.example/b.png'])
    expect(sanitizeShopHtml('<img src="/content/a.png" alt="A">', target)).toBe(
      '<img src="https://shop.example/content/a.png" alt="A" loading="lazy" />',
    )
    expect(sanitizeShopHtml('<img src="https://cdn.example/a.png">', target)).toContain(
      'https://cdn.example/a.png',
    )
  })

  test('has links in the same language on this site, all others to the storefront', () => {
    expect(localizeShopLink('/faq/#delivery', target)).toBe('/faq?lang=el#delivery')
    expect(localizeShopLink('/create-registry/wedding', target)).toBe('/create-registry/wedding?lang=el')
    expect(localizeShopLink('/stoneware-teapot/', target)).toBe(
      'https://shop.example/stoneware-teapot/?lang=el',
    )
    expect(localizeShopLink('/stoneware-teapot/', { ...target, language: 'en' })).toBe(
      'https://shop.example/stoneware-teapot/?lang=en',
    )
    expect(localizeShopLink('https://other.example/x', target)).toBe('https://other.example/x')
    expect(localizeShopLink('mailto:a@b.example', target)).toBe('mailto:a@b.example')
  })

  test('has a summary that ends with a whole sentence or word', () => {
    expect(summarizeHtml('<h2>Together</h2><p>Tea &amp; coffee</p><p>For two.</p>')).toBe(
      'Tea & coffee For two.',
    )
    const long = summarizeHtml(`<p>${'δώρο '.repeat(60)}</p>`)
    expect(long).toMatch(/^(δώρο )+δώρο…$/)
    const sentence = `${'a'.repeat(100)}.`
    expect(summarizeHtml(`<p>${sentence} ${'b '.repeat(60)}</p>`)).toBe(sentence)
    const greek = `${'α'.repeat(100)};`
    expect(summarizeHtml(`<p>${greek} ${'β '.repeat(60)}</p>`)).toBe(greek)
    const english = `${sentence.slice(0, -1)}; ${'b '.repeat(60)}`
    expect(summarizeHtml(`<p>${english}</p>`)).toMatch(/b…$/)
    expect(summarizeHtml(`<p>${'αβγ, '.repeat(60)}</p>`)).toMatch(/[^,]…$/)
    expect(long.length).toBeLessThanOrEqual(161)
  })
})

test.each([
  ['<figure><img src="/a.png?x=1&amp;y=2" alt=""></figure><p>Yes</p>', '/a.png?x=1&y=2', '<p>Yes</p>'],
  [
    '<p><img alt="" src="https://shop.example/a.png"></p> <h2>Yes</h2>',
    'https://shop.example/a.png',
    '<h2>Yes</h2>',
  ],
  ['<p>Yes</p><figure><img src="/a.png"></figure>', null, '<p>Yes</p><figure><img src="/a.png"></figure>'],
  ['<p><img src="/a.png"> and words</p>', null, '<p><img src="/a.png"> and words</p>'],
])('the leading picture of %s is %s', (html, picture, text) => {
  expect(splitLeadingPicture(html)).toEqual({ picture, text })
})
