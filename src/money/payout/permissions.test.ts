import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aGift, aHost, aRegistry, lineOf } from '../../../test/builders.ts'
import { expectInvariants } from '../../../test/invariants.ts'
import { aHostWithMoney, callFromBrowser, giveGifts, type HostWithMoney } from '../../../test/money.ts'
import { opened } from '../../../test/opened.ts'
import { testApp } from '../../../test/test-app.ts'
import { type CollectedMoney, getCollectedGifts } from '../collected.contract.ts'
import { createGiftCertificateByGet, type PayoutView, redeemGiftByGet } from './payout.contract.ts'

const app = opened(() => testApp())
let host: HostWithMoney
beforeAll(() => app.job('webhook-registration'))
beforeEach(async () => {
  host = await aHostWithMoney(app)
})
afterEach(async () => {
  app.shop.faults.routes = []
  await expectInvariants(app.db, host.registry.id)
})

describe('permissions', () => {
  test('a co-host reads but takes nothing out; for strangers the registry is missing', async () => {
    const gift = await host.fundedGift(4000)
    const [coHost, stranger] = [await aHost(app), await aHost(app)]
    await app.db
      .updateTable('registry')
      .set({ co_host_id: coHost.id })
      .where('id', '=', host.registry.id)
      .execute()
    const read = (as: string) =>
      app.call<CollectedMoney>(getCollectedGifts, { registry_id: host.registry.code }, { as })
    expect((await read(coHost.token)).data).toMatchObject({ open: 40, may_redeem: 0 })
    expect((await read(stranger.token)).status).toBe(404)
    for (const as of [coHost.token, stranger.token]) {
      expect((await host.collect({ id: gift.id }, { as })).status).toBe(404)
      expect((await host.redeem({ id: gift.id, with_own_money: true }, { as })).status).toBe(404)
    }
    expect(await host.certificates()).toEqual([])
  })

  test('sources of two registries are refused', async () => {
    const one = await host.fundedGift(4000)
    const otherRegistry = await aRegistry(app, host)
    const other = await aGift(app, otherRegistry, { group: true, cents: 10_000 })
    await giveGifts(app, otherRegistry, [lineOf(other, { cents: 4000 })])
    expect((await host.collect({ sources: [{ id: one.id }, { id: other.id }] })).status).toBe(404)
    await expectInvariants(app.db, otherRegistry.id)
  })

  test('the GET forms need a Bearer header, and a repetition answers the same payout', async () => {
    const gift = await host.fundedGift(10_000)
    for (const endpoint of [createGiftCertificateByGet, redeemGiftByGet]) {
      expect((await callFromBrowser(app, endpoint, host.token, `id=${gift.id}`)).status).toBe(405)
      expect((await app.request(`/api${endpoint.path}?id=${gift.id}`)).status).toBe(405)
    }
    expect(await host.certificates()).toEqual([])
    const replies = await Promise.all(
      Array.from({ length: 5 }, () =>
        app.call<PayoutView>(redeemGiftByGet, { id: gift.id }, { as: host.token }),
      ),
    )
    expect(replies.map(reply => reply.status)).toEqual([200, 200, 200, 200, 200])
    expect(new Set(replies.map(reply => reply.data.id)).size).toBe(1)
    expect(await host.orders()).toHaveLength(1)
  })
})
