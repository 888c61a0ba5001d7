import { sql } from 'kysely'
import { findPlace, findPlaceById, type GazetteerPlace } from '../../base/gazetteer.ts'
import { indexedNameWords } from '../../base/greek/name-keys.ts'
import { updateRows } from '../../server/postgres/rows.ts'
import type { Db, Tables } from '../../server/postgres/tables.ts'
import { addToDictionary, type IndexedTexts, replaceEntry } from './index-rows-data.ts'
import { findWrittenSchemas } from './index-state-data.ts'
import { areaWord, searchFacts } from './rules.ts'

/**
 * Brings the search index up to date with a registry, in the transaction of its change; a registry that is not public
 * has no rows there. Nothing is written when the change is about other things. An index that is being built takes the
 * change from `search_change`.
 */
export async function updateSearchIndex(tx: Db, registryId: number): Promise<void> {
  const texts = await readIndexedTexts(tx, registryId)
  for (const schema of await findWrittenSchemas(tx)) await replaceEntry(tx.withSchema(schema), texts)
  await updateRows(tx, 'registry', {
    set: { search_indexed: true },
    where: { id: registryId, search_indexed: false },
  })
}

/** What a registry is found by; locks its row, so that two changes take turns. */
async function readIndexedTexts(tx: Db, registryId: number): Promise<IndexedTexts> {
  const row = await selectTexts(tx).where('id', '=', registryId).forUpdate().executeTakeFirst()
  return row ? toIndexedTexts(row) : { registryId, mentions: [], facts: [] }
}

/** What public registries are found by: those after `after` and up to `last`, or the ones of these ids. */
export async function listIndexedTexts(
  db: Db,
  range: { after: number; last: number } | { ids: number[] },
): Promise<IndexedTexts[]> {
  const rows = await ('ids' in range
    ? selectTexts(db).where('id', 'in', range.ids).execute()
    : selectTexts(db).where('id', '>', range.after).where('id', '<=', range.last).execute())
  return rows.map(toIndexedTexts)
}

const nameColumns = ['registry_name', 'name', 'surname', 'partner_name', 'partner_surname'] as const
const factColumns = ['event_place', 'event_place_id', 'event_type', 'event_day'] as const

function selectTexts(db: Db) {
  return db
    .selectFrom('registry')
    .select(['id', ...nameColumns, ...factColumns])
    .where('privacy', '=', 'public')
    .where('searchable', '=', true)
    .where('removed_at', 'is', null)
}

type TextsRow = { id: number } & Pick<
  { [Column in keyof Tables['registry']]: string | null },
  (typeof nameColumns)[number] | (typeof factColumns)[number]
>

/** The words of the registry's name and hosts and of its place, and the facts of its event. */
function toIndexedTexts(row: TextsRow): IndexedTexts {
  const { id, event_place, event_type, event_day, ...names } = row
  const [year, month] = event_day?.split('-').map(Number) ?? []
  return {
    registryId: id,
    mentions: [
      ...indexedNameWords(nameColumns.map(column => names[column]).join(' ')).map(word => ({
        word,
        is_place: false,
      })),
      ...indexedNameWords(event_place ?? '').map(word => ({ word, is_place: true })),
      ...placeAndAreas(row).map(({ id: placeId }) => ({ word: areaWord(placeId), is_place: true })),
    ],
    facts: searchFacts({ type: event_type ?? undefined, month, year }),
  }
}

/** The place of the gazetteer and the areas that it lies in (R238). */
function placeAndAreas({ event_place, event_place_id }: TextsRow): GazetteerPlace[] {
  const place = findPlaceById(event_place_id) ?? findPlace(event_place ?? '')
  return place ? [place, ...place.areas] : []
}

const batchSize = 100

/** Indexes the registries that are not indexed yet; may run twice and on many servers. Returns how many it indexed. */
export async function indexPendingRegistries(db: Db): Promise<number> {
  let total = 0
  for (;;) {
    const indexed = await db.transaction().execute(indexBatch)
    if (indexed === 0) return total
    total += indexed
  }
}

async function indexBatch(tx: Db): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select id from registry where not search_indexed order by id limit ${batchSize} for update skip locked`.execute(
    tx,
  )
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return 0
  const texts = await listIndexedTexts(tx, { ids })
  for (const schema of await findWrittenSchemas(tx)) await addToDictionary(tx.withSchema(schema), texts)
  for (const id of ids) await updateSearchIndex(tx, id)
  return ids.length
}
