import { argon2 as argon2Callback, randomBytes, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'
import { AppError, orNotFound } from '../../base/app-error.ts'
import { transliterateGreek } from '../../base/greek/letters.ts'
import { normalizeText, trimEndOf } from '../../base/text.ts'
import { createFairLimit } from '../../server/context/fair-limit.ts'
import type { CustomerContext, RequestContext } from '../../server/context/request-context.ts'
import { findCustomerById } from '../customer/customer.sql.ts'
import { accountRateLimits } from '../rate-limit.rules.ts'
import { enforceRateLimit, refundRateLimit } from '../rate-limit.ts'
import { isCommonPassword, isMostlyKnownWords } from './common-passwords.rules.ts'
import type { PasswordBounds } from './password.contract.ts'

const argon2 = promisify(argon2Callback)

/**
 * Hashing takes whole cores, and the threads that also compress pages: one core is left for everything else, and
 * hashes of one account or address run one after another, so that others can sign in meanwhile (lanes: R1201).
 */
const hashing = createFairLimit({
  concurrent: Math.max(1, availableParallelism() - 1),
  ofOne: 1,
  waiting: 200,
  waitMs: 10_000,
})

interface Cost {
  /** KiB. */
  memory: number
  passes: number
  parallelism: number
}

/** OWASP's first choice for argon2id, some 45 ms (R113). Raise it here; hashes follow at the next sign-in. */
const cost: Cost = { memory: 19_456, passes: 2, parallelism: 1 }
const hashBytes = 32

/** The hash with its parameters and salt, in the PHC form `$argon2id$v=19$m=…,t=…,p=…$salt$hash`. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const { memory, passes, parallelism } = cost
  const hash = await deriveHash(password, salt, cost, hashBytes)
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpaddedBase64(salt)}$${unpaddedBase64(hash)}`
}

/**
 * Whether the password belongs to the hash. Without a hash (an unknown e-mail) the answer is no, but the same work is
 * done, so that the time does not tell which e-mails have an account (R113).
 */
export async function verifyPassword(password: string, hash: string | undefined): Promise<boolean> {
  const expected = parseHash(hash ?? (await getDecoyHash()))
  if (!expected) return false
  const derived = await deriveHash(password, expected.salt, expected.cost, expected.hash.length)
  return timingSafeEqual(derived, expected.hash) && hash !== undefined
}

export function needsRehash(hash: string): boolean {
  const used = parseHash(hash)?.cost
  return !used || used.memory < cost.memory || used.passes < cost.passes
}

export function passwordBoundsOf({ config }: Pick<RequestContext, 'config'>): PasswordBounds {
  return config.PASSWORD_LENGTH
}

let decoyHash: Promise<string> | undefined
function getDecoyHash(): Promise<string> {
  decoyHash ??= hashPassword(randomBytes(16).toString('hex'))
  return decoyHash
}

function deriveHash(
  password: string,
  salt: Buffer,
  { memory, passes, parallelism }: Cost,
  tagLength: number,
) {
  // Keyboards send an accented letter as one code point or as two; both are the same password.
  const message = normalizeText(password, 'NFC')
  return hashing(() => argon2('argon2id', { message, nonce: salt, memory, passes, parallelism, tagLength }))
}

function parseHash(hash: string): { cost: Cost; salt: Buffer; hash: Buffer } | null {
  const [, memory, passes, parallelism, salt, tag] =
    /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/.exec(hash) ?? []
  if (!salt || !tag) return null
  return {
    cost: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    salt: Buffer.from(salt, 'base64'),
    hash: Buffer.from(tag, 'base64'),
  }
}

function unpaddedBase64(bytes: Buffer): string {
  return trimEndOf(bytes.toString('base64'), '=')
}

/** Throws `account_password_wrong` 422 beside `field` (R116), and `refused_often` 429. */
export async function requireCurrentPassword(
  ctx: CustomerContext,
  password: string,
  field: string,
): Promise<void> {
  const { id } = ctx.customer
  const { currentPassword, currentPasswordInSession } = accountRateLimits
  // Counted by session and not by account, so that a stolen session can't use up its owner's tries (R1246).
  const session = ctx.session.toString('base64url')
  await enforceRateLimit(ctx, currentPassword, `${session}:${ctx.address}`)
  await enforceRateLimit(ctx, currentPasswordInSession, session)
  const { password_hash } = orNotFound(await findCustomerById(ctx.db, id))
  if (!(await verifyPassword(password, password_hash))) {
    await ctx.recordSecurityEvent({ kind: 'proof_failed' })
    throw new AppError('account_password_wrong', 422, { fields: { [field]: 'account_password_wrong' } })
  }
  await refundRateLimit(ctx, currentPassword, `${session}:${ctx.address}`)
  await refundRateLimit(ctx, currentPasswordInSession, session)
}

/**
 * Whoever takes over an account that was never confirmed needs a password that its maker doesn't know (R118, R1221).
 * Throws `account_password_same` 422 beside `password`.
 */
export async function refuseKnownPassword(
  password: string,
  { confirmed_at, password_hash }: { confirmed_at: Date | null; password_hash: string },
): Promise<void> {
  if (confirmed_at !== null || !(await verifyPassword(password, password_hash))) return
  throw new AppError('account_password_same', 422, { fields: { password: 'account_password_same' } })
}

/**
 * Where PASSWORD_REFUSE_COMMON is set, refuses a new password that others would try first: a common one, or little
 * else than the site's name and `ownWords` (R112). Throws `account_password_common` 422 beside `password`.
 */
export function refuseCommonPassword(
  password: string,
  ownWords: string[],
  { config }: Pick<RequestContext, 'config'>,
): void {
  if (!config.PASSWORD_REFUSE_COMMON) return
  const words = [config.SITE_NAME, ...ownWords]
  if (
    !isCommonPassword(password) &&
    !isMostlyKnownWords(password, [...words, ...words.map(transliterateGreek)])
  )
    return
  throw new AppError('account_password_common', 422, { fields: { password: 'account_password_common' } })
}
