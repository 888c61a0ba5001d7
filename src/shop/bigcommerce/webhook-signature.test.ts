import { Webhook } from 'standardwebhooks'
import { describe, expect, test } from 'vitest'
import { scripted, testConnection } from '../../../test/scripted-shop.ts'
import type { ShopWebhookEvent } from '../port.ts'
import { connectShop } from './connect.ts'
import type { ShopConnection } from './connection.ts'

const now = new Date('2026-11-21T10:00:00Z')
const event = {
  scope: 'store/order/statusUpdated',
  store_id: '1025646',
  data: { type: 'order', id: 250 },
  hash: 'd8b1f6',
  created_at: now.getTime() / 1000,
  producer: 'stores/abc',
}

/** A delivery as the platform makes it, signed with the library it documents. */
function delivery(body: string, { at = now, clientSecret = 'client-secret', secret = 'hook-secret' } = {}) {
  const key = Buffer.from(clientSecret).toString('base64')
  return {
    body,
    headers: new Headers({
      'X-Doron-Hook-Key': secret,
      'webhook-id': 'msg_1',
      'webhook-timestamp': String(at.getTime() / 1000),
      'webhook-signature': new Webhook(key).sign('msg_1', at, body),
    }),
  }
}

function receive(
  { body, headers }: { body: string | Uint8Array<ArrayBuffer>; headers: Headers },
  webhooks: Partial<ShopConnection['webhooks']> = { requireSignature: true },
): ShopWebhookEvent {
  const connection = { ...testConnection, webhooks: { ...testConnection.webhooks, ...webhooks } }
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body
  return connectShop(connection, scripted()).parseWebhook(headers, bytes, now)
}

const eventJson = JSON.stringify(event)

test('a verified delivery is parsed', () => {
  expect(receive(delivery(eventJson))).toEqual({
    id: 'msg_1',
    scope: 'store/order/statusUpdated',
    subject: { kind: 'order', id: 250 },
    isStale: false,
  })
})

describe('forged deliveries are refused', () => {
  const forged: [string, () => ReturnType<typeof delivery>][] = [
    ['without our secret', () => without(delivery(eventJson), 'X-Doron-Hook-Key')],
    ['another secret', () => delivery(eventJson, { secret: 'hook-secreT' })],
    ['a longer secret', () => delivery(eventJson, { secret: 'hook-secret-and-more' })],
    ['without a signature', () => without(delivery(eventJson), 'webhook-signature')],
    ['signed with another key', () => delivery(eventJson, { clientSecret: 'another' })],
    ['a changed body', () => ({ ...delivery(eventJson), body: eventJson.replace('250', '251') })],
    ['JSON encoded again', () => ({ ...delivery(eventJson), body: JSON.stringify(event, null, 1) })],
    ['another id', () => changed(delivery(eventJson), 'webhook-id', 'msg_2')],
    [
      'another time',
      () => changed(delivery(eventJson), 'webhook-timestamp', String(now.getTime() / 1000 + 1)),
    ],
    ['a signature cut short', () => changed(delivery(eventJson), 'webhook-signature', 'v1,')],
    ['the signature of another version', () => changed(delivery(eventJson), 'webhook-signature', 'v2,abc')],
    ['another store', () => delivery(JSON.stringify({ ...event, producer: 'stores/other' }))],
  ]
  test.each(forged)('%s', (_name, make) => {
    expect(() => receive(make())).toThrow(expect.objectContaining({ name: 'ShopFailure', kind: 'auth' }))
  })
})

test('a delivery of ten minutes ago is stale, not refused', () => {
  const old = new Date(now.getTime() - 600_000)
  expect(receive(delivery(eventJson, { at: old }))).toMatchObject({
    isStale: true,
    subject: { kind: 'order' },
  })
})

test('while a secret is being replaced one valid signature among several suffices', () => {
  const valid = delivery(eventJson)
  const both = `v1,bm9uc2Vuc2U= ${valid.headers.get('webhook-signature')}`
  expect(receive(changed(valid, 'webhook-signature', both)).id).toBe('msg_1')
})

describe('where signatures are not required', () => {
  test('a delivery without one is verified by our secret, and its id is made from the event', () => {
    const bare = without(without(delivery(eventJson), 'webhook-signature'), 'webhook-id')
    expect(receive(bare, { requireSignature: false }).id).toBe(
      `store/order/statusUpdated d8b1f6 ${event.created_at}`,
    )
  })
  test('a wrong one is refused nevertheless', () => {
    expect(() => receive(delivery(eventJson, { clientSecret: 'x' }), { requireSignature: false })).toThrow(
      'signature',
    )
  })
})

test.each([
  ['no JSON', 'hello'],
  ['bytes that are no text', new Uint8Array([0xff, 0xfe])],
  ['a missing field', JSON.stringify({ ...event, scope: undefined })],
])('%s is nonsense', (_name, body) => {
  const headers = new Headers({ 'X-Doron-Hook-Key': 'hook-secret' })
  expect(() => receive({ body, headers }, { requireSignature: false })).toThrow(
    expect.objectContaining({ kind: 'shape' }),
  )
})

test.each([
  ['store/cart/converted', { type: 'cart', id: '0e5f', orderId: 251 }, { kind: 'order', id: 251 }],
  ['store/order/refund/created', { type: 'order', id: 7 }, { kind: 'order', id: 7 }],
  ['store/product/updated', { type: 'product', id: 5 }, { kind: 'product', id: 5 }],
  [
    'store/sku/inventory/order/updated',
    { type: 'sku', id: 4, inventory: { product_id: 5, variant_id: 9 } },
    { kind: 'product', id: 5 },
  ],
  ['store/sku/inventory/updated', { type: 'sku', id: 4 }, null],
  ['store/category/deleted', { type: 'category', id: 6 }, { kind: 'category', id: 6 }],
  ['store/cart/deleted', { type: 'cart', id: '0e5f' }, null],
  ['store/order/created', { type: 'order', id: 'x' }, null],
  ['store/customer/updated', { type: 'customer', id: 4 }, null],
])('%s is about %o', (scope, data, about) => {
  expect(receive(delivery(JSON.stringify({ ...event, scope, data }))).subject).toEqual(about)
})

function without(made: ReturnType<typeof delivery>, header: string) {
  made.headers.delete(header)
  return made
}

function changed(made: ReturnType<typeof delivery>, header: string, value: string) {
  made.headers.set(header, value)
  return made
}
