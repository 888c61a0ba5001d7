import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aHost, aRegistry } from '../../../test/builders.ts'
import { type TestApp, testApp } from '../../../test/test-app.ts'

let all: TestApp
beforeAll(async () => {
  all = await testApp()
})
afterAll(() => all.close())

const read = async (path: string) => {
  const answer = await all.request(path)
  expect(answer.status).toBe(200)
  return answer.text()
}
const addressesIn = (xml: string) => [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(match => match[1])

describe('the sitemap', () => {
  test('holds registries that anyone may find, and no others', async () => {
    const host = await aHost(all)
    const open = await aRegistry(all, host)
    const unlisted = await aRegistry(all, host)
    const removed = await aRegistry(all, host)
    const hidden = [
      await aRegistry(all, host, { privacy: 'shareable' }),
      await aRegistry(all, host, { privacy: 'private' }),
      unlisted,
      removed,
    ]
    const change = (id: number) => all.db.updateTable('registry').where('id', '=', id)
    await change(unlisted.id).set({ searchable: false }).execute()
    await change(removed.id).set({ removed_at: all.clock.now }).execute()
    const xml = await read('/sitemap.xml')
    expect(xml).toContain(`<loc>https://doron.test/registry/${open.code}</loc>`)
    for (const { code } of hidden) expect(xml).not.toContain(code)
  })

  test('holds every page in both languages, each naming itself and the other', async () => {
    const xml = await read('/sitemap.xml')
    const addresses = addressesIn(xml)
    expect(new Set(addresses).size).toBe(addresses.length)
    for (const path of ['/', '/faq', '/wedding', '/events', '/blog/how-many-gifts'])
      expect(addresses).toEqual(
        expect.arrayContaining([`https://doron.test${path}`, `https://doron.test${path}?lang=el`]),
      )
    for (const entry of xml.match(/<url>.*<\/url>/g) ?? [])
      expect([...entry.matchAll(/hreflang="([^"]+)"/g)].map(match => match[1])).toEqual([
        'en',
        'el',
        'x-default',
      ])
  })

  test('goes on without the shop’s articles while the shop is away', async () => {
    all.shop.faults.routes = [{ path: '/graphql', answer: '500' }]
    all.later(60 * 24)
    try {
      expect(addressesIn(await read('/sitemap.xml'))).toContain('https://doron.test/faq')
    } finally {
      all.shop.faults.routes = []
    }
  })

  test('has as many parts as it needs; one beyond them is empty', async () => {
    expect(await read('/robots.txt')).toMatch(/^Sitemap: https:\/\/doron\.test\/sitemap\.xml$/m)
    expect(addressesIn(await read('/sitemap.xml?part=2'))).toEqual([])
    expect(addressesIn(await read('/sitemap.xml?part=nonsense')).length).toBeGreaterThan(10)
  })
})

test('robots are kept from what concerns one visitor only', async () => {
  const lines = (await read('/robots.txt')).split('\n')
  expect(lines).toContain('Disallow: /api/')
  expect(lines).not.toContain('Disallow: /')
})
