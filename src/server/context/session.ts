import { randomBytes } from 'node:crypto'
import { hostCookieName } from '../../base/paths.ts'
import { staffCookieName } from '../../base/staff-roles.ts'
import type { Config } from '../config.ts'
import { cookiesOf } from '../http/address.ts'
import { sha256 } from './signing.ts'

type SiteAddress = Pick<Config, 'SITE_URL'>

/** The cookie with the session token in this deployment (R109). */
export function tokenCookie({ SITE_URL }: SiteAddress): string {
  return hostCookieName('customerToken', SITE_URL.startsWith('https:'))
}

/** A new token of 256 random bits, and its hash; the database stores only the hash. */
export function createSessionToken(): { token: string; hash: Buffer } {
  const token = randomBytes(32).toString('base64url')
  return { token, hash: hashToken(token) }
}

export function hashToken(token: string): Buffer {
  return sha256(token)
}

/** The token of an `Authorization: Bearer` header; undefined without one. */
export function readBearerToken({ headers }: Request): string | undefined {
  return /^Bearer\s+(\S+)$/i.exec(headers.get('authorization') ?? '')?.[1]
}

/** The session token of a request, and whether it came by header or by cookie; null without one. */
export function readSessionToken(
  request: Request,
  site: SiteAddress,
): { token: string; by: 'header' | 'cookie' } | null {
  const bearer = readBearerToken(request)
  if (bearer) return { token: bearer, by: 'header' }
  const token = readCookie(request, tokenCookie(site))
  return token ? { token, by: 'cookie' } : null
}

/** The token of a console session, which comes by its cookie alone. */
export function readStaffToken(request: Request, { SITE_URL }: SiteAddress): string | undefined {
  return readCookie(request, staffCookieName(SITE_URL.startsWith('https:'))) || undefined
}

/** One cookie of a request, decoded; undefined when it is missing or malformed. */
export function readCookie(request: Request, name: string): string | undefined {
  const value = cookiesOf(request).get(name)
  return value === undefined ? undefined : decodeOrUndefined(value)
}

function decodeOrUndefined(value: string): string | undefined {
  try {
    return decodeURIComponent(value)
  } catch {
    return undefined
  }
}
