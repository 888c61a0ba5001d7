import { beforeEach, describe, expect, test } from 'vitest'
import { openHostPages, pageProducts } from '../../test/host-pages.ts'
import { opened } from '../../test/opened.ts'
import { insertProducts } from '../../test/products.ts'
import { addDays, dayInAthens } from '../base/dates.ts'
import { m } from '../paraglide/messages.js'
import { updateRows } from '../server/postgres/rows.ts'
import { letterPictureOf } from './photo.ts'
import { findRegistryById } from './registry.sql.ts'

const { teapot, kettle, sofa } = pageProducts
const en = { locale: 'en' } as const
const el = { locale: 'el' } as const

const pages = opened(() => openHostPages())
beforeEach(() => pages.startOver())

const path = () => `/registry/${pages.registry.code}`
const openAsGuest = async (address: string) => (await pages.app.app.request(address)).text()
const setRegistry = (set: {
  event_day?: string
  closing_day?: string
  greeting?: string
  surprise?: boolean
}) => updateRows(pages.app.db, 'registry', { set, where: { id: pages.registry.id } })

test('guests read the hosts’ own words on the gift itself', async () => {
  const gift = await pages.insertGift(teapot, { note: 'Για τα πρωινά της Κυριακής' })
  const tile = new RegExp(`<li[^>]*id="gift-${gift}".*?</li>`, 's').exec(await openAsGuest(path()))?.[0]
  expect(tile).toContain('Για τα πρωινά της Κυριακής')
})

describe('hosts on their own page', () => {
  const parts = ['gifts', 'edit', 'share'].map(page => `href="/registry/CODE/${page}?lang=el"`)
  const partsOf = (html: string) =>
    parts.filter(part => html.includes(part.replace('CODE', pages.registry.code)))

  test('see a bar and where each part is changed', async () => {
    await pages.insertGift(teapot)
    const { html } = await pages.view(`${path()}?lang=el`)
    for (const words of [m.host_bar_label({}, el), m.host_edit_words({}, el), m.host_edit_gifts({}, el)])
      expect(html).toContain(words)
    expect(partsOf(html)).toEqual(parts)
  })

  test.each(['en', 'el'])('may look at it as a guest, in %s', async lang => {
    const { html } = await pages.view(`${path()}?view=guest&lang=${lang}`)
    expect(html).not.toContain(m.host_bar_label({}, { locale: lang as 'en' | 'el' }))
    expect(html).toContain('registry-header')
  })

  test('leave nothing of it on the page of guests', async () => {
    for (const address of [path(), `${path()}?view=guest`])
      for (const open of [pages.view, openAsGuest, pages.view, openAsGuest]) {
        const answer = await open(address)
        const isBarred = open === pages.view && address === path()
        const html = typeof answer === 'string' ? answer : answer.html
        expect(html.includes(m.host_bar_label({}, en)), address).toBe(isBarred)
      }
  })
})

test('a registry’s header is one row, and its menu has all that other pages’ headers have', async () => {
  const headerOf = (html: string) => /<header.*?<\/header>/s.exec(html)?.[0] ?? ''
  const linksIn = (html: string) =>
    new Set([...headerOf(html).matchAll(/href="([^"?]*)/g)].map(([, href]) => href))
  const [registry, other] = [await openAsGuest(path()), await openAsGuest('/find-registry')]
  const missing = [...linksIn(other)].filter(
    href => !linksIn(registry).has(href) && href !== '/find-registry',
  )
  expect(missing).toEqual([])
  expect(headerOf(registry)).toContain('action="/search.php"')
  expect(headerOf(registry).match(/<nav/g)).toHaveLength(1)
  expect(headerOf(registry).length).toBeLessThan(headerOf(other).length)
})

test.each([
  [210, 'In 210 days', 'Σε 210 ημέρες'],
  [1, 'Tomorrow', 'Αύριο'],
  [0, 'Today', 'Σήμερα'],
  [-3, m.registry_thanks({}, en), m.registry_thanks({}, el)],
])('how far away the day is, as a sentence: %i days', async (days, english, greek) => {
  const day = addDays(dayInAthens(new Date()), days)
  await setRegistry({ event_day: day, closing_day: addDays(day, 30) })
  expect(await openAsGuest(`${path()}?lang=en`)).toContain(`>${english}</p>`)
  expect(await openAsGuest(`${path()}?lang=el`)).toContain(`>${greek}</p>`)
})

