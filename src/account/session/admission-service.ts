import { AppError } from '../../base/app-error.ts'
import { dayInAthens } from '../../base/dates.ts'
import type { RequestContext } from '../../server/context/request-context.ts'
import type { Db } from '../../server/postgres/tables.ts'
import { type CustomerRow, findCustomerById } from '../customer/data.ts'
import { createLinkCode, findOpenLink, issueOnlyLink, runInConstantTime, sha256 } from '../link/service.ts'
import { verifyPassword } from '../password/service.ts'
import { accountRateLimits as limits, type RateLimit } from '../rate-limit/rules.ts'
import { enforceRateLimit, isWithinRateLimit } from '../rate-limit/service.ts'
import { isDeviceOfEmail } from './data.ts'
import { deviceIdPattern } from './device-rules.ts'

/** How long a link to sign in lives, in minutes (R1244). */
const linkMinutes = 60

export interface CountedAttempt {
  limit: RateLimit
  subject: string
}

/** What is known of a sign-in before its password is. */
export interface Admission {
  attempts: CountedAttempt[]
  /** It comes from a browser that the account knows, or with its link. */
  isKnown: boolean
  /** Many wrong passwords were tried, and this is no browser that the account knows. */
  needsLink: boolean
}

/**
 * Counts a sign-in before the password is verified, so that simultaneous guesses are counted too. A browser that the account
 * knows, or the account's link, has tries of its own, which nobody else can use up (R1243). Throws `refused_often` 429.
 */
export async function admitSignIn(
  { key, device, link }: { key: string; device: string | undefined; link: string | undefined },
  ctx: RequestContext,
): Promise<Admission> {
  const known = (await findLink(key, link, ctx)) ?? (await findKnownDevice(key, device, ctx))
  if (known !== null) {
    const attempts = [{ limit: limits.loginFromKnown, subject: known }]
    await countAll(attempts, ctx)
    return { attempts, isKnown: true, needsLink: false }
  }
  const { address } = ctx
  const attempts = [
    { limit: limits.loginFromAddress, subject: address },
    { limit: limits.loginFromAddressToAccount, subject: `${address}:${key}` },
  ]
  await countAll(attempts, ctx)
  const fromEverywhere = { limit: limits.loginToAccount, subject: `:${key}` }
  if (await isWithinRateLimit(ctx, fromEverywhere.limit, fromEverywhere.subject))
    return { attempts: [...attempts, fromEverywhere], isKnown: false, needsLink: false }
  return { attempts, isKnown: false, needsLink: true }
}

async function countAll(attempts: CountedAttempt[], ctx: RequestContext): Promise<void> {
  for (const { limit, subject } of attempts) await enforceRateLimit(ctx, limit, subject)
}

async function findLink(key: string, code: string | undefined, { db, now }: RequestContext) {
  if (code === undefined) return null
  const link = await findOpenLink(db, 'sign_in', code, now)
  const customer = link && (await findCustomerById(db, link.subject_id))
  return customer?.email_key === key ? `link:${customer.id}:${code}` : null
}

/** Names a browser from which somebody has signed in to the account with that `emailKey`; null for any other. */
export async function findKnownDevice(
  key: string,
  device: string | undefined,
  { db }: Pick<RequestContext, 'db'>,
): Promise<string | null> {
  if (device === undefined || !deviceIdPattern.test(device)) return null
  return (await isDeviceOfEmail(db, key, sha256(device))) ? `device:${key}:${device}` : null
}

/**
 * While many wrong passwords are tried: mails the link when the password is right, and answers everybody alike, so that
 * guessing tells nothing: in text, in time, and in what is counted (R1242). Always throws, `account_login_link` 401.
 */
export async function refuseWithoutLink(
  customer: CustomerRow | undefined,
  { password, maySignIn }: { password: string; maySignIn: boolean },
  ctx: RequestContext,
): Promise<never> {
  await runInConstantTime(mailLinkWhenRight(customer, { password, maySignIn }, ctx))
  throw new AppError('account_login_link', 401)
}

async function mailLinkWhenRight(
  customer: CustomerRow | undefined,
  { password, maySignIn }: { password: string; maySignIn: boolean },
  ctx: RequestContext,
): Promise<void> {
  const isRight = await verifyPassword(password, customer?.password_hash)
  await ctx.db.transaction().execute(async tx => {
    if (customer) await tellOfGuessing(tx, customer, ctx)
    if (customer && isRight && maySignIn) await mailLink(tx, customer, ctx)
    else await ctx.recordSecurityEvent({ kind: 'sign_in_failed', customerId: customer?.id ?? null }, tx)
  })
}

/** One link lives until it is used or too old; asking again sends no second one (R1244). */
async function mailLink(tx: Db, { id, email, language }: CustomerRow, ctx: RequestContext): Promise<void> {
  const { code, hash } = createLinkCode()
  const expires_at = new Date(ctx.now.getTime() + linkMinutes * 60_000)
  if (!(await issueOnlyLink(tx, { kind: 'sign_in', subject_id: id, hash, expires_at }, ctx.now))) return
  const cause = `sign-in-link:${hash.toString('base64url')}`
  await ctx.enqueueEmail(tx, { cause, template: 'sign-in-link', language, to: email, props: { code } })
  await ctx.recordSecurityEvent({ kind: 'code_requested', about: 'sign-in', customerId: id }, tx)
}

/** Once a day: strangers cause this letter, so it must not become a flood. */
async function tellOfGuessing(
  tx: Db,
  { id, email, language }: CustomerRow,
  ctx: RequestContext,
): Promise<void> {
  const cause = `sign-in-guessed:${id}:${dayInAthens(ctx.now)}`
  const at = ctx.now.toISOString()
  await ctx.enqueueEmail(tx, { cause, template: 'sign-in-guessed', language, to: email, props: { at } })
}
