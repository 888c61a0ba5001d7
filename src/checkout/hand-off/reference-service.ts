import { randomBytes } from 'node:crypto'
import { type SigningSecrets, signText, verifySignedText } from '../../server/context/signing.ts'
import { formatMark, type HandoffMark, type MarkedOrigin, parseMark } from './mark-rules.ts'

/** A fresh reference of a hand-off: 128 random bits, so that whoever knows it may read the hand-off's status. */
export function createHandoffReference(): string {
  return randomBytes(16).toString('base64url')
}

/**
 * The reference and what the hand-off is, with a signature, as a line carries it through the shop (R415, R522). It has no
 * end: an order may be paid or refunded years later.
 */
export function signMark(reference: string, origin: MarkedOrigin, secrets: SigningSecrets): string {
  return signText('hand-off reference', formatMark(reference, origin), secrets, null)
}

/** What a text says that we signed, else null. */
export function verifyMark(text: string | null, secrets: SigningSecrets, now: Date): HandoffMark | null {
  const signed = verifySignedText('hand-off reference', text ?? '', secrets, now)
  return signed === null ? null : parseMark(signed)
}

/** For how long a giver's private link opens after its e-mail was written, in days: the two years of a guarantee. */
const giverLinkDays = 2 * 366
const dayMs = 86_400_000

/**
 * The token of a giver's private link (R516): the signed reference of the hand-off, which opens it also when it had to be
 * made again after a restore. It is not stored.
 */
export function createGiverToken(reference: string, secrets: SigningSecrets, now: Date): string {
  const expiresAt = new Date(now.getTime() + giverLinkDays * dayMs)
  return signText('giver link', reference, secrets, expiresAt)
}

/**
 * The token of whoever handed the cart off, for a day: it opens the words that they wrote, and nothing of whoever paid
 * (R516).
 */
export function createWordsToken(reference: string, secrets: SigningSecrets, now: Date): string {
  return signText('giver words', reference, secrets, new Date(now.getTime() + dayMs))
}

/** The reference of the hand-off that a token was made for, and whether it opens only the words; else null. */
export function verifyGiverToken(
  token: string,
  secrets: SigningSecrets,
  now: Date,
): { reference: string; isForWords: boolean } | null {
  const forWords = verifySignedText('giver words', token, secrets, now)
  const reference = forWords ?? verifySignedText('giver link', token, secrets, now)
  return reference === null ? null : { reference, isForWords: forWords !== null }
}
