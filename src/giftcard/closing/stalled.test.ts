import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectInvariants } from '../../../test/invariants.ts'
import { aHostWithMoney } from '../../../test/money.ts'
import { type TestApp, testApp } from '../../../test/test-app.ts'
import { listStalledMoney } from './stalled-service.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
  await app.job('webhook-registration')
})
afterAll(() => app.close())

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
    .select('recipient')
    .where('cause', '=', `payout-stuck:${data.id}`)
  expect(await staffEmails.execute()).toEqual([{ recipient: app.config.SUPPORT_EMAIL }])
  const ctx = await app.processA.createContext(new Request(app.config.SITE_URL))
  expect(await listStalledMoney(ctx)).toEqual([expect.stringContaining(`${host.registry.code}: 40.00 EUR`)])
  await expectInvariants(app.db)
})
