import { emailKey } from '../account/customer/customer.rules.ts'
import { orNotFound } from '../base/app-error.ts'
import { type Handler, handle } from '../server/context/handler.ts'
import type { JobContext, RequestContext } from '../server/context/request-context.ts'
import { keyedDigest } from '../server/context/signing.ts'
import type { Db } from '../server/postgres/tables.ts'
import { verifyLinkToken } from './link-token.ts'
import { limitLinkAttempts } from './reply.ts'
import * as contract from './unsubscribe.contract.ts'
import { suppressAddress, upsertSuppressionEntry } from './unsubscribe.sql.ts'

export const calls: Handler[] = [handle(contract.unsubscribeFromInvitations, unsubscribeFromInvitations)]

async function unsubscribeFromInvitations({ token }: { token: string }, ctx: RequestContext) {
  await limitLinkAttempts(ctx)
  const id = orNotFound(verifyLinkToken('stop', token, ctx.config, ctx.now))
  await ctx.db.transaction().execute(tx => suppress(tx, id, ctx))
  return {}
}

/** Whoever complained about a letter of ours gets no invitations any more (R1002). */
export async function stopInvitationsTo(address: string, ctx: JobContext): Promise<void> {
  const digest = keyedDigest('invitation address', emailKey(address), ctx.config)
  await ctx.db.transaction().execute(async tx => {
    const { id } = await upsertSuppressionEntry(tx, digest)
    await suppress(tx, id, ctx)
  })
}

async function suppress(
  tx: Db,
  id: number,
  ctx: Pick<JobContext, 'failQueuedEmails' | 'now'>,
): Promise<void> {
  await ctx.failQueuedEmails(tx, await suppressAddress(tx, id, ctx.now), 'stopped')
}
