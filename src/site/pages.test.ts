import { describe, expect, test } from 'vitest'
import { opened } from '../../test/opened.ts'
import { testApp } from '../../test/test-app.ts'
import { languages } from '../base/language.ts'
import { shopPagePaths, shopSectionPaths } from './content.rules.ts'

const main = opened(() => testApp())
const site = opened(() => testApp({ pages: true, shop: main.processA.shop }))

const paths = [
  ...shopPagePaths,
  ...shopSectionPaths,
  '/blog/how-many-gifts',
  '/events/wedding',
  '/wedding',
  '/baptism',
  '/baby-shower',
  '/birthday',
  '/student-life',
  '/lets-event',
  '/group-activity',
  '/other',
  '/categories',
]

describe.each(languages)('in %s', language => {
  test.each(paths)('%s has its page, with and without a trailing slash', async path => {
    for (const address of [path, `${path}/`]) {
      const response = await site.app.request(`${address}?lang=${language}`)
      const html = await response.text()
      expect(response.status).toBe(200)
      expect(html).toContain(`<html lang="${language}"`)
      expect(html.match(/<h1/g)).toHaveLength(1)
      const canonical = `http://registry.example${path}${language === 'el' ? '?lang=el' : ''}`
      expect(html).toContain(`<link rel="canonical" href="${canonical}"`)
    }
  })

  test.each([
    '/terms-of-use-registrant',
    '/terms-of-use-gift-purchaser',
    '/terms-of-use-privacy-policy',
    '/payment-delivery-returns-policy',
    '/cookies-policy',
    '/accessibility',
  ])('%s names the day of its last change', async path => {
    const html = await (await site.app.request(`${path}?lang=${language}`)).text()
    expect(html).toMatch(/(Last changed on|Τελευταία αλλαγή:) \d+ \p{L}+ 2026\./u)
  })

  test('home has a title of its own before the site’s name (R808)', async () => {
    const html = await (await site.app.request(`/?lang=${language}`)).text()
    const title = { en: 'Gift registries', el: 'Λίστες δώρων' }[language]
    expect(html).toContain(`<title>${title} | Doron</title>`)
  })

  test('home has structured data about the site, an article about its breadcrumbs (R824)', async () => {
    const graphOf = async (path: string) => {
      const html = await (await site.app.request(`${path}?lang=${language}`)).text()
      const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html) ?? []
      return JSON.parse(json) as object
    }
    expect(await graphOf('/')).toMatchObject({
      '@graph': [{ '@type': 'Organization' }, { '@type': 'WebSite', inLanguage: language }],
    })
    expect(await graphOf('/about-us')).toMatchObject({ '@type': 'BreadcrumbList' })
  })

  test.each(['/blog/how-many-gifts', '/inspiration/honeymoon', '/events/wedding'])(
    '%s has a share picture and related articles',
    async path => {
      const html = await (await site.app.request(`${path}?lang=${language}`)).text()
      const [, picture = ''] =
        /property="og:image" content="http:\/\/registry\.example([^"]+)"/.exec(html) ?? []
      expect(picture).toBe(`/share${path}/${language}.jpg`)
      const answer = await site.app.request(picture)
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
      expect((await answer.arrayBuffer()).byteLength).toBeLessThan(300_000)
      expect(html).toContain('property="og:type" content="article"')
      expect(html).toContain('/create-registry')
      const [, related = ''] = /<nav aria-labelledby="related"(.*?)<\/nav>/s.exec(html) ?? []
      expect(related.match(/<h3/g)?.length).toBeGreaterThan(1)
      expect(related).not.toContain(`"${path}`)
    },
  )

  test('an unknown article has no share picture', async () => {
    expect((await site.app.request(`/share/blog/no-such-article/${language}.jpg`)).status).toBe(404)
  })

  test('how it works lists its steps once', async () => {
    const html = await (await site.app.request(`/how-it-works?lang=${language}`)).text()
    expect(html.match(/<ol/g)).toHaveLength(1)
  })

  test('an unknown article is a missing page', async () => {
    const answer = await site.app.request(`/blog/no-such-article?lang=${language}`)
    expect(answer.status).toBe(404)
  })
})

test.each(['/events.data', '/events/_.data', '/blog/how-many-gifts/_.data'])(
  '%s answers the data that client navigation requests',
  async path => {
    expect((await site.app.request(path)).status).toBe(200)
  },
)
