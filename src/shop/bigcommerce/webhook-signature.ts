import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { ShopFailure } from '../port.ts'
import { parseReply, webhookBodySchema } from './wire.ts'

/** The header with our own secret, which the platform learns when the webhook is created. */
export const webhookSecretHeader = 'X-Doron-Hook-Key'
/** Older deliveries are used, but marked as stale (R914). */
const staleAfterSeconds = 300

/** What a delivery is verified against. */
export interface WebhookVerification {
  /** Our own secret, always required. */
  secret: string
  /** The API account's client secret, the key of Standard Webhooks signatures. */
  clientSecret?: string
  /** True when a delivery without a signature is refused too. */
  requireSignature: boolean
  storeHash: string
}

/** A delivery that is proved to come from the platform. */
export interface VerifiedWebhook {
  /** The same for every delivery of the same event. */
  id: string
  scope: string
  data: Record<string, unknown>
  isStale: boolean
}

/**
 * Verifies and parses a delivery (R502): our secret, compared in constant time, the signature over the raw bytes, and
 * the store that sent it. One older than five minutes is stale, but accepted, because the platform blocks destinations
 * that refuse (R914). Throws ShopFailure: `auth` for a forgery, `shape` for a body that cannot be parsed.
 */
export function verifyWebhook(
  headers: Headers,
  body: Uint8Array,
  now: Date,
  verification: WebhookVerification,
): VerifiedWebhook {
  if (!isEqual(headers.get(webhookSecretHeader) ?? '', verification.secret))
    throw forged('our secret is missing or wrong')
  const signature = headers.get('webhook-signature')
  if (signature === null && verification.requireSignature) throw forged('the signature is missing')
  if (signature !== null && verification.clientSecret !== undefined) {
    if (!hasValidSignature(headers, signature, body, verification.clientSecret))
      throw forged('the signature is wrong')
  }
  const delivery = parseReply(webhookBodySchema, parseJsonBody(body), 'webhook')
  if (delivery.producer !== `stores/${verification.storeHash}`) throw forged('another store')
  const sentAt = Number(headers.get('webhook-timestamp') ?? delivery.created_at ?? Number.NaN)
  return {
    id:
      headers.get('webhook-id') ??
      `${delivery.scope} ${delivery.hash ?? digestOf(body)} ${delivery.created_at ?? ''}`,
    scope: delivery.scope,
    data: delivery.data,
    isStale: !(Math.abs(now.getTime() / 1000 - sentAt) <= staleAfterSeconds),
  }
}

const digestOf = (body: Uint8Array) => createHash('sha256').update(body).digest('hex')

const forged = (reason: string) => new ShopFailure('auth', `webhook refused: ${reason}`)

/** `v1,<base64>` of id.timestamp.body; there are several while a secret is being replaced. */
function hasValidSignature(
  headers: Headers,
  signature: string,
  body: Uint8Array,
  clientSecret: string,
): boolean {
  const prefix = `${headers.get('webhook-id')}.${headers.get('webhook-timestamp')}.`
  const expected = createHmac('sha256', clientSecret).update(prefix).update(body).digest('base64')
  return signature.split(' ').some(one => isEqual(one, `v1,${expected}`))
}

/** Compares in constant time, whatever the lengths: hashes are equally long. */
function isEqual(given: string, known: string): boolean {
  const digest = (text: string) => createHmac('sha256', 'compare').update(text).digest()
  return timingSafeEqual(digest(given), digest(known))
}

function parseJsonBody(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch (cause) {
    throw new ShopFailure('shape', 'the webhook is no JSON', { cause })
  }
}
