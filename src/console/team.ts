import { sql } from 'kysely'
import * as z from 'zod/mini'
import { parseUserAgent } from '../account/cookie.rules.ts'
import { emailKey } from '../account/customer/customer.rules.ts'
import { deleteSessions, selectActiveSessions } from '../account/session.ts'
import { AppError, authorize, orNotFound } from '../base/app-error.ts'
import { boundedText, email, positiveId } from '../base/fields.ts'
import { type StaffRole, staffRoles } from '../base/staff-roles.ts'
import type { StaffContext } from '../server/context/request-context.ts'
import { staffCall, staffRead } from '../server/context/staff-call.ts'
import type { Db } from '../server/postgres/tables.ts'
import { recordAudit } from './audit.ts'
import {
  agreedUntil,
  endSignIn,
  endStaffMember,
  findStaffMemberByEmail,
  inviteStaffMember,
  type StaffInvitee,
  sendStaffInvitation,
} from './member.ts'
import { staffReason } from './registry/registry.rules.ts'
import { staffSessionEnds } from './session.ts'

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

async function listTeam(_: object, { db, now, staff }: StaffContext) {
  const rows = await findTeam(db)
  const sessions = await selectActiveSessions(db, staffSessionEnds(now))
    .select(['person_id', 'agent', 'seen_at'])
    .where('person_id', 'is not', null)
    .orderBy('seen_at', 'desc')
    .limit(1000)
    .execute()
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
  const known = await findStaffMemberByEmail(ctx.db, emailKey(invitee.email))
  if (known) throw new AppError('staff_known', 409)
  await inviteStaffMember(invitee, ctx)
}

type Member = NonNullable<Awaited<ReturnType<typeof lockTeamMember>>>

/**
 * Changes another of the staff, in one transaction. Nobody changes themselves, and whoever does it is checked to be an
 * owner under a lock, so that one owner is always left. Throws `staff_self` 409, `staff_role` 403, `refused_missing`
 * 404.
 */
async function changeMember(
  id: number,
  ctx: StaffContext,
  change: (tx: Db, member: Member) => Promise<void>,
): Promise<void> {
  if (id === ctx.staff.id) throw new AppError('staff_self', 409)
  await ctx.db.transaction().execute(async tx => {
    authorize((await lockOwners(tx)).includes(ctx.staff.id), 'staff_role', 403)
    await change(tx, orNotFound(await lockTeamMember(tx, id)))
    await ctx.recordSecurityEvent({ kind: 'staff_action', customerId: null, about: 'staff changed' }, tx)
  })
}

async function changeRole({ id, role, reason }: Change & { role: StaffRole }, ctx: StaffContext) {
  return changeMember(id, ctx, async (tx, member) => {
    const set = { role, agreed_until: agreedUntil(ctx.now) }
    await tx.updateTable('staff_person').set(set).where('id', '=', id).execute()
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
    const set = { agreed_until: agreedUntil(ctx.now), accepted_at: null, password_hash: null }
    await tx.updateTable('staff_person').set(set).where('id', '=', id).execute()
    await endSignIn(tx, id)
    await sendStaffInvitation(tx, member, ctx)
    await recordAudit(tx, ctx, { action: 'staff_factor_reset', subject: `staff ${id}`, reason })
  })
}

async function remove({ id, reason }: Change, ctx: StaffContext) {
  return changeMember(id, ctx, async (tx, member) => {
    await endStaffMember(tx, member.email, ctx.now)
    await recordAudit(tx, ctx, { action: 'staff_removed', subject: `staff ${id}`, reason })
  })
}

/** Everybody who is or was one of the staff; those who were come last. */
function findTeam(db: Db) {
  return db
    .selectFrom('staff_person')
    .select(['id', 'name', 'email', 'role', 'accepted_at', 'ended_at', 'locked_until'])
    .select(row =>
      row
        .selectFrom('recovery_code')
        .innerJoin('second_factor', 'second_factor.id', 'factor_id')
        .select(codes => codes.fn.countAll<number>().as('left'))
        .whereRef('second_factor.person_id', '=', 'staff_person.id')
        .as('recovery_codes_left'),
    )
    .orderBy(sql`ended_at is not null`)
    .orderBy('name')
    .orderBy('id')
    .limit(500)
    .execute()
}

/**
 * Locks the owners until the transaction ends, and answers their ids: of two owners who remove each other at the same
 * moment, one is left.
 */
async function lockOwners(tx: Db): Promise<number[]> {
  const rows = await tx
    .selectFrom('staff_person')
    .select('id')
    .where('role', '=', 'owner')
    .where('accepted_at', 'is not', null)
    .where('ended_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()
  return rows.map(({ id }) => id)
}

/** Undefined for one who has ended. */
function lockTeamMember(tx: Db, id: number) {
  return tx
    .selectFrom('staff_person')
    .select(['id', 'name', 'email', 'role', 'language'])
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}
