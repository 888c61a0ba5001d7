import { sql } from 'kysely'
import { dayInAthens } from '../src/base/dates.ts'
import { switchKeyboardLayout } from '../src/base/greek/letters.ts'
import { findEventTypes } from '../src/registry/event-type.ts'
import { updateSearchIndex } from '../src/registry/search/index-rows.sql.ts'
import { sortSearchResults } from '../src/registry/search/result.rules.ts'
import { findMatchingRegistries } from '../src/registry/search/search.ts'
import { searchVocabulary } from '../src/registry/search/vocabulary.rules.ts'
import type { Db } from '../src/server/postgres/tables.ts'
import type { BenchApp } from './bench-app.ts'
import {
  formatMs,
  measureTimes,
  type Timings,
  withExistingDatabase,
  withFreshDatabase,
} from './bench-database.ts'
import { fillRegistries } from './registry-rows.ts'
import { markdownTable, type ReportSection } from './report.ts'

interface Person {
  name: string
  surname: string
  event_place: string
}

/**
 * How fast registries are found: the search, the rows of its results, and sorting them. BENCH_REGISTRIES is their
 * number (a million by default), BENCH_FIND_DATABASE the address of a database that is filled already.
 */
export function measureRegistrySearch({
  databaseUrl,
}: Pick<BenchApp, 'databaseUrl'>): Promise<ReportSection> {
  const { BENCH_FIND_DATABASE: existingDatabase, BENCH_REGISTRIES: registryCount = '1000000' } = process.env
  if (existingDatabase) return withExistingDatabase(existingDatabase, measureAll)
  return withFreshDatabase(databaseUrl, 'bench_find', async (db, unlimited) => {
    await fillRegistries(unlimited, Number(registryCount))
    return measureAll(db, unlimited)
  })
}

