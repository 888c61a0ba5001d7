import type { JobContext } from '../../server/context/request-context.ts'
import type { Db } from '../../server/postgres/tables.ts'
import type { CustomerRow } from '../customer/data.ts'
import { createLinkCode, issueLink } from '../link/service.ts'

/** How long a code is valid, in minutes (R114). */
const codeMinutes = 60

/** Sends the letter with a code for a new password; false beyond what an address gets in a day: the last code stays valid. */
export async function sendPasswordLetter(
  tx: Db,
  { id, email, language }: Pick<CustomerRow, 'id' | 'email' | 'language'>,
  ctx: JobContext,
  isOwnAct = false,
): Promise<boolean> {
  const { code, hash } = createLinkCode()
  const expires_at = new Date(ctx.now.getTime() + codeMinutes * 60_000)
  const cause = `reset:${hash.toString('base64url')}`
  const props = { email, code }
  const letter = { cause, template: 'password-reset', language, to: email, props, isOwnAct } as const
  if (!(await ctx.enqueueEmail(tx, letter))) return false
  await issueLink(tx, { kind: 'password_reset', subject_id: id, hash, expires_at })
  await ctx.recordSecurityEvent({ kind: 'code_requested', about: 'password', customerId: id }, tx)
  return true
}
