import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { lineOf } from '../../test/builders.ts'
import { expectInvariants } from '../../test/invariants.ts'
import { crashes, Killed } from '../../test/killed-process.ts'
import { loweringTools } from '../../test/lowerings.ts'
import { aHostWithMoney, giveGifts, type HostWithMoney, spendCertificate } from '../../test/money.ts'
import { opened } from '../../test/opened.ts'
import { again, testApp } from '../../test/test-app.ts'
import { loweringHooks, type TestHook } from '../server/context/test-hooks.ts'

const certificatePath = '/stores/:hash/v2/gift_certificates/:id'

let host: HostWithMoney
const crash = crashes()
let atStep: { step: TestHook; act: () => Promise<void> } | null = null
const app = opened(() =>
  testApp({
    async testHook(name) {
      if (name === atStep?.step) {
        const { act } = atStep
        atStep = null
        await act()
      }
      await crash.step(name)
    },
  }),
)
beforeAll(() => app.job('webhook-registration'))
beforeEach(async () => {
  host = await aHostWithMoney(app)
})
afterEach(async () => {
  app.shop.faults.routes = []
  await expectInvariants(app.db, host.registry.id)
})

const { paidOut, refund, lower, certificate, balanceOf, lackLetters } = loweringTools(() => ({ app, host }))

test.each(loweringHooks)('a process dies after “%s”: another one finishes, once', async step => {
  const { orders, code } = await paidOut(4000, 1000)
  await refund(orders[0])
  expect(await crash.through(step, () => app.job('certificate-lowerings', 'A'))).toBeInstanceOf(Killed)
  await lower(3)
  expect(await balanceOf(code)).toBe(1000)
  expect(await host.collected()).toMatchObject({ open: 0, owed: 0 })
  expect(await host.emails('giftcard-lowered')).toHaveLength(1)
})

test.each(loweringHooks)('a process stops for minutes after “%s”, and goes on: once', async step => {
  const { orders, code } = await paidOut(4000, 1000)
  await refund(orders[0])
  const act = async () => {
    app.later(2)
    await app.job('certificate-lowerings', 'B')
  }
  atStep = { step, act }
  await app.job('certificate-lowerings', 'A')
  await lower(2)
  expect(await balanceOf(code)).toBe(1000)
  expect(await host.ledgerSums()).toEqual({ contribution: 1000, certificate: -5000, returned: 4000 })
  expect(await host.emails('giftcard-lowered')).toHaveLength(1)
})

test.each(['lost', '500', '429', 'truncated'] as const)(
  'the shop answers “%s” to the change: it is made once',
  async answer => {
    const { orders, code } = await paidOut(4000, 1000)
    await refund(orders[0])
    app.shop.faults.routes = [{ path: certificatePath, method: 'PUT', answer, times: 1 }]
    await lower(3)
    expect(await balanceOf(code)).toBe(1000)
    expect(await host.ledgerSums()).toEqual({ contribution: 1000, certificate: -5000, returned: 4000 })
    expect(await host.emails('giftcard-lowered')).toHaveLength(1)
  },
)

test('the host pays with it after a lost reply: what they paid is theirs, and nothing is taken twice', async () => {
  const { orders, code } = await paidOut(4000, 3000)
  await refund(orders[0])
  app.shop.faults.routes = [{ path: certificatePath, method: 'PUT', answer: 'lost', times: 1 }]
  await app.job('certificate-lowerings')
  await spendCertificate(app, (await certificate(code)).id, 3000)
  app.later(2)
  await lower(2)
  expect(await balanceOf(code)).toBe(0)
  expect(await host.collected()).toMatchObject({ owed: 0, payouts: [{ returned: 40 }] })
})

test('the host pays with it while it is about to be lowered: it gives only what is left', async () => {
  const { orders, code } = await paidOut(4000, 1000)
  await refund(orders[0])
  const { id } = await certificate(code)
  atStep = { step: 'lowering stored', act: () => spendCertificate(app, id, 4500) }
  await lower(3)
  expect(await balanceOf(code)).toBe(0)
  expect(await host.collected()).toMatchObject({ owed: 35, payouts: [{ returned: 5 }] })
  expect(await lackLetters()).toMatchObject([{ props: { cents: 3500 } }])
})

test('staff delete it while it is about to be lowered: the negative balance stands', async () => {
  const { orders, code } = await paidOut(4000)
  await refund(orders[0])
  const { id } = await certificate(code)
  const act = async () => void (await app.staff('DELETE', `/v2/gift_certificates/${id}`))
  atStep = { step: 'lowering stored', act }
  await lower(3)
  expect(await host.collected()).toMatchObject({ owed: 40, payouts: [{ returned: 0 }] })
  expect(await lackLetters()).toMatchObject([{ props: { cents: 4000 } }])
})

test('an order for the host that was placed while a guest was refunded: the certificate gives the rest', async () => {
  const { orders, code } = await paidOut(4000)
  const gift = await host.fundedGift(10_000)
  app.shop.faults.routes = [{ path: '/stores/:hash/v2/orders', method: 'POST', answer: 'lost' }]
  await host.redeem({ id: gift.id })
  app.shop.faults.routes = []
  await refund(orders[0])
  await lower()
  expect(await balanceOf(code)).toBe(4000)
  await app.job('payouts')
  await lower()
  expect(await host.orders()).toHaveLength(1)
  expect([await balanceOf(code), (await host.collected()).owed]).toEqual([0, 0])
})

test('two processes, refunds and payments of others: to the cent, once', again, async () => {
  host = await aHostWithMoney(app)
  const { gift, orders, code } = await paidOut(4000, 3000, 2000)
  await Promise.all([refund(orders[0]), lower(), refund(orders[2]), lower()])
  await giveGifts(app, host.registry, [lineOf(gift, { cents: 1000 })])
  await app.job('order-sync')
  await lower(3)
  const { open, owed } = await host.collected()
  const balance = await balanceOf(code)
  expect(Math.round((open - owed) * 100) + balance).toBe(4000)
  expect(owed).toBe(0)
  expect(await lackLetters()).toEqual([])
})
