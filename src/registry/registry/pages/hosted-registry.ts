import { redirect } from 'react-router'
import { type Day, dayInAthens, daysBetween } from '../../../base/dates.ts'
import { paths, withLanguage } from '../../../base/paths.ts'
import type { PageContext } from '../../../ui/page/page-context.ts'
import { requireCustomer } from '../../../ui/page/require-customer.ts'
import { findRegistry, type RegistryView } from '../contract.ts'

/** A registry of the signed-in host or co-host; throws a redirect to sign in, and to /404 for everyone else (R218). */
export async function loadHostedRegistry(
  ctx: PageContext,
  request: Request,
  id: string,
): Promise<RegistryView> {
  requireCustomer(ctx, request)
  const [registry] = await ctx.call(findRegistry, { id })
  if (!registry?.is_host) throw redirect(withLanguage(paths.notFound, ctx.language))
  return registry
}

/** The same for the owner alone. */
export async function loadOwnedRegistry(
  ctx: PageContext,
  request: Request,
  id: string,
): Promise<RegistryView> {
  const registry = await loadHostedRegistry(ctx, request, id)
  if (!registry.is_owner) throw redirect(withLanguage(paths.notFound, ctx.language))
  return registry
}

/** Whole days from today to the event; null while it is undecided, negative when it is over. */
export function daysUntil(event: Day | null): number | null {
  return event === null ? null : daysBetween(dayInAthens(new Date()), event)
}
