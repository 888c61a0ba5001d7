import { randomBytes } from 'node:crypto'
import { generateURI, verifySync } from 'otplib'
import { AppError } from '../../base/app-error.ts'
import { hourMs } from '../../base/durations.ts'
import { generateCode, parseCode } from '../../base/fields.ts'
import type { Config } from '../../server/config.ts'
import type { JobContext, RequestContext } from '../../server/context/request-context.ts'
import { keyedDigest, openSealedText, sealText, sha256 } from '../../server/context/signing.ts'
import { countRows, deleteRows, insertNewRow, updateRows } from '../../server/postgres/rows.ts'
import type { Db } from '../../server/postgres/tables.ts'
import { deviceIdPattern, formatDeviceName, parseUserAgent } from '../cookie.rules.ts'
import { type AccountOwner, lockCustomer } from '../customer/customer.sql.ts'
import { writeToOwner } from '../email-change/email-change.ts'
import type { Identity } from '../identity.rules.ts'
import { createLinkCode, issueLink, stopLinkEnd } from '../link.ts'
import { accountRateLimits } from '../rate-limit.rules.ts'
import { enforceRateLimit, refundRateLimit } from '../rate-limit.ts'
import { revokeRights } from '../revocation.ts'
import { type FactorChange, factorRecoveryHours, recoveryCodeCount } from './second-factor.rules.ts'
import * as data from './second-factor.sql.ts'

/**
 * Requires the second factor of the account, where it has one (R135). Each code counts once. Throws
 * `account_factor_needed` without a code and `account_factor_wrong` for a wrong or used one, both 422 beside `field`;
 * `refused_often` 429. Answers whether the account has a second factor.
 */
