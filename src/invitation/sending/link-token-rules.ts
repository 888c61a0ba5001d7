import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * Links that need no account: the number of a row with our proof of 128 bits. Nothing of them is stored, and who has
 * one learns nothing of the others.
 */
export function createLinkToken(purpose: 'reply' | 'stop', id: number, secret: string): string {
  return `${id.toString(36)}-${proofOf(purpose, id, secret)}`
}

/** The row's number of a token that we made for that purpose, else null. */
export function verifyLinkToken(purpose: 'reply' | 'stop', token: string, secret: string): number | null {
  const [number = '', ...rest] = token.split('-')
  const id = /^[0-9a-z]{1,10}$/.test(number) ? Number.parseInt(number, 36) : 0
  const expected = Buffer.from(proofOf(purpose, id, secret))
  const given = Buffer.from(rest.join('-'))
  return id > 0 && given.length === expected.length && timingSafeEqual(given, expected) ? id : null
}

function proofOf(purpose: string, id: number, secret: string): string {
  return createHmac('sha256', secret).update(`invitation ${purpose} ${id}`).digest('base64url').slice(0, 22)
}

/** An address as the list of those who want no more invitations keeps it. */
export function digestEmailAddress(emailKey: string, secret: string): Buffer {
  return createHmac('sha256', secret).update(`invitation address ${emailKey}`).digest()
}
