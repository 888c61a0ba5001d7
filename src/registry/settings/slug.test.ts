import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aHost, type Host, registryDraft } from '../../../test/builders.ts'
import { type SingleTestApp, testApp } from '../../../test/test-app.ts'
import { foldCode } from '../../base/fields.ts'
import { transliterateGreek } from '../../base/greek/elot.ts'
import { deleteRegistry, findRegistry, saveRegistry } from '../registry/contract.ts'
import { checkSlug, showRegistrySettings, updateRegistry } from './contract.ts'
import { assignSlug } from './slug-data.ts'
import { findSlugError, foldSlug, maxSlugLength, minSlugLength, slugify, suggestSlugs } from './slug-rules.ts'

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

describe('addresses of the host’s choice', () => {
  test('what is made of any text is one that may be asked for, or too short or reserved', () => {
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

  test('any that passes is ASCII, of the right length, and no code', () => {
    const letters = fc.constantFrom(...'abehkmnptyx-345679oOΑα é_/%\u0000')
    fc.assert(
      fc.property(fc.string({ unit: letters, maxLength: 70 }), slug => {
        if (findSlugError(slug) !== null) return
        expect(slug).toMatch(/^[a-z0-9-]+$/)
        expect(slug.length >= minSlugLength && slug.length <= maxSlugLength && foldCode(slug) === null).toBe(
          true,
        )
      }),
      { numRuns: 1000 },
    )
  })

  test.each(['ab', 'a--b', '-abc', 'abc-', 'Abc', 'άννα', 'аnna', 'a_b', 'a'.repeat(61), 'admin', 'edit'])(
    '%s does not pass',
    slug => expect(findSlugError(slug)).not.toBeNull(),
  )

  test('what people take for the same is the same', () => {
    for (const typed of ['eleni-giorgos', 'Eleni_Giorgos', 'elenigiorgos', 'ελενη-γιωργος', 'e1eni-gi0rgos'])
      expect(foldSlug(typed)).toBe('elenigiorgos'.replaceAll('1', 'l'))
  })

  test('are offered from the names', () => {
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
  let world: SingleTestApp
  let host: Host
  let other: Host
  beforeAll(async () => {
    world = await testApp({ shop: 'none' })
    ;[host, other] = [await aHost(world), await aHost(world, 'Άννα')]
  })
  afterAll(() => world.close())

  const created = async (who = host) =>
    (await world.call<{ id: string }>(saveRegistry, registryDraft, who.token)).data.id
  const take = (id: string, slug: string, who = host) => world.call(updateRegistry, { id, slug }, who.token)
  const at = async (id: string) =>
    (await world.call<{ id: string; slug: string | null }[]>(findRegistry, { id })).data[0]
  const look = async (id: string, slug: string, who = host) =>
    (
      await world.call<{ available: number; reason: string | null; offers: string[] }>(
        checkSlug,
        { id, slug },
        who.token,
      )
    ).data

  test('an address leads there in any spelling, and so do all before it', async () => {
    const id = await created()
    expect((await take(id, 'Nafplio-2027')).status).toBe(200)
    expect((await take(id, 'gamos-nafplio')).status).toBe(200)
    for (const typed of ['gamos-nafplio', 'nafplio-2027', 'NAFPLIO2027', 'γάμος-ναύπλιο', id])
      expect(await at(typed)).toMatchObject({ id, slug: 'gamos-nafplio' })
    expect((await take(id, '')).status).toBe(200)
    expect(await at('gamos-nafplio')).toMatchObject({ id, slug: null })
    expect((await take(id, 'gamosnafplio')).status).toBe(200)
    expect(await at('gamos-nafplio')).toMatchObject({ id, slug: 'gamosnafplio' })
  })

  test('an address that another registry has or had, in any spelling, is taken', async () => {
    const [mine, theirs] = [await created(), await created(other)]
    await take(mine, 'kalokairi')
    await take(mine, 'cheimonas')
    for (const slug of ['kalokairi', 'cheimonas', 'ka1okairi', 'chei-monas']) {
      const { status, data } = await take(theirs, slug, other)
      expect([status, data.fields]).toEqual([422, { slug: 'This address is taken' }])
      expect(await look(theirs, slug, other)).toMatchObject({ available: 0, reason: 'hosting_slug_taken' })
    }
    expect(await at(theirs)).toMatchObject({ slug: null })
    expect(await look(theirs, 'fthinoporo', other)).toMatchObject({ available: 1, reason: null })
  })

  test('offers are free, and nobody else’s are looked at', async () => {
    const [mine, theirs] = [await created(), await created(other)]
    const { offers } = await look(mine, 'x')
    await take(mine, offers[0] ?? '')
    expect((await look(theirs, 'x', other)).offers).not.toContain(offers[0])
    expect((await world.call(checkSlug, { id: mine }, other.token)).status).toBe(404)
    expect((await world.call(showRegistrySettings, { id: mine }, other.token)).status).toBe(404)
  })

  test('one address asked for by many at once goes to one', async () => {
    const ids = await Promise.all(Array.from({ length: 6 }, () => created()))
    const answers = await Promise.all(ids.map(id => take(id, 'mia-kai-moni')))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422, 422, 422])
  })

  test('however close together they ask', async () => {
    const codes = await Promise.all(Array.from({ length: 6 }, () => created()))
    const rows = await world.db.selectFrom('registry').select('id').where('code', 'in', codes).execute()
    for (const turn of Array.from({ length: 60 }).keys()) {
      const taken = await Promise.all(rows.map(({ id }) => assignSlug(world.db, id, `konta-konta-${turn}`)))
      expect(taken.filter(Boolean)).toHaveLength(1)
    }
  })

  test('a deleted registry gives its addresses back', async () => {
    const [mine, next] = [await created(), await created(other)]
    await take(mine, 'efimero')
    await world.call(deleteRegistry, { registry_id: mine }, host.token)
    expect(await at('efimero')).toBeUndefined()
    expect((await take(next, 'efimero', other)).status).toBe(200)
  })

  test.each(['\u0000', '\ud800', 'ε'.repeat(5000), '../../edit', '%00', ' ', 'elenigiorgos\u202e'])(
    'whatever is typed is no failure: %j',
    async typed => {
      const id = await created()
      expect((await take(id, `${typed}x`)).status).toBe(422)
      expect((await world.call(findRegistry, { id: typed })).status).toBeLessThan(500)
    },
  )
})
