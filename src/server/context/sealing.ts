import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { deriveKey, keyId, type SigningSecrets } from './signing.ts'

/** What a sealed text is; one that was sealed for one purpose is opened for no other. */
export type SealingPurpose = 'storefront token' | 'staff time secret' | 'host time secret'

const algorithm = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

/**
 * Encrypts a text that the database keeps and only this deployment may read: `key.nonce and text and tag`, with a key
 * of that purpose. `about` is what it belongs to: in another row it can't be opened.
 */
export function sealText(
  purpose: SealingPurpose,
  text: string,
  about: string,
  { SECRET }: Pick<SigningSecrets, 'SECRET'>,
): string {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv(algorithm, deriveKey(`seal ${purpose}`, SECRET), nonce)
  cipher.setAAD(Buffer.from(about))
  const body = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return `${keyId(SECRET)}.${body.toString('base64url')}`
}

/**
 * The text that `sealText` sealed, with the present secret or a previous one, and whether it was the present one; null
 * when it was changed, moved, or sealed with a secret that we no longer have.
 */
export function openSealedText(
  purpose: SealingPurpose,
  sealed: string,
  about: string,
  { SECRET, SECRET_PREVIOUS }: SigningSecrets,
): { text: string; isPresentKey: boolean } | null {
  const [id = '', encoded = ''] = sealed.split('.', 2)
  const secret = [SECRET, ...SECRET_PREVIOUS].find(one => keyId(one) === id)
  const body = Buffer.from(encoded, 'base64url')
  if (secret === undefined || body.length < nonceBytes + tagBytes) return null
  const key = deriveKey(`seal ${purpose}`, secret)
  const decipher = createDecipheriv(algorithm, key, body.subarray(0, nonceBytes), { authTagLength: tagBytes })
  decipher.setAAD(Buffer.from(about))
  decipher.setAuthTag(body.subarray(-tagBytes))
  try {
    const text = Buffer.concat([decipher.update(body.subarray(nonceBytes, -tagBytes)), decipher.final()])
    return { text: text.toString(), isPresentKey: secret === SECRET }
  } catch {
    return null
  }
}
