import { expect, test, vi } from 'vitest'
import { scripted, testConnection } from '../../../test/scripted-shop.ts'
import { goods } from '../../../test/shop.ts'
import { connectTestShop } from '../../../test/shop-connector.ts'
import type { ShopWebhookEvent } from '../port.ts'
import { connectShop } from './connect.ts'

const connected = connectTestShop()

test('webhooks are created, listed, repaired, deleted, delivered and verified', async () => {
  const destination = 'http://127.0.0.1:9/api/shop/webhooks'
  await connected.shop.createWebhook({ scope: 'store/order/created', destination })
  const [webhook] = await connected.shop.fetchWebhooks()
  const whole = { active: true, hasOurSecret: true }
  expect(webhook).toMatchObject({ scope: 'store/order/created', destination, ...whole })
  for (const headers of [null, {}, { 'X-Other': 'a' }, { 'X-Doron-Hook-Key': 'former' }]) {
    await connected.far.rest('PUT', `/v3/hooks/${webhook!.id}`, { is_active: false, headers })
    expect(await connected.shop.fetchWebhooks()).toMatchObject([{ active: false, hasOurSecret: false }])
    await connected.shop.repairWebhook(webhook!.id)
    expect(await connected.shop.fetchWebhooks()).toMatchObject([whole])
  }
  await connected.shop.createWebhook({ scope: 'store/product/updated', destination })
  const other = (await connected.shop.fetchWebhooks()).find(one => one.id !== webhook!.id)
  for (let time = 0; time < 2; time++) await connected.shop.deleteWebhook(other!.id)
  expect(await connected.shop.fetchWebhooks()).toMatchObject([{ id: webhook!.id }])

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
      modifiers: [],
    },
  ]
  const cart = await connected.shop.createCart({ language: 'en', customerId: 0, lines })
  const { id } = await connected.far.shop.actions.pay(cart.id)
  await connected.far.shop.deliverWebhooks()
  expect(events).toMatchObject([
    { scope: 'store/order/created', subject: { kind: 'order', id }, isStale: false },
  ])
})

test('a store that does not show the headers of a webhook leaves open whether it has our secret', async () => {
  const hook = { id: 5, scope: 'store/order/created', destination: 'https://a.example', is_active: true }
  const hooks = [
    hook,
    { ...hook, headers: null },
    { ...hook, headers: { 'x-doron-hook-key': 'hook-secret' } },
  ]
  const shop = connectShop(testConnection, scripted({ body: { data: hooks } }))
  expect((await shop.fetchWebhooks()).map(one => one.hasOurSecret)).toEqual([null, false, true])
})
