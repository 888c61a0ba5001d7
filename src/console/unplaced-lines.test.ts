import Papa from 'papaparse'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type AGift, aGift, lineOf } from '../../test/builders.ts'
import { expectInvariants } from '../../test/invariants.ts'
import { aHostWithMoney, type HostWithMoney } from '../../test/money.ts'
import { opened } from '../../test/opened.ts'
import { handOff } from '../../test/orders.ts'
import { openActionPages } from '../../test/staff-actions.ts'
import type { TestApp } from '../../test/test-app.ts'

const pages = opened(() => openActionPages())
let app: TestApp
let host: HostWithMoney
let gift: AGift
let line: { order: number; line: number }

beforeAll(() => {
  app = pages.app
})
beforeEach(async () => {
  host = await aHostWithMoney(app)
  gift = await aGift(app, host.registry, { group: true, cents: 9000 })
  line = await aLostShare(gift)
  await pages.act(pages.manager, 'line_placed', { ...line, registry: host.registry.code, gift: gift.id })
  app.later(1)
})
afterEach(() => expectInvariants(app.db, host.registry.id))

/** A share that was paid, and whose hand-off the database has lost. */
async function aLostShare(gift: AGift) {
  const { cartId } = await handOff(app, host.registry, [lineOf(gift, { cents: 9000 })])
  await app.db
    .updateTable('handoff')
    .set({ cart_id: null, reference: `lost ${cartId}`.slice(0, 22), state: 'expired' })
    .where('cart_id', '=', cartId)
    .execute()
  const order = await app.shop.actions.pay(cartId)
  await app.deliver()
  return { order: order.id, line: (await app.processA.shop.fetchOrder(order.id))!.lines[0]!.id }
}

async function readRows(path: string, query = ''): Promise<Record<string, string>[]> {
  const answer = await pages.view(`${path}?lang=en${query}`, pages.manager)
  const text = (await answer.text()).replace('\ufeff', '').trim()
  return Papa.parse<Record<string, string>>(text, { header: true }).data
}

/** The last month of the money report, which is of the whole shop. */
async function readMonth() {
  const {
    'Came in': received,
    'Refunded to guests': refunded,
    'No longer placed': unplaced,
  } = (await readRows('/staff/money/file')).at(-1) ?? {}
  return [received, refunded, unplaced].map(Number)
}

/** Amounts of the movement's lines that are of the order. */
async function amountsOf(movement: string) {
  const rows = await readRows('/staff/money/lines/file', `&movement=${movement}`)
  return rows.filter(row => row.Order === String(line.order)).map(row => Number(row.Amount))
}

const ordersPage = async () =>
  (await pages.view(`/staff/registries/${host.registry.code}/orders?lang=en`, pages.manager)).text()

test('undoing a placing is no refund to the guest, in the report, its lines and at the order', async () => {
  const [received, refunded, unplaced] = await readMonth()
  await pages.act(pages.manager, 'line_unplaced', line)
  expect(await readMonth()).toEqual([received, refunded, (unplaced ?? 0) - 90])
  expect(await amountsOf('unplaced')).toEqual([-90])
  expect(await amountsOf('refunded')).toEqual([])
  expect(await ordersPage()).not.toContain('Refunded:')
  for (let look = 0; look < 2; look++) await app.job('held-money')
  expect(await readMonth()).toEqual([received, refunded, (unplaced ?? 0) - 90])
})

test('what is placed anew comes in anew, and a refund of the shop is a refund after all', async () => {
  await pages.act(pages.manager, 'line_unplaced', line)
  app.later(1)
  await pages.act(pages.manager, 'line_placed', { ...line, registry: host.registry.code, gift: gift.id })
  const [received, refunded, unplaced] = await readMonth()
  app.later(1)
  await app.shop.actions.refund(line.order)
  await app.deliver()
  expect(await readMonth()).toEqual([received, (refunded ?? 0) - 90, unplaced])
  expect(await amountsOf('received')).toEqual([90, 90])
  expect(await amountsOf('refunded')).toEqual([-90])
  expect(await ordersPage()).toContain('Refunded:')
})
