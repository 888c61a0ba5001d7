import { sql } from 'kysely'
import { dayInAthens } from '../src/base/dates.ts'
import { findEventTypes } from '../src/registry/registry/event-type-data.ts'
import { findSearchResultRows } from '../src/registry/search/data.ts'
import { sortSearchResults } from '../src/registry/search/result-order-rules.ts'
import { updateSearchIndex } from '../src/registry/search/search-index-data.ts'
import { findMatchingRegistries } from '../src/registry/search/service.ts'
import { mapEventWords } from '../src/registry/search/vocabulary-rules.ts'
import type { Db } from '../src/server/postgres/tables.ts'
import { fillRegistries } from './find-rows.ts'
import { ms, onFreshDatabase, onKeptDatabase, type Times, timed } from './ground.ts'
import { type Section, table } from './report.ts'
import type { Stage } from './stage.ts'

interface Person {
  name: string
  surname: string
  event_place: string
}

/**
 * How fast registries are found, each as the whole call does it: the search, the rows of its results, their order.
 * BENCH_REGISTRIES says how many (a million), BENCH_FIND_DATABASE names a database that was filled before.
 */
export function find({ databaseUrl }: Pick<Stage, 'databaseUrl'>): Promise<Section> {
  const { BENCH_FIND_DATABASE: kept, BENCH_REGISTRIES: wanted = '1000000' } = process.env
  if (kept) return onKeptDatabase(kept, findings)
  return onFreshDatabase(databaseUrl, 'bench_find', async (db, filling) => {
    await fillRegistries(filling, Number(wanted))
    return findings(db, filling)
  })
}

