import type { ParsedOf, ReplyOf } from '../../base/endpoint.ts'
import { type Handler, handle } from '../../server/context/handler.ts'
import type { CustomerContext } from '../../server/context/request-context.ts'
import { sessionEnds } from './access.ts'
import * as contract from './contract.ts'
import { signInWithPassword } from './service.ts'
import { closeSession, describeSessions, endOtherSessions } from './session-service.ts'

export const calls: Handler[] = [
  handle(contract.login, signInWithPassword),
  handle(contract.logout, logout),
  handle(contract.listSessions, listSessions),
  handle(contract.endSessions, endSessions),
]

async function logout(_: object, ctx: CustomerContext): Promise<ReplyOf<typeof contract.logout>> {
  await closeSession(ctx.db, ctx.session)
  await ctx.recordSecurityEvent({ kind: 'signed_out' })
  return {}
}

async function listSessions(_: object, { db, customer, session, config, now }: CustomerContext) {
  const which = { owner: hostOf(customer), current: session, limit: contract.maxListedSessions }
  return describeSessions(db, which, sessionEnds(config, now))
}

async function endSessions({ id }: ParsedOf<typeof contract.endSessions>, ctx: CustomerContext) {
  const { db, customer, session } = ctx
  await endOtherSessions(db, hostOf(customer), { id, current: session })
  await ctx.recordSecurityEvent({ kind: 'sessions_ended' })
  return {}
}

const hostOf = ({ id }: { id: number }) => ({ kind: 'host', id }) as const
