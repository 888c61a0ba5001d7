import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aHost, type Host, registryDraft } from '../../../test/builders.ts'
import type { Answer, Refused } from '../../../test/client.ts'
import { type SingleTestApp, testApp } from '../../../test/test-app.ts'
import { deleteRegistry, saveRegistry } from '../registry/contract.ts'
import { changeSearchable, updateRegistry } from '../settings/contract.ts'
import { searchRegistries } from './contract.ts'
import { indexPendingRegistries } from './search-index-data.ts'

let world: SingleTestApp
let host: Host

beforeAll(async () => {
  world = await testApp({ shop: 'none' })
  host = await aHost(world)
})
afterAll(() => world.close())

interface Result {
  id: string
  registry_name: string
  registry_date: string
  event_place: string | null
  type_info: { slug: string; name: string }
}
interface Meta {
  page: number
  total: number
  last_page: number
  more: number
  near: number
  did_you_mean: string | null
}

let minutes = 0
/** Searches minutes apart, so that no limit is in the way. */
async function search(input: Record<string, string>): Promise<Answer<Result[]> & { meta: Meta }> {
  world.clock.now = new Date(Date.parse('2026-11-21T10:00:00Z') + minutes++ * 120_000)
  return (await world.call<Result[]>(searchRegistries, input)) as Answer<Result[]> & { meta: Meta }
}
const names = async (input: Record<string, string>) =>
  (await search(input)).data.map(({ registry_name }) => registry_name)

let count = 0
/** A registry of a host of its own: one host may not create so many in an hour. */
async function created(draft: object): Promise<{ id: string; token: string }> {
  if (count++ % 20 === 0) host = await aHost(world)
  const { token } = host
  const { status, data } = await world.call<{ id: string }>(
    saveRegistry,
    { ...registryDraft, ...draft },
    token,
  )
  expect(status).toBe(200)
  return { id: data.id, token }
}

const people = (registry_name: string, name: string, surname: string, more: object = {}) => ({
  registry_name,
  name,
  surname,
  partner_name: '',
  partner_surname: '',
  ...more,
})

test('a registry is found by its name and by its hosts, in both alphabets, and tells little', async () => {
  const { id } = await created(
    people('Το μεγάλο μας ταξίδι', 'Ευτυχία', 'Ψαρρού', {
      partner_name: 'Ξενοφών',
      partner_surname: 'Γκίκας',
    }),
  )
  for (const q of ['ταξίδι', 'ΕΥΤΥΧΙΑ', 'Eftychia', 'euτυχια Ψαρρου', 'psarrou', 'Xenofwn', 'gkika', 'ξενοφ'])
    expect([q, await names({ q })]).toEqual([q, ['Το μεγάλο μας ταξίδι']])
  const { data } = await search({ q: 'Ευτυχία Ψαρρού' })
  expect(data).toEqual([
    {
      id,
      slug: null,
      registry_name: 'Το μεγάλο μας ταξίδι',
      registry_date: '2027-06-19 00:00:00',
      event_place: 'Ναύπλιο',
      type_info: { slug: 'wedding', name: 'Wedding' },
      name: 'Wedding',
    },
  ])
})

test('the other surname ending and another form of the given name find it too', async () => {
  await created(people('Στην Πάρο', 'Αικατερίνη', 'Δρακοπούλου'))
  for (const q of ['Δρακόπουλος', 'Drakopoulos', 'Κατερίνα Δρακοπούλου', 'Catherine Drakopoulou'])
    expect([q, await names({ q })]).toEqual([q, ['Στην Πάρο']])
})

test('the very words come before what sounds like them, and that before beginnings', async () => {
  await created(people('Ζαφειρούλα', 'Ανθή', 'Ρίζου'))
  await created(people('Zafeiro', 'Ανθή', 'Ρίζου'))
  await created(people('Ζαφείρω', 'Ανθή', 'Ρίζου'))
  expect(await names({ q: 'Ζαφείρω' })).toEqual(['Ζαφείρω', 'Zafeiro'])
  expect(await names({ q: 'Ζαφειρ' })).toEqual(expect.arrayContaining(['Ζαφείρω', 'Zafeiro', 'Ζαφειρούλα']))
})

test('among equals the next to come is first, then the undecided, then the past', async () => {
  const later = people('Ωδή δύο', 'Μυρτώ', 'Βλάμη', { registry_date: '2028-05-01' })
  await created(later)
  await created(people('Ωδή τρία', 'Μυρτώ', 'Βλάμη', { registry_date: '', date_undecided: true }))
  await created(people('Ωδή ένα', 'Μυρτώ', 'Βλάμη', { registry_date: '2027-05-01' }))
  expect(await names({ q: 'Μυρτώ Βλάμη' })).toEqual(['Ωδή ένα', 'Ωδή δύο', 'Ωδή τρία'])
})

