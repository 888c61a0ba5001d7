import { sql } from 'kysely'
import { findPlace } from '../src/base/gazetteer.ts'
import { stripAccents } from '../src/base/greek/fold.ts'
import { areaWord, dictionaryKeys, dictionaryPrefixes } from '../src/registry/search/search.rules.ts'
import type { Db } from '../src/server/postgres/tables.ts'

const splitWords = (text: string) => text.trim().split(/\s+/)

export const givenNames = splitWords(`
  Μαρία Ελένη Κατερίνα Βασιλική Σοφία Αγγελική Γεωργία Δήμητρα Ιωάννα Κωνσταντίνα Παναγιώτα Ευαγγελία Άννα Ειρήνη
  Χριστίνα Γιώργος Δημήτρης Κωνσταντίνος Γιάννης Νίκος Χρήστος Παναγιώτης Βασίλης Αθανάσιος Μιχάλης Ευάγγελος Σπύρος
  Αντώνης Αναστάσιος Θεόδωρος Ανδρέας Χαράλαμπος Αλέξανδρος Εμμανουήλ Ηλίας Σταύρος Πέτρος Σωτήρης Στυλιανός Φωτεινή`)
export const cities = splitWords(`
  Αθήνα Θεσσαλονίκη Πάτρα Ηράκλειο Λάρισα Βόλος Ιωάννινα Χανιά Ναύπλιο Ρόδος Καλαμάτα Κέρκυρα Ξάνθη Σύρος Πάρος Χίος`)
const surnamePrefixes = ['', 'Παπα', 'Χατζη', 'Καρα', 'Κοντο', 'Μαυρο']
const stems = splitWords(`
  Παπαδ Γεωργ Νικολ Δημητρ Κωνσταντ Ιωανν Χρηστ Αντων Βασιλ Μιχαηλ Αθανασ Θεοδωρ Σταυρ Πετρ Μακρ Γιανν Οικονομ
  Αναγνωστ Αλεξανδρ Στεργ Λαμπρ Σκουρ Ζαχαρ Τσακ Μανωλ Ξενακ Φιλιππ Ρηγ Στεφαν Τριανταφυλλ`)
const middles = ['', 'ο', 'ιν', 'ακ', 'ουλ', 'ελ', 'αρ', 'ισ', 'εν', 'οτ', 'αν', 'ικ', 'ωρ', 'ατ', 'ομ']
const endings = splitWords('όπουλος οπούλου ίδης ίδου άκης άκη άτος ιάδης ιάδου έας')

/** 27,000 surnames, the most common first. */
export const surnames = stems.flatMap(stem =>
  middles.flatMap(middle =>
    surnamePrefixes.flatMap(first =>
      endings.map(end => first + (first ? stem.toLowerCase() : stem) + middle + end),
    ),
  ),
)

/** Fills an empty database with public registries and their search index; few names are common, most are rare. */
export async function fillRegistries(db: Db, count: number): Promise<void> {
  const customer = await sql<{ id: number }>`
    insert into customer (email, email_key, name, surname, password_hash, language)
    values ('bench@doron.example', 'bench@doron.example', 'Bench', 'Bench', '', 'el') returning id`.execute(
    db,
  )
  await sql`select setseed(0.5)`.execute(db)
  await sql`
    insert into registry (id, code, customer_id, event_type, name, surname, partner_name, partner_surname,
      registry_name, event_place, event_day, guest_count, privacy, terms_version, terms_at, search_indexed)
    overriding system value
    select n, translate(lpad(n::text, 12, '0'), '0128', 'ABEH'), ${customer.rows[0]?.id ?? 0}, event_type, name, surname,
      partner_name, partner_surname, name || ' & ' || partner_name, event_place, event_day, 100, 'public', '1', now(), true
    from (select n, ${pick(['wedding', 'baptism', 'birthday', 'wedding', 'other'])} as event_type, ${pick(givenNames)} as name,
        ${pick(surnames)} as surname, ${pick(givenNames)} as partner_name, ${pick(surnames)} as partner_surname,
        ${pick(cities)} as event_place, date '2026-01-01' + floor(1400 * random())::int as event_day
      from generate_series(1, ${count}::int) n) one`.execute(db)
  await fillSearchIndex(db)
  await sql`vacuum analyze`.execute(db)
}

/** One of a list, the first ones the most often. */
export const pick = (list: string[]) =>
  sql`(${list}::text[])[1 + floor(${list.length}::int * random() ^ 2)::int]`

