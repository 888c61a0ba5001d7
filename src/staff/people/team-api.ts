import { emailKey } from '../../account/customer/rules.ts'
import { deleteSessions } from '../../account/session/data.ts'
import { parseUserAgent } from '../../account/session/device-rules.ts'
import { AppError, authorize, orNotFound } from '../../base/app-error.ts'
import type { ParsedOf } from '../../base/endpoint.ts'
import { type Handler, handle } from '../../server/context/handler.ts'
import type { StaffContext } from '../../server/context/request-context.ts'
import type { Db } from '../../server/postgres/tables.ts'
import { recordAudit } from '../audit/service.ts'
import { staffSessionEnds } from '../session/access.ts'
import { isActivePerson } from './data.ts'
import { endPerson, endSignIn, invitePerson, inviteStaffPerson } from './service.ts'
import * as contract from './team-contract.ts'
import * as data from './team-data.ts'

export const calls: Handler[] = [
  handle(contract.listStaffTeam, listTeam),
  handle(contract.inviteTeamMember, invite),
  handle(contract.changeTeamRole, changeRole),
  handle(contract.endTeamSessions, endSessions),
  handle(contract.resetTeamFactor, resetFactor),
  handle(contract.removeTeamMember, remove),
]

async function listTeam(_: object, { db, now, staff }: StaffContext) {
  const rows = await data.findTeam(db)
  const sessions = await data.findTeamSessions(db, staffSessionEnds(now))
  const members = rows.map(({ accepted_at, ended_at, locked_until, ...row }) => ({
    ...row,
    state: stateOf({ accepted_at, ended_at, locked_until }, now),
    recovery_codes_left: row.recovery_codes_left ?? 0,
    sessions: sessions
      .filter(({ person_id }) => person_id === row.id)
      .map(({ agent, seen_at }) => ({ ...parseUserAgent(agent), seen_at: seen_at.toISOString() })),
    is_self: row.id === staff.id,
  }))
  return { members }
}

function stateOf(
  row: { accepted_at: Date | null; ended_at: Date | null; locked_until: Date | null },
  now: Date,
): contract.StaffMember['state'] {
  if (row.ended_at) return 'ended'
  if (!row.accepted_at) return 'invited'
  return row.locked_until && row.locked_until > now ? 'locked' : 'active'
}

/** Somebody whose link was lost or is too old is invited again; whoever has joined is not. */
async function invite(invitee: ParsedOf<typeof contract.inviteTeamMember>, ctx: StaffContext) {
  if (await isActivePerson(ctx.db, emailKey(invitee.email))) throw new AppError('staff_known', 409)
  await inviteStaffPerson(invitee, ctx)
  return {}
}

type Member = NonNullable<Awaited<ReturnType<typeof data.lockTeamMember>>>

/**
 * Does something to another of the staff, in one transaction. Nobody does it to themselves, and only who is an owner at
 * this moment: so there is always one left. Throws `staff_self` 409, `staff_role` 403, `refused_missing` 404.
 */
async function changeMember(
  id: number,
  ctx: StaffContext,
  change: (tx: Db, member: Member) => Promise<void>,
): Promise<Record<string, never>> {
  if (id === ctx.staff.id) throw new AppError('staff_self', 409)
  await ctx.db.transaction().execute(async tx => {
    authorize((await data.lockOwners(tx)).includes(ctx.staff.id), 'staff_role', 403)
    await change(tx, orNotFound(await data.lockTeamMember(tx, id)))
    await ctx.recordSecurityEvent({ kind: 'staff_action', customerId: null, about: 'staff changed' }, tx)
  })
  return {}
}

async function changeRole({ id, role, reason }: ParsedOf<typeof contract.changeTeamRole>, ctx: StaffContext) {
  return changeMember(id, ctx, async (tx, member) => {
    await data.updateTeamRole(tx, id, role, ctx.now)
    const values = { before: { role: member.role }, after: { role } }
    await recordAudit(tx, ctx, { action: 'staff_role_changed', subject: `staff ${id}`, reason, ...values })
  })
}

async function endSessions({ id, reason }: ParsedOf<typeof contract.endTeamSessions>, ctx: StaffContext) {
  return changeMember(id, ctx, async tx => {
    await deleteSessions(tx, { kind: 'staff', id })
    await recordAudit(tx, ctx, { action: 'staff_sessions_ended', subject: `staff ${id}`, reason })
  })
}

async function resetFactor({ id, reason }: ParsedOf<typeof contract.resetTeamFactor>, ctx: StaffContext) {
  return changeMember(id, ctx, async (tx, member) => {
    await data.clearTeamPassword(tx, id, ctx.now)
    await endSignIn(tx, id)
    await invitePerson(tx, member, ctx)
    await recordAudit(tx, ctx, { action: 'staff_factor_reset', subject: `staff ${id}`, reason })
  })
}

async function remove({ id, reason }: ParsedOf<typeof contract.removeTeamMember>, ctx: StaffContext) {
  return changeMember(id, ctx, async (tx, member) => {
    await endPerson(tx, member.email, ctx.now)
    await recordAudit(tx, ctx, { action: 'staff_removed', subject: `staff ${id}`, reason })
  })
}
