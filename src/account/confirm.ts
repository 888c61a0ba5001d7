import type { ParsedOf, ReplyOf } from '../base/endpoint.ts'
import type { Language } from '../base/language.ts'
import { Refusal } from '../base/refusal.ts'
import { type Served, serve } from '../server/serve.ts'
import type { Db } from '../server/tables.ts'
import type { Visit } from '../server/visit.ts'
import { count, isWithin } from './allowances.ts'
import * as say from './confirm-contract.ts'
import * as kept from './confirm-data.ts'
import * as data from './data.ts'
import { evenly } from './evenly.ts'
import { hashOfCode, newCode } from './password.ts'
import { codeAllowance, codeLetters, confirmationDays, emailKey } from './rules.ts'

/** What somebody calls whose e-mail waits to be confirmed. */
export const confirmCalls: Served[] = [
  serve(say.confirmEmail, confirmEmail),
  serve(say.sendConfirmation, sendConfirmation),
]

interface Addressee {
  id: number
  email: string
  language: Language
}

/** Writes a letter with a fresh link to confirm its address; the link before it is void. */
export async function postConfirmation(
  tx: Db,
  template: 'welcome' | 'confirm-email',
  { id, email, language }: Addressee,
  { now, post }: Pick<Visit, 'now' | 'post'>,
): Promise<void> {
  const { code, code_hash } = newCode()
  const expires_at = new Date(now.getTime() + confirmationDays * 86_400_000)
  await kept.keepConfirmation(tx, { customer_id: id, code_hash, expires_at })
  const cause = template === 'welcome' ? `welcome:${id}` : `confirm:${code_hash.toString('base64url')}`
  await post(tx, { cause, template, language, to: email, props: { code } })
}

async function confirmEmail(
  { code }: ParsedOf<typeof say.confirmEmail>,
  visit: Visit,
): Promise<ReplyOf<typeof say.confirmEmail>> {
  const { db, now } = visit
  await count(`code-try:${visit.address}`, codeAllowance.try, visit)
  const hash = hashOfCode(code)
  return db.transaction().execute(async tx => {
    const spent = await kept.spendConfirmation(tx, hash, now)
    if (spent) await kept.confirm(tx, spent.customer_id, now)
    if (spent) return { state: 'confirmed' }
    if (await kept.isConfirmedBy(tx, hash)) return { state: 'already' }
    throw new Refusal('account_confirm_expired', 422)
  })
}

async function sendConfirmation({ email }: ParsedOf<typeof say.sendConfirmation>, visit: Visit) {
  await count(`forgotten:${visit.address}`, codeAllowance.ask, visit)
  await evenly(sendTo(emailKey(email), visit))
  return {}
}

async function sendTo(key: string, visit: Visit): Promise<void> {
  const customer = await data.customerByEmail(visit.db, key)
  if (!customer || customer.confirmed_at || customer.leaving_at) return
  if (!(await isWithin(`confirm:${key}`, codeLetters, visit))) return
  await visit.db.transaction().execute(tx => postConfirmation(tx, 'confirm-email', customer, visit))
}
