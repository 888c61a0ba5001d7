import { randomBytes } from 'node:crypto'
import { type SigningSecrets, signText, verifySignedText } from '../../server/context/signing.ts'

/** A fresh reference of a hand-off: 128 random bits, so that whoever knows it may read the hand-off's status. */
export function createHandoffReference(): string {
  return randomBytes(16).toString('base64url')
}

/** The reference with a signature, as a contribution carries it through the shop (R415). It has no end: an order may be paid or refunded years later. */
export function signReference(reference: string, secrets: SigningSecrets): string {
  return signText('hand-off reference', reference, secrets, null)
}

/** The reference in a text that we signed, else null. */
export function verifyReference(text: string | null, secrets: SigningSecrets, now: Date): string | null {
  return verifySignedText('hand-off reference', text ?? '', secrets, now)
}

/** For how long a giver's private link opens after its e-mail was written, in days: the two years of a guarantee. */
const giverLinkDays = 2 * 366
const dayMs = 86_400_000

/** The token of a giver's private link (R516): the signed id of the hand-off. It is not stored. */
export function createGiverToken(handoffId: number, secrets: SigningSecrets, now: Date): string {
  const expiresAt = new Date(now.getTime() + giverLinkDays * dayMs)
  return signText('giver link', handoffId.toString(36), secrets, expiresAt)
}

/** The id of the hand-off that a giver's token was made for, else null. */
export function verifyGiverToken(token: string, secrets: SigningSecrets, now: Date): number | null {
  const text = verifySignedText('giver link', token, secrets, now)
  return text === null ? null : Number.parseInt(text, 36) || null
}
