import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectInvariants } from '../../../test/invariants.ts'
import { aHostWithMoney } from '../../../test/money.ts'
import { type TestApp, testApp } from '../../../test/test-app.ts'
import { listStalledMoney } from './stalled-service.ts'

let w: TestApp
beforeAll(async () => {
  w = await testApp()
  await w.job('webhook-registration')
})
afterAll(() => w.close())

test('staff get an e-mail about a payout that fails again and again', async () => {
  const host = await aHostWithMoney(w)
  const gift = await host.fundedGift(4000, 9000)
  w.shop.faults.routes = [{ path: '/stores/:hash/v2/gift_certificates', answer: '500' }]
  const { data } = await host.collect({ id: gift.id })
  for (let attempt = 0; attempt < 6; attempt++) {
    w.later(10)
    await w.job('payouts')
  }
  const staffEmails = w.db
    .selectFrom('outbox')
    .select('recipient')
    .where('cause', '=', `payout-stuck:${data.id}`)
  expect(await staffEmails.execute()).toEqual([{ recipient: w.config.SUPPORT_EMAIL }])
  const ctx = await w.processA.createContext(new Request(w.config.SITE_URL))
  expect(await listStalledMoney(ctx)).toEqual([expect.stringContaining(`${host.registry.code}: 40.00 EUR`)])
  await expectInvariants(w.db)
})
