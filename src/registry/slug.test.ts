import * as fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { aHost, type Host, registryDraft } from '../../test/builders.ts'
import { opened } from '../../test/opened.ts'
import { testApp } from '../../test/test-app.ts'
import { parseCode } from '../base/fields.ts'
import { transliterateGreek } from '../base/greek/letters.ts'
import routes from '../routes.ts'
import { deleteRegistry, findRegistry, saveRegistry } from './registry.contract.ts'
import { checkSlug, showRegistrySettings, updateRegistry } from './settings.contract.ts'
import { findSlugError, foldSlug, maxSlugLength, minSlugLength, slugify, suggestSlugs } from './slug.rules.ts'
import { assignSlug } from './slug.ts'

interface Page {
  path?: string | undefined
  children?: Page[] | undefined
}
const firstWords = (pages: Page[]): string[] =>
  pages.flatMap(({ path, children = [] }) => (path ? [path.split('/')[0] ?? ''] : firstWords(children)))

test.each([...new Set(firstWords(routes as Page[]))].filter(word => /^[a-z-]+$/.test(word)))(
  'the first word of a page’s path, “%s”, names no registry and no type of event',
  word => expect(findSlugError(word)).toBe('hosting_slug_reserved'),
)

describe('Greek in Latin letters by ELOT 743', () => {
  test.each([
    ['Ελένη & Γιώργος', 'eleni & giorgos'],
    ['Ευαγγελία', 'evangelia'],
    ['Ευτυχία Θαλασσινού', 'eftychia thalassinou'],
    ['Αυγή, Αύγουστος, Ναύπλιο', 'avgi, avgoustos, nafplio'],
    ['Μπάμπης', 'bampis'],
    ['Ντίνος Άγκυρα', 'ntinos agkyra'],
    ['Ψαρρού Ξένια', 'psarrou xenia'],
    ['Μάιος, αϋπνία, Ρόυτερς', 'maios, aypnia, royters'],
    ['Λαγχάνω, Σφίγξ', 'lanchano, sfinx'],
    ['Ταΰγετος', 'taygetos'],
    ['José Øyvind Strauß', 'jose oyvind strauss'],
  ])('%s', (greek, latin) => expect(transliterateGreek(greek)).toBe(latin))
})

describe('slugs', () => {
  test('a slug made of any text is valid, or too short or reserved', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), text => {
        const slug = slugify(text)
        expect(['hosting_slug_wrong', 'hosting_slug_long']).not.toContain(
          slug === '' ? null : findSlugError(slug),
        )
        expect(slugify(slug)).toBe(slug)
      }),
    )
  })

  test('a valid slug is ASCII, of the right length, and not a code', () => {
    const letters = fc.constantFrom(...'abehkmnptyx-345679oOΑα é_/%\u0000')
    fc.assert(
      fc.property(fc.string({ unit: letters, maxLength: 70 }), slug => {
        if (findSlugError(slug) !== null) return
        expect(slug).toMatch(/^[a-z0-9-]+$/)
        expect(slug.length >= minSlugLength && slug.length <= maxSlugLength && parseCode(slug) === null).toBe(
          true,
        )
      }),
      { numRuns: 1000 },
    )
  })

  test.each(['ab', 'a--b', '-abc', 'abc-', 'Abc', 'άννα', 'аnna', 'a_b', 'a'.repeat(61), 'admin', 'edit'])(
    '%s is invalid',
    slug => expect(findSlugError(slug)).not.toBeNull(),
  )

  test('slugs that people confuse are folded to the same text', () => {
    for (const typed of ['eleni-giorgos', 'Eleni_Giorgos', 'elenigiorgos', 'ελενη-γιωργος', 'e1eni-gi0rgos'])
      expect(foldSlug(typed)).toBe('elenigiorgos'.replaceAll('1', 'l'))
  })

  test('are suggested from the names', () => {
    const named = { ...registryDraft, event_type: 'wedding', event_day: '2027-06-19' }
    expect(suggestSlugs(named).slice(0, 4)).toEqual([
      'eleni-giorgos',
      'eleni-giorgos-2027',
      'papadopoulou-georgiou',
      'eleni-giorgos-papadopoulou-georgiou',
    ])
  })
})