async function measureAll(db: Db, unlimited: Db): Promise<ReportSection> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from registry`.execute(db)
  const count = rows[0]?.count ?? 0
  const text = [
    await measureSearches(db, unlimited, count),
    await tableSizes(db, count),
    await measureIndexing(db),
    targets,
  ].join('\n\n')
  return { title: `Searching ${count.toLocaleString('en')} registries`, text }
}

const targets =
  'Targets: p50 at most 3 ms and p99 at most 15 ms for words, prefixes, -ος/-ου and given-name pairs; with a typo, which is only searched for when nothing else is found, p99 at most 20 ms. Two common words that no registry has both of: at most 15 ms.'

async function measureSearches(db: Db, unlimited: Db, count: number): Promise<string> {
  const { rows: people } = await sql<Person>`
    select name, surname, event_place from registry where id % ${Math.ceil(count / 400)} = 1 limit 400`.execute(
    db,
  )
  const vocabulary = searchVocabulary(await findEventTypes(db, 'en'), dayInAthens(new Date()))
  const search = (times: number, queryFor: (person: Person, i: number) => string) =>
    measureTimes(times, async i => {
      const person = people[i % people.length]
      if (!person) throw new Error('there is no registry')
      const q = queryFor(person, i)
      const { ranks, rows } = await findMatchingRegistries(db, { q }, vocabulary)
      sortSearchResults(rows, ranks, q, dayInAthens(new Date()))
    })
  const primaryKey = await measureTimes(400, i =>
    sql`select * from registry where id = ${(i * 7919) % count}`.execute(db),
  )
  const lines: [string, Timings][] = [
    ['look-up by primary key', primaryKey],
    ['given name and surname', await search(400, person => `${person.name} ${person.surname}`)],
    ['surname', await search(400, person => person.surname)],
    ['the other ending of the surname', await search(300, person => otherEnding(person.surname))],
    [
      'another form of the given name, and the surname',
      await search(300, person => `${otherForm(person.name)} ${person.surname}`),
    ],
    ['the very common «Μαρία»', await search(100, () => 'Μαρία')],
    ['two common words, «Μαρία Αθήνα»', await search(100, () => 'Μαρία Αθήνα')],
    ['a common name and a surname, «Μαρία Παπαδοπούλου»', await search(100, () => 'Μαρία Παπαδοπούλου')],
    ['first five letters of the surname', await search(300, person => person.surname.slice(0, 5))],
    ['first three letters', await search(200, person => person.surname.slice(0, 3))],
    ['two prefixes, «Παπ Αθ»', await search(100, () => 'Παπ Αθ')],
    ['surname, place and year', await search(300, person => `${person.surname} ${person.event_place} 2027`)],
    ['surname and region, «… Πελοπόννησος»', await search(200, person => `${person.surname} Πελοπόννησος`)],
    ['the region alone, «South Aegean»', await search(100, () => 'South Aegean')],
    ['event and month alone, «γάμος Ιούνιος»', await search(100, () => 'γάμος Ιούνιος')],
    ['month alone, «Ιούνιος»', await search(100, () => 'Ιούνιος')],
    ['typed on the other keyboard layout', await search(200, person => onLatinKeys(person.surname))],
    [
      'all of these mixed',
      await search(800, (person, i) => mixedQueries[i % mixedQueries.length]?.(person) ?? ''),
    ],
    ['surname with a typo', await search(200, person => withTypo(person.surname))],
    ['nobody of that name', await search(100, (_, i) => `Ζουμπουρλος${'αβγδ'[i % 4]}`)],
    [
      'two common words of no common registry, «Αθήνα Θεσσαλονίκη»',
      await search(5, () => 'Αθήνα Θεσσαλονίκη'),
    ],
    ['unindexed ILIKE', await measureTimes(5, i => searchByIlike(unlimited, people[i]?.surname ?? ''))],
  ]
  const ilikeP50 = lines.at(-1)?.[1].p50 ?? 0
  const rows = lines.map(([name, { p50, p99 }]) => [
    name,
    formatMs(p50),
    formatMs(p99),
    (p50 / primaryKey.p50).toFixed(1),
    (ilikeP50 / p50).toFixed(0),
  ])
  return markdownTable(['', 'p50 ms', 'p99 ms', '× primary key', 'ILIKE ÷ this'], rows)
}

const mixedQueries: ((person: Person) => string)[] = [
  person => `${person.name} ${person.surname}`,
  person => person.surname,
  person => otherEnding(person.surname),
  person => `${otherForm(person.name)} ${person.surname}`,
  () => 'Μαρία',
  () => 'Μαρία Αθήνα',
  person => person.surname.slice(0, 5),
  person => person.surname.slice(0, 3),
  person => `${person.surname} ${person.event_place} 2027`,
]

const surnameEndings: [string, string][] = [
  ['όπουλος', 'οπούλου'],
  ['ίδης', 'ίδου'],
  ['άκης', 'άκη'],
  ['ιάδης', 'ιάδου'],
]

function otherEnding(surname: string): string {
  for (const [male, female] of surnameEndings) {
    if (surname.endsWith(male)) return surname.slice(0, -male.length) + female
    if (surname.endsWith(female)) return surname.slice(0, -female.length) + male
  }
  return surname
}

const nameForms: Record<string, string> = {
  Μαρία: 'Mary',
  Ελένη: 'Helen',
  Κατερίνα: 'Αικατερίνη',
  Γιώργος: 'Γεώργιος',
  Γιάννης: 'Ιωάννης',
  Νίκος: 'Νικόλαος',
}
const otherForm = (name: string) => nameForms[name] ?? name

/** As it comes out when the keyboard is Latin. */
function onLatinKeys(word: string): string {
  return switchKeyboardLayout(word) ?? word
}

function withTypo(word: string): string {
  return `${word.slice(0, 4)}ψ${word.slice(5)}`
}

function searchByIlike(db: Db, surname: string): Promise<unknown> {
  const like = `%${surname}%`
  return sql`select id from registry where privacy = 'public' and (surname ilike ${like} or partner_surname ilike ${like}
    or registry_name ilike ${like}) order by id desc limit 200`.execute(db)
}

async function tableSizes(db: Db, count: number): Promise<string> {
  const { rows } = await sql<{ name: string; mb: number }>`
    select relname as name, round(pg_total_relation_size(oid) / 1e6, 1) as mb
    from pg_class where relname in ('registry', 'search_word', 'search_key', 'search_mention', 'search_prefix', 'search_entry') order by relname`.execute(
    db,
  )
  const total = rows.filter(({ name }) => name !== 'registry').reduce((sum, { mb }) => sum + mb, 0)
  const each = rows.map(({ name, mb }) => `${name} ${mb} MB`).join(', ')
  return `Size with indexes: ${each}; ${((total * 1e6) / count).toFixed(0)} bytes per registry for the search.`
}

async function measureIndexing(db: Db): Promise<string> {
  const rename = (tx: Db, i: number) =>
    sql`update registry set registry_name = ${`Γιορτή ${i}`} where id = ${i + 1}`.execute(tx)
  const withoutIndex = await measureTimes(200, i => db.transaction().execute(tx => rename(tx, i)))
  const withIndex = await measureTimes(200, i =>
    db.transaction().execute(async tx => {
      await rename(tx, i + 1000)
      await updateSearchIndex(tx, i + 1001)
    }),
  )
  return `A change of a registry’s name: ${formatMs(withoutIndex.p50)} ms without the search index, ${formatMs(withIndex.p50)} ms with it (p50).`
}
