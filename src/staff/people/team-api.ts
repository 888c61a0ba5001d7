import * as z from 'zod/mini'
import { emailKey } from '../../account/customer/rules.ts'
import { deleteSessions } from '../../account/session/data.ts'
import { parseUserAgent } from '../../account/session/device-rules.ts'
import { AppError, authorize, orNotFound } from '../../base/app-error.ts'
import { boundedText, email, positiveId } from '../../base/fields.ts'
import { type StaffRole, staffRoles } from '../../base/staff-roles.ts'
import type { StaffContext } from '../../server/context/request-context.ts'
import { staffCall, staffRead } from '../../server/context/staff-call.ts'
import type { Db } from '../../server/postgres/tables.ts'
import { recordAudit } from '../audit/service.ts'
import { staffReason } from '../registry/rules.ts'
import { staffSessionEnds } from '../session/access.ts'
import { isActivePerson } from './data.ts'
import { endPerson, endSignIn, invitePerson, inviteStaffPerson, type StaffInvitee } from './service.ts'
import * as data from './team-data.ts'

const role = z.enum(staffRoles, 'account_required')
const name = boundedText({ min: 1, max: 100, required: 'name_required', long: 'name_long' })
const change = { id: positiveId, reason: staffReason }
type Change = z.output<z.ZodMiniObject<typeof change>>

export const calls = {
  team: staffRead('owner', {}, listTeam),
  inviteMember: staffCall('changes the team', { name, email, role }, invite),
  changeMemberRole: staffCall('changes the team', { ...change, role }, changeRole),
  endMemberSessions: staffCall('owner', change, endSessions),
  resetMemberFactor: staffCall('changes the team', change, resetFactor),
  removeMember: staffCall('changes the team', change, remove),
}

/** Who is or was one of the staff. */
async function listTeam(_: object, { db, now, staff }: StaffContext) {
  const rows = await data.findTeam(db)
  const sessions = await data.findTeamSessions(db, staffSessionEnds(now))
  return rows.map(({ accepted_at, ended_at, locked_until, ...row }) => ({
    ...row,
    state: stateOf({ accepted_at, ended_at, locked_until }, now),
    recovery_codes_left: row.recovery_codes_left ?? 0,
    sessions: sessions
      .filter(({ person_id }) => person_id === row.id)
      .map(({ agent, seen_at }) => ({ ...parseUserAgent(agent), seen_at })),
    /** Nobody changes themselves. */
    is_self: row.id === staff.id,
  }))
}

/** invited: has not chosen a password yet; ended: signs in no more. */
type MemberState = 'active' | 'invited' | 'locked' | 'ended'

function stateOf(
  row: { accepted_at: Date | null; ended_at: Date | null; locked_until: Date | null },
  now: Date,
): MemberState {
  if (row.ended_at) return 'ended'
  if (!row.accepted_at) return 'invited'
  return row.locked_until && row.locked_until > now ? 'locked' : 'active'
}

/** Somebody whose link was lost or is too old is invited again; whoever has joined is not. */
async function invite(invitee: StaffInvitee, ctx: StaffContext) {
  if (await isActivePerson(ctx.db, emailKey(invitee.email))) throw new AppError('staff_known', 409)
  await inviteStaffPerson(invitee, ctx)
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
): Promise<void> {
  if (id === ctx.staff.id) throw new AppError('staff_self', 409)
  await ctx.db.transaction().execute(async tx => {
    authorize((await data.lockOwners(tx)).includes(ctx.staff.id), 'staff_role', 403)
    await change(tx, orNotFound(await data.lockTeamMember(tx, id)))
    await ctx.recordSecurityEvent({ kind: 'staff_action', customerId: null, about: 'staff changed' }, tx)
  })
}

async function changeRole({ id, role, reason }: Change & { role: StaffRole }, ctx: StaffContext) {
  return changeMember(id, ctx, async (tx, member) => {
    await data.updateTeamRole(tx, id, role, ctx.now)
    const values = { before: { role: member.role }, after: { role } }
    await recordAudit(tx, ctx, { action: 'staff_role_changed', subject: `staff ${id}`, reason, ...values })
  })
}

async function endSessions({ id, reason }: Change, ctx: StaffContext) {
  return changeMember(id, ctx, async tx => {
    await deleteSessions(tx, { kind: 'staff', id })
    await recordAudit(tx, ctx, { action: 'staff_sessions_ended', subject: `staff ${id}`, reason })
  })
}

async function resetFactor({ id, reason }: Change, ctx: StaffContext) {
  return changeMember(id, ctx, async (tx, member) => {
    await data.clearTeamPassword(tx, id, ctx.now)
    await endSignIn(tx, id)
    await invitePerson(tx, member, ctx)
    await recordAudit(tx, ctx, { action: 'staff_factor_reset', subject: `staff ${id}`, reason })
  })
}

async function remove({ id, reason }: Change, ctx: StaffContext) {
  return changeMember(id, ctx, async (tx, member) => {
    await endPerson(tx, member.email, ctx.now)
    await recordAudit(tx, ctx, { action: 'staff_removed', subject: `staff ${id}`, reason })
  })
}
