import { createHmac, timingSafeEqual } from 'node:crypto'
import { deflateRawSync, inflateRawSync } from 'node:zlib'

/** Compresses and signs a small text for a cookie: base64url, a dot, the signature. */
export function signText(text: string, secret: string): string {
  const body = deflateRawSync(text).toString('base64url')
  return `${body}.${signatureOf(body, secret)}`
}

/** The text of `signText`; null when the signature is wrong. */
export function readSignedText(signed: string, secret: string): string | null {
  const [body = '', signature = ''] = signed.split('.')
  const expected = Buffer.from(signatureOf(body, secret))
  const given = Buffer.from(signature)
  if (expected.length !== given.length || !timingSafeEqual(expected, given)) return null
  return inflateRawSync(Buffer.from(body, 'base64url')).toString()
}

function signatureOf(body: string, secret: string): string {
  return createHmac('sha256', secret).update(body).digest('base64url')
}
