import { sql } from 'kysely'
import { emailKey } from '../account/customer/customer.rules.ts'
import { AppError, orNotFound } from '../base/app-error.ts'
import type { RevokedRight } from '../server/backup/erasure-log.ts'
import { type Handler, handle } from '../server/context/handler.ts'
import type { JobContext, RequestContext } from '../server/context/request-context.ts'
import { type DigestSecrets, keyedDigest } from '../server/context/signing.ts'
import type { Db } from '../server/postgres/tables.ts'
import { limitLinkAttempts, readLinkToken } from './link-token.ts'
import { unsubscribeFromInvitations } from './reply.contract.ts'

export const calls: Handler[] = [handle(unsubscribeFromInvitations, unsubscribe)]

async function unsubscribe({ token }: { token: string }, ctx: RequestContext) {
  await limitLinkAttempts(ctx)
  const text = readLinkToken('stop', token, ctx.config, ctx.now)
  const digest = orNotFound(text?.length === digestLength ? text : null)
  await ctx.db.transaction().execute(tx => stopInvitations(tx, digest, ctx))
  return {}
}

/** Of a digest in base64url. */
const digestLength = 43

/** Whoever complained about a letter of ours gets no invitations any more (R1002). */
export async function stopInvitationsTo(address: string, ctx: JobContext): Promise<void> {
  const digest = digestAddress(address, ctx.config).toString('base64url')
  await ctx.db.transaction().execute(tx => stopInvitations(tx, digest, ctx))
}

/** What the list of rights that were taken away calls it. */
const stopped = 'invitations_stopped'

/** Stops invitations to an address, also in a backup that doesn't know of it (R1261). */
async function stopInvitations(tx: Db, digest: string, ctx: JobContext): Promise<void> {
  ctx.recordRevocation({ kind: stopped, about: digest })
  await suppressAddress(tx, digest, ctx)
}

/** After a restore: whoever stopped invitations since the backup gets none again (R1261). */
export async function stopInvitationsAgain(
  tx: Db,
  revoked: RevokedRight[],
  ctx: Pick<JobContext, 'failQueuedEmails' | 'now'>,
): Promise<void> {
  for (const { kind, about = '' } of revoked) if (kind === stopped) await suppressAddress(tx, about, ctx)
}

/** Suppresses an address by its digest; the invitations to it that are still in the outbox are not sent. */
async function suppressAddress(
  tx: Db,
  digest: string,
  ctx: Pick<JobContext, 'failQueuedEmails' | 'now'>,
): Promise<void> {
  const suppressed_at = ctx.now
  const { id } = await tx
    .insertInto('email_suppression')
    .values({ address_digest: Buffer.from(digest, 'base64url'), suppressed_at })
    .onConflict(conflict => conflict.column('address_digest').doUpdateSet({ suppressed_at }))
    .returning('id')
    .executeTakeFirstOrThrow()
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

const digestAddress = (address: string, config: DigestSecrets) =>
  keyedDigest('invitation address', emailKey(address), config)

/**
 * The entry of an address, by its keyed digest (R707), which unsubscribe links carry: made when nothing was sent there
 * before. `isSuppressed` when no more invitations may go there.
 */
export async function upsertSuppressionEntry(
  tx: Db,
  address: string,
  { config }: Pick<RequestContext, 'config'>,
): Promise<{ id: number; isSuppressed: boolean; digest: string }> {
  const address_digest = digestAddress(address, config)
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
