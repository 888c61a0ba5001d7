import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { lineOf } from '../../test/builders.ts'
import { expectInvariants } from '../../test/invariants.ts'
import { loweringTools } from '../../test/lowerings.ts'
import { aHostWithMoney, giveGifts, type HostWithMoney, spendCertificate } from '../../test/money.ts'
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

const { paidOut, refund, lower, certificate, balanceOf, lackLetters } = loweringTools(() => ({ app, host }))

test('the unspent certificate is lowered by what was refunded, and the host told; staff need do nothing', async () => {
  const { orders, code } = await paidOut(4000, 2500)
  await refund(orders[0])
  expect(await host.collected()).toMatchObject({ open: 0, owed: 40 })
  await lower()
  expect(await certificate(code)).toMatchObject({ cents: 6500, balance: 2500, state: 'active' })
  expect(await host.collected()).toMatchObject({
    open: 0,
    owed: 0,
    payouts: [{ state: 'done', amount: 65, returned: 40, balance: 25, code }],
  })
  expect(await host.ledgerSums()).toEqual({ contribution: 2500, certificate: -6500, returned: 4000 })
  expect(await host.emails('giftcard-lowered')).toMatchObject([
    { language: 'el', props: { certificate_end: code.slice(-4), cents: 4000, balance: 2500 } },
  ])
  const { lines, balance } = await host.statement()
  expect([lines.at(-1), balance]).toMatchObject([{ kind: 'lowered', amount: 40, reference: code }, 0])
  expect(await lackLetters()).toEqual([])
  await refund(orders[1])
  await lower()
  expect(await balanceOf(code)).toBe(0)
  expect(await host.collected()).toMatchObject({ owed: 0, payouts: [{ state: 'done', returned: 65 }] })
})

test('first the registry’s open money, then the certificate', async () => {
  const { gift, orders, code } = await paidOut(4000)
  await giveGifts(app, host.registry, [lineOf(gift, { cents: 1500 })])
  await refund(orders[0])
  await lower()
  expect(await balanceOf(code)).toBe(1500)
  expect(await host.collected()).toMatchObject({ open: 0, owed: 0 })
})

test('open money of another gift makes up for it as well: staff are told of nothing', async () => {
  const { orders, code } = await paidOut(4000)
  await host.fundedGift(1500)
  await refund(orders[0])
  await lower()
  expect(await balanceOf(code)).toBe(1500)
  expect(await host.collected()).toMatchObject({ open: 0, owed: 0 })
  expect(await lackLetters()).toEqual([])
})

test('a certificate that is partly spent gives what is left, another one the rest; then staff are told', async () => {
  const first = await paidOut(4000)
  const second = await paidOut(3000)
  await spendCertificate(app, (await certificate(first.code)).id, 3500)
  await spendCertificate(app, (await certificate(second.code)).id, 1000)
  await refund(first.orders[0])
  await lower(3)
  expect([await balanceOf(first.code), await balanceOf(second.code)]).toEqual([0, 0])
  expect(await host.collected()).toMatchObject({ owed: 15 })
  expect(await host.emails('giftcard-lowered')).toHaveLength(2)
  expect(await lackLetters()).toMatchObject([{ props: { order: first.orders[0], cents: 1500 } }])
})

test.each([
  ['spent whole', (id: number) => spendCertificate(app, id, 4000)],
  ['disabled by staff', (id: number) => app.processA.shop.setCertificateState(id, 'disabled')],
  ['deleted by staff', (id: number) => app.staff('DELETE', `/v2/gift_certificates/${id}`)],
])('%s: it stays as it is, and the negative balance stands', async (_, act) => {
  const { orders, code } = await paidOut(4000)
  await act((await certificate(code)).id)
  await refund(orders[0])
  await lower(2)
  expect(await host.collected()).toMatchObject({ owed: 40 })
  expect(await host.emails('giftcard-lowered')).toEqual([])
  expect(await lackLetters()).toMatchObject([{ props: { cents: 4000 } }])
})

test('money that is still being paid out is taken back before any certificate', async () => {
  const first = await paidOut(4000)
  app.shop.faults.routes = [{ path: '/stores/:hash/v2/gift_certificates', method: 'POST', answer: '500' }]
  await paidOut(5000)
  await refund(first.orders[0])
  await lower()
  app.shop.faults.routes = []
  app.later(2)
  await app.job('payouts')
  app.later(2)
  await app.job('payouts')
  await lower()
  expect(await balanceOf(first.code)).toBe(4000)
  expect(await host.collected()).toMatchObject({ owed: 0 })
  expect((await host.certificates()).map(one => one.cents).sort()).toEqual([1000, 4000])
})