test('one typo is forgiven in a long word when nothing else is found, and said', async () => {
  await created(people('Χελιδόνια', 'Αναξίμανδρος', 'Τριανταφύλλου'))
  const { data, meta } = await search({ q: 'Αναξίμαμδρος' })
  expect(data.map(({ registry_name }) => registry_name)).toEqual(['Χελιδόνια'])
  expect(meta.near).toBe(1)
  expect((await search({ q: 'Τριανταφύλλου' })).meta.near).toBe(0)
  expect((await search({ q: 'Αναξίμαμδραος' })).meta.total).toBe(0)
})

test('Μάρα does not find Μαρία', async () => {
  await created(people('Μάρα', 'Μάρα', 'Ζάχου', { event_place: 'Άνδρος' }))
  await created(people('Μαρία', 'Μαρία', 'Ζάχου', { event_place: 'Άνδρος' }))
  expect(await names({ q: 'Μάρα Ζάχου' })).toEqual(['Μάρα'])
  expect(await names({ q: 'Maria Zachou' })).toEqual(['Μαρία'])
})

test('what was typed with the other keyboard on is offered as it was meant', async () => {
  await created(people('Φθινόπωρο', 'Θρασύβουλος', 'Ρήγας'))
  const { data, meta } = await search({ q: 'Urasyboylow' })
  expect([data, meta.did_you_mean]).toEqual([[], 'Θρασυβουλος'])
  expect((await search({ q: 'qwxzqwxz' })).meta.did_you_mean).toBeNull()
})

test('the one box understands place, month, year and event', async () => {
  await created(people('Όλγα Α', 'Όλγα', 'Μπότση', { event_place: 'Σίφνος', registry_date: '2027-09-04' }))
  await created(people('Όλγα Β', 'Όλγα', 'Μπότση', { type: 'birthday', registry_date: '2028-02-01' }))
  expect(await names({ q: 'Όλγα Μπότση' })).toHaveLength(2)
  for (const q of [
    'Όλγα Σίφνος',
    'olga sifnos',
    'γάμος Όλγα Μπότση',
    'Όλγα Μπότση Σεπτέμβριος 2027',
    'Όλγα Μπότση Σεπτεμβρίου',
  ])
    expect([q, await names({ q })]).toEqual([q, ['Όλγα Α']])
  expect(await names({ q: 'Botsi birthday February' })).toEqual(['Όλγα Β'])
  expect(await names({ q: 'γάμος 2027' })).toEqual([])
})

test('the form: name, city, type, month and year narrow together; a city is no name', async () => {
  await created(people('Κύματα', 'Ήρα', 'Σκλάβου', { event_place: 'Κύθηρα', registry_date: '2027-08-21' }))
  const right = { name: 'Ήρα Σκλάβου', city: 'kythira', type: 'wedding', month: '8', year: '2027' }
  expect(await names(right)).toEqual(['Κύματα'])
  expect(await names({ city: 'Κύθηρα', type: 'wedding' })).toEqual(['Κύματα'])
  const wrong = [
    { name: 'Κύθηρα' },
    { city: 'Σκλάβου' },
    { type: 'birthday' },
    { month: '7' },
    { year: '2028' },
  ]
  for (const one of wrong) expect([one, await names({ ...right, ...one })]).toEqual([one, []])
})

test('a baby’s event is found by place and date, and shows neither', async () => {
  const baby = { type: 'baptism', event_place: 'Σέριφος', registry_date: '2027-10-09' }
  await created(people('Βάπτιση Αρτέμιδος', 'Λήδα', 'Κουτσή', baby))
  const { data } = await search({ city: 'Σέριφος', type: 'baptism', month: '10', year: '2027' })
  expect(data).toMatchObject([
    { registry_name: 'Βάπτιση Αρτέμιδος', registry_date: '1970-01-01 00:00:00', event_place: null },
  ])
  expect(JSON.stringify(data)).not.toMatch(/Σέριφος|2027/)
})

