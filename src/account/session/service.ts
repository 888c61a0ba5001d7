import { AppError } from '../../base/app-error.ts'
import type { ParsedOf } from '../../base/endpoint.ts'
import type { Language } from '../../base/language.ts'
import type { RequestContext } from '../../server/context/request-context.ts'
import type { Db } from '../../server/postgres/tables.ts'
import { type ShopCustomer, ShopFailure } from '../../shop/port.ts'
import type * as say from '../customer/contract.ts'
import * as data from '../customer/data.ts'
import {
  deletionGraceEnd,
  emailKey,
  loginRateLimits,
  type RateLimit,
  sessionDays,
} from '../customer/rules.ts'
import { enforceRateLimit, isWithinRateLimit } from '../customer/service.ts'
import { hashOneTimeCode, hashPassword, needsRehash, verifyPassword } from '../password/service.ts'
import { formatDeviceName, parseUserAgent } from './device-rules.ts'

/**
 * Signs in: by the password kept here, or, without an account, once by the shop's. Somebody who asked to leave is back
 * by it. Throws `account_login_wrong` 401 alike for a wrong e-mail and a wrong password, `account_login_away` 503 alike
 * for both while the shop can't be asked, `refused_often` 429.
 */
export async function signInWithPassword(
  { email, password, device }: ParsedOf<typeof say.login>,
  ctx: RequestContext,
): Promise<say.SignInReply> {
  const key = emailKey(email)
  const counted = await countLogin(key, ctx)
  const customer = await data.findCustomerByEmail(ctx.db, key)
  const isRight = await verifyPassword(password, customer?.password_hash)
  const enter = customer
    ? isRight && !isGone(customer, ctx.now) && (await entering(customer, password))
    : await joining(await shopperOf(email, password, ctx), { email, password }, ctx)
  if (!enter) {
    // The shop is asked for known addresses too, so that neither time nor answer tells them from others.
    if (customer) await shopperOf(email, password, ctx)
    throw new AppError('account_login_wrong', 401)
  }
  for (const [name, { seconds }] of counted) await ctx.refundAttempt(name, seconds)
  return ctx.db.transaction().execute(async tx => startSession(tx, await enter(tx, ctx), device, ctx))
}

type Enter = (tx: Db, ctx: RequestContext) => Promise<Entering>

/** With an account: its hash follows today's cost, and the grace of leaving ends. */
async function entering(customer: data.CustomerRow, password: string): Promise<Enter> {
  const fresh = needsRehash(customer.password_hash) ? await hashPassword(password) : null
  return async (tx, ctx) => {
    if (fresh) await data.updatePasswordHash(tx, customer.id, fresh)
    if (customer.deletion_requested_at) await comeBack(tx, customer, customer.deletion_requested_at, ctx)
    return customer
  }
}

/** Without one, the shop's customer gets it; the shop knows him by that e-mail and password, so it is confirmed. */
async function joining(
  shopper: ShopCustomer | null,
  { email, password }: { email: string; password: string },
  { language, now }: RequestContext,
): Promise<Enter | null> {
  if (!shopper) return null
  const person = { email, email_key: emailKey(email), name: shopper.name, surname: shopper.surname, language }
  const password_hash = await hashPassword(password)
  return async (tx, ctx) => {
    const kept = { ...person, phone: null, password_hash, shop_customer_id: shopper.id, created_at: now }
    const id = await data.insertCustomer(tx, { ...kept, confirmed_at: now })
    if (id === null) throw new AppError('account_login_wrong', 401)
    const cause = `welcome:${id}`
    await ctx.enqueueEmail(tx, { cause, template: 'welcome', language, to: email, props: { code: null } })
    return { id, ...person }
  }
}

/** The shop's customer of that e-mail and password. Throws `account_login_away` 503 while the shop can't be asked. */
async function shopperOf(email: string, password: string, ctx: RequestContext): Promise<ShopCustomer | null> {
  const { shop, language } = ctx
  try {
    const id = await shop.checkCustomerPassword(email, password, language)
    const shopper = id === null ? null : await shop.findCustomerByEmail(email)
    return shopper?.id === id ? shopper : null
  } catch (error) {
    if (!(error instanceof ShopFailure)) throw error
    // What the shop takes for no e-mail is no customer's.
    if (error.kind === 'invalid') return null
    throw new AppError('account_login_away', 503)
  }
}

/** Counts before the password is looked at, so that guesses sent all at once are counted too; answers what was counted. */
async function countLogin(key: string, ctx: RequestContext): Promise<[string, RateLimit][]> {
  const { address } = ctx
  const { account, addressUnderAttack } = loginRateLimits
  const counted: [string, RateLimit][] = [
    [`login:${address}`, loginRateLimits.address],
    [`login:${address}:${key}`, loginRateLimits.addressOnAccount],
  ]
  for (const [name, allowance] of counted) await enforceRateLimit(name, allowance, ctx)
  if (await isWithinRateLimit(`login::${key}`, account, ctx)) return [...counted, [`login::${key}`, account]]
  await enforceRateLimit(`attack:${address}:${key}`, addressUnderAttack, ctx)
  return counted
}

/** The grace is over, whether or not the job has come by. */
function isGone({ deletion_requested_at }: { deletion_requested_at: Date | null }, now: Date): boolean {
  return deletion_requested_at !== null && deletionGraceEnd(deletion_requested_at) <= now
}

interface Entering {
  id: number
  email: string
  name: string
  language: Language
}

async function comeBack(tx: Db, { id, email, language }: Entering, leavingAt: Date, ctx: RequestContext) {
  await data.cancelDeletion(tx, id)
  const cause = `back:${id}:${leavingAt.getTime()}`
  await ctx.enqueueEmail(tx, { cause, template: 'account-back', language, to: email, props: {} })
}

/** A new session with a new token, in place of the one that the visitor may have brought. */
export async function startSession(
  tx: Db,
  person: Entering,
  device: string | undefined,
  ctx: RequestContext,
): Promise<say.SignInReply> {
  const { now, session, userAgent } = ctx
  const { token, hash } = ctx.createSessionToken()
  if (session) await data.deleteSession(tx, session)
  const expires_at = new Date(now.getTime() + sessionDays * 86_400_000)
  const { id, email, name } = person
  const times = { created_at: now, seen_at: now, expires_at }
  await data.insertSession(tx, { token_hash: hash, customer_id: id, agent: userAgent, ...times })
  await tellOfNewDevice(tx, person, hashOneTimeCode(device ?? userAgent), ctx)
  return { token, email, name, id }
}

/** A letter about a device that was not seen before; the first of all is nothing to tell of. */
async function tellOfNewDevice(
  tx: Db,
  { id, email, language }: Entering,
  device: Buffer,
  ctx: RequestContext,
) {
  const { now, userAgent } = ctx
  if (!(await data.recordKnownDevice(tx, id, device, now))) return
  await ctx.enqueueEmail(tx, {
    cause: `device:${id}:${device.toString('base64url')}:${now.getTime()}`,
    template: 'new-device',
    language,
    to: email,
    props: { device: formatDeviceName(parseUserAgent(userAgent)), at: now.toISOString() },
  })
}
