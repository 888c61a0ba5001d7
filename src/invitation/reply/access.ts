import { orNotFound } from '../../base/app-error.ts'
import { findRegistryById, type RegistryRow } from '../../registry/registry/data.ts'
import type { RequestContext } from '../../server/context/request-context.ts'
import { findGuestById, type GuestRow } from '../guests/data.ts'
import { verifyLinkToken } from '../sending/link-token-service.ts'

/** The guest of a reply link with their registry (R709). Throws `refused_missing` 404 for a wrong link. */
export async function guestForReplyLink(
  token: string,
  ctx: RequestContext,
): Promise<{ guest: GuestRow; registry: RegistryRow }> {
  await limitLinkAttempts(ctx)
  const id = orNotFound(verifyLinkToken('reply', token, ctx.config, ctx.now))
  const guest = orNotFound(await findGuestById(ctx.db, id))
  return { guest, registry: orNotFound(await findRegistryById(ctx.db, guest.registry_id)) }
}

/** Links tried from one network address, reply and unsubscribe links together (R709). */
const maxLinkAttemptsPerHour = 300

/** Throws `refused_often` 429 beyond the limit. */
export async function limitLinkAttempts(ctx: RequestContext): Promise<void> {
  await ctx.rateLimit(`reply-link:${ctx.address}`, maxLinkAttemptsPerHour, 3600)
}