test('only public registries that want it are found, and a change takes effect at once', async () => {
  const marked = people('Κρυφό Ζουζούνι', 'Ζουζούνι', 'Μυστικού', { event_place: 'Ζουζουνοχώρι' })
  const seen = async () => JSON.stringify([await search({ q: 'Ζουζούνι' }), await search({ q: 'Zouzoumi' })])
  for (const registry_status of ['private', 'shareable']) await created({ ...marked, registry_status })
  expect(await seen()).not.toContain('Κρυφό')
  const { id, token } = await created(marked)
  const change = async (said: Parameters<typeof world.call>[0], input: object) => {
    expect((await world.call(said, { id, registry_id: id, ...input }, token)).status).toBe(200)
  }
  expect(await names({ city: 'Ζουζουνοχώρι', type: 'wedding' })).toHaveLength(1)
  for (const hidden of ['private', 'shareable']) {
    await change(updateRegistry, { registry_status: hidden })
    expect(await seen()).not.toContain('Κρυφό')
    await change(updateRegistry, { registry_status: 'public' })
    expect(await seen()).toContain('Κρυφό')
  }
  await change(changeSearchable, { searchable: false })
  expect(await seen()).not.toContain('Κρυφό')
  await change(changeSearchable, { searchable: true })
  await change(updateRegistry, { registry_name: 'Φανερό' })
  expect(await names({ q: 'Κρυφό' })).toEqual([])
  expect(await names({ q: 'Φανερό' })).toEqual(['Φανερό'])
  await change(deleteRegistry, {})
  expect(await names({ q: 'Ζουζούνι' })).toEqual([])
  for (const table of ['search_mention', 'search_entry'] as const) {
    const kept = world.db.selectFrom(table).innerJoin('registry', 'registry.id', `${table}.registry_id`)
    expect(await kept.select('code').where('code', '=', id).execute()).toEqual([])
  }
})

test('a change of other things leaves by what a registry is found', async () => {
  const { id, token } = await created(people('Ησυχία', 'Γαλήνη', 'Ατάραχου'))
  const written = async () => {
    const { rows } = await sql`select entry.xmin from search_entry entry
      join registry on registry.id = registry_id where code = ${id}`.execute(world.db)
    return rows
  }
  const before = await written()
  expect(before).toHaveLength(1)
  await world.call(updateRegistry, { id, message: 'Σας περιμένουμε' }, token)
  expect(await written()).toEqual(before)
  await world.call(updateRegistry, { id, registry_date: '2028-05-06' }, token)
  expect(await written()).not.toEqual(before)
  expect(await names({ q: 'Γαλήνη Ατάραχου 2028' })).toEqual(['Ησυχία'])
})

test('what only hidden registries say is told by nothing: not by results, counts, nearness or suggestions', async () => {
  const word = 'Ζαρκαδοπούλου'
  const marked = people(`${word} κρυφά`, word, word, { event_place: 'Ζαρκαδοχώρι' })
  const answers = async () => {
    const asked: Record<string, string>[] = [
      { q: word },
      { q: 'Zarkadopoulou' },
      { q: 'Ζαρκαδόπουλος' },
      { q: 'Ζαρκαδοποθλου' },
      { q: 'Zarkadopoyloy' },
      { q: 'Ζαρ' },
      { name: word, type: 'wedding' },
      { city: 'Ζαρκαδοχώρι', type: 'wedding', month: '6', year: '2027' },
    ]
    const found = []
    for (const one of asked) {
      const { data, meta } = await search(one)
      found.push({ data, meta })
    }
    return found
  }
  const before = await answers()
  for (const registry_status of ['private', 'shareable']) await created({ ...marked, registry_status })
  expect(await answers()).toEqual(before)
  // Its words stay in the dictionary when it hides, and lead nowhere.
  const { id, token } = await created(marked)
  expect(await answers()).not.toEqual(before)
  await world.call(updateRegistry, { id, registry_status: 'private' }, token)
  expect(await answers()).toEqual(before)
})

test('a code in the box finds its registry, if it is public', async () => {
  const { id } = await created(people('Με κωδικό', 'Σάββας', 'Κωδικάς'))
  const hidden = await created(people('Κρυφό', 'Σάββας', 'Κωδικάς', { registry_status: 'shareable' }))
  expect(
    await names({
      q: id
        .toLowerCase()
        .replace(/(.{4})/g, '$1-')
        .slice(0, -1),
    }),
  ).toEqual(['Με κωδικό'])
  expect(await names({ q: hidden.id })).toEqual([])
})

test('results come by pages, and never more than two hundred', async () => {
  for (let n = 0; n < 45; n++) await created(people(`Σελίδα ${n}`, 'Πηνελόπη', 'Σελιδά'))
  const pages = await Promise.all(['1', '2', '3', '4'].map(page => search({ q: 'Πηνελόπη Σελιδά', page })))
  expect(pages.map(({ data }) => data.length)).toEqual([20, 20, 5, 0])
  expect(pages[0]?.meta).toMatchObject({ total: 45, per_page: 20, last_page: 3, page: 1, more: 0 })
  expect(new Set(pages.flatMap(({ data }) => data.map(({ id }) => id))).size).toBe(45)
  await world.db.executeQuery(copies('Σελίδα 7', 260))
  await indexPendingRegistries(world.db)
  const { meta } = await search({ q: 'Πηνελόπη Σελιδά' })
  expect(meta).toMatchObject({ total: 200, last_page: 10, more: 1 })
})

