import Papa from 'papaparse'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aGift, lineOf } from '../../../test/builders.ts'
import { expectInvariants } from '../../../test/invariants.ts'
import { aHostWithMoney, anExperience, giveGifts, type HostWithMoney } from '../../../test/money.ts'
import { opened } from '../../../test/opened.ts'
import { jobContextOf, purchasesOf } from '../../../test/orders.ts'
import { openActionPages } from '../../../test/staff-actions.ts'
import type { TestApp } from '../../../test/test-app.ts'
import { listReceivedGifts, type ReceivedGift, thankGiver } from '../../orders/received.contract.ts'
import { findOrderDifferences, repairOrders } from '../../orders/reconciliation/reconciliation.ts'

const pages = opened(() => openActionPages())
let app: TestApp
let host: HostWithMoney
beforeAll(() => {
  app = pages.app
})
beforeEach(async () => {
  host = await aHostWithMoney(app)
})
afterEach(() => expectInvariants(app.db, host.registry.id))

let number = 1000
const nextNumber = () => `A-${++number}`
const receiptsOf = () =>
  app.db.selectFrom('till_receipt').selectAll().where('registry_id', '=', host.registry.id).execute()
const listReceived = () =>
  app.call<ReceivedGift[]>(listReceivedGifts, { registry_id: host.registry.code }, host.token)
const received = async () => (await listReceived()).data
async function readOrders(): Promise<string> {
  const answer = await pages.view(`/staff/registries/${host.registry.code}/orders?lang=en`, pages.support)
  return (await answer.text()).replace(/<script.*?<\/script>/gs, '').replace(/<[^>]*>/g, ' ')
}
/** The anchors of the page's orders and receipts in their order; of those after `before`. */
async function listEntries(before?: number): Promise<string[]> {
  const query = before === undefined ? '' : `?before=${before}`
  const answer = await pages.view(`/staff/registries/${host.registry.code}/orders${query}`, pages.support)
  return [...(await answer.text()).matchAll(/<tbody id="([a-z]+-\d+)"/g)].map(([, anchor]) => anchor ?? '')
}
/** The sum of a column of the money report, in cents. */
async function readReport(path: string, name: string): Promise<number> {
  const answer = await pages.view(
    `/staff/money/${path}${path.includes('?') ? '&' : '?'}lang=en`,
    pages.manager,
  )
  const text = (await answer.text()).replace('\ufeff', '').trim()
  const { data } = Papa.parse<Record<string, string>>(text, { header: true })
  return data.reduce((sum, row) => sum + Math.round(Number(row[name] || Number.NaN) * 100), 0)
}
const history = () =>
  app.db
    .selectFrom('registry_change')
    .select(['what', 'customer_id'])
    .where('registry_id', '=', host.registry.id)
    .execute()

