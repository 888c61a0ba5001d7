import { type CustomerRow, findCustomerById } from '../../account/customer/data.ts'
import { collectPersonalData } from '../../account/data-export/data.ts'
import { requestDeletion } from '../../account/deletion/service.ts'
import { findPendingEmail } from '../../account/email-change/data.ts'
import { sendPasswordLetter } from '../../account/password-reset/service.ts'
import { revokeRights } from '../../account/revocation/service.ts'
import { countRecoveryCodes, findFactor } from '../../account/second-factor/data.ts'
import { startFactorRecovery } from '../../account/second-factor/service.ts'
import { sessionEnds } from '../../account/session/access.ts'
import { parseUserAgent } from '../../account/session/device-rules.ts'
import { AppError, authorize, orNotFound } from '../../base/app-error.ts'
import { dayInAthens } from '../../base/dates.ts'
import type { ParsedOf } from '../../base/endpoint.ts'
import { isSurpriseActive } from '../../registry/surprise/rules.ts'
import { type Handler, handle } from '../../server/context/handler.ts'
import type { StaffContext } from '../../server/context/request-context.ts'
import { findRow } from '../../server/postgres/rows.ts'
import type { Db } from '../../server/postgres/tables.ts'
import { recordAudit } from '../audit/service.ts'
import { findHostSessions } from '../registry/data.ts'
import * as contract from './contract.ts'
import { findHostRegistryCodes } from './data.ts'

export const calls: Handler[] = [
  handle(contract.showStaffHost, showHost),
  handle(contract.askFactorRecovery, askRecovery),
  handle(contract.endHostSessions, endSessions),
  handle(contract.sendHostPasswordLetter, sendLetter),
  handle(contract.eraseHost, erase),
  handle(contract.exportHostData, exportData),
]

const maxRegistries = 50

async function showHost(
  { id }: ParsedOf<typeof contract.showStaffHost>,
  { db, config, now }: StaffContext,
): Promise<contract.StaffAccount> {
  const host = orNotFound(await findCustomerById(db, id))
  const sessions = await findHostSessions(db, [id], sessionEnds(config, now))
  return {
    id,
    name: `${host.name} ${host.surname}`.trim(),
    email: host.email,
    phone: host.phone,
    language: host.language,
    created_at: host.created_at.toISOString(),
    confirmed_at: host.confirmed_at?.toISOString() ?? null,
    waiting_email: await findPendingEmail(db, id, now),
    leaving_at: host.deletion_requested_at?.toISOString() ?? null,
    erased: host.erased_at !== null,
    registries: await findHostRegistryCodes(db, id, maxRegistries),
    sessions: sessions.map(({ agent, seen_at }) => ({
      ...parseUserAgent(agent),
      seen_at: seen_at.toISOString(),
    })),
    factor: await describeFactor(db, id),
  }
}

async function describeFactor(db: Db, id: number): Promise<contract.StaffAccount['factor']> {
  const owner = { kind: 'host', id } as const
  const factor = await findFactor(db, owner)
  if (!factor) return null
  const recovery = await findRow(db, 'factor_recovery', { customer_id: id }, ['asked_at', 'due_at'])
  return {
    added_at: factor.added_at.toISOString(),
    recovery_codes_left: await countRecoveryCodes(db, owner),
    recovery_due_at: recovery?.due_at.toISOString() ?? null,
  }
}

/** The account of somebody who can still sign in. Throws `refused_missing` 404. */
async function findLivingHost(tx: Db, id: number): Promise<CustomerRow> {
  const host = orNotFound(await findCustomerById(tx, id))
  authorize(host.erased_at === null)
  return host
}

/** R137. */
async function askRecovery({ id, reason }: ParsedOf<typeof contract.askFactorRecovery>, ctx: StaffContext) {
  await ctx.db.transaction().execute(async tx => {
    const host = await findLivingHost(tx, id)
    const due = await startFactorRecovery(tx, host, ctx)
    if (due === null) throw new AppError('staff_factor_asked', 409)
    const after = { due: due.toISOString() }
    await recordAudit(tx, ctx, { action: 'factor_recovery_asked', customerId: id, reason, after })
  })
  return {}
}

async function endSessions({ id, reason }: ParsedOf<typeof contract.endHostSessions>, ctx: StaffContext) {
  await ctx.db.transaction().execute(async tx => {
    await findLivingHost(tx, id)
    await revokeRights(tx, { customerId: id, act: 'staff' }, ctx)
    await ctx.recordSecurityEvent({ kind: 'sessions_ended', customerId: id, about: 'staff' }, tx)
    await recordAudit(tx, ctx, { action: 'host_sessions_ended', customerId: id, reason })
  })
  return {}
}

async function sendLetter(
  { id, reason }: ParsedOf<typeof contract.sendHostPasswordLetter>,
  ctx: StaffContext,
) {
  await ctx.db.transaction().execute(async tx => {
    const host = await findLivingHost(tx, id)
    if (!(await sendPasswordLetter(tx, host, ctx))) throw new AppError('staff_letter_many', 409)
    await recordAudit(tx, ctx, { action: 'password_letter_sent', customerId: id, reason })
  })
  return {}
}

/** As the host would do it; who signs in within 14 days takes it back (R124). */
async function erase({ id, reason }: ParsedOf<typeof contract.eraseHost>, ctx: StaffContext) {
  await ctx.db.transaction().execute(async tx => {
    const host = await findLivingHost(tx, id)
    if (host.deletion_requested_at) throw new AppError('staff_leaving_already', 409)
    await requestDeletion(tx, host, ctx)
    await recordAudit(tx, ctx, { action: 'host_deactivated', customerId: id, reason })
  })
  return {}
}

/** What the host's own download has, and no more: what surprise mode hides stays hidden (R123). */
async function exportData({ id }: ParsedOf<typeof contract.exportHostData>, ctx: StaffContext) {
  const today = dayInAthens(ctx.now)
  return ctx.db.transaction().execute(async tx => {
    await findLivingHost(tx, id)
    await recordAudit(tx, ctx, { action: 'host_exported', customerId: id })
    return { data: await collectPersonalData(tx, id, registry => isSurpriseActive(registry, today)) }
  })
}
