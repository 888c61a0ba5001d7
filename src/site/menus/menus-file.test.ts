import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type SingleTestApp, type TestApp, testApp } from '../../../test/test-app.ts'
import { languages } from '../../base/language.ts'
import type { Menus } from '../../ui/page/site-data.ts'

let all: TestApp
let site: SingleTestApp
beforeAll(async () => {
  all = await testApp()
  site = await testApp({ pages: true, shop: all.processA.shop, db: all.db })
  const rows = languages.flatMap(language => tree.map(category => ({ ...category, language })))
  await all.db.insertInto('category').values(rows).execute()
})

const tree = [
  { id: 1, parent_id: 0, name: 'Home', path: '/home/', position: 0 },
  { id: 2, parent_id: 1, name: 'Kitchen', path: '/home/kitchen/', position: 1 },
  { id: 3, parent_id: 2, name: 'Knives', path: '/home/kitchen/knives/', position: 2 },
]

afterAll(async () => {
  await site.close()
  await all.close()
})

const ask = (path: string, headers = {}) => site.app.request(path, { headers })

/** The address of the menus as the home page names it, and that page. */
async function named(language: string): Promise<{ address: string; html: string }> {
  const html = await (await ask(`/?lang=${language}`)).text()
  const [address = ''] = /\/menus\/\w+\/[\w-]+/.exec(html) ?? []
  return { address, html }
}

describe.each(languages)('in %s', language => {
  test('a document holds the first level of the categories, and the address of the rest', async () => {
    const { address, html } = await named(language)
    const menus = (await (await ask(address)).json()) as Menus
    const kitchen = menus['/categories']?.[0]?.children?.[0]
    expect(kitchen?.children?.[0]).toMatchObject({ title: 'Knives' })
    expect(menus['/events']?.length).toBeGreaterThan(3)
    expect(html).toMatch(/href="\/shop\/home\/(\?lang=el)?"/)
    expect(html).not.toMatch(/Kitchen|\/events\/wedding/)
  })

  test('they may be kept for good, and are the same for whoever asks', async () => {
    const { address } = await named(language)
    const answer = await ask(address)
    const other = await ask(address, { cookie: 'customerToken=somebody; I18N_LANGUAGE=en' })
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(await other.text()).toBe(await answer.text())
    for (const { headers } of [answer, other]) expect(headers.get('set-cookie')).toBeNull()
  })
})

test('each language, and each change of the tree, has an address of its own; an older one is not kept', async () => {
  const [english, greek] = [await named('en'), await named('el')]
  expect(english.address.split('/').at(-1)).not.toBe(greek.address.split('/').at(-1))
  await all.db
    .updateTable('category')
    .set({ name: 'Something new' })
    .where('language', '=', 'en')
    .where('id', '=', 3)
    .execute()
  const renamed = await named('en')
  expect(renamed.address).not.toBe(english.address)
  expect((await named('el')).address).toBe(greek.address)
  const older = await ask(english.address)
  expect(older.headers.get('cache-control')).toBe('private, no-cache')
  expect(await older.text()).toContain('Something new')
})

test('no address of another shape is kept', async () => {
  const { address } = await named('el')
  expect((await ask(`${address}?lang=en`)).headers.get('cache-control')).toBe('private, no-cache')
  expect((await ask(address.replace('/el/', '/fr/'))).status).toBe(404)
})
