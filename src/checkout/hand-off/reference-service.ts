import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** A fresh reference of a hand-off: 128 bits, so that it is its own right to see what became of it. */
export function createHandoffReference(): string {
  return randomBytes(16).toString('base64url')
}

/** The reference as it travels through the shop on a contribution, with the proof that it is ours. */
export function signReference(reference: string, secret: string): string {
  return `${reference}.${proofOf(reference, secret)}`
}

/** The reference of a text that we signed, else null. */
export function verifyReference(text: string | null, secret: string): string | null {
  const [reference = '', proof = ''] = (text ?? '').split('.')
  return isSame(proof, proofOf(reference, secret)) ? reference : null
}

/**
 * The giver's right to what he gave, as it stands in his letter: the hand-off and 192 bits of proof. It is no other
 * right than this, and is kept nowhere but in the letter.
 */
export function createGiverToken(handoffId: number, secret: string): string {
  return `${handoffId.toString(36)}-${giverProof(handoffId, secret)}`
}

/** The hand-off of a giver's token, else null. */
export function verifyGiverToken(token: string, secret: string): number | null {
  const [, id = '', proof = ''] = /^([0-9a-z]{1,10})-([\w-]{32})$/.exec(token) ?? []
  const handoffId = Number.parseInt(id, 36)
  if (!Number.isSafeInteger(handoffId)) return null
  return isSame(proof, giverProof(handoffId, secret)) ? handoffId : null
}

function giverProof(handoffId: number, secret: string): string {
  return createHmac('sha256', secret).update(`giver ${handoffId}`).digest('base64url').slice(0, 32)
}

function proofOf(reference: string, secret: string): string {
  return createHmac('sha256', secret).update(`hand-off ${reference}`).digest('base64url').slice(0, 22)
}

function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}
