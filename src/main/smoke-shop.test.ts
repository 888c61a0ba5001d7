import { beforeAll, expect, test } from 'vitest'
import { openMerchant } from '../../test/connect-terminal.ts'
import { webhookPath } from '../shop/port.ts'

/** The smoke test leaves a store as it was, whatever fails on the way. */

const merchant = openMerchant()
const { entered, written, run } = merchant
beforeAll(async () => {
  expect((await run(entered())).isWell).toBe(true)
  merchant.writes.length = 0
})

/** All that a smoke test makes, as far as a store can list it. */
async function leftovers() {
  const list = async (path: string) => {
    const answer = await merchant.store.rest('GET', path)
    return answer.status === 204 ? [] : answer.json<object>()
  }
  const [customers, certificates, hooks] = [
    await list('/v3/customers?limit=250'),
    await list('/v2/gift_certificates?limit=250'),
    await merchant.hooks(),
  ]
  const ours = /doron-[\da-f]{12}@|CHECK-[\dA-F]{12}/
  return [
    ...(JSON.stringify([customers, certificates]).match(ours) ?? []),
    ...hooks.filter(hook => hook.destination.includes(`${webhookPath}/`)),
  ]
}
const smoke = () => run(written(), '--smoke')
const cartsMade = () => merchant.writes.filter(call => call === 'POST /v3/carts').length
const cartsRemoved = () => new Set(merchant.writes.filter(call => call.startsWith('DELETE /v3/carts/'))).size

test('it makes, looks at and removes a cart on each channel, a customer, a certificate and a webhook', async () => {
  const { isWell, said } = await smoke()
  expect(said.match(/^[✓✗?+] .*/gm)).toEqual([
    expect.stringMatching(/^✓ channel 1: catalogue +50 products on the first page; “.+”, €\d/),
    expect.stringMatching(/^✓ channel 1: cart +1\.00 EUR on channel 1, checkout at 127\.0\.0\.1/),
    expect.stringMatching(/^✓ channel 1481393: catalogue +50 products on the first page; “.+”, .*€/),
    expect.stringMatching(/^✓ channel 1481393: cart +1\.00 EUR on channel 1481393, checkout at/),
    expect.stringMatching(/^✓ customer +found by its e-mail, doron-[\da-f]{12}@example\.com/),
    expect.stringMatching(/^✓ certificate +€1\.00, active, found by its code and its giver/),
    expect.stringMatching(/^✓ webhook +asleep; the store shows its secret/),
  ])
  expect([isWell, await leftovers(), cartsMade(), cartsRemoved()]).toEqual([true, [], 2, 2])
  const deletions = merchant.writes.filter(call => call.startsWith('DELETE'))
  expect(deletions.every(call => /\/([\da-f-]{36}|\d+)$|^DELETE \/v3\/customers$/.test(call))).toBe(true)
  expect(said).not.toContain(merchant.store.shop.credentials.accessToken)
})

const stores = '/stores/:hash'
type StoreFault = (typeof merchant.store.shop.faults.routes)[number]
const faults: [string, StoreFault, string][] = [
  ['a cart', { path: `${stores}/v3/carts`, method: 'POST', answer: '403' }, '“Carts: modify” is not ticked'],
  ['a customer', { path: `${stores}/v3/customers`, method: 'POST', answer: 'lost' }, '✗ customer'],
]
/** Others of the same kind, which take longer. */
const moreFaults: typeof faults = [
  ['looking at a cart', { path: `${stores}/v3/carts`, method: 'GET', answer: '500' }, 'answered 500'],
  [
    'a certificate',
    { path: `${stores}/v2/gift_certificates`, method: 'POST', answer: 'truncated' },
    '✗ cert',
  ],
  ['a webhook', { path: `${stores}/v3/hooks`, method: 'POST', answer: 'lost' }, '✗ webhook'],
  ['the storefront token', { path: '/graphql', answer: '401' }, 'the storefront token is wrong'],
]
test.each([...faults, ...(process.env.TEST_FULL ? moreFaults : [])])(
  'where %s fails, that is told, the rest is tried, and nothing is left',
  async (_name, fault, sentence) => {
    merchant.store.shop.faults.routes = [fault]
    const { isWell, said } = await smoke()
    expect(said).toContain(sentence)
    expect(said).toMatch(/^✓ (webhook|certificate)/m)
    expect([isWell, await leftovers()]).toEqual([false, []])
    expect(cartsRemoved()).toBe(
      said.match(/^. channel \d+: cart/gm)!.length - (sentence.includes('Carts') ? 2 : 0),
    )
  },
)

test('what can’t be removed is named with its number, and removed where the program is stopped later', async () => {
  merchant.store.shop.faults.routes = [{ path: `${stores}/v3/customers`, method: 'DELETE', answer: '500' }]
  const { isWell, said, stop } = await smoke()
  expect(isWell).toBe(false)
  expect(said).toMatch(/^✗ left behind +customer \d+; remove it by hand/m)
  expect(await leftovers()).toHaveLength(1)
  merchant.store.shop.faults.routes = []
  await stop()
  expect(await leftovers()).toEqual([])
})

test('stopped while a cart is being made, that cart is removed too, and nothing else is made', async () => {
  merchant.store.shop.faults.routes = [{ path: `${stores}/v3/carts`, method: 'POST', slow: 500 }]
  const { end, stop } = merchant.begin(written(), '--smoke')
  await expect.poll(cartsMade, { interval: 5 }).toBe(1)
  await stop()
  expect([cartsMade(), cartsRemoved()]).toEqual([1, 1])
  expect(await end).toBe(false)
  // The run itself removes its cart too.
  const calls = merchant.writes.map(call => call.replace(/[\da-f-]{36}$/, 'id'))
  expect([...new Set(calls)]).toEqual(['POST /v3/carts', 'DELETE /v3/carts/id'])
})

test('without a store nothing is tried', async () => {
  const { SHOP_STORE_HASH: _hash, ...rest } = entered()
  await expect(
    run({ ...rest, SHOP_STORE_HASH: ' ' }, `--to=${merchant.file}.none`, '--smoke'),
  ).rejects.toThrow('No store is configured')
  expect(merchant.writes).toEqual([])
})
