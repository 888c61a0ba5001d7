import { type Selectable, sql } from 'kysely'
import { orNotFound } from '../base/app-error.ts'
import type { ParsedOf } from '../base/endpoint.ts'
import type { HostKind } from '../base/kinds.ts'
import { defaultLanguage, type Language } from '../base/language.ts'
import { type Handler, handle } from '../server/context/handler.ts'
import { oncePerRequest, type RequestContext } from '../server/context/request-context.ts'
import { readThroughTableCache } from '../server/context/table-cache.ts'
import { findRow, findRows, insertNewRow, saveRow, updateRows } from '../server/postgres/rows.ts'
import type { Db, Tables } from '../server/postgres/tables.ts'
import * as contract from './event-type.contract.ts'
import { offeredTypes } from './event-type.rules.ts'

export const calls: Handler[] = [
  handle(contract.listEventTypes, listEventTypes),
  handle(contract.showEventType, showEventType),
]

async function listEventTypes(input: ParsedOf<typeof contract.listEventTypes>, ctx: RequestContext) {
  const types = offeredTypes(await readEventTypes(ctx, input.lang), input.with)
  return types.map(type => ({ ...type, picture: eventPicturePath(type.slug) }))
}

async function showEventType({ slug, lang }: ParsedOf<typeof contract.showEventType>, ctx: RequestContext) {
  const type = orNotFound(offeredTypes(await readEventTypes(ctx, lang)).find(one => one.slug === slug))
  return { ...type, ...orNotFound(await findEventTypeTexts(ctx.db, slug, lang ?? ctx.language)) }
}

/** All event types in order. Cached for all requests, so don't mutate them. */
export function readEventTypes(
  ctx: Pick<RequestContext, 'db' | 'cache' | 'language'>,
  language: Language = ctx.language,
): Promise<EventTypeRow[]> {
  return oncePerRequest(ctx, `event-types:${language}`, () =>
    readThroughTableCache(ctx.db, `event types ${language}`, () => findEventTypes(ctx.db, language)),
  )
}

/** A stable address of an event type's picture, as the file's own name changes. */
export function eventPicturePath(slug: string): string {
  return `/pictures/${slug}`
}

/** An event type in one language, or in the default language where it has no text in that one. */
export type EventTypeRow = Pick<Selectable<Tables['event_type_text']>, 'slug' | 'name'> &
  Pick<
    Selectable<Tables['event_type']>,
    'position' | 'illustration' | 'tone' | 'starts_as_group' | 'hides_day_and_place' | 'host_kind'
  > & {
    /** Whether new registries may have it (event types by the shop, R984). */
    is_active: boolean
    /** Words of all languages by which people search for such events, separated by spaces. */
    search_words: string
  }

/** In the order of their positions (R215). */
export async function findEventTypes(db: Db, language: Language): Promise<EventTypeRow[]> {
  const { rows } = await sql<EventTypeRow>`
    select type.slug, position, illustration, tone, starts_as_group, hides_day_and_place, host_kind, is_active,
      coalesce(own.name, base.name) as name,
      (select string_agg(search_words, ' ') from event_type_text where slug = type.slug) as search_words
    from event_type type
    join event_type_text base on base.slug = type.slug and base.language = ${defaultLanguage}
    left join event_type_text own on own.slug = type.slug and own.language = ${language}
    order by position, type.slug`.execute(db)
  return rows
}

export async function startsAsGroupGift(db: Db, eventType: string): Promise<boolean> {
  return (await findRow(db, 'event_type', { slug: eventType }, ['starts_as_group']))?.starts_as_group ?? false
}

export async function findHostKind(db: Db, eventType: string): Promise<HostKind> {
  return (await findRow(db, 'event_type', { slug: eventType }, ['host_kind']))?.host_kind ?? 'hosts'
}

/** The texts of an event type's page (R806); undefined for an unknown type. */
export async function findEventTypeTexts(
  db: Db,
  slug: string,
  language: Language,
): Promise<
  Pick<Selectable<Tables['event_type_text']>, 'landing_title' | 'landing_lead' | 'landing_text'> | undefined
> {
  const texts = await findRows(db, 'event_type_text', {
    where: { slug, language: { in: [language, defaultLanguage] } },
    columns: ['language', 'landing_title', 'landing_lead', 'landing_text'],
  })
  return texts.find(text => text.language === language) ?? texts[0]
}

export type EditedEventType = Pick<
  Selectable<Tables['event_type']>,
  'slug' | 'position' | 'illustration' | 'tone' | 'host_kind' | 'is_active'
>
export type EditedEventTypeText = Omit<Selectable<Tables['event_type_text']>, 'slug'>

/** Every event type, also those that are not offered, with all texts. */
export async function findEditedEventTypes(db: Db) {
  const types = await findRows(db, 'event_type', {
    where: {},
    columns: ['slug', 'position', 'illustration', 'tone', 'host_kind', 'is_active'],
    orderBy: ['position', 'slug'],
  })
  const texts = await findRows(db, 'event_type_text', {
    where: {},
    columns: ['slug', 'language', 'name', 'search_words', 'landing_title', 'landing_lead', 'landing_text'],
  })
  return types.map(type => ({ ...type, texts: texts.filter(({ slug }) => slug === type.slug) }))
}

export async function lockEventType(tx: Db, slug: string): Promise<boolean> {
  const row = await tx
    .selectFrom('event_type')
    .select('slug')
    .where('slug', '=', slug)
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}

/** False when another event type has the slug. Its gifts start as group gifts if its hosts are organisers (R216). */
export async function insertEventType(tx: Db, type: EditedEventType): Promise<boolean> {
  const starts_as_group = type.host_kind === 'organisers'
  return insertNewRow(tx, 'event_type', { ...type, starts_as_group, hides_day_and_place: false })
}

export async function updateEventType(tx: Db, { slug, ...change }: EditedEventType): Promise<void> {
  await updateRows(tx, 'event_type', { set: change, where: { slug } })
}

export async function saveEventTypeTexts(tx: Db, slug: string, texts: EditedEventTypeText[]): Promise<void> {
  for (const text of texts) await saveRow(tx, 'event_type_text', ['slug', 'language'], { slug, ...text })
}
