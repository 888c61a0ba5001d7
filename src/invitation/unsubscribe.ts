import { orNotFound } from '../base/app-error.ts'
import { type Handler, handle } from '../server/context/handler.ts'
import type { RequestContext } from '../server/context/request-context.ts'
import { verifyLinkToken } from './link-token.ts'
import { limitLinkAttempts } from './reply.ts'
import * as contract from './unsubscribe.contract.ts'
import { suppressAddress } from './unsubscribe.sql.ts'

export const calls: Handler[] = [handle(contract.unsubscribeFromInvitations, unsubscribeFromInvitations)]

async function unsubscribeFromInvitations({ token }: { token: string }, ctx: RequestContext) {
  await limitLinkAttempts(ctx)
  const id = orNotFound(verifyLinkToken('stop', token, ctx.config, ctx.now))
  await ctx.db.transaction().execute(async tx => {
    const queued = await suppressAddress(tx, id, ctx.now)
    await ctx.failQueuedEmails(tx, queued, 'stopped')
  })
  return {}
}
