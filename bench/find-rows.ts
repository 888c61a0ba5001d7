import { sql } from 'kysely'
import { bare } from '../src/base/fold.ts'
import { beginningsOf, keysOf } from '../src/base/names.ts'
import type { Db } from '../src/server/tables.ts'

const words = (text: string) => text.trim().split(/\s+/)

const given = words(`
  Μαρία Ελένη Κατερίνα Βασιλική Σοφία Αγγελική Γεωργία Δήμητρα Ιωάννα Κωνσταντίνα Παναγιώτα Ευαγγελία Άννα Ειρήνη
  Χριστίνα Γιώργος Δημήτρης Κωνσταντίνος Γιάννης Νίκος Χρήστος Παναγιώτης Βασίλης Αθανάσιος Μιχάλης Ευάγγελος Σπύρος
  Αντώνης Αναστάσιος Θεόδωρος Ανδρέας Χαράλαμπος Αλέξανδρος Εμμανουήλ Ηλίας Σταύρος Πέτρος Σωτήρης Στυλιανός Φωτεινή`)
const cities = words(`
  Αθήνα Θεσσαλονίκη Πάτρα Ηράκλειο Λάρισα Βόλος Ιωάννινα Χανιά Ναύπλιο Ρόδος Καλαμάτα Κέρκυρα Ξάνθη Σύρος Πάρος Χίος`)
const before = ['', 'Παπα', 'Χατζη', 'Καρα', 'Κοντο', 'Μαυρο']
const stems = words(`
  Παπαδ Γεωργ Νικολ Δημητρ Κωνσταντ Ιωανν Χρηστ Αντων Βασιλ Μιχαηλ Αθανασ Θεοδωρ Σταυρ Πετρ Μακρ Γιανν Οικονομ
  Αναγνωστ Αλεξανδρ Στεργ Λαμπρ Σκουρ Ζαχαρ Τσακ Μανωλ Ξενακ Φιλιππ Ρηγ Στεφαν Τριανταφυλλ`)
const middles = ['', 'ο', 'ιν', 'ακ', 'ουλ', 'ελ', 'αρ', 'ισ', 'εν', 'οτ', 'αν', 'ικ', 'ωρ', 'ατ', 'ομ']
const ends = words('όπουλος οπούλου ίδης ίδου άκης άκη άτος ιάδης ιάδου έας')

/** 27,000 surnames; the early ones are the common ones. */
const surnames = stems.flatMap(stem =>
  middles.flatMap(middle =>
    before.flatMap(first => ends.map(end => first + (first ? stem.toLowerCase() : stem) + middle + end)),
  ),
)

/** Fills an empty database with public registries and their words. Few names are very common and most are rare. */
export async function fillRegistries(db: Db, count: number): Promise<void> {
  const customer = await sql<{ id: number }>`
    insert into customer (email, email_key, name, surname, password_hash, language)
    values ('bench@doron.example', 'bench@doron.example', 'Bench', 'Bench', '', 'el') returning id`.execute(
    db,
  )
  await sql`select setseed(0.5)`.execute(db)
  await insertWords(db)
  const pick = (list: string[]) => sql`(${list}::text[])[1 + floor(${list.length}::int * random() ^ 2)::int]`
  await sql`
    insert into registry (id, code, customer_id, event_type, name, surname, partner_name, partner_surname,
      registry_name, event_place, event_day, guest_count, privacy, terms_version, terms_at, find_kept)
    overriding system value
    select n, translate(lpad(n::text, 12, '0'), '0128', 'ABEH'), ${customer.rows[0]?.id ?? 0}, event_type, name, surname,
      partner_name, partner_surname, name || ' & ' || partner_name, event_place, event_day, 100, 'public', '1', now(), true
    from (select n, ${pick(['wedding', 'baptism', 'birthday', 'wedding', 'other'])} as event_type, ${pick(given)} as name,
        ${pick(surnames)} as surname, ${pick(given)} as partner_name, ${pick(surnames)} as partner_surname,
        ${pick(cities)} as event_place, date '2026-01-01' + floor(1400 * random())::int as event_day
      from generate_series(1, ${count}::int) n) one`.execute(db)
  // Nothing refers to what is not there; looking for each of five million rows takes longer than writing them.
  await sql`set session_replication_role = replica`.execute(db)
  await sql`alter table find_mention drop constraint find_mention_pkey`.execute(db)
  await sql`
    insert into find_mention (word_id, registry_id, is_place)
    select distinct bench_word.word_id, registry.id, said.is_place
    from registry cross join lateral (values (name, false), (surname, false), (partner_name, false),
      (partner_surname, false), (event_place, true)) as said (word, is_place)
    join bench_word on bench_word.said = said.word`.execute(db)
  await sql`alter table find_mention add primary key (word_id, registry_id, is_place)`.execute(db)
  await insertEntries(db)
  await sql`set session_replication_role = origin`.execute(db)
  await sql`vacuum analyze`.execute(db)
}

/** All that each registry is found by, as `keepFindable` writes it. */
async function insertEntries(db: Db): Promise<void> {
  const { rows: words } = await sql<{ id: number; word: string }>`select id, word from find_word`.execute(db)
  const begun = words.flatMap(({ id, word }) => beginningsOf(word).map(beginning => ({ id, beginning })))
  const all = [...new Set(begun.map(({ beginning }) => beginning))]
  await sql`insert into find_beginning (beginning) select unnest(${all}::text[])`.execute(db)
  await sql`alter table bench_word add tokens int[]`.execute(db)
  await sql`
    update bench_word set tokens = word_id * 2 || of_word.tokens
    from (select begun.id, array_agg(-2 * find_beginning.id) as tokens
      from unnest(${begun.map(({ id }) => id)}::int[], ${begun.map(({ beginning }) => beginning)}::text[])
        as begun (id, beginning) join find_beginning using (beginning) group by 1) of_word
    where of_word.id = word_id`.execute(db)
  await sql`drop index find_entry_all`.execute(db)
  await sql`
    insert into find_entry (registry_id, words, facts)
    select id, array(
        select distinct token + sign(token)::int * is_place::int
        from (values (name, false), (surname, false), (partner_name, false), (partner_surname, false),
          (event_place, true)) as said (word, is_place)
        join bench_word on bench_word.said = said.word cross join unnest(tokens) as token),
      array['type:' || event_type, 'month:' || extract(month from event_day), 'year:' || extract(year from event_day)]
    from registry`.execute(db)
  await sql`create index find_entry_all on find_entry using gin (words, facts, eras) with (fastupdate = off)`.execute(
    db,
  )
}

/** The dictionary: each word as it is said, and as it is kept. */
async function insertWords(db: Db): Promise<void> {
  const all = [...new Set([...given, ...surnames, ...cities])]
  await sql`create table bench_word (said text primary key, word_id int)`.execute(db)
  const kept = [...new Set(all.map(bare))]
  const { rows } = await sql<{ id: number; word: string }>`
    insert into find_word (word) select unnest(${kept}::text[]) returning id, word`.execute(db)
  const ids = new Map(rows.map(({ id, word }) => [word, id]))
  await sql`insert into bench_word select * from unnest(${all}::text[], ${all.map(word => ids.get(bare(word)) ?? 0)}::int[])`.execute(
    db,
  )
  const keys = rows.flatMap(({ id, word }) => keysOf(word).map(key => ({ key, id })))
  await sql`
    insert into find_key (key, word_id)
    select * from unnest(${keys.map(({ key }) => key)}::text[], ${keys.map(({ id }) => id)}::int[])`.execute(
    db,
  )
}
