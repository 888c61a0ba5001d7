import type { ParsedOf, ReplyOf } from '../base/endpoint.ts'
import { found, Refusal } from '../base/refusal.ts'
import { type Served, serve } from '../server/serve.ts'
import type { Db } from '../server/tables.ts'
import type { CustomerVisit, Visit } from '../server/visit.ts'
import { count, isWithin } from './allowances.ts'
import * as say from './contract.ts'
import * as data from './data.ts'
import { boundsOf, forgottenCalls } from './forgotten.ts'
import { hashPassword, isOutdated, isPassword } from './password.ts'
import { phoneNumber } from './phone.ts'
import { type Allowance, emailKey, loginAllowance, registerAllowance, sessionDays } from './rules.ts'

export const calls: Served[] = [
  serve(say.register, register, visit => say.registration(boundsOf(visit), phoneNumber)),
  serve(say.login, login),
  serve(say.logout, logout),
  serve(say.me, me),
  ...forgottenCalls,
]

async function register(person: ParsedOf<typeof say.register>, visit: Visit): Promise<say.SignedIn> {
  const { db, language, now } = visit
  const { email, name, surname, phone = null } = person
  await count(`register:${visit.address}`, registerAllowance, visit)
  if (await data.customerByEmail(db, emailKey(email))) throw taken()
  const password_hash = await hashPassword(person.password)
  return db.transaction().execute(async tx => {
    const kept = { email, email_key: emailKey(email), name, surname, phone, password_hash, language }
    const id = await data.addCustomer(tx, { ...kept, created_at: now })
    if (id === null) throw taken()
    await visit.post(tx, {
      cause: `welcome:${id}`,
      template: 'welcome',
      language,
      to: email,
      props: {},
    })
    return signIn(tx, { id, email, name }, visit)
  })
}

function taken(): Refusal {
  return new Refusal('account_email_taken', 409, { fields: { email: 'account_email_taken' } })
}

async function login({ email, password }: ParsedOf<typeof say.login>, visit: Visit): Promise<say.SignedIn> {
  const key = emailKey(email)
  const counted = await countLogin(key, visit)
  const customer = await data.customerByEmail(visit.db, key)
  const isRight = await isPassword(password, customer?.password_hash)
  if (!customer || !isRight) throw new Refusal('account_login_wrong', 401)
  const fresh = isOutdated(customer.password_hash) ? await hashPassword(password) : null
  for (const [name, { seconds }] of counted) await visit.giveBack(name, seconds)
  return visit.db.transaction().execute(async tx => {
    if (fresh) await data.keepPassword(tx, customer.id, fresh)
    return signIn(tx, customer, visit)
  })
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

/** A new session with a new token, in place of the one that the visitor may have brought. */
async function signIn(
  tx: Db,
  { id, email, name }: { id: number; email: string; name: string },
  { now, session, newToken }: Visit,
): Promise<say.SignedIn> {
  const { token, hash } = newToken()
  if (session) await data.endSession(tx, session)
  const expires_at = new Date(now.getTime() + sessionDays * 86_400_000)
  await data.beginSession(tx, { token_hash: hash, customer_id: id, created_at: now, expires_at })
  return { token, email, name, id }
}

async function logout(_: object, { db, session }: CustomerVisit): Promise<ReplyOf<typeof say.logout>> {
  await data.endSession(db, session)
  return {}
}

async function me(_: object, { db, customer }: CustomerVisit): Promise<ReplyOf<typeof say.me>> {
  const { id, email, name, surname, phone } = found(await data.customerById(db, customer.id))
  return { id, email, name, surname, phone }
}
