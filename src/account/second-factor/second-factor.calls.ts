import { randomBytes } from 'node:crypto'
import { AppError, authorize } from '../../base/app-error.ts'
import type { ParsedOf } from '../../base/endpoint.ts'
import { formatCode } from '../../base/fields.ts'
import { type Handler, handle } from '../../server/context/handler.ts'
import type { CustomerContext, RequestContext } from '../../server/context/request-context.ts'
import { sha256 } from '../../server/context/signing.ts'
import { deleteRows, findRow } from '../../server/postgres/rows.ts'
import { consumeLink, findOpenLink } from '../link.ts'
import { requireFreshProof } from '../proof/proof.ts'
import { accountRateLimits } from '../rate-limit.rules.ts'
import { enforceRateLimit, refundRateLimit } from '../rate-limit.ts'
import { revokeRights } from '../revocation.ts'
import { lockSession, recordKnownDevice } from '../session.ts'
import * as contract from './second-factor.contract.ts'
import * as data from './second-factor.sql.ts'
import {
  createRecoveryCodes,
  findTimeStep,
  removeHostFactor,
  sealTimeSecret,
  tellOfFactor,
  timeSecretOf,
  timeSecretUri,
} from './second-factor.ts'

export const calls: Handler[] = [
  handle(contract.showSecondFactor, showFactor),
  handle(contract.offerSecondFactor, offerFactor),
  handle(contract.addSecondFactor, addFactor),
  handle(contract.renewRecoveryCodes, renewCodes),
  handle(contract.removeSecondFactor, removeFactor),
  handle(contract.stopFactorRecovery, stopRecovery),
]

async function showFactor(_: object, { db, customer }: CustomerContext) {
  const owner = { kind: 'host', id: customer.id } as const
  const factor = await data.findFactor(db, owner)
  const recovery =
    factor && (await findRow(db, 'factor_recovery', { customer_id: customer.id }, ['asked_at', 'due_at']))
  return {
    added_at: factor?.added_at.toISOString() ?? '',
    recovery_codes_left: factor ? await data.countRecoveryCodes(db, owner) : 0,
    recovery_due_at: recovery?.due_at.toISOString() ?? '',
  }
}

async function offerFactor({ setup }: ParsedOf<typeof contract.offerSecondFactor>, ctx: CustomerContext) {
  const offered = setup ?? randomBytes(16).toString('base64url')
  const secret = offeredSecret(offered, ctx)
  return { setup: offered, secret, uri: timeSecretUri(secret, ctx.customer.email, ctx.config) }
}

/** The key is derived with a secret of the server, so that any `setup` gives one that is hard to guess. */
function offeredSecret(setup: string, { customer, config }: CustomerContext): string {
  return timeSecretOf('host', `${customer.id} ${setup}`, config)
}

/** All other sessions end, and other browsers are asked for a code (R135), because one of them may be somebody else's. */
async function addFactor(
  { setup, code, device }: ParsedOf<typeof contract.addSecondFactor>,
  ctx: CustomerContext,
) {
  const { db, customer, config, now } = ctx
  await requireFreshProof(ctx)
  await enforceRateLimit(ctx, accountRateLimits.secondFactor, customer.id)
  const secret = offeredSecret(setup, ctx)
  const step = findTimeStep(secret, code.replace(/\s/g, ''), now, 0)
  if (step === null)
    throw new AppError('account_factor_wrong', 422, { fields: { code: 'account_factor_wrong' } })
  await refundRateLimit(ctx, accountRateLimits.secondFactor, customer.id)
  const owner = { kind: 'host', id: customer.id } as const
  const { codes, digests } = createRecoveryCodes(owner, config)
  const sealed_time_secret = sealTimeSecret(secret, owner, config)
  const factor = { sealed_time_secret, last_time_step: step, added_at: now }
  await db.transaction().execute(async tx => {
    await lockSession(tx, ctx)
    const factorId = await data.insertFactor(tx, owner, factor)
    if (factorId === null) throw new AppError('account_factor_exists', 409)
    await data.replaceRecoveryCodes(tx, factorId, digests)
    await revokeRights(tx, { customerId: customer.id, act: 'factor', session: ctx.session }, ctx)
    if (device !== undefined) await recordKnownDevice(tx, customer.id, sha256(device), now)
    await tellOfFactor(tx, customer, 'added', ctx)
    await ctx.recordSecurityEvent({ kind: 'factor_changed', about: 'added' }, tx)
  })
  return { recovery_codes: codes.map(formatCode) }
}

async function renewCodes(_: object, ctx: CustomerContext) {
  const { db, customer, config } = ctx
  await requireFreshProof(ctx)
  const owner = { kind: 'host', id: customer.id } as const
  const { codes, digests } = createRecoveryCodes(owner, config)
  await db.transaction().execute(async tx => {
    await lockSession(tx, ctx)
    const factorId = await data.lockFactor(tx, owner)
    if (factorId === null) throw new AppError('account_factor_none', 409)
    await data.replaceRecoveryCodes(tx, factorId, digests)
    await tellOfFactor(tx, customer, 'codes', ctx)
    await ctx.recordSecurityEvent({ kind: 'factor_changed', about: 'codes' }, tx)
  })
  return { recovery_codes: codes.map(formatCode) }
}

async function removeFactor(_: object, ctx: CustomerContext) {
  const { db, customer } = ctx
  await requireFreshProof(ctx)
  await db.transaction().execute(async tx => {
    await lockSession(tx, ctx)
    authorize(
      await removeHostFactor(tx, customer, { change: 'removed', session: ctx.session }, ctx),
      'account_factor_none',
      409,
    )
  })
  return {}
}

/** Keeps a second factor that staff were asked to remove because it was lost (R137). */
async function stopRecovery({ code }: ParsedOf<typeof contract.stopFactorRecovery>, ctx: RequestContext) {
  await enforceRateLimit(ctx, accountRateLimits.codeAttempt, ctx.address)
  await ctx.db.transaction().execute(async tx => {
    const link = await findOpenLink(tx, 'factor_stop', code, ctx.now)
    if (!link || !(await consumeLink(tx, link, ctx.now))) throw lateStop()
    const customerId = link.subject_id
    if ((await deleteRows(tx, 'factor_recovery', { customer_id: customerId })) === 0) throw lateStop()
    await ctx.recordSecurityEvent({ kind: 'factor_changed', about: 'recovery stopped', customerId }, tx)
  })
  return {}
}

const lateStop = () => new AppError('account_factor_late', 422)
