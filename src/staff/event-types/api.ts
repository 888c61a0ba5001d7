import { sha256 } from '../../account/link/service.ts'
import { AppError, orNotFound, throwFieldErrors } from '../../base/app-error.ts'
import type { ParsedOf } from '../../base/endpoint.ts'
import type { Language } from '../../base/language.ts'
import * as edited from '../../registry/registry/event-type-edit-data.ts'
import { findSlugError } from '../../registry/settings/slug-rules.ts'
import { type Handler, handle } from '../../server/context/handler.ts'
import type { StaffContext } from '../../server/context/request-context.ts'
import type { Db } from '../../server/postgres/tables.ts'
import type { AuditValues } from '../audit/rules.ts'
import { recordAudit } from '../audit/service.ts'
import * as contract from './contract.ts'

export const calls: Handler[] = [
  handle(contract.listStaffEventTypes, async (_, { db }: StaffContext) => ({ types: await listTypes(db) })),
  handle(contract.saveStaffEventType, saveType),
]

const noTexts = { name: '', search_words: '', landing_title: '', landing_lead: '', landing_text: '' }

async function listTypes(db: Db): Promise<contract.StaffEventType[]> {
  const types = await edited.findEditedEventTypes(db)
  return types.map(({ texts, ...type }) => {
    const textsIn = (language: Language) => texts.find(text => text.language === language) ?? noTexts
    const row = { ...type, en: textsIn('en'), el: textsIn('el') }
    return { ...row, version: sha256(JSON.stringify(row)).toString('base64url') }
  })
}

type Input = ParsedOf<typeof contract.saveStaffEventType>

/**
 * R984. The triggers of both tables tell every process, which forgets what it keeps. Throws `staff_changed` 409 when the
 * form was opened before another change, and `refused_fields` 422 for a slug that can't be.
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
async function lockType(tx: Db, slug: string, version: string): Promise<contract.StaffEventType> {
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

function auditValues(type: {
  slug: string
  position: number
  illustration: string
  host_kind: string
  is_active: boolean
  en: { name: string }
  el: { name: string }
}): AuditValues {
  const { slug, position, illustration, host_kind, is_active, en, el } = type
  return { slug, name_en: en.name, name_el: el.name, position, illustration, host_kind, is_active }
}
