import { createHmac, timingSafeEqual } from 'node:crypto'

type LinkPurpose = 'reply' | 'stop'

/** The token of a link that needs no account: a row's id, signed with 128 bits. Tokens are not stored. */
export function createLinkToken(purpose: LinkPurpose, id: number, secret: string): string {
  return `${id.toString(36)}-${signature(purpose, id, secret)}`
}

/** The row's id when the token was made for that purpose, else null. */
export function verifyLinkToken(purpose: LinkPurpose, token: string, secret: string): number | null {
  const [base36Id = '', ...rest] = token.split('-')
  const id = /^[0-9a-z]{1,10}$/.test(base36Id) ? Number.parseInt(base36Id, 36) : 0
  const expected = Buffer.from(signature(purpose, id, secret))
  const given = Buffer.from(rest.join('-'))
  return id > 0 && given.length === expected.length && timingSafeEqual(given, expected) ? id : null
}

function signature(purpose: LinkPurpose, id: number, secret: string): string {
  return createHmac('sha256', secret).update(`invitation ${purpose} ${id}`).digest('base64url').slice(0, 22)
}

/** The keyed digest by which the suppression list knows an address (R707). */
export function digestEmailAddress(emailKey: string, secret: string): Buffer {
  return createHmac('sha256', secret).update(`invitation address ${emailKey}`).digest()
}
