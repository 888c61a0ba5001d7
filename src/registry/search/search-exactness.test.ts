import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { opened } from '../../../test/opened.ts'
import { freshDatabase } from '../../../test/postgres.ts'
import { findPlace } from '../../base/gazetteer.ts'
import { indexedNameWords, isOneTypo, nameKeys, nameRanks, rankName } from '../../base/greek/name-keys.ts'
import { createDb, createPool } from '../../server/postgres/database.ts'
import type { Db } from '../../server/postgres/tables.ts'
import { indexPendingRegistries, updateSearchIndex } from './index-rows.sql.ts'
import { interpretSearch, type SearchTerm } from './interpretation.rules.ts'
import { findMatchingRegistries } from './search.ts'

const own = opened(() => freshDatabase())
let db: Db
beforeAll(async () => {
  db = createDb(createPool(own.url, { size: 4, timeoutFactor: 20 }))
  await sql`insert into customer (id, email, email_key, name, surname, password_hash, language) overriding system value
    values (1, 'host@registry.example', 'host@registry.example', 'Host', 'Host', '', 'el')`.execute(db)
})
afterAll(() => db.destroy())

// Here, as the planner goes by what a table has held: a database of its own has held nothing.
test('the list of an event type and its months is read by an index', async () => {
  await db.transaction().execute(async tx => {
    await sql`set local enable_seqscan = off`.execute(tx)
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain
      select id from registry where event_type = 'wedding' and event_month(event_day) between 1 and 90000
        and privacy = 'public' and searchable and removed_at is null
      order by event_month(event_day) desc, id desc limit 61`.execute(tx)
    const plan = rows.map(row => row['QUERY PLAN']).join('\n')
    expect(plan).toContain('registry_event_month')
    expect(plan).not.toContain('Sort')
  })
})

let state = 7
/** From 0 to below `count`; the same sequence in every run. */
function random(count: number): number {
  state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
  return Math.floor((state / 2_147_483_648) * count)
}
const pick = (list: string[]) => list[random(list.length)] ?? ''

const givenNames = [
  'Μαρία',
  'Maria',
  'Mary',
  'Μάριος',
  'Ελένη',
  'Eleni',
  'Helen',
  'Ευτυχία',
  'Γιώργος',
  'Georgios',
]
const stems = ['Παπαδ', 'Papad', 'Παπανδρ', 'Γεωργ', 'Georg', 'Χατζηδ', 'Xatzid', 'Ξανθ', 'Τσιμπ', 'Tsimp']
const endings = ['όπουλος', 'οπούλου', 'opoulos', 'ίδης', 'idou', 'άκης', 'aki', 'ιάδης', 'έας', '-Ρήγα']
const cities = ['Αθήνα', 'Θεσσαλονίκη', 'Πάτρα', 'Ναύπλιο', 'Paros', 'Χανιά']
const letters = [...'αβγδηθικλμνοπρςτυφχωabdegiklmnoprstux']
const aSurname = () => pick(stems) + pick(endings)

/** With one letter added, left out or replaced, or two neighbours exchanged. */
function withTypo(word: string): string {
  const at = random(word.length)
  const [before, here, after] = [word.slice(0, at), word.slice(at, at + 1), word.slice(at + 1)]
  const typos = [before + pick(letters) + here + after, before + after, before + pick(letters) + after]
  return pick([...typos, before + after.slice(0, 1) + here + after.slice(1)])
}

test('names one typo apart have a form in common', async () => {
  const pairs = Array.from({ length: 3000 }, () => {
    const word = aSurname()
    const [keys, typed] = [nameKeys(word), nameKeys(withTypo(word))]
    return keys.flatMap(key => typed.map(other => [key, other] as const))
  }).flat()
  const near = pairs.filter(
    ([key, other]) =>
      key.startsWith('~') === other.startsWith('~') &&
      isOneTypo(key, other) &&
      other.length >= 5 + Number(other.startsWith('~')),
  )
  expect(near.length).toBeGreaterThan(2000)
  const { rows } = await sql`select key, other
    from unnest(${near.map(([key]) => key)}::text[], ${near.map(([, other]) => other)}::text[]) as pair (key, other)
    where length(ltrim(key, '~')) >= 5 and not typo_forms(key) && typo_forms(other)`.execute(db)
  expect(rows).toEqual([])
})

interface Registry {
  id: number
  names: string
  place: string
}

/** Only with letters that are allowed in codes: those that don't look like others. */
const codeOf = (n: number) =>
  [...String(n).padStart(12, '0')].map(digit => 'ABEHKMNPTX'[Number(digit)]).join('')

/** With large gaps between the ids, so that some count as the newest and some don't. */
async function insertRegistries(count: number): Promise<void> {
  for (let n = 1; n <= count; n++)
    await sql`insert into registry (id, code, customer_id, event_type, name, surname, registry_name, event_place,
        event_day, guest_count, privacy, terms_version, terms_at)
      overriding system value values (${n * 3000}, ${codeOf(n)}, 1, 'wedding', ${pick(givenNames)},
        ${aSurname()}, ${`${pick(givenNames)} & ${pick(givenNames)}`}, ${pick(cities)}, '2027-06-19', 50, 'public', '1',
        now())`.execute(db)
}

async function readRegistries(): Promise<Registry[]> {
  const { rows } = await sql<Registry>`select id, concat_ws(' ', registry_name, name, surname) as names,
    event_place as place from registry where privacy = 'public'`.execute(db)
  return rows
}

/** The ids that the search should find, by reading every registry. */
async function scan(registries: Registry[], q: string): Promise<number[]> {
  const terms = interpretSearch({ q }, new Map())[0]?.terms ?? []
  const { rows } = await sql<{ word: string }>`select word from search_word`.execute(db)
  const known = rows.map(({ word }) => word).filter(word => !word.startsWith('@'))
  const exact = registries.filter(one => terms.every(term => hasTerm(one, term, nameRanks.beginning)))
  if (exact.length > 0) return exact.map(({ id }) => id)
  const unknown = terms.filter(term => term.areas.length === 0 && !hasWord(known, term, nameRanks.beginning))
  const doubtful = unknown.length > 0 ? unknown : terms
  const worst = (term: SearchTerm) => nameRanks[doubtful.includes(term) ? 'typo' : 'beginning']
  return registries.filter(one => terms.every(term => hasTerm(one, term, worst(term)))).map(({ id }) => id)
}

const keysByWord = new Map<string, string[]>()
function keysOf(word: string): string[] {
  const keys = keysByWord.get(word) ?? nameKeys(word)
  keysByWord.set(word, keys)
  return keys
}

const hasWord = (words: string[], { word }: SearchTerm, worst: number) =>
  words.some(one => keysOf(one).some(key => (rankName(word, key) ?? Number.POSITIVE_INFINITY) <= worst))

function hasTerm({ names, place }: Registry, term: SearchTerm, worst: number): boolean {
  const found = findPlace(place)
  const areas = found ? [found, ...found.areas].map(({ id }) => id) : []
  return (
    hasWord(indexedNameWords(`${names} ${place}`), term, worst) || term.areas.some(id => areas.includes(id))
  )
}

const questions = [
  () => aSurname(),
  () => `${pick(givenNames)} ${aSurname()}`,
  () => `${pick(givenNames)} ${pick(cities)}`,
  () => `${pick(cities)} ${pick(cities)}`,
  () => aSurname().slice(0, 2 + random(6)),
  () => `${aSurname().slice(0, 2 + random(5))} ${pick(cities).slice(0, 3)}`,
  () => withTypo(aSurname()),
  () => `${withTypo(aSurname())} ${pick(cities)}`,
  () => `${pick(givenNames)} ${withTypo(aSurname())}`,
]

/** The dictionary has as many words that sound like the first name as words that begin with it. */
const asManyBeginnings = 'Georg-Ρήγα'
const questionCount = process.env.TEST_FULL ? 900 : 45

async function expectSameAsScan(times: number): Promise<void> {
  const registries = await readRegistries()
  const vocabulary = { eventWords: new Map(), types: [], today: '2026-11-25' as const }
  let withTypos = 0
  for (let i = 0; i < times; i++) {
    const q = i === 0 ? asManyBeginnings : (questions[i % questions.length]?.() ?? '')
    const { ranks, rows, ...found } = await findMatchingRegistries(db, { q, literal: true }, vocabulary)
    const ids = (list: Iterable<number>) => [...list].toSorted((one, other) => one - other)
    expect([q, ids(ranks.keys())]).toEqual([q, ids(await scan(registries, q))])
    expect(ids(rows.map(({ id }) => id))).toEqual(ids(ranks.keys()))
    if (found.withTypos && ranks.size > 0) withTypos++
  }
  expect(withTypos).toBeGreaterThan(times / 20)
}

test('a search finds what reading every registry finds, in both alphabets and after changes at once', async () => {
  await insertRegistries(210)
  await Promise.all([1, 2, 3].map(() => indexPendingRegistries(db)))
  await expectSameAsScan(questionCount)
  const changed = Array.from({ length: 40 }, () => ({ id: (1 + random(210)) * 3000, surname: aSurname() }))
  await Promise.all(
    changed.map(({ id, surname }, at) =>
      db.transaction().execute(async tx => {
        const privacy = at % 8 === 0 ? 'private' : 'public'
        await sql`update registry set surname = ${surname}, privacy = ${privacy} where id = ${id}`.execute(tx)
        await updateSearchIndex(tx, id)
      }),
    ),
  )
  await expectSameAsScan(questionCount)
})
