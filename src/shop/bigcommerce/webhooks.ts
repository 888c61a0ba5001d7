import type { Shop, ShopWebhookEvent } from '../port.ts'
import type { ShopConnection } from './connection.ts'
import { getJson, nullIfMissing, type RestClient } from './rest-client.ts'
import { type VerifiedWebhook, verifyWebhook, webhookSecretHeader } from './webhook-signature.ts'
import * as wire from './wire.ts'

type WebhookOperations = Pick<
  Shop,
  'fetchWebhooks' | 'createWebhook' | 'repairWebhook' | 'deleteWebhook' | 'parseWebhook'
>

/** Webhooks v3, and the deliveries that they make. */
export function webhookOperations(
  { webhooks, credentials }: ShopConnection,
  rest: RestClient,
): WebhookOperations {
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
      const path = `/v3/hooks/${id}`
      await nullIfMissing(() => rest(wire.ignoredReplySchema, { method: 'DELETE', path, repeatable: true }))
    },
    parseWebhook(headers, body, now) {
      const { storeHash, clientSecret } = credentials
      const verification = { ...webhooks, storeHash, ...(clientSecret !== undefined && { clientSecret }) }
      return toWebhookEvent(verifyWebhook(headers, body, now, verification))
    },
  }
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

function toWebhookEvent({ id, scope, data, isStale }: VerifiedWebhook): ShopWebhookEvent {
  return { id, scope, isStale, subject: subjectOf(scope, data) }
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
