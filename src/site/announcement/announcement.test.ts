import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { aHost, aRegistry } from '../../../test/builders.ts'
import { freshDatabase } from '../../../test/postgres.ts'
import { type SingleTestApp, type TestApp, testApp } from '../../../test/test-app.ts'

let w: TestApp
let site: SingleTestApp
let silent: SingleTestApp
const words = { ANNOUNCEMENT_EN: 'Free delivery in May', ANNOUNCEMENT_EL: 'Δωρεάν αποστολή τον Μάιο' }
beforeAll(async () => {
  w = await testApp()
  const shop = w.processA.shop
  site = await testApp({ env: { ...words, ANNOUNCEMENT_PATH: '/discover-more' }, pages: true, shop })
  silent = await testApp({ pages: true, shop })
})
afterAll(async () => {
  await Promise.all([site.close(), silent.close()])
  await w.close()
})

const page = async (path: string, cookie?: string) =>
  (await site.app.request(path, cookie ? { headers: { cookie } } : {})).text()

describe('the line on top', () => {
  test('is told by the API in either language, and is nothing when none is set', async () => {
    const said = async (app: typeof site, lang: string) =>
      (await app.get(`/notification/ad?lang=${lang}`)).body.data
    expect(await said(site, 'en')).toMatchObject({ text: words.ANNOUNCEMENT_EN, path: '/discover-more' })
    expect(await said(site, 'el')).toMatchObject({ text: words.ANNOUNCEMENT_EL })
    expect(await said(silent, 'en')).toBeNull()
  })

  test('stands on a page until it is put away, and comes back with other words', async () => {
    expect(await page('/faq?lang=el')).toContain(words.ANNOUNCEMENT_EL)
    const answer = await site.app.request('/announcement?lang=en', {
      method: 'POST',
      headers: { 'sec-fetch-site': 'same-origin', 'content-type': 'application/x-www-form-urlencoded' },
      body: 'back=/faq',
    })
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/faq'])
    const cookie = answer.headers
      .getSetCookie()
      .find(one => one.startsWith('announcement='))!
      .split(';')[0]!
    expect(await page('/faq?lang=en', cookie)).not.toContain(words.ANNOUNCEMENT_EN)
    expect(await page('/faq?lang=en', 'announcement=other')).toContain(words.ANNOUNCEMENT_EN)
  })

  test('leads back to this site alone', async () => {
    const answer = await site.app.request('/announcement', {
      method: 'POST',
      headers: { 'sec-fetch-site': 'same-origin', 'content-type': 'application/x-www-form-urlencoded' },
      body: 'back=//evil.example',
    })
    expect(answer.headers.get('location')).toBe('/')
  })
})

test('a kept view of a registry shows the line to those who have not put it away, and to them alone', async () => {
  const database = await freshDatabase()
  const host = await testApp({ database })
  const shared = { pages: true, shop: host.processA.shop, db: host.db, databaseUrl: database.url }
  const app = await testApp({ env: words, ...shared })
  try {
    const { code } = await aRegistry(host, await aHost(host))
    const { id } = (await app.get('/notification/ad?lang=en')).body.data
    const view = async (cookie: string) =>
      (await app.app.request(`/registry/${code}`, { headers: { cookie } })).text()
    // Each rendering carries a number of its own: two alike are one kept view.
    await vi.waitFor(async () => expect(await view('')).toBe(await view('')), { timeout: 60_000 })
    for (const cookie of [`announcement=${id}`, '', `announcement=${id}`, 'announcement=old', ''])
      expect((await view(cookie)).includes(words.ANNOUNCEMENT_EN)).toBe(!cookie.endsWith(String(id)))
  } finally {
    await app.close()
    await host.close()
    await database.drop()
  }
})
