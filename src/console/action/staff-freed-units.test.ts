import { sql } from 'kysely'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { AWAITING_FULFILLMENT, COMPLETED, PARTIALLY_REFUNDED } from '../../../shop/orders/orders.ts'
import { type AGift, aGift, lineOf } from '../../../test/builders.ts'
import { expectInvariants } from '../../../test/invariants.ts'
import { aHostWithMoney, giveGifts, type HostWithMoney, listAllCertificates } from '../../../test/money.ts'
import { opened } from '../../../test/opened.ts'
import { handOff, jobContextOf, purchasesOf } from '../../../test/orders.ts'
import { openActionPages } from '../../../test/staff-actions.ts'
import type { TestApp } from '../../../test/test-app.ts'
import { findInvariantViolations } from '../../orders/reconciliation/reconciliation.sql.ts'
import { findOrderDifferences } from '../../orders/reconciliation/reconciliation.ts'

/** When units become money (R1162), and which money a gift card can pay (R1163). */
const pages = opened(() => openActionPages(1, { PAYOUT_DAYS: '0' }))
let app: TestApp
let host: HostWithMoney
beforeAll(() => {
  app = pages.app
})
beforeEach(async () => {
  host = await aHostWithMoney(app)
})
afterEach(async () => {
  app.shop.faults.routes = []
  await expectInvariants(app.db)
  expect(await findOrderDifferences(await jobContextOf(app))).toEqual([])
})

const lineOfOrder = async (gift: AGift, order: number) =>
  (await purchasesOf(app, gift)).find(one => one.order_id === order)!.line_id
const free = (order: number, line: number, units = 1) =>
  pages.act(pages.manager, 'units_freed', { order, line, units })

/** A gift of two units, of which only one is still wished for; answers the order and its line. */
async function twoUnits(cents = 1500) {
  const gift = await aGift(app, host.registry, { quantity: 2, cents })
  const order = await giveGifts(app, host.registry, [lineOf(gift, { units: 2 })])
  return { gift, order, line: await lineOfOrder(gift, order) }
}

test('a quantity that is lowered makes no money: the second one is work, until it leaves', async () => {
  const { gift, order, line } = await twoUnits()
  await app.db.updateTable('gift').set({ quantity: 1 }).where('id', '=', gift.id).execute()
  await app.job('order-sync')
  expect(await host.ledgerSums()).toEqual({})
  expect(await purchasesOf(app, gift)).toMatchObject([{ units: 2, credited_units: 1 }])
  const work = async () => (await pages.view('/staff/work/second?lang=en', pages.manager)).text()
  expect(await work()).toContain(`Order ${order}`)
  // Nothing was taken off the order yet.
  expect((await free(order, line)).html).toContain('Fewer units were taken off')
  await app.shop.actions.changeStatus(order, COMPLETED)
  await app.deliver()
  expect(await work()).not.toContain(`Order ${order}`)
  expect((await free(order, line)).html).toContain('The order has left')
})

test('a unit that was taken off before dispatch is money as far as it was captured and not given back', async () => {
  const { gift, order, line } = await twoUnits()
  await app.shop.actions.edit(order, { lines: [{ lineId: line, quantity: 1 }] })
  await app.deliver()
  expect(await host.ledgerSums()).toEqual({})
  expect((await free(order, line)).status).toBe(302)
  expect(await host.ledgerSums()).toEqual({ surplus: 1500 })
  // The same unit can't be released twice.
  expect((await free(order, line)).html).toContain('Fewer units were taken off')
  expect(await host.collect({ id: gift.id, type: 'change', amount: 5 })).toMatchObject({ status: 200 })
  await app.shop.actions.refundAmount(order, 1000)
  await app.deliver()
  expect(await host.ledgerSums()).toMatchObject({ surplus: 500 })
})

