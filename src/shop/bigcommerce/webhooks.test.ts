import { expect, test, vi } from 'vitest'
import { goods } from '../../../test/shop.ts'
import { connectTestShop } from '../../../test/shop-connector.ts'
import type { ShopWebhookEvent } from '../port.ts'

const connected = connectTestShop()

test('webhooks are created, listed, activated, delivered and verified', async () => {
  const destination = 'http://127.0.0.1:9/api/shop/webhooks'
  await connected.shop.createWebhook({ scope: 'store/order/created', destination })
  const [webhook] = await connected.shop.fetchWebhooks()
  expect(webhook).toMatchObject({ scope: 'store/order/created', destination, active: true })
  await connected.far.rest('PUT', `/v3/hooks/${webhook!.id}`, { is_active: false })
  expect((await connected.shop.fetchWebhooks())[0]?.active).toBe(false)
  await connected.shop.activateWebhook(webhook!.id)
  expect((await connected.shop.fetchWebhooks())[0]?.active).toBe(true)

  const events: ShopWebhookEvent[] = []
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
    const bytes = new TextEncoder().encode(String(init.body))
    events.push(connected.shop.parseWebhook(new Headers(init.headers), bytes, connected.far.clock.now))
    return new Response()
  })
  const lines = [
    {
      kind: 'product' as const,
      productId: goods.plain.id,
      variantId: goods.plain.variants[0]!.id,
      quantity: 1,
      options: [],
    },
  ]
  const cart = await connected.shop.createCart({ language: 'en', customerId: 0, lines })
  const { id } = await connected.far.shop.actions.pay(cart.id)
  await connected.far.shop.deliverWebhooks()
  expect(events).toMatchObject([
    { scope: 'store/order/created', subject: { kind: 'order', id }, isStale: false },
  ])
})
