import { sql } from 'kysely'
import { emailKey } from '../account/customer/customer.rules.ts'
import { AppError, orNotFound } from '../base/app-error.ts'
import { type Handler, handle } from '../server/context/handler.ts'
import type { JobContext, RequestContext } from '../server/context/request-context.ts'
import { keyedDigest } from '../server/context/signing.ts'
import { updateRows } from '../server/postgres/rows.ts'
import type { Db } from '../server/postgres/tables.ts'
import { limitLinkAttempts, verifyLinkToken } from './link-token.ts'
import { unsubscribeFromInvitations } from './reply.contract.ts'

export const calls: Handler[] = [handle(unsubscribeFromInvitations, unsubscribe)]

async function unsubscribe({ token }: { token: string }, ctx: RequestContext) {
  await limitLinkAttempts(ctx)
  const id = orNotFound(verifyLinkToken('stop', token, ctx.config, ctx.now))
  await ctx.db.transaction().execute(tx => suppressAddress(tx, id, ctx))
  return {}
}

/** Whoever complained about a letter of ours gets no invitations any more (R1002). */
export async function stopInvitationsTo(address: string, ctx: JobContext): Promise<void> {
  await ctx.db.transaction().execute(async tx => {
    const { id } = await upsertSuppressionEntry(tx, address, ctx)
    await suppressAddress(tx, id, ctx)
  })
}

/** Suppresses an address; the invitations to it that are still in the outbox are not sent. */
async function suppressAddress(
  tx: Db,
  id: number,
  ctx: Pick<JobContext, 'failQueuedEmails' | 'now'>,
): Promise<void> {
  await updateRows(tx, 'email_suppression', { set: { suppressed_at: ctx.now }, where: { id } })
  const queued = await tx
    .selectFrom('outbox')
    .select('cause')
    .where('template', '=', 'invitation')
    .where('state', '=', 'waiting')
    .where(sql`props ->> 'stop_id'`, '=', String(id))
    .execute()
  const causes = queued.map(({ cause }) => cause)
  await ctx.failQueuedEmails(tx, causes, 'stopped')
}

/**
 * The entry of an address, by its keyed digest (R707): made when nothing was sent there before, as unsubscribe links
 * name it. `isSuppressed` when no more invitations may go there.
 */
export async function upsertSuppressionEntry(
  tx: Db,
  address: string,
  { config }: Pick<RequestContext, 'config'>,
): Promise<{ id: number; isSuppressed: boolean; digest: string }> {
  const address_digest = keyedDigest('invitation address', emailKey(address), config)
  const { id, suppressed_at } = await tx
    .insertInto('email_suppression')
    .values({ address_digest })
    .onConflict(conflict => conflict.column('address_digest').doUpdateSet({ address_digest }))
    .returning(['id', 'suppressed_at'])
    .executeTakeFirstOrThrow()
  return { id, isSuppressed: suppressed_at !== null, digest: address_digest.toString('base64url') }
}

/** Counts an attempt; true when there were more than `max` of that key in a day. */
export async function isDayCapReached(key: string, max: number, ctx: RequestContext): Promise<boolean> {
  try {
    await ctx.rateLimit(key, max, 86_400)
    return false
  } catch (error) {
    if (error instanceof AppError) return true
    throw error
  }
}