test('units of an order that has left are no money, whatever its status tells of afterwards', async () => {
  const { gift, order, line } = await twoUnits()
  for (const leave of [
    () => app.shop.actions.changeStatus(order, COMPLETED),
    () =>
      app.staff('POST', `/v2/orders/${order}/shipments`, {
        tracking_number: 'T',
        items: [{ order_product_id: line, quantity: 1 }],
      }),
  ]) {
    await app.shop.actions.changeStatus(order, AWAITING_FULFILLMENT)
    await leave()
    await app.deliver()
    await app.shop.actions.changeStatus(order, PARTIALLY_REFUNDED)
    await app.shop.actions.edit(order, { lines: [{ lineId: line, quantity: 1 }] })
    await app.deliver()
    expect((await free(order, line)).html).toContain('The order has left')
  }
  expect(await host.ledgerSums()).toEqual({})
  expect(await purchasesOf(app, gift)).toMatchObject([{ units: 1, credited_units: 1 }])
})

test('what was given back before is no money any more', async () => {
  const { order, line } = await twoUnits()
  await app.shop.actions.refundAmount(order, 1500)
  await app.shop.actions.edit(order, { lines: [{ lineId: line, quantity: 1 }] })
  await app.deliver()
  expect((await free(order, line)).html).toContain('Nothing was captured beyond')
  expect(await host.ledgerSums()).toEqual({})
})

test('a unit beyond the wish that a host brought back is money, once', async () => {
  const { gift, order, line } = await twoUnits()
  await app.db.updateTable('gift').set({ quantity: 1 }).where('id', '=', gift.id).execute()
  await app.job('order-sync')
  const bookIn = (units: number) => pages.act(pages.manager, 'unit_returned', { order, line, units })
  expect((await bookIn(2)).status).toBe(302)
  expect(await host.ledgerSums()).toEqual({ moved: 3000 })
  expect((await bookIn(1)).html).toContain('not returned yet. Left: 0')
  await app.shop.actions.refund(order)
  await app.deliver()
  expect(await host.ledgerSums()).toEqual({})
})

/** Somebody gives 20 € to a group gift and pays with a certificate of ours; answers the order. */
async function paidByCertificate() {
  const first = await host.fundedGift(3000, 9000)
  await host.collect({ id: first.id })
  app.later(1)
  await app.job('payouts')
  const { code } = (await listAllCertificates(app)).find(one => one.to === host.email)!
  const other = await aGift(app, host.registry, { group: true, cents: 9000 })
  const { cartId } = await handOff(app, host.registry, [lineOf(other, { cents: 2000 })])
  const { id } = await app.shop.actions.pay(cartId, { certificate: code })
  return { order: id, gift: other }
}

test('where transactions can’t be read the money waits for staff, and the gift counts', async () => {
  app.shop.faults.routes = [{ path: '/stores/:hash/v3/orders/:id/transactions', answer: '403' }]
  const { order, gift } = await paidByCertificate()
  await app.deliver()
  expect(await purchasesOf(app, gift)).toMatchObject([{ state: 'paid', credited_cents: 2000 }])
  expect(await host.collect({ id: gift.id })).toMatchObject({ status: 409 })
  const work = await pages.view('/staff/work/certificate?lang=en', pages.manager)
  expect(await work.text()).toContain(`Order ${order}`)
  expect((await pages.act(pages.manager, 'proof_accepted', { order })).status).toBe(302)
  const again = await pages.act(pages.manager, 'proof_accepted', { order })
  expect(again.html).toContain('waits for no proof')
  expect(await host.collect({ id: gift.id })).toMatchObject({ status: 200 })
})

test('a certificate pays no more than its balances show', async () => {
  const { order, gift } = await paidByCertificate()
  await sql`
    update shop.order_transaction set certificate = certificate || '{"remaining_cents": 2500}'
    where order_id = ${order} and certificate is not null`.execute(app.db)
  await app.deliver()
  // 30 € were on the certificate and 25 € are left: 5 € came off it.
  expect(await purchasesOf(app, gift)).toMatchObject([{ state: 'paid', credited_cents: 500 }])
  const tampered = app.db
    .updateTable('purchase')
    .set({ cents: 2000, credited_cents: 2000 })
    .where('order_id', '=', order)
  await app.db
    .transaction()
    .execute(async tx => {
      await tx.executeQuery(tampered)
      expect(Object.keys(await findInvariantViolations(tx, null, 0))).toContain(
        'no order is more money than was paid for it',
      )
      throw new Error('rolled back')
    })
    .catch(error => expect(error).toMatchObject({ message: 'rolled back' }))
})
