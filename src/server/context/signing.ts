import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { Config } from '../config.ts'

export type SigningSecrets = Pick<Config, 'SECRET' | 'SECRET_PREVIOUS'>
export type DigestSecrets = Pick<Config, 'DIGEST_SECRET'>

/** What a signature is for; a text that was signed for one purpose is refused for every other one. */
export type SigningPurpose =
  | `cookie ${string}`
  | 'giver link'
  | 'giver words'
  | 'reply link'
  | 'stop link'
  | 'invited link'
  | 'letter photo'
  | 'hand-off reference'

/** What a keyed digest is for; the same content has unrelated digests for two purposes. */
type DigestPurpose =
  | 'invitation address'
  | 'network address'
  | 'background'
  | 'photo'
  | 'payout code'
  | 'staff recovery code'
  | 'staff time secret'
  | 'host recovery code'
  | 'host time secret'

/** The largest text (bytes) that is inflated; a cookie has at most 4 kB. */
const maxTextBytes = 64 * 1024

/**
 * Signs a small text with a key of that purpose: `key.expiry.body.signature`, all of `[\w-]`. `key` tells which secret
 * was used, `expiry` is in seconds since 1970 in base 36, and 0 for a signature without an end. A text of letters,
 * digits, `_` and `-` stays readable; any other is encoded, compressed where that is shorter.
 */
export function signText(
  purpose: SigningPurpose,
  text: string,
  { SECRET }: SigningSecrets,
  expiresAt: Date | null,
): string {
  const expiry = expiresAt === null ? 0 : Math.ceil(expiresAt.getTime() / 1000)
  const signed = `${keyId(SECRET)}.${expiry.toString(36)}.${encodeBody(text)}`
  return `${signed}.${signature(purpose, signed, SECRET)}`
}

/**
 * The text that `signText` signed for that purpose, with the present secret or a previous one; null when anything was
 * changed, or when it has expired.
 */
export function verifySignedText(
  purpose: SigningPurpose,
  signedText: string,
  { SECRET, SECRET_PREVIOUS }: SigningSecrets,
  now: Date,
): string | null {
  const [id = '', expiry = '', body = '', given = '', ...more] = signedText.split('.', 5)
  const secret = [SECRET, ...SECRET_PREVIOUS].find(one => keyId(one) === id)
  if (secret === undefined || more.length > 0) return null
  if (!isEqualConstantTime(given, signature(purpose, `${id}.${expiry}.${body}`, secret))) return null
  const expirySeconds = Number.parseInt(expiry, 36)
  return expirySeconds === 0 || expirySeconds * 1000 > now.getTime() ? decodeBody(body) : null
}

/** The digest that the database stores in place of random codes and device ids. */
export function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

/** A digest that only this deployment can compute: whoever reads the database can't try out addresses. */
export function keyedDigest(
  purpose: DigestPurpose,
  content: string | Uint8Array,
  { DIGEST_SECRET }: DigestSecrets,
): Buffer {
  return createHmac('sha256', DIGEST_SECRET).update(`${purpose} `).update(content).digest()
}

function encodeBody(text: string): string {
  if (/^[\w-]+$/.test(text)) return `t${text}`
  const plain = Buffer.from(text)
  const deflated = deflateRawSync(plain)
  return deflated.length < plain.length
    ? `z${deflated.toString('base64url')}`
    : `p${plain.toString('base64url')}`
}

/** The text; null when it would be longer than any text that is signed. */
function decodeBody(body: string): string | null {
  if (body.startsWith('t')) return body.slice(1)
  const bytes = Buffer.from(body.slice(1), 'base64url')
  if (!body.startsWith('z')) return bytes.toString()
  try {
    return inflateRawSync(bytes, { maxOutputLength: maxTextBytes }).toString()
  } catch {
    return null
  }
}

/** 128 bits. */
function signature(purpose: SigningPurpose, signed: string, secret: string): string {
  return createHmac('sha256', deriveKey(`sign ${purpose}`, secret))
    .update(signed)
    .digest('base64url')
    .slice(0, 22)
}

/** Identifies a secret without revealing anything of it. */
function keyId(secret: string): string {
  return deriveKey('key id', secret).toString('base64url').slice(0, 4)
}

const derivedKeys = new Map<string, Buffer>()

/** The key of that purpose, derived from the secret (HKDF); no key reveals another one. */
function deriveKey(info: string, secret: string): Buffer {
  const name = `${secret} ${info}`
  const key = derivedKeys.get(name) ?? Buffer.from(hkdfSync('sha256', secret, '', `doron ${info}`, 32))
  derivedKeys.set(name, key)
  return key
}

export function isEqualConstantTime(actual: string, expected: string): boolean {
  const [one, other] = [Buffer.from(actual), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}

/** What a sealed text is for; one that was sealed for one purpose can't be opened for another. */
type SealingPurpose = 'storefront token' | 'staff time secret' | 'host time secret'

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
