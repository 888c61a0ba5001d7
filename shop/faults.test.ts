import { beforeEach, expect, test } from 'vitest'
import { opened } from '../test/opened.ts'
import { goods, openTestShop } from '../test/shop.ts'
import { clearFaults } from './faults.ts'

const testShop = opened(() => openTestShop({ admin: true }))
beforeEach(() => clearFaults(testShop.shop.faults))

const cart = { channel_id: 1, line_items: [{ product_id: goods.plain.id, quantity: 1 }] }

test('a fault applies to the calls it names, as often as it says', async () => {
  await testShop.send('/admin/faults', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ routes: [{ path: '/stores/:hash/v3/carts', answer: '500', times: 2 }] }),
  })
  const statuses = []
  for (let call = 0; call < 3; call++) statuses.push((await testShop.rest('POST', '/v3/carts', cart)).status)
  expect(statuses).toEqual([500, 500, 201])
})

test('429 is answered with and without the platform’s headers', async () => {
  testShop.shop.faults.routes = [{ path: '/stores', answer: '429', times: 1 }]
  const withHeaders = await testShop.rest('GET', '/v2/time')
  expect([withHeaders.status, withHeaders.headers.get('x-rate-limit-time-reset-ms')]).toEqual([429, '1500'])
  testShop.shop.faults.routes = [{ path: '/stores', answer: '429-bare', times: 1 }]
  const bare = await testShop.rest('GET', '/v2/time')
  expect([bare.status, bare.headers.get('x-rate-limit-time-reset-ms')]).toEqual([429, null])
})

test('a lost answer is cut off after the call was handled; a truncated one is not JSON', async () => {
  const count = async () =>
    (await testShop.send('/admin/hooks')).text.match(/https:\/\/lost\.example/g)?.length ?? 0
  testShop.shop.faults.routes = [{ path: '/stores/:hash/v3/hooks', method: 'POST', answer: 'lost' }]
  const hook = { scope: 'store/order/created', destination: 'https://lost.example/' }
  await expect(testShop.rest('POST', '/v3/hooks', hook)).rejects.toThrow('lost')
  expect(await count()).toBe(1)
  testShop.shop.faults.routes = [{ path: '/graphql', answer: 'truncated' }]
  await expect(testShop.graphql('{ channel { entityId } }')).rejects.toThrow('JSON')
})

test('a refused call is not handled; a mistyped answer has text instead of numbers', async () => {
  testShop.shop.faults.routes = [
    { path: '/stores/:hash/v3/hooks', method: 'POST', answer: 'refused', times: 1 },
  ]
  const hook = { scope: 'store/order/created', destination: 'https://refused.example/' }
  await expect(testShop.rest('POST', '/v3/hooks', hook)).rejects.toThrow('lost')
  expect((await testShop.send('/admin/hooks')).text).not.toContain('https://refused.example/')
  testShop.shop.faults.routes = [{ path: '/stores', answer: 'mistyped', times: 1 }]
  expect((await testShop.rest('GET', '/v2/time')).json()).toEqual({ time: expect.stringContaining('“') })
})
