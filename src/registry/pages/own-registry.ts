import { redirect } from 'react-router'
import { type Day, dayInAthens, daysBetween } from '../../base/dates.ts'
import { inLanguage, paths } from '../../base/paths.ts'
import { orErrorPage, signedIn } from '../../ui/attempt.ts'
import type { PageVisit } from '../../ui/context.ts'
import { findRegistry, type RegistryView } from '../contract.ts'

/** A registry that the signed-in person hosts, alone or as co-host; to sign in first, and everyone else to /404 (spec §6). */
export async function hostRegistry(visit: PageVisit, request: Request, id: string): Promise<RegistryView> {
  signedIn(visit, request)
  const [registry] = await orErrorPage(visit.call(findRegistry, { id }))
  if (!registry?.is_host) throw redirect(inLanguage(paths.notFound, visit.language))
  return registry
}

/** The same for its owner alone: what a co-host may not do. */
export async function ownRegistry(visit: PageVisit, request: Request, id: string): Promise<RegistryView> {
  const registry = await hostRegistry(visit, request, id)
  if (!registry.is_owner) throw redirect(inLanguage(paths.notFound, visit.language))
  return registry
}

/** Whole days from today to the event; null while it is undecided, negative once it is over. */
export function daysUntil(event: Day | null): number | null {
  return event === null ? null : daysBetween(dayInAthens(new Date()), event)
}
