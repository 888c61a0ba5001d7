import { expect, test } from 'vitest'
import { openTestShop } from '../../test/shop.ts'

test('calls are counted down in a window, refused when it is used up, and counted anew after it', async () => {
  const testShop = await openTestShop({ restQuota: { requests: 3, windowMs: 30_000 } })
  const start = testShop.clock.now
  const call = async (secondsLater: number) => {
    testShop.clock.now = new Date(start.getTime() + secondsLater * 1000)
    const { status, headers } = await testShop.rest('GET', '/v2/time')
    const read = (name: string) => headers.get(`x-rate-limit-${name}`)
    return [status, read('requests-left'), read('time-reset-ms'), read('requests-quota')]
  }
  expect(await call(0)).toEqual([200, '2', '30000', '3'])
  expect(await call(10)).toEqual([200, '1', '20000', '3'])
  expect(await call(10)).toEqual([200, '0', '20000', '3'])
  expect(await call(28.5)).toEqual([429, '0', '1500', '3'])
  expect(await call(30)).toEqual([200, '2', '30000', '3'])
  // A clock that was put back does not stop the shop for long.
  expect(await call(0)).toEqual([200, '2', '30000', '3'])
  await testShop.close()
})

test('a refused call does nothing and says when to come back; others’ tokens are not counted', async () => {
  const testShop = await openTestShop({ restQuota: { requests: 2, windowMs: 30_000 } })
  const hook = { scope: 'store/order/created', destination: 'https://example.org/' }
  const stranger = { headers: { 'x-auth-token': 'wrong' } }
  for (let call = 0; call < 3; call++)
    await testShop.send(`/stores/${testShop.shop.credentials.storeHash}/v2/time`, stranger)
  await testShop.rest('GET', '/v2/time')
  await testShop.rest('GET', '/v2/time')
  const refused = await testShop.rest('POST', '/v3/hooks', hook)
  expect([refused.status, refused.headers.get('x-retry-after')]).toEqual([429, '30'])
  expect(refused.json()).toMatchObject({ status: 429, title: 'Too many requests' })
  testShop.shop.faults.quota = { requests: 100, windowMs: 30_000 }
  const hooks = await testShop.rest('GET', '/v3/hooks')
  expect([hooks.headers.get('x-rate-limit-requests-left'), hooks.json<{ data: object[] }>().data]).toEqual([
    '96',
    [],
  ])
  await testShop.close()
})

test('calls at once are counted one by one', async () => {
  const testShop = await openTestShop({ restQuota: { requests: 5, windowMs: 30_000 } })
  const answers = await Promise.all(Array.from({ length: 12 }, () => testShop.rest('GET', '/v2/time')))
  expect(answers.filter(answer => answer.status === 200)).toHaveLength(5)
  await testShop.close()
})
