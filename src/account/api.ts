import type { ParsedOf, ReplyOf } from '../base/endpoint.ts'
import { Refusal } from '../base/refusal.ts'
import { type Served, serve } from '../server/serve.ts'
import type { CustomerVisit, Visit } from '../server/visit.ts'
import { count } from './allowances.ts'
import { confirmCalls, postConfirmation } from './confirm.ts'
import * as say from './contract.ts'
import * as data from './data.ts'
import { boundsOf, forgottenCalls } from './forgotten.ts'
import { leavingCalls } from './leaving.ts'
import { hashPassword } from './password.ts'
import { phoneNumber } from './phone.ts'
import { emailKey, registerAllowance } from './rules.ts'
import { settingsCalls } from './settings.ts'
import { login, signIn } from './sign-in.ts'

export const calls: Served[] = [
  serve(say.register, register, visit => say.registration(boundsOf(visit), phoneNumber)),
  serve(say.login, login),
  serve(say.logout, logout),
  ...forgottenCalls,
  ...confirmCalls,
  ...settingsCalls,
  ...leavingCalls,
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
    await postConfirmation(tx, 'welcome', { id, email, language }, visit)
    return signIn(tx, { id, email, name, language }, person.device, visit)
  })
}

function taken(): Refusal {
  return new Refusal('account_email_taken', 409, { fields: { email: 'account_email_taken' } })
}

async function logout(_: object, { db, session }: CustomerVisit): Promise<ReplyOf<typeof say.logout>> {
  await data.endSession(db, session)
  return {}
}
