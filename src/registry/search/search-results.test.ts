import { expect, test } from 'vitest'
import type { Answer, Refused } from '../../../test/client.ts'
import { opened } from '../../../test/opened.ts'
import { draftOf, registrySearchApp } from '../../../test/registry-search.ts'
import { searchRegistries } from './search.contract.ts'

const app = opened(() => registrySearchApp())

test('results come in pages, and never more than two hundred', async () => {
  for (let n = 0; n < 45; n++) await app.createRegistry(draftOf(`Σελίδα ${n}`, 'Πηνελόπη', 'Σελιδά'))
  const pages = await Promise.all(
    ['1', '2', '3', '4'].map(page => app.search({ q: 'Πηνελόπη Σελιδά', page })),
  )
  expect(pages.map(({ data }) => data.length)).toEqual([20, 20, 5, 0])
  expect(pages[0]?.meta).toMatchObject({ total: 45, per_page: 20, last_page: 3, page: 1, more: 0 })
  expect(new Set(pages.flatMap(({ data }) => data.map(({ id }) => id))).size).toBe(45)
  await app.copyRegistry('Σελίδα 7', 260)
  const { meta } = await app.search({ q: 'Πηνελόπη Σελιδά' })
  expect(meta).toMatchObject({ total: 200, last_page: 10, more: 1 })
})

test('common words are found together, in many registries or in one', async () => {
  await app.createRegistry(draftOf('Πολλές', 'Άλκηστις', 'Βρανά'))
  await app.createRegistry(draftOf('Πολλοί', 'Ορέστης', 'Βρανά', { event_place: 'Τήλος' }))
  await app.createRegistry(
    draftOf('Μαζί', 'Άλκηστις', 'Βρανά', { partner_name: 'Ορέστης', partner_surname: 'Βρανάς' }),
  )
  for (const registryName of ['Πολλές', 'Πολλοί']) {
    await app.copyRegistry(registryName, 300)
  }
  expect(await app.searchNames({ q: 'Άλκηστις Ορέστης' })).toEqual(['Μαζί'])
  expect(await app.searchNames({ q: 'Άλκηστις Τήλος' })).toEqual([])
  const { data, meta } = await app.search({ q: 'Άλκηστις Βρανά' })
  expect(meta).toMatchObject({ total: 200, more: 1 })
  expect(new Set(data.map(({ id }) => id)).size).toBe(20)
  expect((await app.search({ q: 'Άλκηστις Βρανά', month: '7' })).meta.total).toBe(0)
})

test('prefixes are found together too, short and long, by letters and by sound', async () => {
  await app.createRegistry(
    draftOf('Τα Πασχαλόγιορτα', 'Ευδοξία', 'Τριανταφυλλάκη', { event_place: 'Λειψοί' }),
  )
  await app.createRegistry(draftOf('Αλλού', 'Ευδοκία', 'Τρικούπη', { event_place: 'Λευκάδα' }))
  for (const q of [
    'Ευδ Τρια',
    'evd tria',
    'Ευδο Τριανταφυ',
    'Tri Leips',
    'Πασχ 2027',
    'τρ Λειψ',
    'Ευδ Τριανταφυλλάκης',
  ])
    expect([q, await app.searchNames({ q })]).toEqual([q, ['Τα Πασχαλόγιορτα']])
  expect(await app.searchNames({ q: 'Ευδο Τρι' })).toHaveLength(2)
  expect(await app.searchNames({ name: 'Ευδ', city: 'Τρι', type: 'wedding' })).toEqual([])
})

test('an old registry is found however many are newer, and the better match comes first', async () => {
  await app.createRegistry(draftOf('Παλιά', 'Πολυξένη', 'Δράκου'))
  await app.createRegistry(draftOf('Νέα', 'Πολυξένη', 'Δρακούλα'))
  // Among the newest few are similar, among the newer enough are, but none is the one searched for.
  await app.copyRegistry('Νέα', 100, 900_000)
  await app.copyRegistry('Νέα', 400, 800_000)
  const { data, meta } = await app.search({ q: 'Πολυξένη Δράκου' })
  expect(data[0]?.registry_name).toBe('Παλιά')
  expect(meta).toMatchObject({ total: 200, more: 1 })
})

test('all wrong fields are reported at once', async () => {
  const { status, data } = (await app.call<Refused>(searchRegistries, {
    name: 'Ελ',
    city: 'x'.repeat(43),
    month: '13',
    year: 'MMXX',
  })) as Answer<Refused & { keys: Record<string, string> }>
  expect(status).toBe(422)
  expect(data.keys).toEqual({
    name: 'name_short',
    city: 'city_long',
    type: 'type_required',
    month: 'find_month_wrong',
    year: 'find_year_wrong',
  })
  expect(data.fields?.city).toBe('City must be 42 characters or less')
})

test.each([
  [{ q: 'ab' }, { q: 'find_short' }],
  [{ q: '!!!???' }, { q: 'find_short' }],
  [{ q: 'a\u0000bcd' }, { q: 'field_characters' }],
  [{ q: 'ab\u202ecd' }, { q: 'field_characters' }],
  [{ q: 'x'.repeat(121) }, { q: 'find_long' }],
  [{ month: '6', year: '2027' }, { type: 'type_required' }],
  [{ type: 'funeral', name: 'Ελένη' }, { type: 'type_required' }],
  [{ type: 'wedding', month: '13' }, { month: 'find_month_wrong' }],
])('%j is refused beside its field', async (input, keys) => {
  const { status, data } = await app.call<{ keys: object }>(searchRegistries, input)
  expect([status, data.keys]).toEqual([422, keys])
})

test.each([
  "%' or 1=1",
  '\\abc',
  "'; drop table registry; --",
  '100% _x_',
  '𝕰𝖑𝖊𝖓𝖎',
  '👰🤵👰 abc',
  'ﬁﬁﬁ',
  '\u00a0\u200babc',
])('%s is only a search', async q => expect((await app.search({ q })).status).toBe(200))

test('too many searches are refused for a while', async () => {
  const answers = await Promise.all(
    Array.from({ length: 45 }, () => app.call(searchRegistries, { q: 'abc' })),
  )
  expect(answers.filter(({ status }) => status === 429)).not.toHaveLength(0)
  expect((await app.search({ q: 'abc' })).status).toBe(200)
})
