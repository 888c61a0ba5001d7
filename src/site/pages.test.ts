import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openApp } from '../../test/app.ts'
import { type World, world } from '../../test/world.ts'
import { languages } from '../base/language.ts'
import { landingTypes, nestedShopAddresses, shopAddresses } from './rules.ts'

let all: World
let site: Awaited<ReturnType<typeof openApp>>
beforeAll(async () => {
  all = await world()
  site = await openApp({}, { withPages: true, shop: all.processA.shop })
})
afterAll(async () => {
  await site.close()
  await all.close()
})

const shown = [
  ...shopAddresses,
  ...nestedShopAddresses,
  '/blog/how-many-gifts',
  '/events/wedding',
  ...landingTypes.map(type => `/${type}`),
  '/categories',
]

describe.each(languages)('in %s', language => {
  test.each(shown)('%s stands, with and without a slash at its end', async path => {
    for (const address of [path, `${path}/`]) {
      const answer = await site.app.request(`${address}?lang=${language}`)
      const html = await answer.text()
      expect(answer.status).toBe(200)
      expect(html).toContain(`<html lang="${language}"`)
      expect(html.match(/<h1/g)).toHaveLength(1)
      const canonical = `http://registry.example${path}${language === 'el' ? '?lang=el' : ''}`
      expect(html).toContain(`<link rel="canonical" href="${canonical}"`)
    }
  })

  test('home says who the site is, and an article where it stands', async () => {
    const graphOf = async (path: string) => {
      const html = await (await site.app.request(`${path}?lang=${language}`)).text()
      const [, said = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html) ?? []
      return JSON.parse(said) as object
    }
    expect(await graphOf('/')).toMatchObject({
      '@graph': [{ '@type': 'Organization' }, { '@type': 'WebSite', inLanguage: language }],
    })
    expect(await graphOf('/about-us')).toMatchObject({ '@type': 'BreadcrumbList' })
  })

  test('an article that the shop does not have is missing', async () => {
    const answer = await site.app.request(`/blog/no-such-article?lang=${language}`)
    expect(answer.status).toBe(404)
  })
})

test.each(['/events.data', '/events/_.data', '/blog/how-many-gifts/_.data'])(
  '%s is what a page already open asks for',
  async path => {
    expect((await site.app.request(path)).status).toBe(200)
  },
)
