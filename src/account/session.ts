import { type Insertable, sql } from 'kysely'
import { authorize } from '../base/app-error.ts'
import { dayInAthens } from '../base/dates.ts'
import type { CustomerContext, RequestContext } from '../server/context/request-context.ts'
import { sha256 } from '../server/context/signing.ts'
import { deleteRows, insertNewRow, insertRow, updateRows } from '../server/postgres/rows.ts'
import type { Db, Tables } from '../server/postgres/tables.ts'
import { deviceIdPattern, parseUserAgent } from './cookie.rules.ts'
import { type CustomerRow, findCustomerById, lockCustomer } from './customer/customer.sql.ts'
import { type Identity, ownedBy } from './identity.rules.ts'
import { createLinkCode, findOpenLink, issueOnlyLink } from './link.ts'
import { verifyPassword } from './password/password.ts'
import { accountRateLimits as limits } from './rate-limit.rules.ts'
import { type CountedAttempt, countAttempts, isWithinRateLimit } from './rate-limit.ts'

/** A link to sign in is valid for one hour (R1244). */
const linkMinutes = 60

interface Admission {
  attempts: CountedAttempt[]
  /** From a browser that the account knows, or with the account's link. */
  isKnown: boolean
  /** Many wrong passwords were tried, and the account doesn't know this browser. */
  needsLink: boolean
}

/**
 * Counts a sign-in before the password is verified, so that simultaneous guesses are counted too. A browser that the
 * account knows, and the account's link, have tries of their own, which nobody else can use up (R1243). Throws
 * `refused_often` 429.
 */
export async function admitSignIn(
  { key, device, link }: { key: string; device: string | undefined; link: string | undefined },
  ctx: RequestContext,
): Promise<Admission> {
  const known = (await findLink(key, link, ctx)) ?? (await findKnownDevice(key, device, ctx))
  if (known !== null) {
    const attempts = await countAttempts(ctx, [{ limit: limits.loginFromKnown, subject: known }])
    return { attempts, isKnown: true, needsLink: false }
  }
  const { address } = ctx
  const attempts = await countAttempts(ctx, [
    { limit: limits.loginFromAddress, subject: address },
    { limit: limits.loginFromAddressToAccount, subject: `${address}:${key}` },
  ])
  const fromEverywhere = { limit: limits.loginToAccount, subject: `:${key}` }
  if (await isWithinRateLimit(ctx, fromEverywhere.limit, fromEverywhere.subject))
    return { attempts: [...attempts, fromEverywhere], isKnown: false, needsLink: false }
  return { attempts, isKnown: false, needsLink: true }
}

async function findLink(key: string, code: string | undefined, { db, now }: RequestContext) {
  if (code === undefined) return null
  const link = await findOpenLink(db, 'sign_in', code, now)
  const customer = link && (await findCustomerById(db, link.subject_id))
  return customer?.email_key === key ? `link:${customer.id}:${code}` : null
}

/** The rate-limit subject of a browser that has signed in to the account with that `emailKey`; null for any other. */
export async function findKnownDevice(
  key: string,
  device: string | undefined,
  { db }: Pick<RequestContext, 'db'>,
): Promise<string | null> {
  if (device === undefined || !deviceIdPattern.test(device)) return null
  const row = await db
    .selectFrom('known_device')
    .innerJoin('customer', 'customer.id', 'known_device.customer_id')
    .select('customer.id')
    .where('email_key', '=', key)
    .where('device_hash', '=', sha256(device))
    .executeTakeFirst()
  return row ? `device:${key}:${device}` : null
}

