import { hostCookieName } from '../../base/paths.ts'
import type { Config } from '../config.ts'
import { readCookie } from '../context/session.ts'
import { type SigningSecrets, signText, verifySignedText } from '../context/signing.ts'
import type { SpendPoints } from './request-points.ts'

type VisitorSettings = SigningSecrets & Pick<Config, 'SITE_URL'>

const cookieSeconds = 30 * 86_400
const knownAfterMs = 10 * 60_000
/** Points that issuing one cookie takes of a budget of its own: 100 browsers a minute behind one address. */
const issuePoints = 30

const cookieName = ({ SITE_URL }: VisitorSettings) => hostCookieName('visitor', SITE_URL.startsWith('https:'))

/** When this browser got its cookie; null without one that we have signed. */
function visitorSince(request: Request, settings: VisitorSettings, now: Date): Date | null {
  const cookie = readCookie(request, cookieName(settings))
  const text = cookie ? verifySignedText('cookie visitor', cookie, settings, now) : null
  return text === null ? null : new Date(Number(text))
}

/**
 * Whether a browser has had our cookie for ten minutes (R1207): many people share the address of a mobile operator, and
 * whoever tries addresses out brings no cookie.
 */
export function isKnownVisitor(request: Request, settings: VisitorSettings, now: Date): boolean {
  const since = visitorSince(request, settings, now)
  return since !== null && now.getTime() - since.getTime() >= knownAfterMs
}

/** The cookie for a browser that opens a page without one; null where its address has had too many. */
export function issueVisitorCookie(
  request: Request,
  { address, now, config }: { address: string; now: Date; config: VisitorSettings },
  spendIssue: SpendPoints,
): string | null {
  if (request.headers.get('sec-fetch-dest') !== 'document' || visitorSince(request, config, now)) return null
  try {
    spendIssue({ address, isKnown: false }, issuePoints, now)
  } catch {
    return null
  }
  const expiresAt = new Date(now.getTime() + cookieSeconds * 1000)
  const value = signText('cookie visitor', String(now.getTime()), config, expiresAt)
  const secure = config.SITE_URL.startsWith('https:') ? '; Secure' : ''
  return `${cookieName(config)}=${value}; Path=/; Max-Age=${cookieSeconds}; HttpOnly; SameSite=Lax${secure}`
}
