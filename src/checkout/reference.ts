import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** A fresh reference of a hand-off: 128 bits, so that it is its own right to see what became of it. */
export function newReference(): string {
  return randomBytes(16).toString('base64url')
}

/** The reference as it travels through the shop on a contribution, with the proof that it is ours. */
export function signed(reference: string, secret: string): string {
  return `${reference}.${proofOf(reference, secret)}`
}

/** The reference of a text that we signed, else null. */
export function provenReference(text: string | null, secret: string): string | null {
  const [reference = '', proof = ''] = (text ?? '').split('.')
  const expected = Buffer.from(proofOf(reference, secret))
  const given = Buffer.from(proof)
  return given.length === expected.length && timingSafeEqual(given, expected) ? reference : null
}

function proofOf(reference: string, secret: string): string {
  return createHmac('sha256', secret).update(`hand-off ${reference}`).digest('base64url').slice(0, 22)
}