/** While many wrong passwords are tried: mails the link if the password is right (R1242). */
export async function mailLinkWhenRight(
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

/** Sends no second link while one is valid (R1244). */
async function mailLink(tx: Db, { id, email, language }: CustomerRow, ctx: RequestContext): Promise<void> {
  const { code, hash } = createLinkCode()
  const expires_at = new Date(ctx.now.getTime() + linkMinutes * 60_000)
  if (!(await issueOnlyLink(tx, { kind: 'sign_in', subject_id: id, hash, expires_at }, ctx.now))) return
  const cause = `sign-in-link:${hash.toString('base64url')}`
  await ctx.enqueueEmail(tx, { cause, template: 'sign-in-link', language, to: email, props: { code } })
  await ctx.recordSecurityEvent({ kind: 'code_requested', about: 'sign-in', customerId: id }, tx)
}

/** At most once a day, because strangers cause this e-mail. */
async function tellOfGuessing(
  tx: Db,
  { id, email, language }: CustomerRow,
  ctx: RequestContext,
): Promise<void> {
  const cause = `sign-in-guessed:${id}:${dayInAthens(ctx.now)}`
  const at = ctx.now.toISOString()
  await ctx.enqueueEmail(tx, { cause, template: 'sign-in-guessed', language, to: email, props: { at } })
}

/** Opens a session in place of `replaces` and answers its token. */
export async function openSession(
  tx: Db,
  owner: Identity,
  { replaces, provedAt, lastsMs }: { replaces: Buffer | null; provedAt: Date; lastsMs: number },
  { now, userAgent, createSessionToken }: RequestContext,
): Promise<string> {
  const { token, hash } = createSessionToken()
  if (replaces) await closeSession(tx, replaces)
  const times = { created_at: now, seen_at: now, proved_at: provedAt }
  const expires_at = new Date(now.getTime() + lastsMs)
  await insertSession(tx, owner, { token_hash: hash, agent: userAgent, ...times, expires_at })
  return token
}

/** Records that a session was used now, at most once every `everyMs`. */
export async function recordSessionUse(
  db: Db,
  token_hash: Buffer,
  { seenAt, everyMs, now }: { seenAt: Date; everyMs: number; now: Date },
): Promise<void> {
  if (now.getTime() - seenAt.getTime() > everyMs)
    await updateRows(db, 'session', { set: { seen_at: now }, where: { token_hash } })
}

export async function recordSessionProof(db: Db, token_hash: Buffer, now: Date): Promise<void> {
  await updateRows(db, 'session', { set: { proved_at: now }, where: { token_hash } })
}

export async function closeSession(db: Db, token_hash: Buffer): Promise<void> {
  await deleteRows(db, 'session', { token_hash })
}

/** The current session and at most `limit` others, last used first, and how many there are in all. */
export async function describeSessions(
  db: Db,
  { owner, current, limit }: { owner: Identity; current: Buffer; limit: number },
  ends: SessionEnds,
) {
  const column = owner.kind === 'host' ? 'customer_id' : 'person_id'
  const active = selectActiveSessions(db, ends).where(column, '=', owner.id)
  // One more, to tell whether there are more.
  const rows = await active
    .select(['id', 'token_hash', 'agent', 'created_at', 'seen_at'])
    .orderBy(sql`token_hash = ${current}`, 'desc')
    .orderBy('seen_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
  const count = active.select(row => row.fn.countAll<number>().as('total'))
  const { total } = rows.length > limit ? await count.executeTakeFirstOrThrow() : { total: rows.length }
  const lastUsedFirst = rows.toSorted(
    (one, other) => other.seen_at.getTime() - one.seen_at.getTime() || other.id - one.id,
  )
  const sessions = lastUsedFirst.map(row => ({
    id: row.id,
    current: row.token_hash.equals(current),
    ...parseUserAgent(row.agent),
    created_at: row.created_at.toISOString(),
    seen_at: row.seen_at.toISOString(),
  }))
  return { sessions, total }
}

/** Ends one session of a person, or all but the current one when none is named. Throws `refused_missing` 404. */
export async function endOtherSessions(
  db: Db,
  owner: Identity,
  { id, current }: { id: number | undefined; current: Buffer },
): Promise<void> {
  if (id === undefined) await deleteSessions(db, owner, current)
  else authorize((await deleteRows(db, 'session', { ...ownedBy(owner), id })) > 0)
}

type NewSession = Omit<Insertable<Tables['session']>, 'customer_id' | 'person_id'> & { created_at: Date }

export async function insertSession(db: Db, owner: Identity, session: NewSession): Promise<void> {
  await deleteRows(db, 'session', { ...ownedBy(owner), expires_at: { '<=': session.created_at } })
  await insertRow(db, 'session', { ...ownedBy(owner), ...session })
}

/** A session is active if it has not expired at `now` and was used after `idleSince`. */
export interface SessionEnds {
  now: Date
  idleSince: Date
}

/** The active sessions of hosts and staff. */
export function selectActiveSessions(db: Db, { now, idleSince }: SessionEnds) {
  return db.selectFrom('session').where('expires_at', '>', now).where('seen_at', '>', idleSince)
}

/**
 * Locks account and session of who grants something in its name, so that a revocation waits for the grant and ends it.
 * Throws `refused_signin` 401 when the session has ended since the request began.
 */
export async function lockSession(
  tx: Db,
  { customer, session }: Pick<CustomerContext, 'customer' | 'session'>,
): Promise<void> {
  await lockCustomer(tx, customer.id)
  const row = await tx
    .selectFrom('session')
    .select('id')
    .where('token_hash', '=', session)
    .forKeyShare()
    .executeTakeFirst()
  authorize(row !== undefined, 'refused_signin', 401)
}

export async function deleteSessions(db: Db, owner: Identity, current?: Buffer): Promise<void> {
  await deleteRows(db, 'session', { ...ownedBy(owner), ...(current && { token_hash: { '<>': current } }) })
}

export async function deleteSessionsOfStaff(tx: Db): Promise<void> {
  await tx.deleteFrom('session').where('person_id', 'is not', null).execute()
}

/** Records that a device was used; true when it is new to the account. */
export async function recordKnownDevice(
  db: Db,
  customer_id: number,
  device_hash: Buffer,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('known_device')
    .set({ seen_at: now })
    .where('customer_id', '=', customer_id)
    .where('device_hash', '=', device_hash)
    .executeTakeFirst()
  if (numUpdatedRows > 0n) return false
  await insertNewRow(db, 'known_device', { customer_id, device_hash, seen_at: now })
  return true
}