test('the letter is signed', async () => {
  await setRegistry({ greeting: 'Σας περιμένουμε' })
  expect(await openAsGuest(path())).toMatch(/Σας περιμένουμε<span class="letter-signature">[^<]+<\/span>/)
})

test('parents and koumbaroi stand below the names, and the letter is read in one’s own language', async () => {
  const [greek, english, line] = ['Σας περιμένουμε', 'We wait for you', 'Με τους γονείς μας και την Άννα']
  const details = pages.pathTo('edit')
  const about = { id: pages.registry.code, registry_name: 'Νίκη και Ηλίας' }
  const save = (more: Record<string, string>) => pages.submit(details, { ...about, ...more })
  expect((await save({ greeting: greek, english_greeting: english, family_line: line })).location).toContain(
    'saved',
  )
  const [el, en] = [await openAsGuest(`${path()}?lang=el`), await openAsGuest(`${path()}?lang=en`)]
  for (const html of [el, en]) expect(html).toContain(line)
  expect([el.includes(greek), el.includes(english)]).toEqual([true, false])
  expect([en.includes(greek), en.includes(english)]).toEqual([false, true])
  await save({ english_greeting: '' })
  expect(await openAsGuest(`${path()}?lang=en`)).toContain(greek)
  expect((await save({ family_line: 'α'.repeat(161) })).html).toContain('At most 160 characters')
})

test('without a photograph the page and the letters show the picture that its hosts chose', async () => {
  const details = pages.pathTo('edit')
  const about = { id: pages.registry.code, registry_name: 'Νίκη και Ηλίας' }
  const save = (cover: string) => pages.submit(details, { ...about, cover })
  expect(await openAsGuest(path())).toContain('/covers/church.jpg')
  expect((await save('olive')).location).toContain('saved')
  const page = await openAsGuest(path())
  expect([page.includes('/covers/olive.jpg'), page.includes('/covers/church.jpg')]).toEqual([true, false])
  const form = (await pages.view(details)).html
  expect(form).toMatch(/name="cover"[^>]*checked=""[^>]*value="olive"|value="olive"[^>]*checked=""/)
  const { config, db } = pages.app
  const registry = await findRegistryById(db, pages.registry.id)
  expect(await letterPictureOf(db, registry!, 'guest', config)).toEqual({ photo: null, cover: 'olive' })
  expect((await save('made-up')).html).toContain('role="alert"')
  await save('')
  expect(await openAsGuest(path())).toContain('/covers/church.jpg')
})

test('in surprise mode hosts read that guests see what was given, and not that they see the page so', async () => {
  for (const locale of ['en', 'el'] as const) {
    const read = async () => (await pages.view(`${path()}?lang=${locale}`)).html
    await setRegistry({ surprise: false })
    expect(await read()).not.toContain(m.host_bar_surprise({}, { locale }))
    await setRegistry({ surprise: true })
    const html = await read()
    expect(html).toContain(m.host_bar_surprise({}, { locale }))
    expect(html).not.toContain(m.host_bar_label({}, { locale }))
  }
})

test('what the gifts became is told once the registry is closed', async () => {
  const words = 'Το τραπέζι έγινε η πιο μεγάλη παρέα μας'
  const told = { registry_name: 'Νίκη και Ηλίας', afterword: words }
  expect((await pages.submit(pages.pathTo('edit'), told)).location).toContain('saved')
  expect((await pages.view(path())).html).not.toContain(words)
  await setRegistry({ event_day: '2026-01-01', closing_day: '2026-01-01' })
  expect(await openAsGuest(path())).toContain(words)
})

describe('the most wanted gift', () => {
  const most = 'most-wanted-first'
  const insert = async (products: number[]) => {
    for (const product of products) await pages.insertGift(product, { must_have: product === sofa })
  }

  test('is as large as the others where there are only a few', async () => {
    await insert([teapot, kettle, sofa])
    const html = await openAsGuest(path())
    expect(html).toContain('few-gifts')
    expect(html).not.toContain(most)
  })

  test('has the width of two where it stands first', async () => {
    await insertProducts(pages.app.db, [{ id: 31 }])
    await insert([teapot, kettle, sofa, 31])
    expect(await openAsGuest(path())).toContain(most)
    expect(await openAsGuest(`${path()}?sort=price-up`)).not.toContain(most)
  })
})
