import * as z from 'zod/mini'
import { endpoint } from '../../base/endpoint.ts'
import {
  agreement,
  flag,
  pageMeta,
  pageNumber,
  text,
  textOf,
  wholeNumber,
  wireDay,
} from '../../base/fields.ts'
import { languages } from '../../base/language.ts'

export const minSearchLetters = 3
const nameMost = 60
const cityMost = 42
const boxMost = 120

const bounded = (least: number, most: number, wrong: string) =>
  z.pipe(wholeNumber(wrong), z.number().check(z.gte(least, wrong), z.lte(most, wrong)))

/** The one box: names, a place, an event, a month, a year, or a registry's code. */
const box = textOf({ max: boxMost, long: 'find_long', required: 'find_short' }).check(
  z.refine(hasLetters, 'find_short'),
)
export const registrySearchBox = z.object({ q: box })

const fields = {
  q: z.optional(box),
  name: z.optional(
    textOf({ min: minSearchLetters, max: nameMost, short: 'name_short', long: 'name_long' }).check(
      z.refine(hasLetters, 'name_short'),
    ),
  ),
  city: z.optional(
    textOf({ min: minSearchLetters, max: cityMost, short: 'city_short', long: 'city_long' }).check(
      z.refine(hasLetters, 'city_short'),
    ),
  ),
  type: z.optional(text('type_required')),
  month: z.optional(bounded(1, 12, 'find_month_wrong')),
  year: z.optional(bounded(2000, 2100, 'find_year_wrong')),
}
type Fields = z.output<z.ZodMiniObject<typeof fields>>

/** Letters and digits alone make a search. */
function hasLetters(value: string): boolean {
  return (value.match(/[\p{L}\p{N}]/gu) ?? []).length >= minSearchLetters
}

const formAgrees = [
  agreement<Fields>(asked => asked.q !== undefined || asked.type !== undefined, 'type_required', 'type'),
  agreement<Fields>(
    asked => asked.q !== undefined || asked.name !== undefined || asked.city !== undefined,
    'find_name_or_city',
    'name',
  ),
] as const

/** Spec §5: name from 3 letters to a maximum, city 3 to 42, the type chosen; the one box needs no type. */
export const registrySearchForm = z.object(fields).check(...formAgrees)

export const registrySearchInput = z
  .object({ ...fields, page: pageNumber, lang: z.optional(z.enum(languages)) })
  .check(...formAgrees)
export type RegistrySearchInput = z.output<typeof registrySearchInput>

/** A result gives little; of a baby's event neither day nor place (both undecided then). */
export const registrySearchResult = z.object({
  id: z.string(),
  slug: z.nullable(z.string()),
  registry_name: z.string(),
  registry_date: wireDay,
  event_place: z.nullable(z.string()),
  type_info: z.object({ slug: z.string(), name: z.string() }),
  /** The type's name in the reader's language (spec §3 `name`). */
  name: z.string(),
})
export type RegistrySearchResult = z.output<typeof registrySearchResult>

export const registrySearchMeta = z.extend(pageMeta, {
  /** There are more than are told; say more to see them. */
  more: flag,
  /** Nothing is just so; these differ by a typo. */
  near: flag,
  /** What was meant, if it was typed with the other keyboard on. */
  did_you_mean: z.nullable(z.string()),
})

export const searchRegistries = endpoint({
  method: 'GET',
  path: '/v2/find-registry',
  who: 'anyone',
  reads: true,
  paged: true,
  summary: 'Public registries by names, place, event and date, in both alphabets.',
  input: registrySearchInput,
  reply: z.object({ data: z.array(registrySearchResult), meta: registrySearchMeta }),
})
