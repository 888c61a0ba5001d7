import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { lineOf } from '../../../test/builders.ts'
import { expectInvariants } from '../../../test/invariants.ts'
import { aHostWithMoney, giveGifts, type HostWithMoney } from '../../../test/money.ts'
import { opened } from '../../../test/opened.ts'
import { again, testApp } from '../../../test/test-app.ts'

let host: HostWithMoney
/** Runs in a process that has read a payout's orders, before it asks for the certificate. */
let ordersRead: (() => Promise<void>) | null = null
const app = opened(() =>
  testApp({
    testHook: async name => {
      if (name === 'orders of payout read') await ordersRead?.()
    },
  }),
)
beforeAll(() => app.job('webhook-registration'))
beforeEach(async () => {
  host = await aHostWithMoney(app)
})
afterEach(async () => {
  app.shop.faults.routes = []
  ordersRead = null
  await expectInvariants(app.db, host.registry.id)
})

describe('collecting', () => {
  test('money becomes one certificate of the shop, e-mailed in the language of the host', async () => {
    const gift = await host.fundedGift(4000)
    expect(await host.collected()).toMatchObject({
      group: [
        { id: gift.id, price: 100, collected: 40, open: 40, state: 'collected', can_redeem: 0, short: 60 },
      ],
      open: 40,
      owed: 0,
      may_redeem: 1,
    })
    const { data, status } = await host.collect({ id: gift.id })
    expect({ status, ...data }).toMatchObject({ status: 200, state: 'done', amount: 40, balance: 40 })
    expect(await host.certificates()).toEqual([{ code: data.code, cents: 4000, to: host.email }])
    expect(await host.emails('giftcard-issued')).toMatchObject([
      { language: 'el', props: { certificate: data.code, cents: 4000, expires_on: '2031-11-21' } },
    ])
    expect(await host.collected()).toMatchObject({ group: [{ open: 0, state: 'issued' }], open: 0 })
    expect(await host.ledgerSums()).toEqual({ contribution: 4000, certificate: -4000 })
  })

  test('the balance is what the shop answers', async () => {
    const gift = await host.fundedGift(4000)
    const { data } = await host.collect({ id: gift.id })
    const path = '/v2/gift_certificates'
    const [certificate] = (await (await app.staff('GET', `${path}?code=${data.code}`)).json()) as {
      id: number
    }[]
    const names = { to_name: 'α', to_email: 'a@example.com', from_name: 'β', from_email: 'b@example.com' }
    await app.staff('PUT', `${path}/${certificate?.id}`, {
      ...names,
      amount: '40',
      balance: '12.50',
      code: data.code,
    })
    app.later(2)
    expect((await host.collected()).payouts).toMatchObject([{ balance: 12.5 }])
  })

  test('a process that took longer than its claim makes no certificate; the next one does', async () => {
    const gift = await host.fundedGift(4000)
    ordersRead = async () => {
      ordersRead = null
      vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 3_600_000)
    }
    expect(await host.collect({ id: gift.id })).toMatchObject({ data: { state: 'requested' } })
    vi.restoreAllMocks()
    expect(await host.certificates()).toEqual([])
    app.later(60)
    await app.job('payouts')
    expect(await host.certificates()).toHaveLength(1)
  })

  test('ten requests with one key make one certificate', again, async () => {
    const gift = await host.fundedGift(4000)
    const request = { id: gift.id, idempotency_key: 'one-and-the-same' }
    const replies = await Promise.all(Array.from({ length: 10 }, () => host.collect(request)))
    expect(new Set(replies.map(reply => reply.status))).toEqual(new Set([200]))
    expect(new Set(replies.map(reply => reply.data.id)).size).toBe(1)
    await app.job('payouts')
    expect(await host.certificates()).toHaveLength(1)
  })

  test('ten requests with ten keys make one certificate, too', again, async () => {
    const gift = await host.fundedGift(4000)
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        host.collect({ id: gift.id, idempotency_key: `another-key-${index}` }),
      ),
    )
    expect(replies.filter(reply => reply.status === 200)).toHaveLength(1)
    expect(replies.filter(reply => reply.status === 409)).toHaveLength(9)
    expect((await host.certificates()).map(card => card.cents)).toEqual([4000])
  })

  test('a key that is reused for another request is refused', async () => {
    const [one, other] = [await host.fundedGift(4000), await host.fundedGift(3000)]
    await host.collect({ id: one.id, idempotency_key: 'a-key-of-its-own' })
    expect(await host.collect({ id: other.id, idempotency_key: 'a-key-of-its-own' })).toMatchObject({
      status: 409,
      data: { code: 'giftcard_key_reused' },
    })
  })

  test('several gifts become one certificate, up to what was collected', async () => {
    const [one, other] = [await host.fundedGift(4000), await host.fundedGift(3000)]
    const sources = [{ id: one.id }, { id: other.id, type: 'group' }]
    expect(await host.collect({ sources, amount: 70.01 })).toMatchObject({
      status: 422,
      data: { keys: { amount: 'giftcard_much' } },
    })
    expect((await host.collect({ sources, amount: 65 })).data).toMatchObject({
      amount: 65,
      reason: 'prepayment',
    })
    expect(await host.collected()).toMatchObject({ open: 5, group: [{ open: 0 }, { open: 5 }] })
    expect((await host.certificates()).map(card => card.cents)).toEqual([6500])
  })

  test('later money is collected by a later certificate', async () => {
    const gift = await host.fundedGift(4000)
    await host.collect({ id: gift.id })
    await giveGifts(app, host.registry, [lineOf(gift, { cents: 6000 })])
    await host.collect({ id: gift.id })
    expect((await host.certificates()).map(card => card.cents).sort()).toEqual([4000, 6000])
    expect(await host.ledgerSums()).toEqual({ contribution: 10_000, certificate: -10_000 })
  })
})

