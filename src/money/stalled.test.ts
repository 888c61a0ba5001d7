import { beforeAll, expect, test } from 'vitest'
import { aGift, lineOf } from '../../test/builders.ts'
import { expectInvariants } from '../../test/invariants.ts'
import { aHostWithMoney, giveGifts, listAllCertificates } from '../../test/money.ts'
import { opened } from '../../test/opened.ts'
import { jobContextOf } from '../../test/orders.ts'
import { testApp } from '../../test/test-app.ts'
import { ShopFailure } from '../shop/port.ts'
import { listStalledMoney } from './closing.ts'
import { processDuePayouts } from './payout/redeem.ts'

const app = opened(() => testApp())
beforeAll(() => app.job('webhook-registration'))

test('staff get an e-mail about a payout that fails again and again', async () => {
  const host = await aHostWithMoney(app)
  const gift = await host.fundedGift(4000, 9000)
  app.shop.faults.routes = [{ path: '/stores/:hash/v2/gift_certificates', answer: '500' }]
  const { data } = await host.collect({ id: gift.id })
  for (let attempt = 0; attempt < 6; attempt++) {
    app.later(10)
    await app.job('payouts')
  }
  const staffEmails = app.db
    .selectFrom('outbox')
    .select(['recipient', 'props'])
    .where('cause', '=', `payout-stuck:${data.id}`)
  expect(await staffEmails.execute()).toMatchObject([
    { recipient: app.config.SUPPORT_EMAIL, props: { trouble: 'shop_away' } },
  ])
  const ctx = await app.processA.createContext(new Request(app.config.SITE_URL))
  expect(await listStalledMoney(ctx)).toEqual([expect.stringContaining(`${host.registry.code}: 40.00 EUR`)])
  await expectInvariants(app.db)
  app.shop.faults.routes = []
})

test('staff get an e-mail about a certificate that the shop makes in another currency each time', async () => {
  const host = await aHostWithMoney(app)
  const gift = await host.fundedGift(4000, 9000)
  const { shop } = app.processA
  // As the connector does then.
  const createCertificate: typeof shop.createCertificate = async request => {
    const { id } = await shop.createCertificate(request)
    await shop.setCertificateState(id, 'disabled')
    throw new ShopFailure('shape', 'a gift certificate was made in USD')
  }
  app.shop.faults.routes = [{ path: '/stores/:hash/v2/gift_certificates', answer: '500' }]
  const { data } = await host.collect({ id: gift.id })
  app.shop.faults.routes = []
  for (let attempt = 0; attempt < 6; attempt++) {
    app.later(10)
    const ctx = await jobContextOf(app)
    await processDuePayouts({ ...ctx, shop: { ...ctx.shop, createCertificate } })
  }
  const letters = app.db.selectFrom('outbox').select('props').where('cause', '=', `payout-stuck:${data.id}`)
  expect(await letters.execute()).toMatchObject([{ props: { trouble: 'shop_connection' } }])
  expect((await host.certificates()).length).toBeLessThanOrEqual(3)
  app.later(60)
  await app.job('payouts')
  app.later(60)
  await app.job('payouts')
  expect(await host.spendableCents()).toEqual([4000])
})

test('staff hear of what is lacking when a certificate can’t be lowered for long, and it is lowered later', async () => {
  const host = await aHostWithMoney(app)
  const gift = await aGift(app, host.registry, { group: true, cents: 9000 })
  const order = await giveGifts(app, host.registry, [lineOf(gift, { cents: 4000 })])
  const { data } = await host.collect({ id: gift.id })
  await app.shop.actions.refund(order)
  await app.deliver()
  app.shop.faults.routes = [{ path: '/stores/:hash/v2/gift_certificates/:id', answer: '500' }]
  for (let attempt = 0; attempt < 6; attempt++) {
    await app.job('certificate-lowerings', attempt % 2 === 0 ? 'A' : 'B')
    app.later(10)
  }
  const staffEmails = app.db
    .selectFrom('outbox')
    .select('props')
    .where('cause', 'like', `money-owed:${host.registry.id}:%`)
  expect(await staffEmails.execute()).toMatchObject([{ props: { order, cents: 4000 } }])
  const ctx = await app.processA.createContext(new Request(app.config.SITE_URL))
  expect(await listStalledMoney(ctx)).toContainEqual(
    expect.stringContaining(`${host.registry.code}: 40.00 EUR are to be taken off a certificate`),
  )
  app.shop.faults.routes = []
  app.later(60)
  await Promise.all([app.job('certificate-lowerings', 'A'), app.job('certificate-lowerings', 'B')])
  const certificate = (await listAllCertificates(app)).find(one => one.code === data.code)
  expect(certificate).toMatchObject({ balance: 0, state: 'active' })
  expect(await host.collected()).toMatchObject({ owed: 0 })
  await expectInvariants(app.db)
})
