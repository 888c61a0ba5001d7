import { parseUserAgent } from '../../account/session/device-rules.ts'
import { authorize } from '../../base/app-error.ts'
import type { ParsedOf } from '../../base/endpoint.ts'
import { type Handler, handle } from '../../server/context/handler.ts'
import type { RequestContext, StaffContext } from '../../server/context/request-context.ts'
import type { Db } from '../../server/postgres/tables.ts'
import { recordAudit } from '../audit/service.ts'
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
  await ctx.db.transaction().execute(async tx => {
    await data.deleteStaffSession(tx, ctx.staffSession)
    await recordStaffEvent(tx, 'signed_out', ctx)
  })
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
  await db.transaction().execute(async tx => {
    if (id === undefined) await data.deleteOtherStaffSessions(tx, staff.id, staffSession)
    else authorize(await data.deleteStaffSessionById(tx, staff.id, id))
    await recordStaffEvent(tx, 'sessions_ended', ctx)
  })
  return {}
}

async function recordStaffEvent(
  tx: Db,
  kind: 'signed_out' | 'sessions_ended',
  ctx: StaffContext,
): Promise<void> {
  await ctx.recordSecurityEvent({ kind, customerId: null, about: `staff ${ctx.staff.id}` }, tx)
  await recordAudit(tx, ctx, { action: kind })
}
