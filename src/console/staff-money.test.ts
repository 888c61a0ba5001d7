import { sql } from 'kysely'
import Papa from 'papaparse'
import { beforeAll, describe, expect, test } from 'vitest'
import { REFUNDED } from '../../shop/orders/orders.ts'
import { aGift, lineOf } from '../../test/builders.ts'
import { aHostWithMoney, giveGifts, spendCertificate } from '../../test/money.ts'
import { opened } from '../../test/opened.ts'
import { readSheetNumbers } from '../../test/spreadsheet.ts'
import { consoleOn, staffClient } from '../../test/staff-client.ts'
import { testApp } from '../../test/test-app.ts'
import { daysOfMonth } from './money.rules.ts'
import { findMoneyLines } from './money.sql.ts'

const app = opened(() => testApp({ env: { PAYOUT_DAYS: '0' }, now: new Date('2026-09-10T09:00:00Z') }))
let manager: string
const staff = staffClient(() => site)

beforeAll(async () => {
  await app.job('webhook-registration')
  await makeHistory()
})
const site = opened(() =>
  testApp({ shop: 'none', pages: true, env: consoleOn, db: app.db, now: app.clock.now }),
)
beforeAll(async () => {
  manager = await staff.sessionOf('manager@shop.gr', 'manager')
})

/**
 * Three months in which money is given, refunded, paid out as a certificate, spent, redeemed, and refunded after its
 * payout.
 */
async function makeHistory() {
  const host = await aHostWithMoney(app, { closing_day: '2027-07-19' })
  const gift = await aGift(app, host.registry, { group: true, cents: 9000 })
  const other = await aGift(app, host.registry, { group: true, cents: 2500 })
  const give = (to: typeof gift, cents: number) => giveGifts(app, host.registry, [lineOf(to, { cents })])
  await give(gift, 4000)
  const refunded = await give(gift, 1500)
  app.clock.now = new Date('2026-10-31T22:30:00Z')
  await app.shop.actions.refund(refunded)
  await app.deliver()
  const late = await give(gift, 2345)
  await host.collect({ id: gift.id })
  await app.job('payouts')
  app.clock.now = new Date('2026-11-20T09:00:00Z')
  await give(other, 2500)
  await host.redeem({ id: other.id })
  await app.job('payouts')
  const [certificate] = (await readShop<WireCertificate>('/v2/gift_certificates')).filter(
    one => one.status === 'active',
  )
  await spendCertificate(app, certificate!.id, 6000)
  await app.shop.actions.refund(late)
  await app.deliver()
  for (let turn = 0; turn < 3; turn++) {
    app.later(2)
    await app.job('certificate-lowerings')
    await app.job('payouts')
  }
}

interface WireCertificate {
  id: number
  amount: string
  balance: string
  status: string
}
interface WireOrder {
  id: number
  external_order_id: string
  total_inc_tax: string
  status_id: number
}

/** Reads a list of the shop's API. */
async function readShop<T>(path: string): Promise<T[]> {
  const answer = await app.staff('GET', `${path}?limit=250`)
  return answer.status === 204 ? [] : ((await answer.json()) as T[])
}

const toCents = (text: string) => Math.round(Number(text) * 100)
const sum = (amounts: number[]) => amounts.reduce((all, one) => all + one, 0)

async function readTable(path: string): Promise<Record<string, string>[]> {
  const answer = await staff.view(`${path}${path.includes('?') ? '&' : '?'}lang=en`, manager)
  expect(answer.status).toBe(200)
  const text = (await answer.text()).replace('\ufeff', '').trim()
  return Papa.parse<Record<string, string>>(text, { header: true }).data
}
const readMonths = (day = '2026-11-24') => readTable(`/staff/money/file?day=${day}`)
const column = (rows: Record<string, string>[], name: string) =>
  sum(rows.map(row => toCents(row[name] || '0')))