test('common words are found together, be it often or once', async () => {
  await created(people('Πολλές', 'Άλκηστις', 'Βρανά'))
  await created(people('Πολλοί', 'Ορέστης', 'Βρανά', { event_place: 'Τήλος' }))
  await created(people('Μαζί', 'Άλκηστις', 'Βρανά', { partner_name: 'Ορέστης', partner_surname: 'Βρανάς' }))
  for (const registryName of ['Πολλές', 'Πολλοί']) {
    await world.db.executeQuery(copies(registryName, 300))
    await indexPendingRegistries(world.db)
  }
  expect(await names({ q: 'Άλκηστις Ορέστης' })).toEqual(['Μαζί'])
  expect(await names({ q: 'Άλκηστις Τήλος' })).toEqual([])
  const { data, meta } = await search({ q: 'Άλκηστις Βρανά' })
  expect(meta).toMatchObject({ total: 200, more: 1 })
  expect(new Set(data.map(({ id }) => id)).size).toBe(20)
  expect((await search({ q: 'Άλκηστις Βρανά', month: '7' })).meta.total).toBe(0)
})

test('beginnings are found together too, short and long, by letters and by sound', async () => {
  await created(people('Τα Πασχαλόγιορτα', 'Ευδοξία', 'Τριανταφυλλάκη', { event_place: 'Λειψοί' }))
  await created(people('Αλλού', 'Ευδοκία', 'Τρικούπη', { event_place: 'Λευκάδα' }))
  for (const q of [
    'Ευδ Τρια',
    'evd tria',
    'Ευδο Τριανταφυ',
    'Tri Leips',
    'Πασχ 2027',
    'τρ Λειψ',
    'Ευδ Τριανταφυλλάκης',
  ])
    expect([q, await names({ q })]).toEqual([q, ['Τα Πασχαλόγιορτα']])
  expect(await names({ q: 'Ευδο Τρι' })).toHaveLength(2)
  expect(await names({ name: 'Ευδ', city: 'Τρι', type: 'wedding' })).toEqual([])
})

test('however many are newer, an old one is found, and the closer comes first', async () => {
  await created(people('Παλιά', 'Πολυξένη', 'Δράκου'))
  await created(people('Νέα', 'Πολυξένη', 'Δρακούλα'))
  // Few of the newest are like it and enough of the newer, but none is the very one that is looked for.
  await world.db.executeQuery(copies('Νέα', 100, 900_000))
  await world.db.executeQuery(copies('Νέα', 400, 800_000))
  await indexPendingRegistries(world.db)
  const { data, meta } = await search({ q: 'Πολυξένη Δράκου' })
  expect(data[0]?.registry_name).toBe('Παλιά')
  expect(meta).toMatchObject({ total: 200, more: 1 })
})

test('every wrong field is told at once', async () => {
  const { status, data } = (await world.call<Refused>(searchRegistries, {
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
  [{ type: 'wedding' }, { name: 'find_name_or_city' }],
  [{ type: 'funeral', name: 'Ελένη' }, { type: 'type_required' }],
])('%j is refused beside its field', async (input, keys) => {
  const { status, data } = await world.call<{ keys: object }>(searchRegistries, input)
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
])('%s is only a search', async q => expect((await search({ q })).status).toBe(200))

test('searching on and on is refused for a while', async () => {
  const answers = await Promise.all(
    Array.from({ length: 45 }, () => world.call(searchRegistries, { q: 'abc' })),
  )
  expect(answers.filter(({ status }) => status === 429)).not.toHaveLength(0)
  expect((await search({ q: 'abc' })).status).toBe(200)
})

let copied = 0
/** Rows as an older version left them: not yet found by anybody. */
function copies(registryName: string, count: number, from?: number) {
  const prefix = 'KMNPTXYZ'[copied++] ?? ''
  const id = from === undefined ? sql`nextval(pg_get_serial_sequence('registry', 'id'))` : sql`${from} + n`
  return sql`
    insert into registry (id, code, customer_id, event_type, name, surname, registry_name, guest_count, privacy,
      terms_version, terms_at)
    overriding system value
    select ${id}, ${prefix} || translate(lpad(to_char(n, 'FM000'), 11, 'A'), '01268', 'BEHKM'), customer_id, event_type, name, surname,
      registry_name, guest_count, privacy, terms_version, terms_at
    from (select * from registry where registry_name = ${registryName} order by id limit 1) registry,
      generate_series(1, ${count}) as n`.compile(world.db)
}