describe('failures of the shop', () => {
  const certificatePath = '/stores/:hash/v2/gift_certificates'
  test('a reply that is lost after the shop acted leaves one certificate', async () => {
    const gift = await host.fundedGift(4000)
    app.shop.faults.routes = [{ path: certificatePath, method: 'POST', answer: 'lost' }]
    expect((await host.collect({ id: gift.id })).data).toMatchObject({ state: 'requested', code: null })
    expect(await host.collected()).toMatchObject({ group: [{ state: 'requested', open: 0 }] })
    app.shop.faults.routes = []
    app.later(2)
    await Promise.all([app.job('payouts', 'A'), app.job('payouts', 'B')])
    expect(await host.collected()).toMatchObject({ group: [{ state: 'issued' }] })
    expect(await host.certificates()).toHaveLength(1)
    expect(await host.emails('giftcard-issued')).toHaveLength(1)
  })

  test.each(['500', '429', '429-bare', 'truncated'] as const)(
    'after a %s reply it is tried again, and the money is reserved meanwhile',
    async answer => {
      const gift = await host.fundedGift(4000)
      app.shop.faults.routes = [{ path: certificatePath, answer }]
      expect((await host.collect({ id: gift.id })).data).toMatchObject({ state: 'requested' })
      expect((await host.collected()).open).toBe(0)
      app.shop.faults.routes = []
      for (let minutes = 0; minutes < 4; minutes++) {
        app.later(2)
        await app.job('payouts', minutes % 2 === 0 ? 'B' : 'A')
      }
      expect(await host.certificates()).toHaveLength(1)
      expect(await host.collected()).toMatchObject({ group: [{ state: 'issued' }], open: 0 })
    },
  )
})

describe('two processes at once', () => {
  /** A payout that the shop did not answer and that is due again. */
  async function aDuePayout() {
    const gift = await host.fundedGift(4000)
    app.shop.faults.routes = [{ path: '/stores/:hash/v2/gift_certificates', answer: '500' }]
    expect((await host.collect({ id: gift.id })).data).toMatchObject({ state: 'requested' })
    app.shop.faults.routes = []
    app.later(2)
  }
  async function expectIssuedOnce() {
    expect((await host.certificates()).map(card => card.cents)).toEqual([4000])
    expect(await host.emails('giftcard-issued')).toHaveLength(1)
    expect(await host.ledgerSums()).toEqual({ contribution: 4000, certificate: -4000 })
    expect(await host.collected()).toMatchObject({ group: [{ state: 'issued' }], open: 0 })
  }

  test('one of them makes the certificate, while the other has nothing to do', again, async () => {
    await aDuePayout()
    const jobs = Promise.withResolvers<void>()
    let makers = 0
    // The first one waits until the other is as far, or done.
    ordersRead = async () => {
      if (++makers > 1) jobs.resolve()
      await jobs.promise
    }
    const run = (process: 'A' | 'B') => app.job('payouts', process).then(jobs.resolve)
    await Promise.all([run('A'), run('B')])
    expect(makers).toBe(1)
    await expectIssuedOnce()
  })

  test('one that was held up past its claim makes no second certificate', async () => {
    await aDuePayout()
    let makers = 0
    ordersRead = async () => {
      if (++makers > 1) return
      app.later(2)
      await app.job('payouts', 'B')
    }
    await app.job('payouts', 'A')
    expect(makers).toBe(2)
    await expectIssuedOnce()
    app.later(120)
    await app.job('payouts', 'A')
    await expectIssuedOnce()
  })
})