/** The search index of public registries with the names of these lists, from this id on. */
export async function fillSearchIndex(db: Db, firstId = 0): Promise<void> {
  await insertWords(db)
  // Checking the foreign keys of five million rows would take longer than inserting them.
  await sql`set session_replication_role = replica`.execute(db)
  await dropPrimaryKey(db, 'search_mention')
  await sql`
    insert into search_mention (word_id, registry_id, is_place)
    select distinct bench_word.word_id, registry.id, mention.is_place
    from registry cross join lateral (values (name, false), (surname, false), (partner_name, false),
      (partner_surname, false), (event_place, true)) as mention (word, is_place)
    join bench_word on bench_word.spelling = mention.word
    where registry.id >= ${firstId} and privacy = 'public'
    union all
    select word_id, registry.id, true from registry join bench_area on bench_area.place = event_place
    where registry.id >= ${firstId} and privacy = 'public'`.execute(db)
  await sql`alter table search_mention add primary key (word_id, registry_id, is_place)`.execute(db)
  await insertEntries(db, firstId)
  await sql`drop table bench_word, bench_area`.execute(db)
  await sql`set session_replication_role = origin`.execute(db)
}

/** Drops a primary key, whose name may be an old one of the table. */
async function dropPrimaryKey(db: Db, table: string): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select conname as name from pg_constraint where conrelid = ${table}::regclass and contype = 'p'`.execute(
    db,
  )
  for (const { name } of rows)
    await sql`alter table ${sql.table(table)} drop constraint ${sql.ref(name)}`.execute(db)
}

/** The search entries, as `updateSearchIndex` writes them. */
async function insertEntries(db: Db, firstId: number): Promise<void> {
  const { rows: words } = await sql<{ id: number; word: string }>`select id, word from search_word`.execute(
    db,
  )
  const wordPrefixes = words.flatMap(({ id, word }) =>
    dictionaryPrefixes(word).map(prefix => ({ id, prefix })),
  )
  const all = [...new Set(wordPrefixes.map(({ prefix }) => prefix))]
  await sql`insert into search_prefix (prefix) select unnest(${all}::text[]) on conflict do nothing`.execute(
    db,
  )
  await sql`alter table bench_word add tokens int[]`.execute(db)
  await sql`
    update bench_word set tokens = word_id * 2 || of_word.tokens
    from (select word_prefix.id, array_agg(-2 * search_prefix.id) as tokens
      from unnest(${wordPrefixes.map(({ id }) => id)}::int[], ${wordPrefixes.map(({ prefix }) => prefix)}::text[])
        as word_prefix (id, prefix) join search_prefix using (prefix) group by 1) of_word
    where of_word.id = word_id`.execute(db)
  await sql`drop index search_entry_by_period`.execute(db)
  await sql`
    insert into search_entry (registry_id, words, facts)
    select id, array(
        select distinct token + sign(token)::int * is_place::int
        from (values (name, false), (surname, false), (partner_name, false), (partner_surname, false),
          (event_place, true)) as mention (word, is_place)
        join bench_word on bench_word.spelling = mention.word cross join unnest(tokens) as token)
        || array(select word_id * 2 + 1 from bench_area where place = event_place),
      array['type:' || event_type, 'month:' || extract(month from event_day), 'year:' || extract(year from event_day)]
    from registry where id >= ${firstId} and privacy = 'public'`.execute(db)
  await sql`create index search_entry_by_period on search_entry using gin (periods, words, facts) with (fastupdate = off)`.execute(
    db,
  )
}

/** The search words of all names: as spelled, and as stored without accents. */
async function insertWords(db: Db): Promise<void> {
  const all = [...new Set([...givenNames, ...surnames, ...cities])]
  await sql`create table bench_word (spelling text primary key, word_id int)`.execute(db)
  const areas = cities.flatMap(city => {
    const place = findPlace(city)
    return place ? [place, ...place.areas].map(({ id }) => ({ city, word: areaWord(id) })) : []
  })
  const folded = [...new Set([...all.map(stripAccents), ...areas.map(({ word }) => word)])]
  const { rows } = await sql<{ id: number; word: string }>`
    insert into search_word (word) select unnest(${folded}::text[])
    on conflict (word) do update set word = excluded.word returning id, word`.execute(db)
  const ids = new Map(rows.map(({ id, word }) => [word, id]))
  await sql`insert into bench_word select * from unnest(${all}::text[], ${all.map(word => ids.get(stripAccents(word)) ?? 0)}::int[])`.execute(
    db,
  )
  await sql`create table bench_area as
    select * from unnest(${areas.map(({ city }) => city)}::text[], ${areas.map(({ word }) => ids.get(word) ?? 0)}::int[])
      as area (place, word_id)`.execute(db)
  const keys = rows.flatMap(({ id, word }) => dictionaryKeys(word).map(key => ({ key, id })))
  await sql`
    insert into search_key (key, word_id)
    select * from unnest(${keys.map(({ key }) => key)}::text[], ${keys.map(({ id }) => id)}::int[]) on conflict do nothing`.execute(
    db,
  )
}
