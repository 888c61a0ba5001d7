import { dayInAthens } from '../base/dates.ts'
import type { ParsedOf, ReplyOf } from '../base/endpoint.ts'
import { allow, found, Refusal } from '../base/refusal.ts'
import { isSecret } from '../registry/surprise-rules.ts'
import { type Served, serve } from '../server/serve.ts'
import type { CustomerVisit } from '../server/visit.ts'
import { count } from './allowances.ts'
import { me as sayMe } from './contract.ts'
import * as data from './data.ts'
import { deviceName } from './device-rules.ts'
import { boundsOf } from './forgotten.ts'
import { hashPassword, isPassword } from './password.ts'
import { phoneNumber } from './phone.ts'
import { portraitOf } from './portrait-data.ts'
import { currentPasswordAllowance } from './rules.ts'
import * as say from './settings-contract.ts'
import * as kept from './settings-data.ts'

/** What a signed-in person calls about himself. */
export const settingsCalls: Served[] = [
  serve(sayMe, me),
  serve(say.updateAccount, updateAccount, () => say.accountDetails(phoneNumber)),
  serve(say.passwordUpdate, updatePassword, visit => say.passwordChange(boundsOf(visit))),
  serve(say.mySessions, mySessions),
  serve(say.endSessions, endSessions),
  serve(say.myData, myData),
]

async function me(_: object, { db, customer }: CustomerVisit): Promise<ReplyOf<typeof sayMe>> {
  const { id, email, name, surname, phone, language, ...since } = found(
    await data.customerById(db, customer.id),
  )
  const [marketing, confirmed] = [since.marketing_at !== null, since.confirmed_at !== null]
  return { id, email, name, surname, phone, language, marketing, confirmed }
}

async function updateAccount(
  { name, surname, phone, language, marketing }: ParsedOf<typeof say.updateAccount>,
  { db, customer, now }: CustomerVisit,
) {
  const details = { name, surname, phone: phone ?? null, language }
  await kept.keepDetails(db, customer.id, details, { marketing, now })
  return {}
}

async function updatePassword(typed: ParsedOf<typeof say.passwordUpdate>, visit: CustomerVisit) {
  const { customer, db, session, now } = visit
  await isHis(typed.current_password, 'current_password', visit)
  const hash = await hashPassword(typed.password)
  await db.transaction().execute(async tx => {
    await data.keepPassword(tx, customer.id, hash)
    await data.endOtherSessions(tx, customer.id, session)
    await data.dropCode(tx, customer.id)
    const { email, language } = customer
    const cause = `password:${customer.id}:${now.getTime()}`
    await visit.post(tx, { cause, template: 'password-updated', language, to: email, props: {} })
  })
  return {}
}

/** Asks for the password once more; throws `account_password_wrong` 422 beside that field, `refused_often` 429. */
export async function isHis(password: string, field: string, visit: CustomerVisit): Promise<void> {
  const name = `password:${visit.customer.id}`
  await count(name, currentPasswordAllowance, visit)
  const { password_hash } = found(await data.customerById(visit.db, visit.customer.id))
  if (!(await isPassword(password, password_hash)))
    throw new Refusal('account_password_wrong', 422, { fields: { [field]: 'account_password_wrong' } })
  await visit.giveBack(name, currentPasswordAllowance.seconds)
}

async function mySessions(_: object, { db, customer, session, now }: CustomerVisit) {
  const rows = await kept.sessionsOf(db, customer.id, now)
  const sessions = rows.map(row => ({
    id: row.id,
    current: row.token_hash.equals(session),
    ...deviceName(row.agent),
    created_at: row.created_at.toISOString(),
    seen_at: row.seen_at.toISOString(),
  }))
  return { sessions }
}

async function endSessions({ id }: ParsedOf<typeof say.endSessions>, visit: CustomerVisit) {
  const { db, customer, session } = visit
  if (id === undefined) await data.endOtherSessions(db, customer.id, session)
  else allow(await kept.endSessionOf(db, customer.id, id))
  return {}
}

async function myData(_: object, { db, customer, now }: CustomerVisit) {
  return portraitOf(db, customer.id, registry => isSecret(registry, dayInAthens(now)))
}
