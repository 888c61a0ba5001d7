import { orNotFound } from '../../base/app-error.ts'
import type { ParsedOf, ReplyOf } from '../../base/endpoint.ts'
import { type Handler, handle } from '../../server/context/handler.ts'
import type { CustomerContext } from '../../server/context/request-context.ts'
import { findRow } from '../../server/postgres/rows.ts'
import { requireCurrentPassword } from '../password/access.ts'
import { hasSecondFactor, requireSecondFactor } from '../second-factor/service.ts'
import { recordSessionProof } from '../session/session-service.ts'
import * as contract from './contract.ts'
import { findPayee } from './data.ts'
import { isProofFresh, payoutBlockerOf } from './rules.ts'

export const calls: Handler[] = [handle(contract.giveProof, giveProof), handle(contract.showProof, showProof)]

async function giveProof({ password, code }: ParsedOf<typeof contract.giveProof>, ctx: CustomerContext) {
  await requireCurrentPassword(ctx, password, 'password')
  await requireSecondFactor(ctx.customer, code, ctx)
  await recordSessionProof(ctx.db, ctx.session, ctx.now)
  await ctx.recordSecurityEvent({ kind: 'proof_given' })
  return {}
}

async function showProof(_: object, ctx: CustomerContext): Promise<ReplyOf<typeof contract.showProof>> {
  const { db, customer, session, now } = ctx
  const provedAt = (await findRow(db, 'session', { token_hash: session }, ['proved_at']))?.proved_at
  const blocker = payoutBlockerOf(orNotFound(await findPayee(db, customer.id, now)), now)
  return {
    factor: await hasSecondFactor(ctx, customer.id),
    fresh: provedAt !== undefined && isProofFresh(provedAt, now),
    confirmed: blocker?.reason !== 'unconfirmed',
    hold_until: blocker?.reason === 'hold' ? blocker.until.toISOString() : '',
  }
}
