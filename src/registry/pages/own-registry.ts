import { redirect } from 'react-router'
import { type Day, dayInAthens, daysBetween } from '../../base/dates.ts'
import { inLanguage, paths } from '../../base/paths.ts'
import { orErrorPage, signedIn } from '../../ui/attempt.ts'
import type { PageVisit } from '../../ui/context.ts'
import { findRegistry, type RegistryView } from '../contract.ts'

/** The signed-in host's own registry; to sign in first, and everyone else to /404 (spec §6). */
export async function ownRegistry(visit: PageVisit, request: Request, id: string): Promise<RegistryView> {
  signedIn(visit, request)
  const [registry] = await orErrorPage(visit.call(findRegistry, { id }))
  if (!registry?.is_owner) throw redirect(inLanguage(paths.notFound, visit.language))
  return registry
}

/** Whole days from today to the event; null while it is undecided, negative once it is over. */
export function daysUntil(event: Day | null): number | null {
  return event === null ? null : daysBetween(dayInAthens(new Date()), event)
}
