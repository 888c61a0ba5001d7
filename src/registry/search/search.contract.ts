import * as z from 'zod/mini'
import { endpoint } from '../../base/endpoint.ts'
import {
  boundedText,
  checkbox,
  fieldsAgree,
  flag,
  pageMeta,
  pageNumber,
  text,
  wholeNumber,
  wireDay,
} from '../../base/fields.ts'
import { languages } from '../../base/language.ts'

const minSearchLetters = 3
const maxNameLength = 60
const maxCityLength = 42
const maxBoxLength = 120

const numberBetween = (min: number, max: number, error: string) =>
  z.pipe(wholeNumber(error), z.number().check(z.gte(min, error), z.lte(max, error)))

/** The single search box: names, a place, an event, a month, a year, or a registry's code. */
const box = boundedText({ max: maxBoxLength, long: 'find_long', required: 'find_short' }).check(
  z.refine(hasLetters, 'find_short'),
)
export const registrySearchBox = z.object({ q: box })

const fields = {
  q: z.optional(box),
  name: z.optional(
    boundedText({ min: minSearchLetters, max: maxNameLength, short: 'name_short', long: 'name_long' }).check(
      z.refine(hasLetters, 'name_short'),
    ),
  ),
  city: z.optional(
    boundedText({ min: minSearchLetters, max: maxCityLength, short: 'city_short', long: 'city_long' }).check(
      z.refine(hasLetters, 'city_short'),
    ),
  ),
  type: z.optional(text('type_required')),
  month: z.optional(numberBetween(1, 12, 'find_month_wrong')),
  year: z.optional(numberBetween(2000, 2100, 'find_year_wrong')),
}
type Fields = z.output<z.ZodMiniObject<typeof fields>>

/** Counts letters and digits only. */
function hasLetters(value: string): boolean {
  return (value.match(/[\p{L}\p{N}]/gu) ?? []).length >= minSearchLetters
}

const formAgreements = [
  fieldsAgree<Fields>(query => query.q !== undefined || query.type !== undefined, 'type_required', 'type'),
] as const

/** Either the box, or a type, which name, city, month and year narrow (R230). */
export const registrySearchForm = z.object(fields).check(...formAgreements)

const registrySearchInput = z
  .object({
    ...fields,
    /** Searches exactly what was typed, even if only the other keyboard layout finds something (R231). */
    literal: checkbox,
    page: pageNumber,
    lang: z.optional(z.enum(languages)),
  })
  .check(...formAgreements)
export type RegistrySearchInput = z.output<typeof registrySearchInput>

/** Day and place are null for event types that hide them (events of a baby, R217). */
const registrySearchResult = z.object({
  id: z.string(),
  slug: z.nullable(z.string()),
  registry_name: z.string(),
  /** “Eleni & Giorgos”; only for people who searched by a name (R234). */
  hosts: z.nullable(z.string()),
  /** Null in a search without a name or a place, which shows only the month (R234). */
  registry_date: wireDay,
  /** “2027-06” where only the month is shown. */
  registry_month: z.nullable(z.string()),
  event_place: z.nullable(z.string()),
  type_info: z.object({ slug: z.string(), name: z.string() }),
  name: z.string(),
})
export type RegistrySearchResult = z.output<typeof registrySearchResult>

const registrySearchMeta = z.extend(pageMeta, {
  /** There are more results than can be listed. */
  more: flag,
  /** Nothing matches exactly, and these match with a typo. */
  near: flag,
  /** The typed text as the other keyboard layout gives it, if the results are for that text. */
  results_for: z.nullable(z.string()),
  /** The typed text as the other keyboard layout gives it, as a suggestion after a `literal` search that found nothing. */
  did_you_mean: z.nullable(z.string()),
})

export const searchRegistries = endpoint({
  method: 'GET',
  path: '/v2/find-registry',
  who: 'anyone',
  reads: true,
  paged: true,
  summary:
    'Public registries by names, place, event and date, in both alphabets; hosts’ names only for who knows a name.',
  input: registrySearchInput,
  reply: z.object({ data: z.array(registrySearchResult), meta: registrySearchMeta }),
})
