import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { aHost, aRegistry } from '../../test/builders.ts'
import { opened } from '../../test/opened.ts'
import { testApp } from '../../test/test-app.ts'
import { foldSlug } from '../registry/slug.rules.ts'
import { insertRow, updateRows } from '../server/postgres/rows.ts'

const app = opened(() => testApp())

const read = async (path: string) => {
  const response = await app.request(path)
  expect(response.status).toBe(200)
  return response.text()
}
const addressesIn = (xml: string) => [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(match => match[1])

describe('the sitemap', () => {
  test('lists the registries that search engines may show, and no others (R236)', async () => {
    const host = await aHost(app)
    const agreed = { search_engines: true }
    const open = await aRegistry(app, host, agreed)
    const unlisted = await aRegistry(app, host, agreed)
    const removed = await aRegistry(app, host, agreed)
    const hidden = [
      await aRegistry(app, host),
      await aRegistry(app, host, { privacy: 'shareable', ...agreed }),
      await aRegistry(app, host, { privacy: 'private', ...agreed }),
      unlisted,
      removed,
    ]
    const change = (id: number) => app.db.updateTable('registry').where('id', '=', id)
    await change(unlisted.id).set({ searchable: false }).execute()
    await change(removed.id).set({ removed_at: app.clock.now }).execute()
    const xml = await read('/sitemap.xml')
    expect(xml).toContain(`<loc>https://doron.test/registry/${open.code}</loc>`)
    for (const { code } of hidden) expect(xml).not.toContain(code)
  })

  test('lists every page in both languages, each with its alternates', async () => {
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

  test('lists no articles while the shop can’t be reached', async () => {
    app.shop.faults.routes = [{ path: '/graphql', answer: '500' }]
    app.later(60 * 24)
    try {
      expect(addressesIn(await read('/sitemap.xml'))).toContain('https://doron.test/faq')
    } finally {
      app.shop.faults.routes = []
    }
  })

  test('has a part for every 20,000 registries, by their numbers', async () => {
    const registry = await aRegistry(app, await aHost(app), { search_engines: true })
    const code = `/registry/${registry.code}</loc>`
    expect(await read('/sitemap.xml')).toContain(code)
    await sql`select setval(pg_get_serial_sequence('registry', 'id'), 40000)`.execute(app.db)
    await sql`update registry set id = default where code = ${registry.code}`.execute(app.db)
    expect(await read('/robots.txt')).toMatch(/sitemap\.xml\?part=3$/m)
    for (const part of [1, 2]) expect(await read(`/sitemap.xml?part=${part}`)).not.toContain(code)
    expect(await read('/sitemap.xml?part=3')).toContain(code)
    await sql`delete from registry where code = ${registry.code}`.execute(app.db)
  })

  test('has as many parts as it needs; a further one is empty', async () => {
    expect(await read('/robots.txt')).toMatch(/^Sitemap: https:\/\/doron\.test\/sitemap\.xml$/m)
    expect(addressesIn(await read('/sitemap.xml?part=2'))).toEqual([])
    expect(addressesIn(await read('/sitemap.xml?part=nonsense')).length).toBeGreaterThan(10)
  })
})

test('robots.txt closes the pages that concern one visitor only (R824)', async () => {
  const lines = (await read('/robots.txt')).split('\n')
  expect(lines).toContain('Disallow: /api/')
  expect(lines).not.toContain('Disallow: /')
})

test('robots.txt closes no page that the sitemap lists, and the pages of hosts', async () => {
  const registry = await aRegistry(app, await aHost(app), { search_engines: true })
  const slug = 'edith-and-addison'
  await insertRow(app.db, 'slug', { registry_id: registry.id, slug, folded: foldSlug(slug) })
  await updateRows(app.db, 'registry', { set: { slug }, where: { id: registry.id } })
  const robots = await read('/robots.txt')
  const patterns = [...robots.matchAll(/^Disallow: (.+)$/gm)].map(
    ([, path = '']) => new RegExp(`^${path.replace(/[.?]/g, '\\$&').replaceAll('*', '.*')}`),
  )
  const isClosed = (path: string) => patterns.some(pattern => pattern.test(path))
  const parts = [...robots.matchAll(/^Sitemap: https:\/\/doron\.test(.+)$/gm)].map(([, part = '']) =>
    read(part),
  )
  const paths = (await Promise.all(parts))
    .flatMap(addressesIn)
    .map(url => url!.replace('https://doron.test', ''))
  expect(paths).toContain('/registry/edith-and-addison')
  expect(paths.filter(isClosed)).toEqual([])
  for (const path of ['add', 'add?lang=el', 'edit', 'edit/guests'])
    expect([path, isClosed(`/registry/edith-and-addison/${path}`)]).toEqual([path, true])
})
