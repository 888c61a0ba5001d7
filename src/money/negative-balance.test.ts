import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { aGift, lineOf } from '../../test/builders.ts'
import { expectInvariants } from '../../test/invariants.ts'
import {
  aHostWithMoney,
  giveGifts,
  type HostWithMoney,
  listAllCertificates,
  spendCertificate,
} from '../../test/money.ts'
import { opened } from '../../test/opened.ts'
import { testApp } from '../../test/test-app.ts'

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

test('a refund after a payout that was spent is shown as a negative balance, reported to staff, and made up for by later money', async () => {
  const gift = await aGift(app, host.registry, { group: true, cents: 10_000 })
  const order = await giveGifts(app, host.registry, [lineOf(gift, { cents: 4000 })])
  await host.collect({ id: gift.id })
  const [certificate] = (await listAllCertificates(app)).filter(one => one.to === host.email)
  await spendCertificate(app, certificate?.id ?? 0, 4000)
  await app.shop.actions.refund(order)
  await app.deliver()
  await app.job('certificate-lowerings')
  expect(await host.collected()).toMatchObject({ open: 0, owed: 40 })
  const staffEmails = await app.db
    .selectFrom('outbox')
    .select('props')
    .where('template', '=', 'money-owed')
    .where('cause', 'like', `money-owed:${host.registry.id}:%`)
    .execute()
  expect(staffEmails).toMatchObject([{ props: { order, cents: 4000 } }])
  await giveGifts(app, host.registry, [
    lineOf(await aGift(app, host.registry, { group: true, cents: 9000 }), { cents: 5000 }),
  ])
  expect(await host.collected()).toMatchObject({ open: 10, owed: 0 })
})
