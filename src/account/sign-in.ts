import type { ParsedOf } from '../base/endpoint.ts'
import type { Language } from '../base/language.ts'
import { Refusal } from '../base/refusal.ts'
import type { Db } from '../server/tables.ts'
import type { Visit } from '../server/visit.ts'
import { type ShopCustomer, ShopFailure } from '../shop/port.ts'
import { count, isWithin } from './allowances.ts'
import type * as say from './contract.ts'
import * as data from './data.ts'
import { deviceLine, deviceName } from './device-rules.ts'
import { hashOfCode, hashPassword, isOutdated, isPassword } from './password.ts'
import { type Allowance, emailKey, graceEnd, loginAllowance, sessionDays } from './rules.ts'

/**
 * Signs in: by the password kept here, or, without an account, once by the shop's. Somebody who asked to leave is back
 * by it. Throws `account_login_wrong` 401 alike for a wrong e-mail and a wrong password, `account_login_away` 503 alike
 * for both while the shop can't be asked, `refused_often` 429.
 */
export async function login(
  { email, password, device }: ParsedOf<typeof say.login>,
  visit: Visit,
): Promise<say.SignedIn> {
  const key = emailKey(email)
  const counted = await countLogin(key, visit)
  const customer = await data.customerByEmail(visit.db, key)
  const isRight = await isPassword(password, customer?.password_hash)
  const enter = customer
    ? isRight && !isGone(customer, visit.now) && (await entering(customer, password))
    : await joining(await shopperOf(email, password, visit), { email, password }, visit)
  if (!enter) {
    // The shop is asked for known addresses too, so that neither time nor answer tells them from others.
    if (customer) await shopperOf(email, password, visit)
    throw new Refusal('account_login_wrong', 401)
  }
  for (const [name, { seconds }] of counted) await visit.giveBack(name, seconds)
  return visit.db.transaction().execute(async tx => signIn(tx, await enter(tx, visit), device, visit))
}

type Enter = (tx: Db, visit: Visit) => Promise<Entering>

/** With an account: its hash follows today's cost, and the grace of leaving ends. */
async function entering(customer: data.CustomerRow, password: string): Promise<Enter> {
  const fresh = isOutdated(customer.password_hash) ? await hashPassword(password) : null
  return async (tx, visit) => {
    if (fresh) await data.keepPassword(tx, customer.id, fresh)
    if (customer.leaving_at) await comeBack(tx, customer, customer.leaving_at, visit)
    return customer
  }
}

/** Without one, the shop's customer gets it; the shop knows him by that e-mail and password, so it is confirmed. */
async function joining(
  shopper: ShopCustomer | null,
  { email, password }: { email: string; password: string },
  { language, now }: Visit,
): Promise<Enter | null> {
  if (!shopper) return null
  const person = { email, email_key: emailKey(email), name: shopper.name, surname: shopper.surname, language }
  const password_hash = await hashPassword(password)
  return async (tx, visit) => {
    const kept = { ...person, phone: null, password_hash, shop_customer_id: shopper.id, created_at: now }
    const id = await data.addCustomer(tx, { ...kept, confirmed_at: now })
    if (id === null) throw new Refusal('account_login_wrong', 401)
    const cause = `welcome:${id}`
    await visit.post(tx, { cause, template: 'welcome', language, to: email, props: { code: null } })
    return { id, ...person }
  }
}

/** The shop's customer of that e-mail and password. Throws `account_login_away` 503 while the shop can't be asked. */
async function shopperOf(email: string, password: string, visit: Visit): Promise<ShopCustomer | null> {
  const { shop, language } = visit
  try {
    const id = await shop.customerByPassword(email, password, language)
    const shopper = id === null ? null : await shop.customerByEmail(email)
    return shopper?.id === id ? shopper : null
  } catch (error) {
    if (!(error instanceof ShopFailure)) throw error
    // What the shop takes for no e-mail is no customer's.
    if (error.kind === 'invalid') return null
    throw new Refusal('account_login_away', 503)
  }
}

/** Counts before the password is looked at, so that guesses sent all at once are counted too; answers what was counted. */
async function countLogin(key: string, visit: Visit): Promise<[string, Allowance][]> {
  const { address } = visit
  const { account, addressUnderAttack } = loginAllowance
  const counted: [string, Allowance][] = [
    [`login:${address}`, loginAllowance.address],
    [`login:${address}:${key}`, loginAllowance.addressOnAccount],
  ]
  for (const [name, allowance] of counted) await count(name, allowance, visit)
  if (await isWithin(`login::${key}`, account, visit)) return [...counted, [`login::${key}`, account]]
  await count(`attack:${address}:${key}`, addressUnderAttack, visit)
  return counted
}

/** The grace is over, whether or not the job has come by. */
function isGone({ leaving_at }: { leaving_at: Date | null }, now: Date): boolean {
  return leaving_at !== null && graceEnd(leaving_at) <= now
}

interface Entering {
  id: number
  email: string
  name: string
  language: Language
}

async function comeBack(tx: Db, { id, email, language }: Entering, leavingAt: Date, visit: Visit) {
  await data.stay(tx, id)
  const cause = `back:${id}:${leavingAt.getTime()}`
  await visit.post(tx, { cause, template: 'account-back', language, to: email, props: {} })
}

/** A new session with a new token, in place of the one that the visitor may have brought. */
export async function signIn(
  tx: Db,
  person: Entering,
  device: string | undefined,
  visit: Visit,
): Promise<say.SignedIn> {
  const { now, session, agent } = visit
  const { token, hash } = visit.newToken()
  if (session) await data.endSession(tx, session)
  const expires_at = new Date(now.getTime() + sessionDays * 86_400_000)
  const { id, email, name } = person
  const times = { created_at: now, seen_at: now, expires_at }
  await data.beginSession(tx, { token_hash: hash, customer_id: id, agent, ...times })
  await tellOfNewDevice(tx, person, hashOfCode(device ?? agent), visit)
  return { token, email, name, id }
}

/** A letter about a device that was not seen before; the first of all is nothing to tell of. */
async function tellOfNewDevice(tx: Db, { id, email, language }: Entering, device: Buffer, visit: Visit) {
  const { now, agent } = visit
  if (!(await data.noteDevice(tx, id, device, now))) return
  await visit.post(tx, {
    cause: `device:${id}:${device.toString('base64url')}:${now.getTime()}`,
    template: 'new-device',
    language,
    to: email,
    props: { device: deviceLine(deviceName(agent)), at: now.toISOString() },
  })
}
