import * as z from 'zod/mini'
import { parseUserAgent } from '../account/cookie.rules.ts'
import { type CustomerRow, findCustomerById } from '../account/customer/customer.sql.ts'
import { collectPersonalData } from '../account/data-export.ts'
import { requestDeletion } from '../account/deletion.ts'
import { findPendingEmail } from '../account/email-change/email-change.sql.ts'
import { sendPasswordLetter } from '../account/password-reset.ts'
import { revokeRights } from '../account/revocation.ts'
import { countRecoveryCodes, findFactor } from '../account/second-factor/second-factor.sql.ts'
import { startFactorRecovery } from '../account/second-factor/second-factor.ts'
import { sessionEnds } from '../account/session.calls.ts'
import { AppError, authorize, orNotFound } from '../base/app-error.ts'
import { dayInAthens } from '../base/dates.ts'
import { positiveId } from '../base/fields.ts'
import { isSurpriseActive } from '../registry/surprise.rules.ts'
import type { StaffContext } from '../server/context/request-context.ts'
import { staffCall, staffRead } from '../server/context/staff-call.ts'
import { findRow } from '../server/postgres/rows.ts'
import type { Db } from '../server/postgres/tables.ts'
import { recordAudit } from './audit.ts'
import { staffReason } from './registry/registry.rules.ts'
import { findHostRegistryCodes, findHostSessions } from './registry/registry.sql.ts'

const act = { id: positiveId, reason: staffReason }
type Act = z.output<z.ZodMiniObject<typeof act>>
const sure = z.literal('on', 'staff_sure_needed')

export const calls = {
  host: staffRead('support', { id: positiveId }, showHost),
  askFactorRecovery: staffCall('ends a second factor', act, askRecovery),
  endHostSessions: staffCall('manager', act, endSessions),
  sendHostPasswordLetter: staffCall('manager', act, sendLetter),
  eraseHost: staffCall('ends an account', { ...act, sure }, erase),
  exportHost: staffCall('exports people', { id: positiveId }, exportData),
}

const maxRegistries = 50

async function showHost({ id }: { id: number }, { db, config, now }: StaffContext) {
  const host = orNotFound(await findCustomerById(db, id))
  const { email, phone, language, created_at, confirmed_at } = host
  const sessions = await findHostSessions(db, [id], sessionEnds(config, now))
  return {
    id,
    email,
    phone,
    language,
    created_at,
    confirmed_at,
    name: `${host.name} ${host.surname}`.trim(),
    waiting_email: await findPendingEmail(db, id, now),
    leaving_at: host.deletion_requested_at,
    erased: host.erased_at !== null,
    /** Codes, newest first, of registries that they own or help with. */
    registries: await findHostRegistryCodes(db, id, maxRegistries),
    sessions: sessions.map(({ agent, seen_at }) => ({ ...parseUserAgent(agent), seen_at })),
    factor: await describeFactor(db, id),
  }
}

async function describeFactor(db: Db, id: number) {
  const owner = { kind: 'host', id } as const
  const factor = await findFactor(db, owner)
  if (!factor) return null
  const recovery = await findRow(db, 'factor_recovery', { customer_id: id }, ['due_at'])
  return {
    added_at: factor.added_at,
    recovery_codes_left: await countRecoveryCodes(db, owner),
    /** When the factor is removed on request; null without a request. */
    recovery_due_at: recovery?.due_at ?? null,
  }
}

/** The account of somebody who can still sign in. Throws `refused_missing` 404. */
async function findLivingHost(tx: Db, id: number): Promise<CustomerRow> {
  const host = orNotFound(await findCustomerById(tx, id))
  authorize(host.erased_at === null)
  return host
}

/** Starts the removal of the second factor, 24 hours later unless the host stops it (R137). */
async function askRecovery({ id, reason }: Act, ctx: StaffContext) {
  await ctx.db.transaction().execute(async tx => {
    const host = await findLivingHost(tx, id)
    const due = await startFactorRecovery(tx, host, ctx)
    if (due === null) throw new AppError('staff_factor_asked', 409)
    const after = { due: due.toISOString() }
    await recordAudit(tx, ctx, { action: 'factor_recovery_asked', customerId: id, reason, after })
  })
}

async function endSessions({ id, reason }: Act, ctx: StaffContext) {
  await ctx.db.transaction().execute(async tx => {
    await findLivingHost(tx, id)
    await revokeRights(tx, { customerId: id, act: 'staff' }, ctx)
    await ctx.recordSecurityEvent({ kind: 'sessions_ended', customerId: id, about: 'staff' }, tx)
    await recordAudit(tx, ctx, { action: 'host_sessions_ended', customerId: id, reason })
  })
}

async function sendLetter({ id, reason }: Act, ctx: StaffContext) {
  await ctx.db.transaction().execute(async tx => {
    const host = await findLivingHost(tx, id)
    if (!(await sendPasswordLetter(tx, host, ctx))) throw new AppError('staff_letter_many', 409)
    await recordAudit(tx, ctx, { action: 'password_letter_sent', customerId: id, reason })
  })
}

/** Deactivates the account as its host would; signing in within 14 days takes it back (R124). */
async function erase({ id, reason }: Act, ctx: StaffContext) {
  await ctx.db.transaction().execute(async tx => {
    const host = await findLivingHost(tx, id)
    if (host.deletion_requested_at) throw new AppError('staff_leaving_already', 409)
    await requestDeletion(tx, host, ctx)
    await recordAudit(tx, ctx, { action: 'host_deactivated', customerId: id, reason })
  })
}

/** What the host's own download has, and no more: what surprise mode hides stays hidden (R123). */
async function exportData({ id }: { id: number }, ctx: StaffContext) {
  const today = dayInAthens(ctx.now)
  return ctx.db.transaction().execute(async tx => {
    await findLivingHost(tx, id)
    await recordAudit(tx, ctx, { action: 'host_exported', customerId: id })
    return collectPersonalData(tx, id, registry => isSurpriseActive(registry, today))
  })
}