export async function requireSecondFactor(
  host: AccountOwner,
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

/** Counts before the code is compared. Whoever guesses codes has the password, so the host is told (R136). */
async function countFactorTry(host: AccountOwner, ctx: RequestContext): Promise<void> {
  try {
    await enforceRateLimit(ctx, accountRateLimits.secondFactor, factorSubject(host, ctx))
  } catch (error) {
    await ctx.db.transaction().execute(async tx => tellOfFactor(tx, host, 'guessed', ctx))
    throw error
  }
}

/** Counted apart for sign-ins and for who is signed in, so that guesses at a sign-in don't block the owner (R1246). */
const factorSubject = ({ id }: AccountOwner, { customer }: RequestContext) =>
  customer?.id === id ? `in:${id}` : id

/** `detail.factor` tells pages that the account has a second factor. */
function wrongFactor(key: 'account_factor_needed' | 'account_factor_wrong', field: string): AppError {
  return new AppError(key, 422, { fields: { [field]: key }, detail: { factor: true } })
}

/** Whether the host signed in on that device since the factor was added, which forgets all other devices. */
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

export async function tellOfFactor(
  tx: Db,
  host: AccountOwner,
  change: FactorChange,
  ctx: JobContext & { userAgent?: string },
): Promise<void> {
  const { now, userAgent } = ctx
  const { id } = host
  const left = change === 'code_used' ? await data.countRecoveryCodes(tx, { kind: 'host', id }) : null
  // The host is e-mailed about guesses at most once an hour, about everything else each time.
  const moment = change === 'guessed' ? Math.floor(now.getTime() / hourMs) : `${now.getTime()}:${left}`
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

/** Removes the factor, and revokes rights as R1220 says for it; false when there is none. */
export async function removeHostFactor(
  tx: Db,
  host: AccountOwner,
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
 * Schedules the removal of a host's second factor in 24 hours, which staff ask for when a host lost phone and codes;
 * the host is told at once and can stop it (R137). Answers when it is due; null without a factor, or when it is
 * scheduled already.
 */
export async function startFactorRecovery(tx: Db, host: AccountOwner, ctx: JobContext): Promise<Date | null> {
  const { now } = ctx
  if ((await data.lockFactor(tx, { kind: 'host', id: host.id })) === null) return null
  const due_at = new Date(now.getTime() + factorRecoveryHours * hourMs)
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

/** Uses up a code; null for a wrong or used one. Seals the key again if it was sealed with an older SECRET. */
export async function consumeSecondFactor(
  tx: Db,
  owner: Identity,
  typed: string,
  { config, now }: Pick<RequestContext, 'config' | 'now'>,
): Promise<'time code' | 'recovery code' | null> {
  const factor = await data.findFactor(tx, owner)
  if (!factor) return null
  const { id, sealed_time_secret, last_time_step } = factor
  const secret = openTimeSecret(sealed_time_secret, owner, config)
  const step = secret && findTimeStep(secret.text, typed.replace(/\s/g, ''), now, last_time_step)
  if (step) {
    // No row when a code of that step, or of a later one, was used meanwhile.
    const where = { id, last_time_step: { '<': step } }
    if ((await updateRows(tx, 'second_factor', { set: { last_time_step: step }, where })) === 0) return null
    if (!secret.isPresentKey) {
      const set = { sealed_time_secret: sealTimeSecret(secret.text, owner, config) }
      await updateRows(tx, 'second_factor', { set, where: { id } })
    }
    return 'time code'
  }
  const code = parseCode(typed)
  if (code === null) return null
  const code_digest = digestRecoveryCode(code, owner, config)
  return (await deleteRows(tx, 'recovery_code', { factor_id: id, code_digest })) > 0 ? 'recovery code' : null
}

export function createRecoveryCodes(owner: Identity, config: Config): { codes: string[]; digests: Buffer[] } {
  const codes = Array.from({ length: recoveryCodeCount }, () => generateCode(randomBytes))
  return { codes, digests: codes.map(code => digestRecoveryCode(code, owner, config)) }
}

function digestRecoveryCode(code: string, { kind, id }: Identity, config: Config): Buffer {
  return keyedDigest(`${kind} recovery code`, `${id} ${code}`, config)
}

const base32Letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
/** 160 bits, as RFC 4226 recommends. */
const secretBytes = 20
const stepSeconds = 30

/** Derived from a random code, so that reopening the page shows the same secret without storing it. */
export function timeSecretOf(kind: Identity['kind'], code: string, config: Config): string {
  return encodeBase32(keyedDigest(`${kind} time secret`, code, config).subarray(0, secretBytes))
}

export function timeSecretUri(
  secret: string,
  email: string,
  { SITE_NAME }: Pick<Config, 'SITE_NAME'>,
): string {
  return generateURI({ issuer: SITE_NAME, label: email, secret })
}

/** The step of a code that is at most one step early or late; null if it is wrong or not after `lastStep` (RFC 6238, 5.2). */
export function findTimeStep(secret: string, code: string, now: Date, lastStep: number): number | null {
  if (!/^\d{6}$/.test(code)) return null
  const epoch = Math.floor(now.getTime() / 1000)
  const presentStep = Math.floor(epoch / stepSeconds)
  const result = verifySync({
    secret,
    token: code,
    epoch,
    epochTolerance: stepSeconds,
    // The library takes no step that is yet to come.
    afterTimeStep: Math.min(lastStep, presentStep + 1),
  })
  return result.valid ? presentStep + result.delta : null
}

export function sealTimeSecret(secret: string, { kind, id }: Identity, config: Config): string {
  return sealText(`${kind} time secret`, secret, String(id), config)
}

/** Null when it was sealed with a SECRET that this deployment no longer has. */
export function openTimeSecret(
  sealed: string,
  { kind, id }: Identity,
  config: Config,
): { text: string; isPresentKey: boolean } | null {
  return openSealedText(`${kind} time secret`, sealed, String(id), config)
}

function encodeBase32(bytes: Uint8Array): string {
  const bits = [...bytes].map(byte => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{5}/g) ?? []).map(five => base32Letters[Number.parseInt(five, 2)]).join('')
}

const batchSize = 50

export async function completeFactorRecoveries(ctx: JobContext): Promise<number> {
  const due = await data.findDueRecoveries(ctx.db, ctx.now, batchSize)
  for (const id of due)
    await ctx.db.transaction().execute(async tx => {
      const host = await lockCustomer(tx, id)
      // The host stopped it, or another process was first.
      if ((await deleteRows(tx, 'factor_recovery', { customer_id: id, due_at: { '<=': ctx.now } })) === 0)
        return
      if (host) await removeHostFactor(tx, host, { change: 'recovered' }, ctx)
    })
  return due.length
}
