import { parseUserAgent } from '../../account/session/device-rules.ts'
import { authorize } from '../../base/app-error.ts'
import type { ParsedOf } from '../../base/endpoint.ts'
import { type Handler, handle } from '../../server/context/handler.ts'
import type { RequestContext, StaffContext } from '../../server/context/request-context.ts'
import { countRecoveryCodes } from '../people/data.ts'
import { staffSessionEnds } from './access.ts'
import * as contract from './contract.ts'
import * as data from './data.ts'
import { signInStaff } from './service.ts'

export const calls: Handler[] = [
  handle(contract.findStaffSelf, async (_, { staff }: RequestContext) => ({ staff })),
  handle(contract.staffLogin, signInStaff),
  handle(contract.staffLogout, logoutStaff),
  handle(contract.listStaffSessions, listSessions),
  handle(contract.endStaffSessions, endSessions),
]

async function logoutStaff(_: object, ctx: StaffContext) {
  await data.deleteStaffSession(ctx.db, ctx.staffSession)
  await recordStaffEvent('signed_out', ctx)
  return {}
}

async function listSessions(_: object, { db, staff, staffSession, now }: StaffContext) {
  const rows = await data.findStaffSessions(db, staff.id, staffSessionEnds(now))
  const sessions = rows.map(row => ({
    id: row.id,
    current: row.token_hash.equals(staffSession),
    ...parseUserAgent(row.agent),
    created_at: row.created_at.toISOString(),
    seen_at: row.seen_at.toISOString(),
  }))
  return { sessions, recovery_codes_left: await countRecoveryCodes(db, staff.id) }
}

async function endSessions({ id }: ParsedOf<typeof contract.endStaffSessions>, ctx: StaffContext) {
  const { db, staff, staffSession } = ctx
  if (id === undefined) await data.deleteOtherStaffSessions(db, staff.id, staffSession)
  else authorize(await data.deleteStaffSessionById(db, staff.id, id))
  await recordStaffEvent('sessions_ended', ctx)
  return {}
}

function recordStaffEvent(kind: 'signed_out' | 'sessions_ended', ctx: StaffContext): Promise<void> {
  return ctx.recordSecurityEvent({ kind, customerId: null, about: `staff ${ctx.staff.id}` })
}
