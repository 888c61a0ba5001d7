import { beforeAll, expect, test } from 'vitest'
import { aGift, lineOf } from '../../test/builders.ts'
import { aHostWithMoney, giveGifts, spendCertificate } from '../../test/money.ts'
import { opened } from '../../test/opened.ts'
import { jobContextOf } from '../../test/orders.ts'
import { testApp } from '../../test/test-app.ts'
import { rereadCertificates } from './sums.ts'

const app = opened(() => testApp({ env: { PAYOUT_DAYS: '0' } }))
beforeAll(() => app.job('webhook-registration'))

/** A certificate of 50 euro; answers its balance in the database. */
async function aCertificate() {
  const host = await aHostWithMoney(app)
  const gift = await aGift(app, host.registry, { group: true, cents: 9000 })
  await giveGifts(app, host.registry, [lineOf(gift, { cents: 5000 })])
  await host.collect({ id: gift.id })
  await app.job('payouts')
  const read = () =>
    app.db
      .selectFrom('payout')
      .select(['shop_id', 'balance_cents'])
      .where('registry_id', '=', host.registry.id)
      .executeTakeFirstOrThrow()
  const { shop_id } = await read()
  return { id: shop_id ?? 0, balance: async () => (await read()).balance_cents }
}

test('certificates are read again twice a day, a page of the shop’s list at a time', async () => {
  const [one, other] = [await aCertificate(), await aCertificate()]
  for (const { id } of [one, other]) await spendCertificate(app, id, 1200)
  await app.job('certificate-balances')
  expect(await one.balance()).toBe(5000)
  app.later(13 * 60)
  await app.job('certificate-balances')
  expect([await one.balance(), await other.balance()]).toEqual([3800, 3800])
})

test('one that the shop no longer has is worth nothing, and does not keep the others', async () => {
  const [gone, other] = [await aCertificate(), await aCertificate()]
  expect((await app.staff('DELETE', `/v2/gift_certificates/${gone.id}`)).status).toBe(204)
  await spendCertificate(app, other.id, 700)
  app.later(13 * 60)
  for (let turn = 0; turn < 3; turn++) await app.job('certificate-balances')
  expect([await gone.balance(), await other.balance()]).toEqual([0, 4300])
})

test('a balance that was read meanwhile stays', async () => {
  const { id, balance } = await aCertificate()
  app.later(13 * 60)
  const { shop } = app.processA
  const ctx = await jobContextOf(app)
  const fetchCertificatePage: typeof shop.fetchCertificatePage = async after => {
    const page = await shop.fetchCertificatePage(after)
    await app.db
      .updateTable('payout')
      .set({ balance_cents: 100, balance_at: new Date(app.clock.now.getTime() + 1000) })
      .where('shop_id', '=', id)
      .execute()
    return page
  }
  await rereadCertificates({ ...ctx, shop: { ...shop, fetchCertificatePage } })
  expect(await balance()).toBe(100)
})

test('one that a page of the list leaves out keeps its balance: only one that is asked for by itself is gone', async () => {
  const { id, balance } = await aCertificate()
  app.later(13 * 60)
  const { shop } = app.processA
  const ctx = await jobContextOf(app)
  const fetchCertificatePage: typeof shop.fetchCertificatePage = async after => {
    const { certificates, isLast } = await shop.fetchCertificatePage(after)
    return { certificates: certificates.filter(one => one.id !== id), isLast }
  }
  await rereadCertificates({ ...ctx, shop: { ...shop, fetchCertificatePage } })
  expect(await balance()).toBe(5000)
})
