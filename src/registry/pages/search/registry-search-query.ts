import { dayInAthens, formatDay } from '../../../base/dates.ts'
import type { ReplyOf } from '../../../base/endpoint.ts'
import type { Language } from '../../../base/language.ts'
import type { EventTypeView } from '../../event-type.contract.ts'
import type { searchRegistries } from '../../search/search.contract.ts'
import { monthNames } from '../../search/vocabulary.rules.ts'

const fields = ['q', 'name', 'city', 'type', 'month', 'year', 'literal', 'page'] as const
export type FindRegistryValues = Partial<Record<(typeof fields)[number], string>>

/** Empty fields are left out. */
export function readRegistrySearch(query: URLSearchParams): FindRegistryValues {
  const entries = fields.map(name => [name, query.get(name)?.trim() ?? ''] as const)
  return Object.fromEntries(entries.filter(([, value]) => value !== ''))
}

/** Adds types and formatted days to the results, on the server because formatting takes phones longer than rendering. */
export function toFoundRegistries(
  { data: rows, meta }: ReplyOf<typeof searchRegistries>,
  types: EventTypeView[],
  language: Language,
) {
  const results = rows.flatMap(({ type_info, ...row }) => {
    const type = types.find(({ slug }) => slug === type_info.slug)
    const day = row.registry_date && formatDay(row.registry_date, language)
    const month = row.registry_month && formatMonth(row.registry_month, language)
    return type ? [{ ...row, type, day, month }] : []
  })
  return { meta, data: results }
}
/** “June 2027”, «Ιούνιος 2027» with the month in the nominative. */
function formatMonth(month: string, language: Language): string {
  const [year = '', number = ''] = month.split('-')
  return `${monthNames[language][Number(number) - 1]} ${year}`
}

export type FoundRegistries = ReturnType<typeof toFoundRegistries>

/** Last year, this year, and the next five. */
export function selectableYears(now: Date): number[] {
  const year = Number(dayInAthens(now).slice(0, 4))
  return Array.from({ length: 7 }, (_, index) => year - 1 + index)
}