describe('through the API', () => {
  const app = opened(() => testApp({ shop: 'none' }))
  let host: Host
  let other: Host
  beforeAll(async () => {
    ;[host, other] = [await aHost(app), await aHost(app, 'Άννα')]
  })

  const createRegistry = async (who = host) =>
    (await app.call<{ id: string }>(saveRegistry, registryDraft, who.token)).data.id
  const setSlug = (id: string, slug: string, who = host) => app.call(updateRegistry, { id, slug }, who.token)
  const findByAddress = async (id: string) =>
    (await app.call<{ id: string; slug: string | null }[]>(findRegistry, { id })).data[0]
  const check = async (id: string, slug: string, who = host) =>
    (
      await app.call<{ available: number; reason: string | null; offers: string[] }>(
        checkSlug,
        { id, slug },
        who.token,
      )
    ).data

  test('the registry is found by its slug in any spelling, and by former ones', async () => {
    const id = await createRegistry()
    expect((await setSlug(id, 'Nafplio-2027')).status).toBe(200)
    expect((await setSlug(id, 'gamos-nafplio')).status).toBe(200)
    for (const typed of ['gamos-nafplio', 'nafplio-2027', 'NAFPLIO2027', 'γάμος-ναύπλιο', id])
      expect(await findByAddress(typed)).toMatchObject({ id, slug: 'gamos-nafplio' })
    expect((await setSlug(id, '')).status).toBe(200)
    expect(await findByAddress('gamos-nafplio')).toMatchObject({ id, slug: null })
    expect((await setSlug(id, 'gamosnafplio')).status).toBe(200)
    expect(await findByAddress('gamos-nafplio')).toMatchObject({ id, slug: 'gamosnafplio' })
  })

  test('a slug that another registry has or had, in any spelling, is taken', async () => {
    const [mine, theirs] = [await createRegistry(), await createRegistry(other)]
    await setSlug(mine, 'kalokairi')
    await setSlug(mine, 'cheimonas')
    for (const slug of ['kalokairi', 'cheimonas', 'ka1okairi', 'chei-monas']) {
      const { status, data } = await setSlug(theirs, slug, other)
      expect([status, data.fields]).toEqual([422, { slug: 'This link is taken' }])
      expect(await check(theirs, slug, other)).toMatchObject({ available: 0, reason: 'hosting_slug_taken' })
    }
    expect(await findByAddress(theirs)).toMatchObject({ slug: null })
    expect(await check(theirs, 'fthinoporo', other)).toMatchObject({ available: 1, reason: null })
  })

  test('suggested slugs are free, and only for hosts', async () => {
    const [mine, theirs] = [await createRegistry(), await createRegistry(other)]
    const { offers } = await check(mine, 'x')
    await setSlug(mine, offers[0] ?? '')
    expect((await check(theirs, 'x', other)).offers).not.toContain(offers[0])
    expect((await app.call(checkSlug, { id: mine }, other.token)).status).toBe(404)
    expect((await app.call(showRegistrySettings, { id: mine }, other.token)).status).toBe(404)
  })

  test('a slug requested by several registries at once goes to one', async () => {
    const ids = await Promise.all(Array.from({ length: 6 }, () => createRegistry()))
    const answers = await Promise.all(ids.map(id => setSlug(id, 'mia-kai-moni')))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422, 422, 422])
  })

  test('also when the requests run in parallel, 60 times', async () => {
    const codes = await Promise.all(Array.from({ length: 6 }, () => createRegistry()))
    const rows = await app.db.selectFrom('registry').select('id').where('code', 'in', codes).execute()
    for (const turn of Array.from({ length: 60 }).keys()) {
      const taken = await Promise.all(rows.map(({ id }) => assignSlug(app.db, id, `konta-konta-${turn}`)))
      expect(taken.filter(Boolean)).toHaveLength(1)
    }
  })

  test('the slugs of a deleted registry are free again', async () => {
    const [mine, next] = [await createRegistry(), await createRegistry(other)]
    await setSlug(mine, 'efimero')
    await app.call(deleteRegistry, { registry_id: mine }, host.token)
    expect(await findByAddress('efimero')).toBeUndefined()
    expect((await setSlug(next, 'efimero', other)).status).toBe(200)
  })

  test.each(['\u0000', '\ud800', 'ε'.repeat(5000), '../../edit', '%00', ' ', 'elenigiorgos\u202e'])(
    'no input fails: %j',
    async typed => {
      const id = await createRegistry()
      expect((await setSlug(id, `${typed}x`)).status).toBe(422)
      expect((await app.call(findRegistry, { id: typed })).status).toBeLessThan(500)
    },
  )
})
