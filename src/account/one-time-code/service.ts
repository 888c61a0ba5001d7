import { createHash, randomBytes } from 'node:crypto'

/** A one-time code of 256 bits for an e-mail, and its hash: the database stores only the hash. */
export function createOneTimeCode(): { code: string; code_hash: Buffer } {
  const code = randomBytes(32).toString('base64url')
  return { code, code_hash: sha256(code) }
}

/** The SHA-256 digest of a text, as the database stores codes and device ids. */
export function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

/** The least time of an answer about an e-mail, in milliseconds. */
const minimumMs = 150

/** Waits for the work, but at least 150 ms, so that the time does not tell whether an e-mail has an account (R114). */
export async function runInConstantTime<T>(work: Promise<T>): Promise<T> {
  const [result] = await Promise.all([work, new Promise(resolve => setTimeout(resolve, minimumMs))])
  return result
}
