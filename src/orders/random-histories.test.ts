import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { type AGift, aGift, aGiftCard, aHost, aRegistry, lineOf } from '../../test/builders.ts'
import { givingModel, type ModelGift } from '../../test/giving-model.ts'
import { expectInvariants } from '../../test/invariants.ts'
import { crashes, Killed } from '../../test/killed-process.ts'
import { opened } from '../../test/opened.ts'
import { jobContextOf } from '../../test/orders.ts'
import { testApp } from '../../test/test-app.ts'
import { createCart } from '../checkout/hand-off.contract.ts'
import { type TestHook, testHooks } from '../server/context/test-hooks.ts'
import { ensureWebhooks } from './webhooks/webhooks.ts'

/** Guests, the shop and killed processes act in any order; the result always equals that of a simple model. */
let host: Awaited<ReturnType<typeof aHost>>
const crash = crashes()
const app = opened(() => testApp({ testHook: crash.step }))
beforeAll(async () => {
  host = await aHost(app)
  await ensureWebhooks(await jobContextOf(app))
})

const handoffHooks = testHooks.slice(0, 4)
const orderHooks = testHooks.slice(4)
const sometimes = <T>(value: fc.Arbitrary<T>) => fc.option(value, { freq: 3 })
const anyIndex = fc.nat({ max: 99 })
const action = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('give' as const),
      what: anyIndex,
      much: anyIndex,
      dies: sometimes(fc.constantFrom(...handoffHooks)),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('pay' as const),
      which: anyIndex,
      how: fc.constantFrom('success' as const, 'success' as const, 'pending' as const, 'decline' as const),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constantFrom('settle' as const, 'cancel' as const, 'refund' as const),
      which: anyIndex,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('later' as const), minutes: fc.constantFrom(1, 3, 16, -60, 61) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('deliver' as const),
      hooks: fc.record({ duplicate: fc.boolean(), reorder: fc.boolean(), drop: fc.boolean() }),
      dies: sometimes(fc.constantFrom(...orderHooks)),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constantFrom('order-sync' as const, 'expired-reservations' as const),
      dies: sometimes(fc.constantFrom(...orderHooks)),
    }),
  },
)
type Action = typeof action extends fc.Arbitrary<infer D> ? D : never

interface Cart {
  id: string
  lines: { gift: ModelGift; units: number; cents: number }[]
}

