import type { Day } from '../base/dates.ts'
import { canEdit, isRegistryOpen, type RegistryRuleFields, type Visitor } from './registry.rules.ts'

export interface SurpriseFields extends Omit<RegistryRuleFields, 'privacy'> {
  surprise: boolean
  reveal_day: Day | null
}

/**
 * Whether what was given is hidden from the hosts (R221). It ends on the reveal day, and at the latest when the
 * registry closes, because then the hosts get its money.
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

/** Field → message key for an invalid reveal day; empty when it is valid. */
export function findRevealDayError(day: Day | null, closing: Day | null, today: Day): Record<string, string> {
  if (day === null) return {}
  if (day <= today) return { reveal_day: 'registry_reveal_past' }
  if (closing !== null && day > closing) return { reveal_day: 'registry_reveal_late' }
  return {}
}
