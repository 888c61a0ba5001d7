/**
 * How fast registries are found, measured against the bare limit of the same database in the same run.
 * `node bench/find.ts DATABASE_URL [registries]` fills an empty database (1,000,000 by default) and prints Markdown.
 */
import { sql } from 'kysely'
import { dayInAthens } from '../src/base/dates.ts'
import { foundRows } from '../src/registry/find-data.ts'
import { inOrder } from '../src/registry/find-rules.ts'
import { search } from '../src/registry/find-search.ts'
import { keepFindable } from '../src/registry/findable-data.ts'
import { createDb, createPool } from '../src/server/database.ts'
import { migrate } from '../src/server/migrate.ts'
import type { Db } from '../src/server/tables.ts'
import { fill } from './find-rows.ts'

const [url, size = '1000000'] = process.argv.slice(2)
if (!url) throw new Error('node bench/find.ts DATABASE_URL [registries]')
const count = Number(size)

interface Person {
  name: string
  surname: string
  event_place: string
}

await migrate(url)
const pool = createPool(url, 4)
const db = createDb(pool)
const { rows: held } = await sql<{ any: boolean }>`select exists (select from registry) as any`.execute(db)
if (!held[0]?.any) await fill(db, count)
await report()
await pool.end()

async function report(): Promise<void> {
  const someone = await sampled(400)
  const bare = await timed(400, at =>
    sql`select * from registry where id = ${(at * 7919) % count}`.execute(db),
  )
  const lines = [
    ['look-up by primary key', bare],
    ['first name and surname', await finding(someone, 400, one => `${one.name} ${one.surname}`)],
    ['surname', await finding(someone, 400, one => one.surname)],
    ['the very common «Μαρία»', await finding(someone, 50, () => 'Μαρία')],
    ['two common words, «Μαρία Αθήνα»', await finding(someone, 50, () => 'Μαρία Αθήνα')],
    ['first five letters of the surname', await finding(someone, 200, one => one.surname.slice(0, 5))],
    ['first three letters', await finding(someone, 100, one => one.surname.slice(0, 3))],
    ['surname, place and year', await finding(someone, 200, one => `${one.surname} ${one.event_place} 2027`)],
    ['surname with a typo (trigrams)', await finding(someone, 200, one => mistyped(one.surname))],
    [
      'nobody of that name (trigrams)',
      await finding(someone, 200, (_, at) => `Ζουμπουρλος${'αβγδ'[at % 4]}`),
    ],
    ['unindexed ILIKE', await timed(10, at => scanned(someone[at]?.surname ?? ''))],
  ] as const
  console.log(`## Finding a registry among ${count.toLocaleString('en')}\n`)
  console.log('| search | p50 ms | p99 ms | × primary key | ILIKE ÷ this |\n|---|---:|---:|---:|---:|')
  const scan = lines.at(-1)?.[1].p50 ?? 0
  for (const [name, { p50, p99 }] of lines) {
    const ratios = `${(p50 / bare.p50).toFixed(1)} | ${(scan / p50).toFixed(0)}`
    console.log(`| ${name} | ${p50.toFixed(2)} | ${p99.toFixed(2)} | ${ratios} |`)
  }
  console.log(`\n${await sizes()}\n\n${await saving()}`)
}

async function sampled(most: number): Promise<Person[]> {
  const { rows } = await sql<Person>`
    select name, surname, event_place from registry where id % ${Math.ceil(count / most)} = 1 limit ${most}`.execute(
    db,
  )
  return rows
}

/** The whole search, with the rows of its results in order, as the call does it. */
function finding(someone: Person[], times: number, asked: (one: Person, at: number) => string) {
  return timed(times, async at => {
    const one = someone[at % someone.length]
    if (!one) throw new Error('nobody to look for')
    const q = asked(one, at)
    const { ids } = await search(db, { q })
    inOrder(await foundRows(db, [...ids.keys()]), ids, q, dayInAthens(new Date()))
  })
}

function mistyped(word: string): string {
  return `${word.slice(0, 4)}ψ${word.slice(5)}`
}

function scanned(surname: string): Promise<unknown> {
  const like = `%${surname}%`
  return sql`select id from registry where privacy = 'public' and (surname ilike ${like} or partner_surname ilike ${like}
    or registry_name ilike ${like}) order by id desc limit 200`.execute(db)
}

async function timed(times: number, work: (at: number) => Promise<unknown>) {
  for (let at = 0; at < Math.min(times, 20); at++) await work(at)
  const took: number[] = []
  for (let at = 0; at < times; at++) {
    const start = performance.now()
    await work(at)
    took.push(performance.now() - start)
  }
  took.sort((one, other) => one - other)
  return { p50: took[Math.floor(times / 2)] ?? 0, p99: took[Math.floor(times * 0.99)] ?? 0 }
}

async function sizes(): Promise<string> {
  const { rows } = await sql<{ name: string; mb: number }>`
    select relname as name, round(pg_total_relation_size(oid) / 1e6, 1) as mb
    from pg_class where relname in ('registry', 'find_word', 'find_key', 'find_mention') order by relname`.execute(
    db,
  )
  const total = rows.filter(({ name }) => name !== 'registry').reduce((sum, { mb }) => sum + mb, 0)
  const each = rows.map(({ name, mb }) => `${name} ${mb} MB`).join(', ')
  return `Kept, with indexes: ${each}; ${((total * 1e6) / count).toFixed(0)} bytes a registry for finding it.`
}

async function saving(): Promise<string> {
  const rename = (tx: Db, at: number) =>
    sql`update registry set registry_name = ${`Γιορτή ${at}`} where id = ${at + 1}`.execute(tx)
  const plain = await timed(200, at => db.transaction().execute(tx => rename(tx, at)))
  const kept = await timed(200, at =>
    db.transaction().execute(async tx => {
      await rename(tx, at + 1000)
      await keepFindable(tx, at + 1001)
    }),
  )
  return `A change of a registry's name: ${plain.p50.toFixed(2)} ms without its words, ${kept.p50.toFixed(2)} ms with them (p50).`
}
