import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** A fresh reference of a hand-off: 128 random bits, so that whoever knows it may read the hand-off's status. */
export function createHandoffReference(): string {
  return randomBytes(16).toString('base64url')
}

/** The reference with a signature, as a contribution carries it through the shop (R415). */
export function signReference(reference: string, secret: string): string {
  return `${reference}.${referenceSignature(reference, secret)}`
}

/** The reference in a text that we signed, else null. */
export function verifyReference(text: string | null, secret: string): string | null {
  const [reference = '', signature = ''] = (text ?? '').split('.')
  return isEqualConstantTime(signature, referenceSignature(reference, secret)) ? reference : null
}

/** The token of a giver's private link (R516): the hand-off's id and 192 bits of signature. It is not stored. */
export function createGiverToken(handoffId: number, secret: string): string {
  return `${handoffId.toString(36)}-${giverSignature(handoffId, secret)}`
}

/** The id of the hand-off that a giver's token was made for, else null. */
export function verifyGiverToken(token: string, secret: string): number | null {
  const [, id = '', signature = ''] = /^([0-9a-z]{1,10})-([\w-]{32})$/.exec(token) ?? []
  const handoffId = Number.parseInt(id, 36)
  if (!Number.isSafeInteger(handoffId)) return null
  return isEqualConstantTime(signature, giverSignature(handoffId, secret)) ? handoffId : null
}

function giverSignature(handoffId: number, secret: string): string {
  return createHmac('sha256', secret).update(`giver ${handoffId}`).digest('base64url').slice(0, 32)
}

function referenceSignature(reference: string, secret: string): string {
  return createHmac('sha256', secret).update(`hand-off ${reference}`).digest('base64url').slice(0, 22)
}

function isEqualConstantTime(actual: string, expected: string): boolean {
  const [one, other] = [Buffer.from(actual), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}
