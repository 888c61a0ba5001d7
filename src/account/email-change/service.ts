import type { RequestContext } from '../../server/context/request-context.ts'
import type { Db } from '../../server/postgres/tables.ts'
import { isEmailHeldForOwner } from '../customer/data.ts'
import { emailKey } from '../customer/rules.ts'
import { createOneTimeCode } from '../one-time-code/service.ts'
import { formatDeviceName, parseUserAgent } from '../session/device-rules.ts'
import * as data from './data.ts'
import { maskEmail } from './rules.ts'

interface Account {
  id: number
  language: 'en' | 'el'
}

/** Makes this the account's e-mail; false when it is, or may become again, somebody else's. */
export async function moveAccountTo(tx: Db, id: number, email: string, now: Date): Promise<boolean> {
  const email_key = emailKey(email)
  if (await isEmailHeldForOwner(tx, email_key, now, id)) return false
  return data.updateEmail(tx, id, { email, email_key }, now)
}

/**
 * Tells the former address, with a link that stops the change, and answers that link's hash. A former address that was
 * never confirmed may be a stranger's: nobody is written to there.
 */
export async function tellOldAddress(
  tx: Db,
  template: 'email-change-requested' | 'email-changed',
  { account, from, to, isOwn }: { account: Account; from: string; to: string; isOwn: boolean },
  ctx: RequestContext,
): Promise<Buffer> {
  const { code, code_hash } = createOneTimeCode()
  if (!isOwn) return code_hash
  await ctx.enqueueEmail(tx, {
    cause: `${template}:${code_hash.toString('base64url')}`,
    template,
    language: account.language,
    to: from,
    props: {
      code,
      email: maskEmail(to),
      device: formatDeviceName(parseUserAgent(ctx.userAgent)),
      at: ctx.now.toISOString(),
    },
  })
  return code_hash
}