async function playHistory(history: Action[]) {
  const registry = await aRegistry(app, host)
  const whole = await aGift(app, registry, { quantity: 2, cents: 1500 })
  const group = await aGift(app, registry, { group: true, cents: 5000 })
  const card = await aGiftCard(app, registry)
  const gifts: (ModelGift & { as: AGift })[] = [
    { id: whole.id, kind: 'units', wished: 2, unitCents: 1500, as: whole },
    { id: group.id, kind: 'contribution', wished: 5000, unitCents: 0, as: group },
    { id: card.id, kind: 'gift_card', wished: 0, unitCents: 0, as: card },
  ]
  const model = givingModel()
  const carts: Cart[] = []

  async function give({ what, much, dies }: { what: number; much: number; dies: TestHook | null }) {
    const gift = gifts[what % 3]!
    const units = gift.kind === 'units' ? 1 + (much % 2) : 1
    const cents =
      gift.kind === 'units' ? units * 1500 : gift.kind === 'gift_card' ? 2500 + much * 10 : 500 + much * 20
    const line = gift.kind === 'units' ? lineOf(gift.as, { units }) : lineOf(gift.as, { cents })
    const key = crypto.randomUUID()
    const click = () =>
      app.call<{ reference: string }>(createCart, {
        registry_id: registry.code,
        line_items: [line],
        idempotency_key: key,
      })
    const first = await crash.through(dies, click)
    if (first instanceof Killed || first.status >= 500) app.later(1)
    // The guest repeats the request, which must not become a second hand-off.
    const answer = first instanceof Killed || first.status >= 500 ? await click() : first
    if (answer.status !== 200) {
      expect(answer.status).toBe(409)
      return
    }
    const rows = await app.db
      .selectFrom('handoff')
      .select(['cart_id'])
      .where('registry_id', '=', registry.id)
      .where('idempotency_key', '=', key)
      .execute()
    expect(rows).toHaveLength(1)
    carts.push({ id: rows[0]!.cart_id!, lines: [{ gift, units, cents }] })
  }

  async function pay(cart: Cart, how: 'success' | 'pending' | 'decline') {
    const order = await app.shop.actions.pay(cart.id, {}, how)
    if (how === 'decline') return
    model.ordered(order.id, how === 'success' ? 'paid' : 'pending', cart.lines)
    carts.splice(carts.indexOf(cart), 1)
  }

  async function change(kind: 'settle' | 'cancel' | 'refund', id: number) {
    const state = model.stateOf(id)
    if (kind === 'settle' && state === 'pending') {
      await app.shop.actions.changeStatus(id, 11)
      model.settled(id)
    }
    if (kind === 'cancel' && state !== 'void') {
      await app.shop.actions.cancel(id)
      model.cancelled(id)
    }
    const gift = gifts.find(one => model.unitsLeft(id, one) > 0)
    if (kind !== 'refund' || state !== 'paid' || !gift) return
    const [line] = (await app.processA.shop.fetchOrder(id))!.lines
    await app.shop.actions.refund(id, { lineId: line!.id, quantity: 1 })
    model.refunded(id, gift, 1)
  }

  async function perform(one: Action): Promise<void> {
    if (one.do === 'give') return give(one)
    if (one.do === 'later') return app.later(one.minutes)
    if (one.do === 'pay') {
      const cart = carts[one.which % carts.length]
      return cart && pay(cart, one.how)
    }
    if (!('dies' in one)) {
      const ids = model.ids()
      return ids.length > 0 ? change(one.do, ids[one.which % ids.length]!) : undefined
    }
    if (one.do === 'deliver') app.shop.faults.hooks = one.hooks
    await crash.through(one.dies, () => (one.do === 'deliver' ? app.deliver() : app.job(one.do, 'B')))
    app.shop.faults.hooks = {}
  }

  for (const one of history) {
    await perform(one)
    await expectInvariants(app.db, registry.id)
  }
  await finish()
  for (const gift of gifts) expect(await countedOf(gift)).toEqual(model.sums(gift))
  await expectInvariants(app.db, registry.id)
}

/** Finishes what killed processes left: claims expire, and the jobs run twice. */
async function finish(): Promise<void> {
  for (let time = 0; time < 2; time++) {
    app.later(62)
    await app.deliver()
    await app.job('order-sync')
    await app.job('webhook-events', 'B')
  }
}

async function countedOf({ id }: ModelGift) {
  const purchases = await app.db.selectFrom('purchase').selectAll().where('gift_id', '=', id).execute()
  const lines = await app.db.selectFrom('ledger').selectAll().where('gift_id', '=', id).execute()
  const sum = (numbers: number[]) => numbers.reduce((total, one) => total + one, 0)
  const of = (state: string) => sum(purchases.filter(one => one.state === state).map(one => one.cents))
  const surplus = sum(lines.filter(one => one.kind === 'surplus').map(one => one.cents))
  return {
    cents: of('paid'),
    credited: sum(lines.map(one => one.cents)) - surplus,
    surplus,
    pending: of('pending'),
  }
}

test(
  'any history ends as the model says, with every invariant after each action',
  async () => {
    const seed = process.env.HISTORY_SEED ? { seed: Number(process.env.HISTORY_SEED) } : {}
    await fc.assert(fc.asyncProperty(fc.array(action, { minLength: 4, maxLength: 14 }), playHistory), {
      numRuns: process.env.TEST_FULL ? 60 : 6,
      ...seed,
    })
  },
  process.env.TEST_FULL ? 3_600_000 : 600_000,
)