describe('the money report', () => {
  test('ties out to the orders, refunds and certificates of the shop, to the cent', async () => {
    const months = await readMonths()
    const orders = await readShop<WireOrder>('/v2/orders')
    const ofGuests = orders.filter(order => !order.external_order_id.startsWith('REG-'))
    const ofHosts = orders.filter(order => order.external_order_id.startsWith('REG-'))
    const certificates = await readShop<WireCertificate>('/v2/gift_certificates')
    expect(column(months, 'Came in')).toBe(sum(ofGuests.map(order => toCents(order.total_inc_tax))))
    expect(column(months, 'Refunded to guests')).toBe(
      -sum(ofGuests.map(order => (order.status_id === REFUNDED ? toCents(order.total_inc_tax) : 0))),
    )
    expect(ofHosts).toHaveLength(1)
    expect(column(months, 'Spent on orders')).toBe(-sum(ofHosts.map(order => toCents(order.total_inc_tax))))
    const issued = sum(certificates.map(one => toCents(one.amount)))
    expect(column(months, 'Sent as gift cards')).toBe(-issued)
    const left = sum(certificates.map(one => toCents(one.balance)))
    // What was on it, less what was spent and what the refund took off.
    expect(column(months, 'Came back')).toBe(issued - 6000 - left)
  })

  test('has each movement in its month in Athens, and no cent between months', async () => {
    const months = await readMonths()
    expect(months).toHaveLength(12)
    const row = (month: string) => months.find(one => one.Month === month)
    expect(row('2026-09')).toMatchObject({ Before: '0.00', 'Came in': '55.00', After: '55.00' })
    // Half past midnight on 1 November in Athens.
    expect(row('2026-10')).toMatchObject({ Before: '55.00', 'Came in': '0.00', After: '55.00' })
    expect(row('2026-11')).toMatchObject({
      Before: '55.00',
      'Came in': '48.45',
      'Refunded to guests': '-38.45',
      'Sent as gift cards': '-63.45',
      'Spent on orders': '-25.00',
    })
    for (const [index, month] of months.entries())
      if (index > 0) expect(month.Before).toBe(months[index - 1]?.After)
  })

  test('shows the balances of any day apart, and what was owed on it', async () => {
    const balancesOn = async (day: string) => {
      const html = await (await staff.view(`/staff/money?lang=en&day=${day}`, manager)).text()
      const amounts = [...html.matchAll(/<dt[^>]*>([^<]+)<\/dt><dd><span[^>]*>([^<]+)</g)]
      return Object.fromEntries(amounts.map(([, label, amount]) => [label, amount]))
    }
    expect(await balancesOn('2026-10-31')).toMatchObject({
      'Held in registries': '€55.00',
      'Owed by the hosts': '€0.00',
    })
    const certificates = await readShop<WireCertificate>('/v2/gift_certificates')
    const left = sum(certificates.map(one => toCents(one.balance)))
    const today = await balancesOn('2026-11-20')
    const months = await readMonths('2026-11-20')
    expect(today['Owed by the hosts']).toBe(`€${((2345 - 345) / 100).toFixed(2)}`)
    expect(toCents(today['Held in registries']!.slice(1)) - 2000).toBe(toCents(months.at(-1)!.After!))
    expect(today['On gift cards now']).toBe(`€${(left / 100).toFixed(2)}`)
    expect(today['On the way to hosts now']).toBe('€0.00')
  })

  test('is the same whether days are counted already or not', async () => {
    const before = await readMonths()
    for (let turn = 0; turn < 3; turn++)
      await Promise.all([app.job('held-money', 'A'), app.job('held-money', 'B')])
    expect(await app.db.selectFrom('ledger_day').selectAll().execute()).not.toEqual([])
    expect(await readMonths()).toEqual(before)
  })
})

describe('what a sum is made of', () => {
  test.each([
    ['received', 'Came in'],
    ['refunded', 'Refunded to guests'],
    ['certificates', 'Sent as gift cards'],
    ['orders', 'Spent on orders'],
    ['returned', 'Came back'],
  ])('%s: its rows sum to the report’s, month by month', async (movement, name) => {
    for (const month of await readMonths()) {
      const { from, to } = daysOfMonth(month.Month!, '2026-11-30')
      const rows = await readTable(`/staff/money/lines/file?movement=${movement}&from=${from}&to=${to}`)
      expect(column(rows, 'Amount')).toBe(toCents(month[name] ?? ''))
    }
  })

  test('an order is named with its payment, a certificate by its last characters alone', async () => {
    const view = async (movement: string) =>
      (
        await staff.view(
          `/staff/money/lines?lang=en&movement=${movement}&from=2026-01-01&to=2026-12-31`,
          manager,
        )
      ).text()
    const [order] = await readShop<WireOrder>('/v2/orders')
    expect(await view('received')).toContain(`${order!.id}`)
    const { code } = await app.db
      .selectFrom('payout')
      .select('code')
      .where('method', '=', 'certificate')
      .executeTakeFirstOrThrow()
    const html = await view('certificates')
    expect(html).toContain(`…${code.slice(-4)}`)
    expect(html).not.toContain(code)
  })

  test('pages follow each other without a gap or a repetition', async () => {
    const range = { movement: 'received' as const, from: new Date(0), end: new Date('2030-01-01') }
    const all = await findMoneyLines(app.db, range, null, 100)
    expect(all.length).toBeGreaterThan(3)
    const paged = []
    for (let last: number | null = null; ; ) {
      const [next] = await findMoneyLines(app.db, range, last, 1)
      if (!next) break
      paged.push(next)
      last = next.id
    }
    expect(paged).toEqual(all)
  })

  test('a download is in the audit; looking is not', async () => {
    await readTable('/staff/money/lines/file?movement=received&from=2026-01-01&to=2026-12-31')
    const html = await (await staff.view('/staff/audit?lang=en', manager)).text()
    expect(html).toContain('Downloaded entries of the money report')
  })
})

test('the workbook has the same amounts, as numbers', async () => {
  const answer = await staff.view('/staff/money/file?type=xlsx&day=2026-11-24&lang=el', manager)
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="money-2026-11-20.xlsx"')
  const amounts = (await readSheetNumbers(answer)).flat()
  expect(amounts).toContain(48.45)
  expect(amounts).toContain(-63.45)
})

test('a file of more lines than are read at once has each of them once', async () => {
  await sql`
    insert into ledger (registry_id, gift_id, order_id, line_id, kind, account, cents, cause, created_at)
    select registry_id, gift_id, 1000000 + place, 1, kind, account, 100, 'copy ' || place, '2025-03-01'
    from (select * from ledger where kind = 'contribution' limit 1) copied, generate_series(1, 4100) place`.execute(
    app.db,
  )
  const rows = await readTable('/staff/money/lines/file?movement=received&from=2025-02-01&to=2025-03-31')
  expect(rows).toHaveLength(4100)
  expect(new Set(rows.map(row => JSON.stringify(row))).size).toBe(4100)
})