describe('units that were bought at the till', () => {
  test('count as given, are told to the hosts and thanked for, once for a number, until they are taken back', async () => {
    const gift = await aGift(app, host.registry, { quantity: 3, cents: 2000 })
    const receipt = nextNumber()
    const fields = { registry: host.registry.code, receipt, gift: gift.id, units: 2, giver: 'Θεία Μαρία' }
    expect((await pages.look(pages.support, 'receipt_recorded', { ...fields, units: 4 })).text).toContain(
      'More than is still open of this gift. Left: 3.',
    )
    const unfilled = await pages.look(pages.support, 'receipt_recorded', { registry: ' ', receipt })
    expect([unfilled.status, unfilled.text]).toEqual([422, expect.stringContaining('Field is required')])
    const looks = await Promise.all(
      [pages.support, pages.manager].map(person => pages.look(person, 'receipt_recorded', fields)),
    )
    expect(looks[0]!.text).toMatch(/Units given\s+Before\s+0\s+After\s+2/)
    expect(looks[0]!.text).toContain('Ελένη &amp; Γιώργος, Wedding, ')
    const sent = await Promise.all([
      pages.send(pages.support, 'receipt_recorded', looks[0]!.hidden),
      pages.send(pages.support, 'receipt_recorded', looks[0]!.hidden),
      pages.send(pages.manager, 'receipt_recorded', looks[1]!.hidden),
    ])
    expect(sent.filter(({ status }) => status === 409).length).toBeGreaterThanOrEqual(1)
    const [{ id } = { id: 0 }, ...others] = await receiptsOf()
    expect(others).toEqual([])
    expect(sent[0]!.to ?? sent[2]!.to).toContain(`/orders?order=-${id}#receipt-${id}`)
    expect(await purchasesOf(app, gift)).toMatchObject([
      { order_id: -id, state: 'paid', units: 2, cents: 4000, credited_units: 2 },
    ])
    expect(await received()).toMatchObject([{ receipt, giver: 'Θεία Μαρία', units: 2, state: 'paid' }])
    const thanks = { registry_id: host.registry.code, order_id: -id, thanked: true }
    expect((await app.call(thankGiver, thanks, host.token)).status).toBe(200)
    expect(await received()).toMatchObject([{ thanked_at: expect.any(String) }])
    expect(await host.emails('gift-given')).toHaveLength(1)
    expect(await history()).toContainEqual({ what: 'shop_gift_recorded', customer_id: null })
    // The same number with a Greek letter and a space, for another registry.
    const typed = receipt.replace('A-', 'α- ')
    const other = await aHostWithMoney(app)
    const otherGift = await aGift(app, other.registry, { cents: 2000 })
    for (const again of [
      { ...fields, receipt: typed, units: 1 },
      { ...fields, registry: other.registry.code, gift: otherGift.id, units: 1 },
    ])
      expect((await pages.look(pages.support, 'receipt_recorded', again)).text).toContain('recorded already')
    // Reconciling finds no difference, and leaves the receipt alone.
    const ctx = await jobContextOf(app)
    const differences = await findOrderDifferences(ctx)
    expect(differences.filter(one => one.orderId === -id)).toEqual([])
    await repairOrders(ctx, differences)
    expect(await purchasesOf(app, gift)).toMatchObject([{ state: 'paid' }])
    const reversal = await pages.look(pages.support, 'receipt_reversed', { receipt: id })
    expect(reversal.text).toMatch(/Amount\s+Before\s+€40\.00\s+After\s+€0\.00/)
    expect(await pages.send(pages.support, 'receipt_reversed', reversal.hidden)).toMatchObject({
      status: 302,
    })
    expect(await pages.audited('receipt_reversed', host.registry)).toMatchObject([
      { before: { units: 2, amount_cents: 4000 }, after: { units: 0, amount_cents: 0 } },
    ])
    const told = await pages.view(`/staff/registries/${host.registry.code}/history`, pages.support)
    expect(await told.text()).toContain(`receipt of the till ${receipt}`)
    // Hosts see it in their history only; the console shows no refund.
    expect(await listReceived()).toMatchObject({ data: [], meta: { total: 0, gifts: [] } })
    expect(await history()).toContainEqual({ what: 'shop_gift_reversed', customer_id: null })
    const orders = await readOrders()
    expect(orders).toContain('Taken back')
    expect(orders).not.toContain('Refunded')
    expect(await purchasesOf(app, gift)).toMatchObject([{ state: 'void', units: 0, credited_units: 0 }])
    expect((await pages.look(pages.support, 'receipt_reversed', { receipt: id })).text).toContain(
      'taken back',
    )
    expect(await pages.act(pages.support, 'receipt_recorded', { ...fields, units: 1 })).toMatchObject({
      status: 302,
    })
    expect(await received()).toMatchObject([{ receipt, units: 1, state: 'paid' }])
  })

  test('a receipt with two gifts counts for both; an order that comes later makes neither of them surplus', async () => {
    const gifts = [
      await aGift(app, host.registry, { cents: 2000 }),
      await aGift(app, host.registry, { quantity: 2, cents: 700 }),
    ] as const
    const receipt = nextNumber()
    for (const gift of gifts) {
      const fields = { registry: host.registry.code, receipt, gift: gift.id, units: 1, giver: 'Άννα' }
      expect(await pages.act(pages.support, 'receipt_recorded', fields)).toMatchObject({ status: 302 })
    }
    const [{ id } = { id: 0 }, ...others] = await receiptsOf()
    expect(others).toEqual([])
    expect(await received()).toMatchObject([{ giver: 'Άννα' }, { giver: 'Άννα' }])
    expect(await host.emails('gift-given')).toHaveLength(2)
    app.later(1)
    const order = await giveGifts(app, host.registry, [lineOf(gifts[1], { units: 1 })])
    app.later(1)
    const late = {
      registry: host.registry.code,
      receipt: nextNumber(),
      gift: (await aGift(app, host.registry)).id,
    }
    const { to } = await pages.act(pages.support, 'receipt_recorded', { ...late, units: 1 })
    const last = (await receiptsOf()).find(one => one.id !== id)!
    expect(to).toContain(`/orders?order=-${last.id}#receipt-${last.id}`)
    // Orders and receipts are sorted together by time, also across pages.
    const entries = [`receipt-${last.id}`, `order-${order}`, `receipt-${id}`]
    for (const [index, before] of [undefined, -last.id, order, -id].entries())
      expect(await listEntries(before)).toEqual(entries.slice(index))
    expect(await host.collected()).toMatchObject({ open: 0 })
  })

  test('they are goods: one that the host returned becomes smart change, by a manager', async () => {
    const gift = await aGift(app, host.registry, { quantity: 2, cents: 1500 })
    const fields = { registry: host.registry.code, receipt: nextNumber(), gift: gift.id, units: 2 }
    await pages.act(pages.support, 'receipt_recorded', fields)
    expect(await host.ledgerSums()).toEqual({})
    const [{ id } = { id: 0 }] = await receiptsOf()
    const unit = { order: -id, line: 1, units: 1 }
    expect(await pages.act(pages.manager, 'unit_returned', unit)).toMatchObject({ status: 302 })
    expect(await host.ledgerSums()).toEqual({ moved: 1500 })
    expect((await pages.look(pages.support, 'receipt_reversed', { receipt: id })).text).toContain('a manager')
    expect(await pages.act(pages.manager, 'receipt_reversed', { receipt: id })).toMatchObject({ status: 302 })
    expect(await host.ledgerSums()).toEqual({})
  })
})

