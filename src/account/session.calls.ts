import { AppError, orNotFound } from '../base/app-error.ts'
import { dayMs, hourMs } from '../base/durations.ts'
import type { ParsedOf, ReplyOf } from '../base/endpoint.ts'
import type { Config } from '../server/config.ts'
import { type Handler, handle } from '../server/context/handler.ts'
import type { CustomerContext, RequestContext, SignedInCustomer } from '../server/context/request-context.ts'
import { sha256 } from '../server/context/signing.ts'
import { askPrepared } from '../server/postgres/prepared.ts'
import { updateRows } from '../server/postgres/rows.ts'
import type { Db } from '../server/postgres/tables.ts'
import { type ShopCustomer, ShopFailure } from '../shop/port.ts'
import { formatDeviceName, parseUserAgent, sessionDays } from './cookie.rules.ts'
import { emailKey } from './customer/customer.rules.ts'
import * as customers from './customer/customer.sql.ts'
import { enqueueConfirmationEmail } from './email-confirmation.ts'
import { endLinks, runInConstantTime } from './link.ts'
import { hashPassword, needsRehash, verifyPassword } from './password/password.ts'
import { accountRateLimits } from './rate-limit.rules.ts'
import { enforceRateLimit, refundRateLimit } from './rate-limit.ts'
import { hasSecondFactor, isTrustedDevice, requireSecondFactor } from './second-factor/second-factor.ts'
import * as contract from './session.contract.ts'
import {
  admitSignIn,
  closeSession,
  describeSessions,
  endOtherSessions,
  mailLinkWhenRight,
  openSession,
  recordKnownDevice,
  recordSessionUse,
  selectActiveSessions,
} from './session.ts'
import { deletionGraceEnd } from './settings.contract.ts'

export const calls: Handler[] = [
  handle(contract.login, signInWithPassword),
  handle(contract.logout, logout),
  handle(contract.listSessions, listSessions),
  handle(contract.endSessions, endSessions),
]

async function logout(_: object, ctx: CustomerContext): Promise<ReplyOf<typeof contract.logout>> {
  await closeSession(ctx.db, ctx.session)
  await ctx.recordSecurityEvent({ kind: 'signed_out' })
  return {}
}

async function listSessions(_: object, { db, customer, session, config, now }: CustomerContext) {
  const which = { owner: hostOf(customer), current: session, limit: contract.maxListedSessions }
  return describeSessions(db, which, sessionEnds(config, now))
}

async function endSessions({ id }: ParsedOf<typeof contract.endSessions>, ctx: CustomerContext) {
  const { db, customer, session } = ctx
  await endOtherSessions(db, hostOf(customer), { id, current: session })
  await ctx.recordSecurityEvent({ kind: 'sessions_ended' })
  return {}
}

const hostOf = ({ id }: { id: number }) => ({ kind: 'host', id }) as const

type SessionOwner = customers.AccountOwner & { name: string }

/** What remains to be done in the transaction once the password is right. */
type CompleteSignIn = (tx: Db, ctx: RequestContext) => Promise<SessionOwner>

/**
 * Signs in by the account's password or, where there is no account, by the shop's, which makes one (R106, R120).
 * Signing in cancels a requested deletion (R124). A second factor is asked for on a device that is new to the account
 * (R135; its errors are those of `requireSecondFactor`), and a link while many wrong passwords are tried
 * (`account_login_link` 401, R1242). Throws `account_login_wrong` 401 alike for a wrong e-mail and a wrong
 * password, `account_login_away` 503 alike for both while the shop can't be asked, `refused_often` 429.
 */
