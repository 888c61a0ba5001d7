import type { Day } from '../../base/dates.ts'
import { canEdit, isRegistryOpen } from '../registry/rules.ts'

/** As much of a registry as its surprise needs. */
export interface SurpriseFields {
  customer_id: number
  co_host_id: number | null
  closing_day: Day | null
  surprise: boolean
  reveal_day: Day | null
}

type Someone = { id: number } | null

/**
 * Surprise mode: whether what was given is still kept from the hosts. It ends on the day of the reveal, at the latest
 * when the registry closes, for then its money goes to them.
 */
export function isSurpriseActive(
  registry: Pick<SurpriseFields, 'closing_day' | 'surprise' | 'reveal_day'>,
  today: Day,
): boolean {
  const isRevealed = registry.reveal_day !== null && today >= registry.reveal_day
  return registry.surprise && isRegistryOpen(registry, today) && !isRevealed
}

/** Whether this visitor is one of those who want to be surprised; everyone else sees what is. */
export function isSurpriseFor(registry: SurpriseFields, someone: Someone, today: Day): boolean {
  return canEdit(registry, someone) && isSurpriseActive(registry, today)
}

/** What is wrong with the day of a reveal, as message keys; empty when all is well. */
export function findRevealDayError(day: Day | null, closing: Day | null, today: Day): Record<string, string> {
  if (day === null) return {}
  if (day <= today) return { reveal_day: 'registry_reveal_past' }
  if (closing !== null && day > closing) return { reveal_day: 'registry_reveal_late' }
  return {}
}
