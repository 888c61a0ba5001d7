import { createHash, randomBytes } from 'node:crypto'
import type { Db } from '../postgres/tables.ts'
import type { SignedInCustomer } from './request-context.ts'

export const tokenCookie = 'customerToken'

/** A fresh token: 256 bits, of which the database keeps only the hash. */
export function createSessionToken(): { token: string; hash: Buffer } {
  const token = randomBytes(32).toString('base64url')
  return { token, hash: hashToken(token) }
}

export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** The token a request brings, and whether it came by header or by cookie. */
export function readSessionToken(request: Request): { token: string; by: 'header' | 'cookie' } | null {
  const bearer = /^Bearer\s+(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1]
  if (bearer) return { token: bearer, by: 'header' }
  const token = readCookie(request, tokenCookie)
  return token ? { token, by: 'cookie' } : null
}

/** One cookie of a request, decoded. */
export function readCookie(request: Request, name: string): string | undefined {
  for (const part of (request.headers.get('cookie') ?? '').split(';')) {
    const [key, ...value] = part.trim().split('=')
    if (key === name) return decoded(value.join('='))
  }
  return undefined
}

function decoded(value: string): string | undefined {
  try {
    return decodeURIComponent(value)
  } catch {
    return undefined
  }
}

/** A session is noted as in use once in such a time. */
const seenEveryMs = 3_600_000

/** The customer of a living session, or null; somebody who is leaving has none. */
export async function findSessionCustomer(db: Db, hash: Buffer, now: Date): Promise<SignedInCustomer | null> {
  const row = await db
    .selectFrom('session')
    .innerJoin('customer', 'customer.id', 'session.customer_id')
    .select(['customer.id', 'email', 'name', 'surname', 'language'])
    .select(['shop_customer_id', 'confirmed_at', 'seen_at'])
    .where('token_hash', '=', hash)
    .where('expires_at', '>', now)
    .where('deletion_requested_at', 'is', null)
    .executeTakeFirst()
  if (!row) return null
  const { shop_customer_id, confirmed_at, seen_at, ...person } = row
  if (now.getTime() - seen_at.getTime() > seenEveryMs)
    await db.updateTable('session').set({ seen_at: now }).where('token_hash', '=', hash).execute()
  const confirmed = confirmed_at !== null
  return { ...person, confirmed, shopCustomerId: confirmed ? shop_customer_id : null }
}
