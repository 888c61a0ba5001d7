import type { HostKind } from '../../base/host-kinds.ts'
import type { Language } from '../../base/language.ts'
import type { TileTone } from '../../base/tile-tones.ts'
import { findRows } from '../../server/postgres/rows.ts'
import type { Db } from '../../server/postgres/tables.ts'

/** What an event type is, as the shop's staff change it. */
export interface EditedEventType {
  slug: string
  position: number
  illustration: string
  tone: TileTone
  host_kind: HostKind
  is_active: boolean
}

/** Its texts in one language. */
export interface EditedEventTypeText {
  language: Language
  name: string
  search_words: string
  landing_title: string
  landing_lead: string
  landing_text: string
}

/** Every event type, those that are not offered too, with all texts. */
export async function findEditedEventTypes(db: Db) {
  const types = await findRows(db, 'event_type', {
    where: {},
    columns: ['slug', 'position', 'illustration', 'tone', 'host_kind', 'is_active'],
    orderBy: ['position', 'slug'],
  })
  const texts = await db
    .selectFrom('event_type_text')
    .select(['slug', 'language', 'name', 'search_words', 'landing_title', 'landing_lead', 'landing_text'])
    .execute()
  return types.map(type => ({ ...type, texts: texts.filter(({ slug }) => slug === type.slug) }))
}

/** Locks an event type; false when there is none. */
export async function lockEventType(tx: Db, slug: string): Promise<boolean> {
  const row = await tx
    .selectFrom('event_type')
    .select('slug')
    .where('slug', '=', slug)
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}

/** Adds an event type; false when another has its slug. Its gifts start as group gifts where organisers collect. */
export async function insertEventType(tx: Db, type: EditedEventType): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('event_type')
    .values({ ...type, starts_as_group: type.host_kind === 'organisers', hides_day_and_place: false })
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

export async function updateEventType(tx: Db, { slug, ...change }: EditedEventType): Promise<void> {
  await tx.updateTable('event_type').set(change).where('slug', '=', slug).execute()
}

/** Stores what an event type is called and what its page says, in each language. */
export async function saveEventTypeTexts(tx: Db, slug: string, texts: EditedEventTypeText[]): Promise<void> {
  for (const { language, ...text } of texts)
    await tx
      .insertInto('event_type_text')
      .values({ slug, language, ...text })
      .onConflict(conflict => conflict.columns(['slug', 'language']).doUpdateSet(text))
      .execute()
}
