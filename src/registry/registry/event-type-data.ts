import { type Selectable, sql } from 'kysely'
import type { HostKind } from '../../base/host-kinds.ts'
import { defaultLanguage, type Language } from '../../base/language.ts'
import { findRow, findRows } from '../../server/postgres/rows.ts'
import type { Db, Tables } from '../../server/postgres/tables.ts'

/** An event type in one language; a text that the language lacks is the default language's. */
export type EventTypeRow = Pick<Selectable<Tables['event_type_text']>, 'slug' | 'name'> &
  Pick<
    Selectable<Tables['event_type']>,
    'position' | 'illustration' | 'tone' | 'starts_as_group' | 'hides_day_and_place' | 'host_kind'
  > & {
    /** Whether new registries may be of it (R984). */
    is_active: boolean
    /** The words of all languages, with spaces between, by which people search for such events. */
    search_words: string
  }

/** All event types in their order (R215). */
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

/** Whether the gifts of such an event start as group gifts (R216). */
export async function startsAsGroupGift(db: Db, eventType: string): Promise<boolean> {
  return (await findRow(db, 'event_type', { slug: eventType }, ['starts_as_group']))?.starts_as_group ?? false
}

/** Who the hosts of such an event are. */
export async function findHostKind(db: Db, eventType: string): Promise<HostKind> {
  return (await findRow(db, 'event_type', { slug: eventType }, ['host_kind']))?.host_kind ?? 'hosts'
}

/** What the page of an event type says; undefined for a type that does not exist (R806). */
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
