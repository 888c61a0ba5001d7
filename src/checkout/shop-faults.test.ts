import { afterEach, beforeAll, expect, test } from 'vitest'
import { aGift, aHost, aRegistry, lineOf } from '../../test/builders.ts'
import { expectInvariants } from '../../test/invariants.ts'
import { opened } from '../../test/opened.ts'
import { jobContextOf } from '../../test/orders.ts'
import { testApp } from '../../test/test-app.ts'
import { showGifts } from '../gift/gift.contract.ts'
import { ensureWebhooks } from '../orders/webhooks/webhooks.ts'
import { createCart } from './hand-off.contract.ts'

/** The shop fails in every way: guests still see the registry, and nothing is lost or doubled (R917, R919). */
const app = opened(() => testApp())
let registry: Awaited<ReturnType<typeof aRegistry>>
beforeAll(async () => {
  registry = await aRegistry(app, await aHost(app))
  await ensureWebhooks(await jobContextOf(app))
})
afterEach(async () => {
  app.shop.faults.routes = []
  await expectInvariants(app.db, registry.id)
})

const manyTimes = 1000
const onA = { process: 'A' } as const
const callsMade = () =>
  app.shop.faults.routes.reduce((sum, fault) => sum + manyTimes - (fault.times ?? manyTimes), 0)
const paid = async (giftId: number) =>
  (await app.db.selectFrom('purchase').selectAll().where('gift_id', '=', giftId).execute()).map(
    one => one.state,
  )

async function open(productId: number): Promise<number | undefined> {
  const { status, data } = await app.call<{ data: { product_id: number; open_units: number }[] }>(
    showGifts,
    { registry_id: registry.code },
    onA,
  )
  expect(status).toBe(200)
  return data.data.find(one => one.product_id === productId)?.open_units
}

test.each(['500', '429', '429-bare', 'refused', 'lost', 'truncated', 'mistyped'] as const)(
  'answers of kind "%s": pages work, giving waits, and payments count afterwards',
  async answer => {
    const gift = await aGift(app, registry, { quantity: 3 })
    const lines = [lineOf(gift, { units: 1 })]
    const give = (key: string) =>
      app.call<{ reference: string }>(
        createCart,
        { registry_id: registry.code, line_items: lines, idempotency_key: key },
        onA,
      )
    const first = await give(`first-under-${answer}`)
    const { cart_id } = await app.db
      .selectFrom('handoff')
      .select('cart_id')
      .where('reference', '=', first.data.reference)
      .executeTakeFirstOrThrow()
    await app.shop.actions.pay(cart_id!)
    app.shop.faults.routes = ['/graphql', '/stores'].map(path => ({ path, answer, times: manyTimes }))
    expect(await open(gift.productId)).toBe(2)
    expect(callsMade()).toBe(0)
    expect(await give(`second-under-${answer}`)).toMatchObject({ status: 502, success: false })
    expect(callsMade()).toBeLessThanOrEqual(3)
    expect(await open(gift.productId)).toBe(2)
    await app.deliver()
    expect(await paid(gift.id)).toEqual([])

    app.shop.faults.routes = []
    app.later(1)
    await app.job('webhook-events')
    expect(await paid(gift.id)).toEqual(['paid'])
    expect((await give(`second-under-${answer}`)).status).toBe(200)
  },
)
