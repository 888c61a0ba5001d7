import { formatDay } from '../../../base/dates.ts'
import type { Language } from '../../../base/language.ts'
import { m } from '../../../paraglide/messages.js'

/** That something is sold before it is released, with the day where the shop says it (R1370). */
export function describePreorder({ from }: { from: string | null }, language: Language): string {
  return from === null ? m.gift_preorder() : m.gift_preorder_from({ day: formatDay(from, language) })
}
