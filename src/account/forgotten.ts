import type { ParsedOf, ReplyOf } from '../base/endpoint.ts'
import { Refusal } from '../base/refusal.ts'
import { type Served, serve } from '../server/serve.ts'
import type { Visit } from '../server/visit.ts'
import { count, isWithin } from './allowances.ts'
import { confirm } from './confirm-data.ts'
import * as say from './contract.ts'
import * as data from './data.ts'
import { evenly } from './evenly.ts'
import { hashOfCode, hashPassword, newCode } from './password.ts'
import { codeAllowance, codeLetters, codeMinutes, emailKey } from './rules.ts'

/** What somebody calls who forgot the password. */
export const forgottenCalls: Served[] = [
  serve(say.passwordEmail, askForCode),
  serve(say.passwordCodeCheck, checkCode),
  serve(say.passwordReset, reset, visit => say.newPasswordByCode(boundsOf(visit))),
]

export function boundsOf({ config }: Visit): say.PasswordBounds {
  return { min: config.PASSWORD_MIN, max: config.PASSWORD_MAX }
}

async function askForCode({ email }: ParsedOf<typeof say.passwordEmail>, visit: Visit) {
  await count(`forgotten:${visit.address}`, codeAllowance.ask, visit)
  await evenly(sendCode(emailKey(email), visit))
  return {}
}

async function sendCode(key: string, visit: Visit): Promise<void> {
  const { db, now } = visit
  const customer = await data.customerByEmail(db, key)
  if (!customer || !(await isWithin(`code:${key}`, codeLetters, visit))) return
  const { code, code_hash } = newCode()
  const expires_at = new Date(now.getTime() + codeMinutes * 60_000)
  await db.transaction().execute(async tx => {
    await data.keepCode(tx, { customer_id: customer.id, code_hash, expires_at })
    const { email, language } = customer
    const cause = `reset:${code_hash.toString('base64url')}`
    await visit.post(tx, { cause, template: 'password-reset', language, to: email, props: { email, code } })
  })
}

async function checkCode(
  input: ParsedOf<typeof say.passwordCodeCheck>,
  visit: Visit,
): Promise<ReplyOf<typeof say.passwordCodeCheck>> {
  const tried = await tryCode(input, visit)
  if (!(await evenly(data.isCode(visit.db, tried)))) throw wrongCode()
  return {}
}

async function reset(
  input: ParsedOf<typeof say.passwordReset>,
  visit: Visit,
): Promise<ReplyOf<typeof say.passwordReset>> {
  const tried = await tryCode(input, visit)
  const password_hash = await hashPassword(input.password)
  await visit.db.transaction().execute(async tx => {
    const customer = await data.spendCode(tx, tried)
    if (!customer) throw wrongCode()
    await data.keepPassword(tx, customer.id, password_hash)
    await data.endSessions(tx, customer.id)
    // The code came by letter, so the address is his.
    await confirm(tx, customer.id, visit.now)
    const { email, language } = customer
    const cause = `password:${tried.code_hash.toString('base64url')}`
    await visit.post(tx, { cause, template: 'password-changed', language, to: email, props: {} })
  })
  return {}
}

async function tryCode(
  { email, code }: { email: string; code: string },
  visit: Visit,
): Promise<data.CodeTried> {
  await count(`code-try:${visit.address}`, codeAllowance.try, visit)
  return { email_key: emailKey(email), code_hash: hashOfCode(code), now: visit.now }
}

/** One answer for an unknown e-mail and for a wrong, an old and a spent code. */
function wrongCode(): Refusal {
  return new Refusal('account_code_wrong', 422)
}