async function findings(db: Db, patient: Db): Promise<Section> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from registry`.execute(db)
  const count = rows[0]?.count ?? 0
  const text = [await measured({ db, patient, count }), await sizes(db, count), await saving(db), aims].join(
    '\n\n',
  )
  return { title: `Finding a registry among ${count.toLocaleString('en')}`, text }
}

const aims =
  'Aims: p50 at most 3 ms and p99 at most 15 ms for words, beginnings, -ος/-ου and given-name pairs; with a typo, which is only looked for when nothing else is found, p99 at most 120 ms. Two common words that never meet are outside them: their whole lists are met, several times over, until typos too are excluded.'

async function measured({ db, patient, count }: { db: Db; patient: Db; count: number }): Promise<string> {
  const { rows: people } = await sql<Person>`
    select name, surname, event_place from registry where id % ${Math.ceil(count / 400)} = 1 limit 400`.execute(
    db,
  )
  const eventWords = mapEventWords(await findEventTypes(db, 'en'))
  const look = (times: number, asked: (one: Person, at: number) => string) =>
    timed(times, async at => {
      const one = people[at % people.length]
      if (!one) throw new Error('nobody to look for')
      const q = asked(one, at)
      const { ranks } = await findMatchingRegistries(db, { q }, eventWords)
      sortSearchResults(await findSearchResultRows(db, [...ranks.keys()]), ranks, q, dayInAthens(new Date()))
    })
  const bare = await timed(400, at =>
    sql`select * from registry where id = ${(at * 7919) % count}`.execute(db),
  )
  const lines: [string, Times][] = [
    ['look-up by primary key', bare],
    ['given name and surname', await look(400, one => `${one.name} ${one.surname}`)],
    ['surname', await look(400, one => one.surname)],
    ['the other ending of the surname', await look(300, one => otherEnding(one.surname))],
    [
      'another form of the given name, and the surname',
      await look(300, one => `${otherForm(one.name)} ${one.surname}`),
    ],
    ['the very common «Μαρία»', await look(100, () => 'Μαρία')],
    ['two common words, «Μαρία Αθήνα»', await look(100, () => 'Μαρία Αθήνα')],
    ['a common name and a surname, «Μαρία Παπαδοπούλου»', await look(100, () => 'Μαρία Παπαδοπούλου')],
    ['first five letters of the surname', await look(300, one => one.surname.slice(0, 5))],
    ['first three letters', await look(200, one => one.surname.slice(0, 3))],
    ['two beginnings, «Παπ Αθ»', await look(100, () => 'Παπ Αθ')],
    ['surname, place and year', await look(300, one => `${one.surname} ${one.event_place} 2027`)],
    ['all of these mixed', await look(800, (one, at) => mixed[at % mixed.length]?.(one) ?? '')],
    ['surname with a typo', await look(200, one => mistyped(one.surname))],
    ['nobody of that name', await look(100, (_, at) => `Ζουμπουρλος${'αβγδ'[at % 4]}`)],
    ['two common words that never meet, «Αθήνα Θεσσαλονίκη»', await look(5, () => 'Αθήνα Θεσσαλονίκη')],
    ['unindexed ILIKE', await timed(5, at => scanned(patient, people[at]?.surname ?? ''))],
  ]
  const scan = lines.at(-1)?.[1].p50 ?? 0
  const rows = lines.map(([name, { p50, p99 }]) => [
    name,
    ms(p50),
    ms(p99),
    (p50 / bare.p50).toFixed(1),
    (scan / p50).toFixed(0),
  ])
  return table(['', 'p50 ms', 'p99 ms', '× primary key', 'ILIKE ÷ this'], rows)
}

const mixed: ((one: Person) => string)[] = [
  one => `${one.name} ${one.surname}`,
  one => one.surname,
  one => otherEnding(one.surname),
  one => `${otherForm(one.name)} ${one.surname}`,
  () => 'Μαρία',
  () => 'Μαρία Αθήνα',
  one => one.surname.slice(0, 5),
  one => one.surname.slice(0, 3),
  one => `${one.surname} ${one.event_place} 2027`,
]

const endings: [string, string][] = [
  ['όπουλος', 'οπούλου'],
  ['ίδης', 'ίδου'],
  ['άκης', 'άκη'],
  ['ιάδης', 'ιάδου'],
]

function otherEnding(surname: string): string {
  for (const [male, female] of endings) {
    if (surname.endsWith(male)) return surname.slice(0, -male.length) + female
    if (surname.endsWith(female)) return surname.slice(0, -female.length) + male
  }
  return surname
}

const forms: Record<string, string> = {
  Μαρία: 'Mary',
  Ελένη: 'Helen',
  Κατερίνα: 'Αικατερίνη',
  Γιώργος: 'Γεώργιος',
  Γιάννης: 'Ιωάννης',
  Νίκος: 'Νικόλαος',
}
const otherForm = (name: string) => forms[name] ?? name

function mistyped(word: string): string {
  return `${word.slice(0, 4)}ψ${word.slice(5)}`
}

function scanned(db: Db, surname: string): Promise<unknown> {
  const like = `%${surname}%`
  return sql`select id from registry where privacy = 'public' and (surname ilike ${like} or partner_surname ilike ${like}
    or registry_name ilike ${like}) order by id desc limit 200`.execute(db)
}

async function sizes(db: Db, count: number): Promise<string> {
  const { rows } = await sql<{ name: string; mb: number }>`
    select relname as name, round(pg_total_relation_size(oid) / 1e6, 1) as mb
    from pg_class where relname in ('registry', 'search_word', 'search_key', 'search_mention', 'search_prefix', 'search_entry') order by relname`.execute(
    db,
  )
  const total = rows.filter(({ name }) => name !== 'registry').reduce((sum, { mb }) => sum + mb, 0)
  const each = rows.map(({ name, mb }) => `${name} ${mb} MB`).join(', ')
  return `Kept, with indexes: ${each}; ${((total * 1e6) / count).toFixed(0)} bytes a registry for finding it.`
}

async function saving(db: Db): Promise<string> {
  const rename = (tx: Db, at: number) =>
    sql`update registry set registry_name = ${`Γιορτή ${at}`} where id = ${at + 1}`.execute(tx)
  const plain = await timed(200, at => db.transaction().execute(tx => rename(tx, at)))
  const kept = await timed(200, at =>
    db.transaction().execute(async tx => {
      await rename(tx, at + 1000)
      await updateSearchIndex(tx, at + 1001)
    }),
  )
  return `A change of a registry’s name: ${ms(plain.p50)} ms without its words, ${ms(kept.p50)} ms with them (p50).`
}
