import { createHash, randomBytes } from 'node:crypto'

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
