import { sql } from 'kysely'
import { keptWords, keysOf } from '../src/base/names.ts'
import type { Db } from '../src/server/tables.ts'

const given =
  'Μαρία Ελένη Κατερίνα Βασιλική Σοφία Αγγελική Γεωργία Δήμητρα Ιωάννα Κωνσταντίνα Παναγιώτα Ευαγγελία Άννα Ειρήνη Χριστίνα Γιώργος Δημήτρης Κωνσταντίνος Γιάννης Νίκος Χρήστος Παναγιώτης Βασίλης Αθανάσιος Μιχάλης Ευάγγελος Σπύρος Αντώνης Αναστάσιος Θεόδωρος Ανδρέας Χαράλαμπος Αλέξανδρος Εμμανουήλ Ηλίας Σταύρος Πέτρος Σωτήρης Στυλιανός Φωτεινή'.split(
    ' ',
  )
const stems =
  'Παπαδ Γεωργ Νικολ Δημητρ Κωνσταντ Ιωανν Χρηστ Αντων Βασιλ Μιχαηλ Αθανασ Θεοδωρ Σταυρ Πετρ Μακρ Καραγ Οικονομ Αναγνωστ Αλεξανδρ Χατζην Λαμπρ Σκουρ Ζαχαρ Τσακ Μανωλ Ξενακ Φιλιππ Ρηγ Στεφαν Τριανταφυλλ'.split(
    ' ',
  )
const middles = ['', 'ο', 'ιν', 'ακ', 'ουλ', 'ελ', 'αρ', 'ισ', 'εν', 'οτ', 'αν', 'ικ', 'ωρ', 'ατ', 'ομ']
const ends = ['όπουλος', 'οπούλου', 'ίδης', 'ίδου', 'άκης', 'άκη', 'άτος', 'ιάδης', 'ιάδου', 'έας']
const cities =
  'Αθήνα Θεσσαλονίκη Πάτρα Ηράκλειο Λάρισα Βόλος Ιωάννινα Χανιά Ναύπλιο Ρόδος Καλαμάτα Κέρκυρα Ξάνθη Σύρος Πάρος Χίος'.split(
    ' ',
  )
const types = ['wedding', 'baptism', 'birthday', 'wedding', 'other']

/** Few names are very common and most are rare, as among people; the same seed gives the same people. */
function people(seed: number) {
  let state = seed
  const random = () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
  const common = (list: string[]) => list[Math.floor(list.length * random() ** 2)] ?? ''
  return {
    random,
    name: () => common(given),
    surname: () => common(stems) + common(middles) + common(ends),
    city: () => common(cities),
    type: () => common(types),
  }
}

interface Row {
  name: string
  surname: string
  partner_name: string
  partner_surname: string
  registry_name: string
  event_place: string
  event_type: string
  event_day: string
}

const atOnce = 5000

/** Fills an empty database with public registries and their words. */
export async function fill(db: Db, count: number): Promise<void> {
  const customer = await sql<{ id: number }>`
    insert into customer (email, email_key, name, surname, password_hash, language)
    values ('bench@doron.example', 'bench@doron.example', 'Bench', 'Bench', '', 'el') returning id`.execute(
    db,
  )
  const words = new Map<string, number>()
  const crowd = people(7)
  for (let first = 1; first <= count; first += atOnce) {
    const rows = Array.from({ length: Math.min(atOnce, count - first + 1) }, () => rowOf(crowd))
    await insertRows(db, rows, first, customer.rows[0]?.id ?? 0)
    await insertWords(db, rows, words)
    await insertMentions(db, rows, first, words)
  }
  await sql`analyze`.execute(db)
}

function rowOf(crowd: ReturnType<typeof people>): Row {
  const [name, partner_name] = [crowd.name(), crowd.name()]
  const year = 2026 + Math.floor(crowd.random() * 4)
  const day = new Date(Date.UTC(year, 0, 1 + Math.floor(crowd.random() * 365))).toISOString().slice(0, 10)
  return {
    name,
    surname: crowd.surname(),
    partner_name,
    partner_surname: crowd.surname(),
    registry_name: `${name} & ${partner_name}`,
    event_place: crowd.city(),
    event_type: crowd.type(),
    event_day: day,
  }
}

async function insertRows(db: Db, rows: Row[], first: number, customer: number): Promise<void> {
  await sql`
    insert into registry (id, code, customer_id, event_type, name, surname, partner_name, partner_surname,
      registry_name, event_place, event_day, guest_count, privacy, terms_version, terms_at, find_kept)
    overriding system value
    select ${first} + n - 1, translate(lpad((${first} + n - 1)::text, 12, '0'), '0128', 'ABEH'), ${customer}, one.event_type,
      one.name, one.surname, one.partner_name, one.partner_surname, one.registry_name, one.event_place,
      one.event_day, 100, 'public', '1', now(), true
    from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) with ordinality as entry (value, n),
      jsonb_to_record(entry.value) as one (name text, surname text, partner_name text, partner_surname text,
        registry_name text, event_place text, event_type text, event_day date)`.execute(db)
}

async function insertWords(db: Db, rows: Row[], known: Map<string, number>): Promise<void> {
  const all = new Set(rows.flatMap(row => mentionsOf(row).map(({ word }) => word)))
  const fresh = [...all].filter(word => !known.has(word))
  if (fresh.length === 0) return
  const made = await sql<{ id: number; word: string }>`
    insert into find_word (word) select unnest(${fresh}::text[]) returning id, word`.execute(db)
  for (const { id, word } of made.rows) known.set(word, id)
  const keys = made.rows.flatMap(({ id, word }) => keysOf(word).map(key => ({ key, id })))
  await sql`
    insert into find_key (key, word_id)
    select * from unnest(${keys.map(({ key }) => key)}::text[], ${keys.map(({ id }) => id)}::int[])`.execute(
    db,
  )
}

async function insertMentions(db: Db, rows: Row[], first: number, words: Map<string, number>): Promise<void> {
  const mentions = rows.flatMap((row, at) =>
    mentionsOf(row).map(({ word, place }) => ({ word: words.get(word) ?? 0, registry: first + at, place })),
  )
  await sql`
    insert into find_mention (word_id, registry_id, is_place)
    select * from unnest(${mentions.map(({ word }) => word)}::int[],
      ${mentions.map(({ registry }) => registry)}::bigint[], ${mentions.map(({ place }) => place)}::boolean[])
  `.execute(db)
}

function mentionsOf({ event_place, event_type: _, event_day: __, ...names }: Row) {
  return [
    ...keptWords(Object.values(names).join(' ')).map(word => ({ word, place: false })),
    ...keptWords(event_place).map(word => ({ word, place: true })),
  ]
}
