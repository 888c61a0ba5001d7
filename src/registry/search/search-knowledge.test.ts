import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { opened } from '../../../test/opened.ts'
import { draftOf, registrySearchApp } from '../../../test/registry-search.ts'

const app = opened(() => registrySearchApp())

const couple = (name: string, partner: string, surname: string, more: object) =>
  draftOf('Λίστα 22', name, surname, { partner_name: partner, partner_surname: 'Βρεττού', ...more })

test('registries of one title are told apart by their hosts, for who searched by a name', async () => {
  await app.createRegistry(couple('Ιππόλυτος', 'Ερατώ', 'Σκούρας', { event_place: 'Ικαρία' }))
  await app.createRegistry(couple('Πολύδωρος', 'Κλειώ', 'Μάντης', { event_place: 'Ικαρία' }))
  const hostsOf = async (query: Record<string, string>) =>
    (await app.search(query)).data.map(({ hosts }) => hosts).sort()
  const both = ['Ιππόλυτος & Ερατώ', 'Πολύδωρος & Κλειώ']
  expect(await hostsOf({ q: 'Λίστα 22' })).toEqual(both)
  expect(await hostsOf({ name: 'Λίστα 22', type: 'wedding' })).toEqual(both)
  expect(await hostsOf({ q: 'Skouras' })).toEqual(['Ιππόλυτος & Ερατώ'])
  expect(await hostsOf({ q: 'Σκούρας Ικαρία' })).toEqual(['Ιππόλυτος & Ερατώ'])
  expect(await hostsOf({ q: 'Σκοθρας' })).toEqual(['Ιππόλυτος & Ερατώ'])
  for (const query of [{ q: 'Ικαρία' }, { q: 'Ικαρία γάμος' }, { city: 'Ικαρία', type: 'wedding' }] as Record<
    string,
    string
  >[])
    expect([query, await hostsOf(query)]).toEqual([query, [null, null]])
})

test('event type, month and year find alone, newest event first, with the month instead of the day', async () => {
  const student = (title: string, registry_date: string) =>
    draftOf(title, 'Φαίδων', 'Ζήρας', { type: 'student-life', registry_date, event_place: 'Πάτρα' })
  await app.createRegistry(student('Μεθαύριο', '2028-09-20'))
  await app.createRegistry(student('Αύριο', '2027-09-28'))
  await app.createRegistry(student('Σήμερα', '2027-09-03'))
  await app.createRegistry(student('Νωρίτερα', '2027-03-03'))
  await app.createRegistry({ ...student('Κάποτε', ''), date_undecided: true })
  const all = ['Μεθαύριο', 'Σήμερα', 'Αύριο', 'Νωρίτερα', 'Κάποτε']
  expect(await app.searchNames({ type: 'student-life' })).toEqual(all)
  expect(await app.searchNames({ type: 'student-life', month: '9' })).toEqual(all.slice(0, 3))
  const inMonth = { type: 'student-life', month: '9', year: '2027' }
  const { data, meta } = await app.search(inMonth)
  expect(meta.total).toBe(2)
  expect(data.map(one => [one.registry_name, one.registry_month, one.registry_date, one.hosts])).toEqual([
    ['Σήμερα', '2027-09', '1970-01-01 00:00:00', null],
    ['Αύριο', '2027-09', '1970-01-01 00:00:00', null],
  ])
  expect(JSON.stringify(data)).not.toMatch(/2027-09-|Φαίδων/)
  for (const q of ['φοιτητική Σεπτέμβριος', 'student september', 'Σεπτεμβρίου φοιτητική 2027'])
    expect([q, await app.searchNames({ q })]).toEqual([q, expect.arrayContaining(['Αύριο', 'Σήμερα'])])
  expect(await app.searchNames({ q: 'September 2027' })).toEqual(['Σήμερα', 'Αύριο'])
  expect(await app.searchNames({ q: 'October 2027' })).toEqual([])
})

test('what has the searched words in its title comes before what only is such an event', async () => {
  await app.createRegistry(draftOf('Ο Μάιος μας', 'Θαλής', 'Κόντος', { registry_date: '2027-10-02' }))
  await app.createRegistry(draftOf('Λουλούδια', 'Θαλής', 'Κόντος', { registry_date: '2027-05-02' }))
  expect(await app.searchNames({ q: 'Μάιος' })).toEqual(['Ο Μάιος μας', 'Λουλούδια'])
})

test('without a name or a place sixty come at most, by pages, and the answer says that there are more', async () => {
  await app.createRegistry(draftOf('Πολλά γενέθλια', 'Ίων', 'Δρόσος', { type: 'birthday' }))
  await app.copyRegistry('Πολλά γενέθλια', 70)
  await sql`update registry set event_day = '2027-04-01' where registry_name = 'Πολλά γενέθλια'`.execute(
    app.db,
  )
  const query = { type: 'birthday', month: '4', year: '2027' }
  const { meta } = await app.search(query)
  expect(meta).toMatchObject({ total: 60, last_page: 3, more: 1 })
  const pages = await Promise.all(['1', '2', '3', '4'].map(page => app.search({ ...query, page })))
  expect(pages.map(({ data }) => data.length)).toEqual([20, 20, 20, 0])
  expect(new Set(pages.flatMap(({ data }) => data.map(({ id }) => id))).size).toBe(60)
})

test('a baby’s event never matches by day, month, year or place alone, and shows neither', async () => {
  const baby = { type: 'baptism', event_place: 'Σέριφος', registry_date: '2027-10-09' }
  await app.createRegistry(draftOf('Βάπτιση Αρτέμιδος', 'Λήδα', 'Κουτσή', baby))
  const without: Record<string, string>[] = [
    { type: 'baptism', month: '10' },
    { type: 'baptism', year: '2027' },
    { type: 'baptism', city: 'Σέριφος' },
    { city: 'Σέριφος', type: 'baptism', month: '10', year: '2027' },
    { q: 'Σέριφος' },
    { q: 'Σέριφος βάπτιση' },
    { q: 'Σέριφος 2027' },
    { q: 'βάπτιση Οκτώβριος' },
    { q: 'October 2027' },
    { q: 'Οκτώβριος' },
  ]
  for (const query of without) {
    const { data } = await app.search(query)
    expect([query, data.filter(one => one.registry_name === 'Βάπτιση Αρτέμιδος')]).toEqual([query, []])
  }
  for (const query of [
    { q: 'Κουτσή' },
    { q: 'Αρτέμιδος Σέριφος' },
    { name: 'Λήδα', city: 'Σέριφος', type: 'baptism' },
  ] as Record<string, string>[]) {
    const { data } = await app.search(query)
    expect(data).toMatchObject([
      { registry_name: 'Βάπτιση Αρτέμιδος', hosts: 'Λήδα', registry_date: '1970-01-01 00:00:00' },
    ])
    expect(JSON.stringify(data)).not.toMatch(/Σέριφος|2027/)
  }
  const { data } = await app.search({ type: 'baptism' })
  expect(data).toMatchObject([{ hosts: null, registry_month: null, event_place: null }])
})

test('only public registries are listed by their event', async () => {
  const hidden = draftOf('Κρυφή γιορτή', 'Ίριδα', 'Μένου', {
    type: 'lets-event',
    registry_date: '2028-01-05',
  })
  for (const registry_status of ['private', 'shareable'])
    await app.createRegistry({ ...hidden, registry_status })
  expect(await app.searchNames({ type: 'lets-event' })).toEqual([])
  expect(await app.searchNames({ type: 'lets-event', month: '1', year: '2028' })).toEqual([])
})
