import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { type Shop, ShopFailure, type ShopWebhookEvent } from '../port.ts'
import type { ShopConnection } from './connection.ts'
import { deleteOne, getJson, nullIfMissing, type RestClient } from './rest-client.ts'
import * as wire from './wire.ts'

/** Webhooks v3, and the deliveries that they make. */
export function webhookOperations({ webhooks, credentials }: ShopConnection, rest: RestClient) {
  return {
    async fetchWebhooks() {
      const { data } = await getJson(rest, wire.webhooksSchema, `/v3/hooks?limit=250`)
      return data.map(webhook => ({
        id: webhook.id,
        scope: webhook.scope,
        destination: webhook.destination,
        active: webhook.is_active,
        hasOurSecret: carriesSecret(webhook, webhooks.secret),
      }))
    },
    async createWebhook(webhook) {
      const headers = { [webhookSecretHeader]: webhooks.secret }
      const body = { ...webhook, headers, is_active: true }
      await rest(wire.ignoredReplySchema, { method: 'POST', path: '/v3/hooks', body, repeatable: false })
    },
    async repairWebhook(id) {
      const body = { is_active: true, headers: { [webhookSecretHeader]: webhooks.secret } }
      await rest(wire.ignoredReplySchema, { method: 'PUT', path: `/v3/hooks/${id}`, body, repeatable: true })
    },
    async deleteWebhook(id) {
      await nullIfMissing(() => deleteOne(rest, `/v3/hooks/${id}`))
    },
    parseWebhook: (headers, body, now) => verifyWebhook(headers, body, now, { webhooks, credentials }),
  } satisfies Partial<Shop>
}

/** The secret that a webhook's deliveries carry; null without one, undefined where the reply doesn't say. */
export function secretOf({ headers }: Pick<wire.WireWebhook, 'headers'>): string | null | undefined {
  if (headers === undefined) return undefined
  const name = webhookSecretHeader.toLowerCase()
  return Object.entries(headers ?? {}).find(([key]) => key.toLowerCase() === name)?.[1] ?? null
}

function carriesSecret(webhook: wire.WireWebhook, secret: string): boolean | null {
  const carried = secretOf(webhook)
  return carried === undefined ? null : carried === secret
}

/** Events of the store itself, whose body names nothing of it: what is then to be read again. */
const ofStore: [RegExp, 'settings' | 'access'][] = [
  [/^store\/(information|channel)\//, 'settings'],
  [/^store\/app\/uninstalled$/, 'access'],
]

/**
 * `store/cart/converted` has the order's id in `orderId`, and the stock of a variant its product's in `inventory`; all
 * others have the subject's own in `id`.
 */
function subjectOf(scope: string, data: Record<string, unknown>): ShopWebhookEvent['subject'] {
  if (scope.startsWith('store/sku/inventory/')) {
    const { product_id } = (data.inventory ?? {}) as { product_id?: unknown }
    return subjectOf('store/product/updated', { id: product_id })
  }
  const store = ofStore.find(([pattern]) => pattern.test(scope))
  if (store) return { kind: store[1], id: 0 }
  const kind = (['order', 'product', 'category'] as const).find(one => scope.startsWith(`store/${one}/`))
  const id = Number(scope === 'store/cart/converted' ? data.orderId : data.id)
  if (!Number.isSafeInteger(id) || id <= 0) return null
  if (scope === 'store/cart/converted') return { kind: 'order', id }
  return kind === undefined ? null : { kind, id }
}

/** The header with our own secret, which the platform learns when the webhook is created. */
export const webhookSecretHeader = 'X-Doron-Hook-Key'
/** Older deliveries are used, but marked as stale (R914). */
const staleAfterSeconds = 300

/**
 * Verifies and parses a delivery (R502): our secret, compared in constant time, the signature over the raw bytes, and
 * the store that sent it. One older than five minutes is stale, but accepted, because the platform blocks destinations
 * that refuse (R914). Throws ShopFailure: `auth` for a forgery, `shape` for a body that cannot be parsed.
 */
function verifyWebhook(
  headers: Headers,
  body: Uint8Array,
  now: Date,
  { webhooks, credentials }: Pick<ShopConnection, 'webhooks' | 'credentials'>,
): ShopWebhookEvent {
  const { storeHash, clientSecret } = credentials
  if (!isEqual(headers.get(webhookSecretHeader) ?? '', webhooks.secret))
    throw forged('our secret is missing or wrong')
  const signature = headers.get('webhook-signature')
  if (signature === null && webhooks.requireSignature) throw forged('the signature is missing')
  // The API account's client secret is the key of Standard Webhooks signatures.
  if (signature !== null && clientSecret !== undefined) {
    if (!hasValidSignature(headers, signature, body, clientSecret)) throw forged('the signature is wrong')
  }
  const delivery = wire.parseReply(wire.webhookBodySchema, parseJsonBody(body), 'webhook')
  if (delivery.producer !== `stores/${storeHash}`) throw forged('another store')
  const sentAt = Number(headers.get('webhook-timestamp') ?? delivery.created_at ?? Number.NaN)
  return {
    id:
      headers.get('webhook-id') ??
      `${delivery.scope} ${delivery.hash ?? digestOf(body)} ${delivery.created_at ?? ''}`,
    scope: delivery.scope,
    subject: subjectOf(delivery.scope, delivery.data),
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