async function signInWithPassword(
  { email, password, device, code, link }: ParsedOf<typeof contract.login>,
  ctx: RequestContext,
): Promise<contract.SignInReply> {
  const key = emailKey(email)
  const { attempts, isKnown, needsLink } = await admitSignIn({ key, device, link }, ctx)
  const customer = await customers.findCustomerByEmail(ctx.db, key)
  if (needsLink) {
    const maySignIn = customer !== undefined && !isGraceOver(customer, ctx.now)
    // Everybody is answered alike in text, time and counting, so that guessing tells nothing (R1242).
    await runInConstantTime(mailLinkWhenRight(customer, { password, maySignIn }, ctx))
    throw new AppError('account_login_link', 401)
  }
  const isRight = await verifyPassword(password, customer?.password_hash)
  const complete = customer
    ? isRight && !isGraceOver(customer, ctx.now) && (await signInToAccount(customer, password))
    : await createAccountFromShop(
        await findShopCustomer(email, password, null, ctx),
        { email, password },
        ctx,
      )
  if (!complete) {
    // The shop is asked for known e-mails too, so that neither time nor answer tells them from unknown ones. A
    // browser that the account knows would learn nothing by it.
    if (customer && !isKnown) await findShopCustomer(email, password, customer.id, ctx)
    await ctx.recordSecurityEvent({ kind: 'sign_in_failed', customerId: customer?.id ?? null })
    throw new AppError('account_login_wrong', 401)
  }
  const proof = customer && (await proveFactor(customer, { device, code }, ctx))
  for (const { limit, subject } of attempts) await refundRateLimit(ctx, limit, subject)
  return ctx.db.transaction().execute(async tx => {
    const owner = await complete(tx, ctx)
    if (customer) await endLinks(tx, 'sign_in', customer.id)
    // Asked again under the account's lock: meanwhile a second factor may have been added, or the browser forgotten.
    const isProved =
      !customer ||
      proof === 'code' ||
      (await proveFactor(customer, { device }, { ...ctx, db: tx })) === 'none'
    return startSession(tx, owner, { deviceId: device, isNewAccount: !customer, isProved }, ctx)
  })
}

/**
 * Requires the second factor where there is one, unless the device is known; then ('browser') the sign-in is no fresh
 * proof (R135). 'none' without a second factor.
 */
async function proveFactor(
  customer: customers.CustomerRow,
  { device, code }: { device: string | undefined; code?: string | undefined },
  ctx: RequestContext,
): Promise<'browser' | 'code' | 'none'> {
  const isTrusted = code === undefined && (await isTrustedDevice(ctx, customer.id, device))
  const hasFactor = isTrusted
    ? await hasSecondFactor(ctx, customer.id)
    : await requireSecondFactor(customer, code, ctx)
  if (!hasFactor) return 'none'
  return isTrusted ? 'browser' : 'code'
}

/** The job that erases accounts may not have run yet when the grace period is over. */
function isGraceOver({ deletion_requested_at }: customers.CustomerRow, now: Date): boolean {
  return deletion_requested_at !== null && deletionGraceEnd(deletion_requested_at) <= now
}

/**
 * Renews a hash of an older cost (R113) and cancels a requested deletion (R124). Throws `account_login_wrong` 401 when
 * the password was changed since it was verified.
 */
async function signInToAccount(customer: customers.CustomerRow, password: string): Promise<CompleteSignIn> {
  const newHash = needsRehash(customer.password_hash) ? await hashPassword(password) : null
  return async (tx, ctx) => {
    const account = orNotFound(await customers.lockCustomer(tx, customer.id))
    const { id, email, language, deletion_requested_at, password_hash } = account
    // Another sign-in may have renewed the hash of the same password.
    if (password_hash !== customer.password_hash && !(await verifyPassword(password, password_hash)))
      throw new AppError('account_login_wrong', 401)
    if (newHash) await customers.updatePasswordHash(tx, id, newHash)
    if (deletion_requested_at) {
      await updateRows(tx, 'customer', { set: { deletion_requested_at: null }, where: { id } })
      await ctx.recordSecurityEvent({ kind: 'account_returned', customerId: id }, tx)
      const cause = `back:${id}:${deletion_requested_at.getTime()}`
      await ctx.enqueueEmail(tx, { cause, template: 'account-back', language, to: email, props: {} })
    }
    return account
  }
}

/** Makes an account for a customer of the shop: linked, but unconfirmed, as the shop proves no mailbox (R1221). */
async function createAccountFromShop(
  shopCustomer: ShopCustomer | null,
  { email, password }: { email: string; password: string },
  { language, now }: RequestContext,
): Promise<CompleteSignIn | null> {
  if (!shopCustomer) return null
  const { id: shop_customer_id, name, surname } = shopCustomer
  const person = { email, email_key: emailKey(email), name, surname, language }
  const password_hash = await hashPassword(password)
  return async (tx, ctx) => {
    const customer = { ...person, phone: null, password_hash, shop_customer_id, created_at: now }
    const id = await customers.insertCustomer(tx, customer)
    if (id === null) throw new AppError('account_login_wrong', 401)
    await enqueueConfirmationEmail(tx, 'welcome', { id, email, language }, ctx, { from_shop: true })
    return { id, ...person }
  }
}

