import { describe, expect, test, vi } from 'vitest'
import { aHost, aRegistry } from '../../test/builders.ts'
import { opened } from '../../test/opened.ts'
import { freshDatabase } from '../../test/postgres.ts'
import { testApp } from '../../test/test-app.ts'

const main = opened(() => testApp())
const texts = { en: 'Free delivery in May', el: 'Δωρεάν αποστολή τον Μάιο' }
const company = {
  COMPANY_NAME: 'Δώρα ΑΕ',
  COMPANY_ADDRESS: 'Ερμού 1, 10563 Αθήνα',
  COMPANY_TAX_ID: '099999999',
  COMPANY_REGISTRY_ID: '123456701000',
}
const env = { ANNOUNCEMENT: `en:${texts.en},el:${texts.el},path:/discover-more`, ...company }
const site = opened(() => testApp({ env, pages: true, shop: main.processA.shop }))
const siteWithout = opened(() => testApp({ pages: true, shop: main.processA.shop }))

const page = async (path: string, cookie?: string) =>
  (await site.app.request(path, cookie ? { headers: { cookie } } : {})).text()

const closeBar = (back: string) =>
  site.app.request('/announcement?lang=en', {
    method: 'POST',
    headers: { 'sec-fetch-site': 'same-origin', 'content-type': 'application/x-www-form-urlencoded' },
    body: `back=${back}`,
  })

describe('the announcement', () => {
  test('comes from the API in both languages, and is null without the setting', async () => {
    const announcement = async (app: typeof site, lang: string) =>
      (await app.get(`/notification/ad?lang=${lang}`)).body.data
    expect(await announcement(site, 'en')).toMatchObject({
      text: texts.en,
      path: '/discover-more',
    })
    expect(await announcement(site, 'el')).toMatchObject({ text: texts.el })
    expect(await announcement(siteWithout, 'en')).toBeNull()
  })

  test('is on every page until the visitor closes it; another one is shown again', async () => {
    expect(await page('/faq?lang=el')).toContain(texts.el)
    const response = await closeBar('/faq')
    expect([response.status, response.headers.get('location')]).toEqual([302, '/faq?lang=en'])
    const cookie = response.headers
      .getSetCookie()
      .find(header => header.startsWith('announcement='))!
      .split(';')[0]!
    expect(await page('/faq?lang=en', cookie)).not.toContain(texts.en)
    expect(await page('/faq?lang=en', 'announcement=other')).toContain(texts.en)
  })

  test('closing it redirects to this site only', async () => {
    const response = await closeBar('//evil.example')
    expect(response.headers.get('location')).toBe('/?lang=en')
  })
})

test('a cached registry page shows it only to visitors who have not closed it', async () => {
  const database = await freshDatabase()
  const host = await testApp({ database })
  const shared = { pages: true, shop: host.processA.shop, db: host.db, databaseUrl: database.url }
  const app = await testApp({ env: { ANNOUNCEMENT: `en:${texts.en},el:${texts.el}` }, ...shared })
  try {
    const { code } = await aRegistry(host, await aHost(host))
    const { id } = (await app.get('/notification/ad?lang=en')).body.data
    const registryPage = async (cookie: string) =>
      (await app.app.request(`/registry/${code}`, { headers: { cookie } })).text()
    // Each rendering has another error reference, so two equal pages came from the cache.
    await vi.waitFor(async () => expect(await registryPage('')).toBe(await registryPage('')), {
      timeout: 60_000,
    })
    for (const cookie of [`announcement=${id}`, '', `announcement=${id}`, 'announcement=old', ''])
      expect((await registryPage(cookie)).includes(texts.en)).toBe(!cookie.endsWith(String(id)))
  } finally {
    await app.close()
    await host.close()
    await database.drop()
  }
})

test('the footer says who is behind the site, as far as its settings do (R805)', async () => {
  const facts = async (language: string) =>
    /<p[^>]*>(Δώρα ΑΕ[^<]*)</.exec(await page(`/faq?lang=${language}`))?.[1]?.split('\u00a0· ')
  expect(await facts('el')).toEqual([
    company.COMPANY_NAME,
    company.COMPANY_ADDRESS,
    `ΑΦΜ ${company.COMPANY_TAX_ID}`,
    `Αριθμός ΓΕΜΗ ${company.COMPANY_REGISTRY_ID}`,
    expect.stringMatching(/^έκδοση /),
  ])
  expect(await facts('en')).toContain(`VAT number ${company.COMPANY_TAX_ID}`)
})

test('search engines read who is behind the site, or its name', async () => {
  const organization = (html: string) => {
    const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html) ?? []
    return JSON.parse(json)['@graph'][0]
  }
  expect(organization(await page('/'))).toMatchObject({
    name: company.COMPANY_NAME,
    address: company.COMPANY_ADDRESS,
    vatID: company.COMPANY_TAX_ID,
  })
  const unnamed = organization(await (await siteWithout.app.request('/')).text())
  expect(unnamed).toMatchObject({ name: 'Doron' })
  expect(unnamed).not.toHaveProperty('address')
})
