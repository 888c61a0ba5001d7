import { createHmac, timingSafeEqual } from 'node:crypto'
import { ShopFailure } from '../port.ts'
import { parseReply, webhookBodySchema } from './wire.ts'

/** The header that carries our own secret; it is given to the platform when the webhook is made. */
export const webhookSecretHeader = 'X-Doron-Hook-Key'
/** Seconds; older deliveries are still hints, but marked. */
const freshFor = 300

export interface WebhookVerification {
  /** Our own secret, always required. */
  secret: string
  /** The API account's client secret, the key of Standard Webhooks signatures. */
  clientSecret?: string
  /** True when a delivery without a signature is refused too. */
  requireSignature: boolean
  storeHash: string
}

export interface VerifiedWebhook {
  /** The same for every delivery of the same event. */
  id: string
  scope: string
  data: Record<string, unknown>
  isStale: boolean
}

/**
 * Reads a webhook after proving it: our secret header in constant time, the signature over the raw bytes, and
 * the store it speaks for. A genuine one that is older than five minutes is stale, not refused: the platform
 * blocks destinations that refuse (faults F5). Throws ShopFailure: `auth` for a forgery, `shape` for nonsense.
 */
export function verifyWebhook(
  headers: Headers,
  body: Uint8Array,
  now: Date,
  proof: WebhookVerification,
): VerifiedWebhook {
  if (!same(headers.get(webhookSecretHeader) ?? '', proof.secret))
    throw forged('our secret is missing or wrong')
  const signature = headers.get('webhook-signature')
  if (signature === null && proof.requireSignature) throw forged('the signature is missing')
  if (signature !== null && proof.clientSecret !== undefined) {
    if (!isSigned(headers, signature, body, proof.clientSecret)) throw forged('the signature is wrong')
  }
  const said = parseReply(webhookBodySchema, jsonOf(body), 'webhook')
  if (said.producer !== `stores/${proof.storeHash}`) throw forged('another store')
  const sentAt = Number(headers.get('webhook-timestamp') ?? said.created_at)
  return {
    id: headers.get('webhook-id') ?? `${said.scope} ${said.hash} ${said.created_at}`,
    scope: said.scope,
    data: said.data,
    isStale: !(Math.abs(now.getTime() / 1000 - sentAt) <= freshFor),
  }
}

const forged = (why: string) => new ShopFailure('auth', `webhook refused: ${why}`)

/** `v1,<base64>` of id.timestamp.body; several may stand there while a secret is being changed. */
function isSigned(headers: Headers, signature: string, body: Uint8Array, clientSecret: string): boolean {
  const signed = `${headers.get('webhook-id')}.${headers.get('webhook-timestamp')}.`
  const expected = createHmac('sha256', clientSecret).update(signed).update(body).digest('base64')
  return signature.split(' ').some(one => same(one, `v1,${expected}`))
}

/** Compares in constant time, whatever the lengths. */
function same(given: string, known: string): boolean {
  const digest = (text: string) => createHmac('sha256', 'compare').update(text).digest()
  return timingSafeEqual(digest(given), digest(known))
}

function jsonOf(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch (cause) {
    throw new ShopFailure('shape', 'the webhook is no JSON', { cause })
  }
}