describe('money that was paid at the till', () => {
  test('goes towards a group gift by a manager, waits its days as any, and is owed when it is taken back too late', async () => {
    const gift = await aGift(app, host.registry, { group: true, cents: 9000 })
    const receipt = nextNumber()
    const fields = { registry: host.registry.code, receipt, gift: gift.id, amount: 40, message: 'Να ζήσετε' }
    expect((await pages.look(pages.support, 'receipt_money_recorded', fields)).status).toBe(403)
    expect(
      (await pages.look(pages.support, 'receipt_recorded', { ...fields, amount: '', units: 1 })).text,
    ).toContain('a manager records')
    expect(
      (await pages.look(pages.manager, 'receipt_money_recorded', { ...fields, amount: '90,01' })).text,
    ).toContain('More than this gift still takes. Left: €90.00.')
    expect(await pages.act(pages.manager, 'receipt_money_recorded', fields)).toMatchObject({ status: 302 })
    expect(await purchasesOf(app, gift)).toMatchObject([{ kind: 'contribution', credited_cents: 4000 }])
    expect((await host.statement()).lines).toMatchObject([{ reference: receipt, amount: 40 }])
    const [{ id } = { id: 0 }] = await receiptsOf()
    expect((await host.collect({ id: gift.id })).status).toBe(200)
    await app.job('payouts')
    expect(await host.certificates()).toMatchObject([{ cents: 4000 }])
    expect((await pages.look(pages.support, 'receipt_reversed', { receipt: id })).text).toContain('a manager')
    expect(await pages.act(pages.manager, 'receipt_reversed', { receipt: id })).toMatchObject({ status: 302 })
    for (let turn = 0; turn < 2; turn++) {
      await app.job('certificate-lowerings')
      app.later(2)
    }
    // What is left on the gift card is taken off it, as after a refund.
    expect(await host.collected()).toMatchObject({ owed: 0, open: 0 })
  })

  test('becomes smart change of a gift that takes no money; an experience counts by its units alone', async () => {
    const before = { till: await readReport('file', 'At the till'), in: await readReport('file', 'Came in') }
    const gift = await aGift(app, host.registry, { cents: 3000 })
    const money = { registry: host.registry.code, receipt: nextNumber(), gift: gift.id, amount: 10 }
    expect((await pages.look(pages.manager, 'receipt_money_recorded', money)).text).toMatch(
      /Becomes smart change\s+Before\s+—\s+After\s+€10\.00/,
    )
    await pages.act(pages.manager, 'receipt_money_recorded', money)
    expect(await host.ledgerSums()).toEqual({ surplus: 1000 })
    const experience = await anExperience(app, host.registry, 1)
    const units = {
      registry: host.registry.code,
      receipt: nextNumber(),
      gift: experience.id,
      units: 1,
    }
    // It was handed over at the till, so it is no money.
    await pages.act(pages.support, 'receipt_recorded', units)
    expect(await purchasesOf(app, experience)).toMatchObject([{ units: 1, state: 'paid' }])
    expect(await host.ledgerSums()).toEqual({ surplus: 1000 })
    // The report has receipts in a column of their own, which leads to the same ones.
    const till = await readReport('file', 'At the till')
    expect(till).toBe(before.till + 1000)
    expect(await readReport('file', 'Came in')).toBe(before.in)
    expect(await readReport('lines/file?movement=till&from=2026-01-01', 'Amount')).toBe(till)
  })

  test('is whole or not at all', async () => {
    const gift = await aGift(app, host.registry, { group: true, cents: 9000 })
    const fields = { registry: host.registry.code, receipt: nextNumber(), gift: gift.id, amount: 40 }
    const { hidden } = await pages.look(pages.manager, 'receipt_money_recorded', fields)
    await pages.breakAudit(async () => {
      expect((await pages.send(pages.manager, 'receipt_money_recorded', hidden)).status).toBe(500)
    })
    expect([await receiptsOf(), await purchasesOf(app, gift), await host.ledgerSums()]).toEqual([[], [], {}])
    for (let turn = 0; turn < 2; turn++) await pages.send(pages.manager, 'receipt_money_recorded', hidden)
    expect(await host.ledgerSums()).toEqual({ contribution: 4000 })
  })
})
