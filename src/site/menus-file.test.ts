import { beforeAll, describe, expect, test } from 'vitest'
import { opened } from '../../test/opened.ts'
import { testApp } from '../../test/test-app.ts'
import { languages } from '../base/language.ts'
import type { Menus } from '../ui/page/site-data.ts'

const main = opened(() => testApp())
const site = opened(() => testApp({ pages: true, shop: main.processA.shop, db: main.db }))
beforeAll(async () => {
  const rows = languages.flatMap(language => tree.map(category => ({ ...category, language })))
  await main.db.insertInto('category').values(rows).execute()
})

const tree = [
  { id: 1, parent_id: 0, name: 'Home', path: '/home/', position: 0 },
  { id: 2, parent_id: 1, name: 'Kitchen', path: '/home/kitchen/', position: 1 },
  { id: 3, parent_id: 2, name: 'Knives', path: '/home/kitchen/knives/', position: 2 },
]

const request = (path: string, headers = {}) => site.app.request(path, { headers })

/** The home page's HTML, and the address of the menus file in it. */
async function loadHomePage(language: string): Promise<{ address: string; html: string }> {
  const html = await (await request(`/?lang=${language}`)).text()
  const [address = ''] = /\/menus\/\w+\/[\w-]+/.exec(html) ?? []
  return { address, html }
}

describe.each(languages)('in %s', language => {
  test('a document has the first level of the categories, and the address of the rest', async () => {
    const { address, html } = await loadHomePage(language)
    const menus = (await (await request(address)).json()) as Menus
    const kitchen = menus['/categories']?.[0]?.children?.[0]
    expect(kitchen?.children?.[0]).toMatchObject({ title: 'Knives' })
    expect(menus['/events']?.length).toBeGreaterThan(3)
    expect(html).toMatch(/href="\/shop\/home\/\?lang=(en|el)"/)
    expect(html).not.toMatch(/Kitchen|\/events\/wedding/)
  })

  test('they may be cached forever, and are the same for everybody', async () => {
    const { address } = await loadHomePage(language)
    const response = await request(address)
    const other = await request(address, { cookie: 'customerToken=somebody; I18N_LANGUAGE=en' })
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(await other.text()).toBe(await response.text())
    for (const { headers } of [response, other]) expect(headers.get('set-cookie')).toBeNull()
  })
})

test('each language and each change of the tree has an address of its own; an older one is not cached', async () => {
  const [english, greek] = [await loadHomePage('en'), await loadHomePage('el')]
  expect(english.address.split('/').at(-1)).not.toBe(greek.address.split('/').at(-1))
  await main.db
    .updateTable('category')
    .set({ name: 'Something new' })
    .where('language', '=', 'en')
    .where('id', '=', 3)
    .execute()
  const renamed = await loadHomePage('en')
  expect(renamed.address).not.toBe(english.address)
  expect((await loadHomePage('el')).address).toBe(greek.address)
  const older = await request(english.address)
  expect(older.headers.get('cache-control')).toBe('private, no-cache')
  expect(await older.text()).toContain('Something new')
})

test('an address of another form is not cached', async () => {
  const { address } = await loadHomePage('el')
  expect((await request(`${address}?lang=en`)).headers.get('cache-control')).toBe('private, no-cache')
  expect((await request(address.replace('/el/', '/fr/'))).status).toBe(404)
})
