import { authorize } from '../../base/app-error.ts'
import type { ParsedOf, ReplyOf } from '../../base/endpoint.ts'
import { type Handler, handle } from '../../server/context/handler.ts'
import type { CustomerContext } from '../../server/context/request-context.ts'
import { deleteRows } from '../../server/postgres/rows.ts'
import { sessionEnds } from './access.ts'
import * as contract from './contract.ts'
import * as data from './data.ts'
import { parseUserAgent } from './device-rules.ts'
import { signInWithPassword } from './service.ts'

export const calls: Handler[] = [
  handle(contract.login, signInWithPassword),
  handle(contract.logout, logout),
  handle(contract.listSessions, listSessions),
  handle(contract.endSessions, endSessions),
]

async function logout(_: object, ctx: CustomerContext): Promise<ReplyOf<typeof contract.logout>> {
  await deleteRows(ctx.db, 'session', { token_hash: ctx.session })
  await ctx.recordSecurityEvent({ kind: 'signed_out' })
  return {}
}

async function listSessions(_: object, { db, customer, session, config, now }: CustomerContext) {
  const ends = sessionEnds(config, now)
  const which = { customerId: customer.id, current: session, limit: contract.maxListedSessions }
  const rows = await data.findActiveSessions(db, which, ends)
  const total =
    rows.length > contract.maxListedSessions
      ? await data.countActiveSessions(db, customer.id, ends)
      : rows.length
  const lastUsedFirst = rows.toSorted(
    (one, other) => other.seen_at.getTime() - one.seen_at.getTime() || other.id - one.id,
  )
  const sessions = lastUsedFirst.map(row => ({
    id: row.id,
    current: row.token_hash.equals(session),
    ...parseUserAgent(row.agent),
    created_at: row.created_at.toISOString(),
    seen_at: row.seen_at.toISOString(),
  }))
  return { sessions, total }
}

async function endSessions({ id }: ParsedOf<typeof contract.endSessions>, ctx: CustomerContext) {
  const { db, customer, session } = ctx
  if (id === undefined) await data.deleteSessions(db, customer.id, session)
  else authorize((await deleteRows(db, 'session', { customer_id: customer.id, id })) > 0)
  await ctx.recordSecurityEvent({ kind: 'sessions_ended' })
  return {}
}
