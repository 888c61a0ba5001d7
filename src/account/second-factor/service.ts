import { AppError } from '../../base/app-error.ts'
import type { Language } from '../../base/language.ts'
import type { JobContext, RequestContext } from '../../server/context/request-context.ts'
import { countRows, insertNewRow } from '../../server/postgres/rows.ts'
import type { Db } from '../../server/postgres/tables.ts'
import { writeToOwner } from '../email-change/owner-letter-service.ts'
import { createLinkCode, issueLink, sha256, stopLinkEnd } from '../link/service.ts'
import { accountRateLimits } from '../rate-limit/rules.ts'
import { enforceRateLimit, refundRateLimit } from '../rate-limit/service.ts'
import { revokeRights } from '../revocation/service.ts'
import { deviceIdPattern, formatDeviceName, parseUserAgent } from '../session/device-rules.ts'
import { consumeSecondFactor } from './code-service.ts'
import * as data from './data.ts'
import { type FactorChange, factorRecoveryHours } from './rules.ts'

/** Whose factor it is, and where letters about it go. */
export interface FactorHost {
  id: number
  email: string
  language: Language
}

/**
 * Lets only somebody through who has the second factor of the account, where it has one (R135). Each code counts once.
 * Throws `account_factor_needed` without a code and `account_factor_wrong` for a wrong or used one, both 422 beside
 * `code`, or beside `field`; `refused_often` 429. Answers whether the account has a second factor.
 */
export async function requireSecondFactor(
  host: FactorHost,
  code: string | undefined,
  ctx: RequestContext,
  field = 'code',
): Promise<boolean> {
  if (!(await hasSecondFactor(ctx, host.id))) return false
  if (code === undefined) throw wrongFactor('account_factor_needed', field)
  await countFactorTry(host, ctx)
  const used = await ctx.db.transaction().execute(async tx => {
    const kind = await consumeSecondFactor(tx, { kind: 'host', id: host.id }, code, ctx)
    if (kind === 'recovery code') await tellOfFactor(tx, host, 'code_used', ctx)
    return kind
  })
  if (used === null) {
    await ctx.recordSecurityEvent({ kind: 'code_failed', about: 'second factor', customerId: host.id })
    throw wrongFactor('account_factor_wrong', field)
  }
  await refundRateLimit(ctx, accountRateLimits.secondFactor, factorSubject(host, ctx))
  return true
}

export async function hasSecondFactor(ctx: Pick<RequestContext, 'db'>, customerId: number): Promise<boolean> {
  return (await data.findFactor(ctx.db, { kind: 'host', id: customerId })) !== undefined
}

/** Counts before the code is compared; whoever guesses has the password, so that the host hears of it. */
async function countFactorTry(host: FactorHost, ctx: RequestContext): Promise<void> {
  try {
    await enforceRateLimit(ctx, accountRateLimits.secondFactor, factorSubject(host, ctx))
  } catch (error) {
    await ctx.db.transaction().execute(async tx => tellOfFactor(tx, host, 'guessed', ctx))
    throw error
  }
}

/** Whoever guesses codes at the sign-in doesn't keep those who are signed in from giving theirs (R1246). */
const factorSubject = ({ id }: FactorHost, { customer }: RequestContext) =>
  customer?.id === id ? `in:${id}` : id

/** Beside the field of the code, with a word for pages that the account has a second factor. */
function wrongFactor(key: 'account_factor_needed' | 'account_factor_wrong', field: string): AppError {
  return new AppError(key, 422, { fields: { [field]: key }, detail: { factor: true } })
}

/** Whether the host has signed in from that device since they added the factor; a User-Agent alone is no device. */
export async function isTrustedDevice(
  ctx: Pick<RequestContext, 'db'>,
  customerId: number,
  device: string | undefined,
): Promise<boolean> {
  if (device === undefined || !deviceIdPattern.test(device)) return false
  return (
    (await countRows(ctx.db, 'known_device', { customer_id: customerId, device_hash: sha256(device) })) > 0
  )
}

/** Tells the host by letter what happened to their second factor (R136). */
export async function tellOfFactor(
  tx: Db,
  host: FactorHost,
  change: FactorChange,
  ctx: JobContext & { userAgent?: string },
): Promise<void> {
  const { now, userAgent } = ctx
  const { id } = host
  const left = change === 'code_used' ? await data.countRecoveryCodes(tx, { kind: 'host', id }) : null
  // Guesses are told of once an hour, all else each time.
  const moment = change === 'guessed' ? Math.floor(now.getTime() / 3_600_000) : `${now.getTime()}:${left}`
  const letter = {
    cause: `second-factor:${id}:${change}:${moment}`,
    template: 'second-factor-changed',
    props: {
      change,
      device: userAgent === undefined ? null : formatDeviceName(parseUserAgent(userAgent)),
      at: now.toISOString(),
      left,
    },
  }
  await writeToOwner(tx, host, letter, ctx)
}

/** Removes the factor for good, and ends what stood by it (R1220); false when there is none. */
export async function removeHostFactor(
  tx: Db,
  host: FactorHost,
  { change, session }: { change: 'removed' | 'recovered'; session?: Buffer },
  ctx: JobContext & { userAgent?: string },
): Promise<boolean> {
  if (!(await data.deleteFactor(tx, { kind: 'host', id: host.id }))) return false
  await revokeRights(tx, { customerId: host.id, act: 'factor', ...(session && { session }) }, ctx)
  await tellOfFactor(tx, host, change, ctx)
  await ctx.recordSecurityEvent({ kind: 'factor_changed', about: change, customerId: host.id }, tx)
  return true
}

/**
 * Lets the second factor of a host go in a day, as staff were asked by whoever lost telephone and codes; the host is told
 * at once and can stop it (R137). Answers when; null without a factor, or when it was asked already.
 */
export async function startFactorRecovery(tx: Db, host: FactorHost, ctx: JobContext): Promise<Date | null> {
  const { now } = ctx
  if ((await data.lockFactor(tx, { kind: 'host', id: host.id })) === null) return null
  const due_at = new Date(now.getTime() + factorRecoveryHours * 3_600_000)
  const recovery = { customer_id: host.id, asked_at: now, due_at }
  if (!(await insertNewRow(tx, 'factor_recovery', recovery))) return null
  const { code, hash } = createLinkCode()
  await issueLink(tx, { kind: 'factor_stop', subject_id: host.id, hash, expires_at: stopLinkEnd(due_at) })
  await ctx.recordSecurityEvent({ kind: 'factor_changed', about: 'recovery', customerId: host.id }, tx)
  const letter = {
    cause: `second-factor-recovery:${hash.toString('base64url')}`,
    template: 'second-factor-recovery',
    props: { code, until: due_at.toISOString() },
  }
  await writeToOwner(tx, host, letter, ctx)
  return due_at
}
