import { authorize } from '../../base/app-error.ts'
import { dayInAthens } from '../../base/dates.ts'
import type { RequestContext } from '../../server/context/request-context.ts'
import { isSurpriseFor, type SurpriseFields } from './rules.ts'

/** Throws `registry_is_secret` 403 when the visitor is a host from whom surprise mode hides what was given (R221). */
export function refuseDuringSurprise(
  registry: SurpriseFields,
  { customer, now }: Pick<RequestContext, 'customer' | 'now'>,
): void {
  authorize(!isSurpriseFor(registry, customer, dayInAthens(now)), 'registry_is_secret', 403)
}
