import { dayMs } from '../base/durations.ts'
import type { RequestContext } from '../server/context/request-context.ts'
import { type SigningSecrets, signText, verifySignedText } from '../server/context/signing.ts'

type LinkPurpose = 'reply' | 'stop'

/** For how long a link of an e-mail opens, in days: longer than an event may lie ahead, and a year. */
const linkDays = 6 * 366

/**
 * The token of a link that needs no account: a row's id, or a text of letters, digits, `_` and `-`, signed. Tokens are
 * not stored; the same day makes the same token.
 */
export function createLinkToken(
  purpose: LinkPurpose,
  id: number | string,
  secrets: SigningSecrets,
  now: Date,
): string {
  const today = Math.floor(now.getTime() / dayMs)
  return signText(`${purpose} link`, id.toString(36), secrets, new Date((today + linkDays) * dayMs))
}

/** The row's id when the token was made for that purpose and has not expired, else null. */
export function verifyLinkToken(
  purpose: LinkPurpose,
  token: string,
  secrets: SigningSecrets,
  now: Date,
): number | null {
  const text = readLinkToken(purpose, token, secrets, now)
  return text === null ? null : Number.parseInt(text, 36) || null
}

/** The same with the text that the token was made of; an id is in base 36. */
export const readLinkToken = (purpose: LinkPurpose, token: string, secrets: SigningSecrets, now: Date) =>
  verifySignedText(`${purpose} link`, token, secrets, now)

/** Links tried from one network address, reply and unsubscribe links together (R709). */
const maxLinkAttemptsPerHour = 300

/** Throws `refused_often` 429 beyond the limit. */
export async function limitLinkAttempts(ctx: RequestContext): Promise<void> {
  await ctx.rateLimit(`reply-link:${ctx.address}`, maxLinkAttemptsPerHour, 3600)
}
