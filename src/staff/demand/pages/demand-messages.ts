import { formatMonth } from '../../../base/dates.ts'
import type { Language } from '../../../base/language.ts'
import { formatEuro } from '../../../base/money.ts'
import { m } from '../../../paraglide/messages.js'
import type { ConsoleAnswer } from '../../frame/pages/console-call.ts'
import { type DemandDimension, type DemandSort, demandSorts, priceBandEnd } from '../rules.ts'
import type { DemandQuery } from './demand-query.ts'

export type DemandLine = ConsoleAnswer<'demand'>['lines'][number]

export const dimensionMessages: Record<DemandDimension, () => string> = {
  product: m.staff_demand_by_product,
  category: m.staff_demand_by_category,
  brand: m.staff_demand_by_brand,
  price: m.common_price,
  month: m.staff_demand_by_month,
}

export const demandColumnMessages: Record<DemandSort, () => string> = {
  open: m.staff_demand_open,
  wished: m.staff_demand_wished,
  given: m.common_given,
  swapped: m.staff_demand_swapped,
  due_30: m.staff_demand_due_30,
  due_60: m.staff_demand_due_60,
  due_90: m.staff_demand_due_90,
}

/** The columns of units: of months, and by month, no swaps are counted. */
export function unitColumnsOf({ by, month }: DemandQuery): DemandSort[] {
  return demandSorts.filter(column => column !== 'swapped' || (by !== 'month' && month === undefined))
}

/** «June 2027»; empty for events whose day is undecided. */
export function demandMonthName(month: string, language: Language): string {
  return month === '' ? m.ui_date_undecided() : formatMonth(month, language)
}

/** What is to be ordered: within 90 days, or for the month of the line. */
export function toOrderText(month: string | undefined): string {
  return month === undefined ? m.staff_demand_to_order() : m.staff_demand_to_order_month()
}

/** What a line is about, in the reader's language. */
export function demandLineName({ key, name }: DemandLine, by: DemandDimension, language: Language): string {
  if (by === 'month') return demandMonthName(key, language)
  return by === 'price' ? priceBandName(Number(key), language) : name || m.staff_demand_gone({ id: key })
}

export function priceBandName(from: number, language: Language): string {
  const end = priceBandEnd(from)
  const least = formatEuro(from, language)
  return end === null
    ? m.staff_demand_price_from({ from: least })
    : m.staff_demand_price_between({ from: least, to: formatEuro(end, language) })
}
