import * as z from 'zod/mini'
import { AppError, orNotFound, throwFieldErrors } from '../base/app-error.ts'
import { boundedText, checkbox, wholeNumber } from '../base/fields.ts'
import { hostKinds, tileTones } from '../base/kinds.ts'
import type { Language } from '../base/language.ts'
import * as edited from '../registry/event-type.ts'
import { findSlugError } from '../registry/slug.rules.ts'
import type { StaffContext } from '../server/context/request-context.ts'
import { sha256 } from '../server/context/signing.ts'
import { staffCall, staffRead } from '../server/context/staff-call.ts'
import type { Db } from '../server/postgres/tables.ts'
import type { AuditValues } from './audit.rules.ts'
import { recordAudit } from './audit.ts'
import { eventTypeTextLengths } from './console.rules.ts'

const written = (max: number) => boundedText({ min: 1, max, required: 'field_required', long: 'field_long' })
const { name, search_words, landing_title, landing_lead, landing_text } = eventTypeTextLengths
const words = z.optional(boundedText({ max: search_words, long: 'field_long' }))
const position = wholeNumber('field_malformed', 'field_required')
const fields = {
  slug: written(40),
  /** Version of the event type that is changed; a new one has none. */
  version: z.optional(boundedText({ max: 100 })),
  position: position.check(z.gte(1, 'field_malformed'), z.lte(999, 'field_malformed')),
  illustration: written(40),
  tone: z.enum(tileTones, 'field_required'),
  host_kind: z.enum(hostKinds, 'field_required'),
  is_active: checkbox,
  name_en: written(name),
  name_el: written(name),
  search_words_en: words,
  search_words_el: words,
  landing_title_en: written(landing_title),
  landing_title_el: written(landing_title),
  landing_lead_en: written(landing_lead),
  landing_lead_el: written(landing_lead),
  landing_text_en: written(landing_text),
  landing_text_el: written(landing_text),
}

export const calls = {
  eventTypes: staffRead('manager', {}, (_, { db }) => listTypes(db)),
  saveEventType: staffCall('manager', fields, saveType),
}

const noTexts = { name: '', search_words: '', landing_title: '', landing_lead: '', landing_text: '' }

/** Every event type in both languages, in the order of the pages; `version` is of what is stored. */
async function listTypes(db: Db) {
  const types = await edited.findEditedEventTypes(db)
  return types.map(({ texts, ...type }) => {
    const textsIn = (language: Language) => texts.find(text => text.language === language) ?? noTexts
    const row = { ...type, en: textsIn('en'), el: textsIn('el') }
    return { ...row, version: sha256(JSON.stringify(row)).toString('base64url') }
  })
}

type EventType = Awaited<ReturnType<typeof listTypes>>[number]
type Input = z.output<z.ZodMiniObject<typeof fields>>

/**
 * Adds or changes an event type (R984). Triggers of both tables notify every process, which then empties its cache.
 * Throws `staff_changed` 409 when the form was opened before another change, and `refused_fields` 422 for a slug that
 * is taken or not allowed.
 */
async function saveType(input: Input, ctx: StaffContext) {
  const { slug, version, position, illustration, tone, host_kind, is_active } = input
  const type = { slug, position, illustration, tone, host_kind, is_active }
  await ctx.db.transaction().execute(async tx => {
    const before = version === undefined ? null : await lockType(tx, slug, version)
    if (before) await edited.updateEventType(tx, type)
    else await addType(tx, type)
    await edited.saveEventTypeTexts(tx, slug, [textsOf(input, 'en'), textsOf(input, 'el')])
    const after = auditValues({ ...type, en: { name: input.name_en }, el: { name: input.name_el } })
    const values = { ...(before && { before: auditValues(before) }), after }
    await recordAudit(tx, ctx, { action: before ? 'event_type_changed' : 'event_type_added', ...values })
  })
  return {}
}

/** The type as it is, locked; refused when it is no longer what the form showed. */
async function lockType(tx: Db, slug: string, version: string): Promise<EventType> {
  if (!(await edited.lockEventType(tx, slug))) throw new AppError('refused_missing', 404)
  const stored = orNotFound((await listTypes(tx)).find(type => type.slug === slug))
  if (stored.version !== version) throw new AppError('staff_changed', 409)
  return stored
}

async function addType(tx: Db, type: edited.EditedEventType): Promise<void> {
  const error = findSlugError(type.slug)
  if (error)
    throwFieldErrors({
      slug: error === 'hosting_slug_reserved' ? 'staff_type_slug_taken' : 'staff_type_slug_wrong',
    })
  if (!(await edited.insertEventType(tx, type))) throwFieldErrors({ slug: 'staff_type_slug_taken' })
}

function textsOf(input: Input, language: Language): edited.EditedEventTypeText {
  return {
    language,
    name: input[`name_${language}`],
    search_words: input[`search_words_${language}`] ?? '',
    landing_title: input[`landing_title_${language}`],
    landing_lead: input[`landing_lead_${language}`],
    landing_text: input[`landing_text_${language}`],
  }
}

function auditValues(type: edited.EditedEventType & Record<Language, { name: string }>): AuditValues {
  const { slug, position, illustration, host_kind, is_active, en, el } = type
  return { slug, name_en: en.name, name_el: el.name, position, illustration, host_kind, is_active }
}
