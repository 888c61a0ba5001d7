import type { Day } from '../base/dates.ts'
import { canEdit, isRegistryOpen } from './registry.rules.ts'

/** As much of a registry as its surprise mode needs. */
export interface SurpriseFields {
  customer_id: number
  co_host_id: number | null
  closing_day: Day | null
  surprise: boolean
  reveal_day: Day | null
}

type Visitor = { id: number } | null

/**
 * Whether what was given is hidden from the hosts. It ends on the day of the reveal, and at the latest when the
 * registry closes, because its money goes to them then (R221).
 */
export function isSurpriseActive(
  registry: Pick<SurpriseFields, 'closing_day' | 'surprise' | 'reveal_day'>,
  today: Day,
): boolean {
  const isRevealed = registry.reveal_day !== null && today >= registry.reveal_day
  return registry.surprise && isRegistryOpen(registry, today) && !isRevealed
}

/** Whether this visitor is a host from whom what was given is hidden; everyone else sees it. */
export function isSurpriseFor(registry: SurpriseFields, visitor: Visitor, today: Day): boolean {
  return canEdit(registry, visitor) && isSurpriseActive(registry, today)
}

/** What is wrong with the day of the reveal, as a message key by field; empty when nothing is. */
export function findRevealDayError(day: Day | null, closing: Day | null, today: Day): Record<string, string> {
  if (day === null) return {}
  if (day <= today) return { reveal_day: 'registry_reveal_past' }
  if (closing !== null && day > closing) return { reveal_day: 'registry_reveal_late' }
  return {}
}
