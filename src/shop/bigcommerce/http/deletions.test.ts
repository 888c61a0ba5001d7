import { expect, test } from 'vitest'
import { scripted } from '../../../../test/scripted-shop.ts'
import { createHttpClient } from '../http.ts'

test('a call that would delete all of a kind is never made', async () => {
  const far = scripted({ status: 204 })
  const client = createHttpClient(far)
  const sent = (path: string, base = 'https://api.shop.test/stores/abc') =>
    client({ method: 'DELETE', url: base + path, headers: {}, repeatable: true })
  const cart = '/v3/carts/9a1f4c1e-7a5b-4b6e-8f3d-0123456789ab'
  for (const path of [
    ...['', '/', '/0', '/7/', '/7?', '?min_id=7', '/undefined', '/NaN', '/7/../', '/%37', '#/7'].map(
      end => `/v2/gift_certificates${end}`,
    ),
    ...['', '/', '?email=a', '/0', '/-7'].map(end => `/v3/customers/subscribers${end}`),
    ...['', '?id:in=', '?id:in=7,8', '?id:in=0', '?id:in=undefined', '/7'].map(end => `/v3/customers${end}`),
    ...['/v3/hooks', '/v3/hooks/', '/v3/carts', '/v3/carts/', `${cart}/items/7`, `${cart}?`],
    ...['/v2/orders', '/v2/orders/7', '/v3/catalog/products?id:in=7', '/v3/catalog/products/7'],
  ])
    await expect(sent(path), path).rejects.toThrow('is refused')
  await expect(sent('/v2/gift_certificates', 'https://api.shop.test/v2/x')).rejects.toThrow('is refused')
  expect(far.calls).toEqual([])
  const single = [
    '/v2/gift_certificates/7',
    '/v3/customers/subscribers/7',
    '/v3/customers?id:in=7',
    '/v3/hooks/7',
  ]
  for (const path of [...single, cart]) await sent(path)
  expect(far.calls).toHaveLength(5)
})
