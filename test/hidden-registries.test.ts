import { beforeAll, describe, expect, test } from 'vitest'
import { stripAccents } from '../src/base/greek/fold.ts'
import { updateSearchIndex } from '../src/registry/search/index-rows.sql.ts'
import { aHost, aRegistry, type Host } from './builders.ts'
import { opened } from './opened.ts'
import { pagesAbout as findPagesAbout } from './page-paths.ts'
import { testApp } from './test-app.ts'

/** A word written into every text of registries that not everybody may see (R933). */
const marker = 'Ζουμάγια'
const bots = ['facebookexternalhit/1.1', 'WhatsApp/2.23', 'Viber', 'Twitterbot/1.0', 'Googlebot/2.1']

const site = opened(() => testApp({ shop: 'none', pages: true }))
let other: Host
const codes = { shareable: '', private: '' }

beforeAll(async () => {
  const host = await aHost(site, marker)
  other = await aHost(site, 'Άννα')
  for (const privacy of ['shareable', 'private'] as const)
    codes[privacy] = await insertMarkedRegistry(host.id, privacy)
})

/** Creates a registry with the word in every text; answers its code. */
async function insertMarkedRegistry(hostId: number, privacy: 'shareable' | 'private'): Promise<string> {
  const { id, code } = await aRegistry(site, { id: hostId }, { privacy })
  const names = {
    registry_name: marker,
    name: marker,
    surname: marker,
    partner_name: marker,
    message: marker,
  }
  await site.db
    .updateTable('registry')
    .set({ ...names, greeting: marker, event_place: marker })
    .where('id', '=', id)
    .execute()
  const guest = { registry_id: id, name: marker, language: 'el' as const, people: 1, notes: marker }
  await site.db.insertInto('guest').values(guest).execute()
  const details = { registry_id: id, venue: marker, transport: marker, more: marker }
  await site.db.insertInto('event_details').values(details).execute()
  await site.db.transaction().execute(tx => updateSearchIndex(tx, id))
  return code
}

/** The paths of all pages, with this registry where a page is about one. */
const pagesAbout = (code: string) => findPagesAbout(code).map(({ path }) => path)

const searches = ['q=Zoumagia', 'q=Zoumagiou', 'q=zoymagia', 'name=Zoumagia&type=wedding&city=Zoumagia']
const publicPaths = ['/sitemap.xml', '/robots.txt', ...searches.map(query => `/find-registry?${query}`)]
const files = (code: string) =>
  ['/qr?kind=svg', '/calendar?lang=el', '/guest-list'].map(path => `/registry/${code}${path}`)

const linksOf = (html: string) =>
  [...html.matchAll(/(?:href|src|action)="(\/[^"#]*)"/g)].map(([, path = '']) =>
    path.replaceAll('&amp;', '&'),
  )
/** Of pages of one kind, which differ only in what they are about, two are enough. */
const kindOf = (path: string) => path.replace(/\?.*/, '').split('/').slice(0, 3).join('/')
const maxOfOneKind = 2

/** Opens these paths and, with `follow`, what they link to; answers those with the word in their text or headers. */
async function crawl(starts: string[], headers: Record<string, string>, follow = true): Promise<string[]> {
  const [queue, seen, kinds] = [[...new Set(starts)], new Set<string>(), new Map<string, number>()]
  const leaks: string[] = []
  for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
    if (seen.has(path) || /^\/(shop|assets)\b/.test(path)) continue
    seen.add(path)
    const answer = await site.app.request(path, { headers })
    const text = await answer.text()
    if (stripAccents(text + JSON.stringify([...answer.headers])).includes(stripAccents(marker)))
      leaks.push(path)
    for (const link of !follow ? [] : [...linksOf(text), answer.headers.get('location') ?? '']) {
      const count = kinds.get(kindOf(link)) ?? 0
      kinds.set(kindOf(link), count + 1)
      if (link.startsWith('/') && count < maxOfOneKind) queue.push(link)
    }
  }
  expect(seen.size).toBeGreaterThan(follow ? 60 : 30)
  return leaks
}

const allPaths = () => [
  ...pagesAbout(codes.private),
  ...pagesAbout('nonsense'),
  ...files(codes.private),
  ...publicPaths,
]

/** What link previews and search engines request: the registry's own pages and pages that list registries. */
const pathsForBots = () => [
  '/',
  ...pagesAbout(codes.private).filter(path => path.includes(codes.private)),
  ...files(codes.private),
  ...publicPaths,
]

describe('a registry that is private or shared by link alone appears nowhere', () => {
  test('for a guest', async () => expect(await crawl(allPaths(), {})).toEqual([]))
  test('for another host', async () => {
    expect(await crawl(allPaths(), { cookie: `customerToken=${other.token}` })).toEqual([])
  })
  test.each(bots)('for %s', async agent => {
    expect(await crawl(pathsForBots(), { 'user-agent': agent }, false)).toEqual([])
  })
})

test('once the private registry is public, the same crawl finds it', async () => {
  const { id } = await site.db
    .updateTable('registry')
    .set({ privacy: 'public' })
    .where('code', '=', codes.private)
    .returning('id')
    .executeTakeFirstOrThrow()
  await site.db.transaction().execute(tx => updateSearchIndex(tx, id))
  const leaks = await crawl(pathsForBots(), {}, false)
  const registry = `/registry/${codes.private}`
  expect(leaks).toEqual(expect.arrayContaining([registry, `${registry}/share`, '/find-registry?q=Zoumagia']))
})
