import { expect, test } from 'vitest'
import { opened } from '../../../test/opened.ts'
import { draftOf, registrySearchApp } from '../../../test/registry-search.ts'

const app = opened(() => registrySearchApp())

test('a registry is found by its name and by its hosts, in both alphabets; results show little', async () => {
  const { id } = await app.createRegistry(
    draftOf('Το μεγάλο μας ταξίδι', 'Ευτυχία', 'Ψαρρού', {
      partner_name: 'Ξενοφών',
      partner_surname: 'Γκίκας',
    }),
  )
  for (const q of ['ταξίδι', 'ΕΥΤΥΧΙΑ', 'Eftychia', 'euτυχια Ψαρρου', 'psarrou', 'Xenofwn', 'gkika', 'ξενοφ'])
    expect([q, await app.searchNames({ q })]).toEqual([q, ['Το μεγάλο μας ταξίδι']])
  const { data } = await app.search({ q: 'Ευτυχία Ψαρρού' })
  expect(data).toEqual([
    {
      id,
      slug: null,
      registry_name: 'Το μεγάλο μας ταξίδι',
      hosts: 'Ευτυχία & Ξενοφών',
      registry_date: '2027-06-19 00:00:00',
      registry_month: null,
      event_place: 'Ναύπλιο',
      type_info: { slug: 'wedding', name: 'Wedding' },
      name: 'Wedding',
    },
  ])
})

test('the other surname ending and another form of the given name find it too', async () => {
  await app.createRegistry(draftOf('Στην Πάρο', 'Αικατερίνη', 'Δρακοπούλου'))
  for (const q of ['Δρακόπουλος', 'Drakopoulos', 'Κατερίνα Δρακοπούλου', 'Catherine Drakopoulou'])
    expect([q, await app.searchNames({ q })]).toEqual([q, ['Στην Πάρο']])
})

test('exact words come before words that sound alike, and those before prefixes', async () => {
  await app.createRegistry(draftOf('Ζαφειρούλα', 'Ανθή', 'Ρίζου'))
  await app.createRegistry(draftOf('Zafeiro', 'Ανθή', 'Ρίζου'))
  await app.createRegistry(draftOf('Ζαφείρω', 'Ανθή', 'Ρίζου'))
  expect(await app.searchNames({ q: 'Ζαφείρω' })).toEqual(['Ζαφείρω', 'Zafeiro'])
  expect(await app.searchNames({ q: 'Ζαφειρ' })).toEqual(
    expect.arrayContaining(['Ζαφείρω', 'Zafeiro', 'Ζαφειρούλα']),
  )
})

test('among equal matches upcoming events come first, then undecided ones, then past ones', async () => {
  const later = draftOf('Ωδή δύο', 'Μυρτώ', 'Βλάμη', { registry_date: '2028-05-01' })
  await app.createRegistry(later)
  await app.createRegistry(draftOf('Ωδή τρία', 'Μυρτώ', 'Βλάμη', { registry_date: '', date_undecided: true }))
  await app.createRegistry(draftOf('Ωδή ένα', 'Μυρτώ', 'Βλάμη', { registry_date: '2027-05-01' }))
  expect(await app.searchNames({ q: 'Μυρτώ Βλάμη' })).toEqual(['Ωδή ένα', 'Ωδή δύο', 'Ωδή τρία'])
})

test('one typo in a long word is forgiven when nothing else is found, and reported', async () => {
  await app.createRegistry(draftOf('Χελιδόνια', 'Αναξίμανδρος', 'Τριανταφύλλου'))
  const { data, meta } = await app.search({ q: 'Αναξίμαμδρος' })
  expect(data.map(({ registry_name }) => registry_name)).toEqual(['Χελιδόνια'])
  expect(meta.near).toBe(1)
  expect((await app.search({ q: 'Τριανταφύλλου' })).meta.near).toBe(0)
  expect((await app.search({ q: 'Αναξίμαμδραος' })).meta.total).toBe(0)
})

test('Μάρα does not find Μαρία', async () => {
  await app.createRegistry(draftOf('Μάρα', 'Μάρα', 'Ζάχου', { event_place: 'Άνδρος' }))
  await app.createRegistry(draftOf('Μαρία', 'Μαρία', 'Ζάχου', { event_place: 'Άνδρος' }))
  expect(await app.searchNames({ q: 'Μάρα Ζάχου' })).toEqual(['Μάρα'])
  expect(await app.searchNames({ q: 'Maria Zachou' })).toEqual(['Μαρία'])
})