/**
 * The shop's customer with that e-mail and password, or null. Throws `refused_often` 429 beyond the limits for this
 * e-mail or address, and `account_login_away` 503 while the shop can't be asked; both are recorded as failed sign-ins
 * of the account (R1245).
 */
export async function findShopCustomer(
  email: string,
  password: string,
  accountId: number | null,
  ctx: RequestContext,
): Promise<ShopCustomer | null> {
  const { shop, language, address } = ctx
  try {
    await enforceRateLimit(ctx, accountRateLimits.shopPasswordOfEmail, `:${emailKey(email)}`)
    await enforceRateLimit(ctx, accountRateLimits.shopPasswordFromAddress, address)
    const id = await shop.checkCustomerPassword(email, password, language)
    const customer = id === null ? null : await shop.findCustomerByEmail(email)
    return customer?.id === id ? customer : null
  } catch (error) {
    if (!(error instanceof ShopFailure || error instanceof AppError)) throw error
    // The shop may refuse an e-mail as invalid that we accept; then none of its customers has it.
    if (error instanceof ShopFailure && error.kind === 'invalid') return null
    await ctx.recordSecurityEvent({ kind: 'sign_in_failed', customerId: accountId })
    throw error instanceof AppError ? error : new AppError('account_login_away', 503)
  }
}

/** Starts a session with a new token (R109) in place of the request's own; a fresh proof if `isProved` (R135). */
export async function startSession(
  tx: Db,
  owner: SessionOwner,
  {
    deviceId,
    isNewAccount,
    isProved = true,
  }: { deviceId: string | undefined; isNewAccount: boolean; isProved?: boolean },
  ctx: RequestContext,
): Promise<contract.SignInReply> {
  const { now, session, userAgent } = ctx
  const { id, email, name } = owner
  const terms = { provedAt: isProved ? now : new Date(0), lastsMs: sessionDays * dayMs }
  const token = await openSession(tx, { kind: 'host', id }, { replaces: session, ...terms }, ctx)
  await ctx.recordSecurityEvent({ kind: 'signed_in', customerId: id }, tx)
  const deviceHash = sha256(deviceId ?? userAgent)
  const isNewDevice = await recordKnownDevice(tx, id, deviceHash, now)
  if (isNewDevice && !isNewAccount) await reportNewDevice(tx, owner, deviceHash, ctx)
  return { token, email, name, id }
}

/** Tells the owner by e-mail of a device that is new to the account (R126). */
async function reportNewDevice(
  tx: Db,
  { id, email, language }: SessionOwner,
  deviceHash: Buffer,
  ctx: RequestContext,
): Promise<void> {
  const { now, userAgent } = ctx
  await ctx.enqueueEmail(tx, {
    cause: `device:${id}:${deviceHash.toString('base64url')}:${now.getTime()}`,
    template: 'new-device',
    language,
    to: email,
    props: { device: formatDeviceName(parseUserAgent(userAgent)), at: now.toISOString() },
  })
}

const seenEveryMs = hourMs

/** A session ends when it was not used for `SESSION_IDLE_DAYS` (R109); use is recorded once an hour. */
export function sessionEnds({ SESSION_IDLE_DAYS }: Pick<Config, 'SESSION_IDLE_DAYS'>, now: Date) {
  return { now, idleSince: new Date(now.getTime() - SESSION_IDLE_DAYS * dayMs) }
}

/** The customer of a session by its token's hash; null when it has ended or the customer has asked to be deleted. */
export async function findSessionCustomer(
  db: Db,
  tokenHash: Buffer,
  { config, now }: { config: Pick<Config, 'SESSION_IDLE_DAYS'>; now: Date },
): Promise<SignedInCustomer | null> {
  const query = selectActiveSessions(db, sessionEnds(config, now))
    .innerJoin('customer', 'customer.id', 'session.customer_id')
    .select(['customer.id', 'email', 'name', 'surname', 'language'])
    .select(['shop_customer_id', 'confirmed_at', 'seen_at'])
    .where('token_hash', '=', tokenHash)
    .where('deletion_requested_at', 'is', null)
  const [session] = await askPrepared(db, query)
  if (!session) return null
  const { shop_customer_id, confirmed_at, seen_at, ...person } = session
  await recordSessionUse(db, tokenHash, { seenAt: seen_at, everyMs: seenEveryMs, now })
  const confirmed = confirmed_at !== null
  return { ...person, confirmed, shopCustomerId: confirmed ? shop_customer_id : null }
}