test('text typed with the other keyboard layout finds what was meant, or literally nothing', async () => {
  await app.createRegistry(draftOf('Φθινόπωρο', 'Θρασύβουλος', 'Ρήγας'))
  await app.createRegistry(draftOf('Jonquil', 'Jocelyn', 'Barton'))
  for (const [query, meant, name] of [
    [{ q: 'Urasyboylow' }, 'Θρασυβουλος', 'Φθινόπωρο'],
    [{ q: 'Uras;yboylow R;hgaw' }, 'Θρασύβουλος Ρήγας', 'Φθινόπωρο'],
    [{ name: 'Urasyboylow', type: 'wedding' }, 'Θρασυβουλος', 'Φθινόπωρο'],
    [{ q: 'Ξοψελυν' }, 'Jocelyn', 'Jonquil'],
  ] as const) {
    const { data, meta } = await app.search(query)
    expect([data.map(one => one.registry_name), meta.results_for]).toEqual([[name], meant])
    expect(data[0]?.hosts).not.toBeNull()
    const literal = await app.search({ ...query, literal: '1' })
    expect([literal.data, literal.meta.results_for, literal.meta.did_you_mean]).toEqual([[], null, meant])
  }
  const { meta } = await app.search({ q: 'qwxzqwxz' })
  expect([meta.results_for, meta.did_you_mean]).toEqual([null, null])
  expect((await app.search({ q: 'Θρασυβουλος' })).meta.results_for).toBeNull()
})

test('the one box understands place, month, year and event', async () => {
  await app.createRegistry(
    draftOf('Όλγα Α', 'Όλγα', 'Μπότση', { event_place: 'Σίφνος', registry_date: '2027-09-04' }),
  )
  await app.createRegistry(
    draftOf('Όλγα Β', 'Όλγα', 'Μπότση', { type: 'birthday', registry_date: '2028-02-01' }),
  )
  expect(await app.searchNames({ q: 'Όλγα Μπότση' })).toHaveLength(2)
  for (const q of [
    'Όλγα Σίφνος',
    'olga sifnos',
    'γάμος Όλγα Μπότση',
    'Όλγα Μπότση Σεπτέμβριος 2027',
    'Όλγα Μπότση Σεπτεμβρίου',
  ])
    expect([q, await app.searchNames({ q })]).toEqual([q, ['Όλγα Α']])
  expect(await app.searchNames({ q: 'Botsi birthday February' })).toEqual(['Όλγα Β'])
  expect(await app.searchNames({ q: 'Μπότση γάμος 2026' })).toEqual([])
})

test('the form: name, city, type, month and year narrow the search together; a city is not a name', async () => {
  await app.createRegistry(
    draftOf('Κύματα', 'Ήρα', 'Σκλάβου', { event_place: 'Κύθηρα', registry_date: '2027-08-21' }),
  )
  const right = { name: 'Ήρα Σκλάβου', city: 'kythira', type: 'wedding', month: '8', year: '2027' }
  expect(await app.searchNames(right)).toEqual(['Κύματα'])
  expect(await app.searchNames({ city: 'Κύθηρα', type: 'wedding' })).toEqual(['Κύματα'])
  const wrong = [
    { name: 'Κύθηρα' },
    { city: 'Σκλάβου' },
    { type: 'birthday' },
    { month: '7' },
    { year: '2028' },
  ]
  for (const one of wrong) expect([one, await app.searchNames({ ...right, ...one })]).toEqual([one, []])
})

test('a code in the box finds its registry, if it is public', async () => {
  const { id } = await app.createRegistry(draftOf('Με κωδικό', 'Σάββας', 'Κωδικάς'))
  const hidden = await app.createRegistry(
    draftOf('Κρυφό', 'Σάββας', 'Κωδικάς', { registry_status: 'shareable' }),
  )
  expect(
    await app.searchNames({
      q: id
        .toLowerCase()
        .replace(/(.{4})/g, '$1-')
        .slice(0, -1),
    }),
  ).toEqual(['Με κωδικό'])
  expect(await app.searchNames({ q: hidden.id })).toEqual([])
})
