import fc from 'fast-check'
import Papa from 'papaparse'
import { expect, test } from 'vitest'
import { expectInvariants } from '../../test/invariants.ts'
import { anyMoneyStep, openMoneyHistories, playMoneyHistory } from '../../test/money-histories.ts'
import type { MovedMoney } from '../../test/money-report-model.ts'
import { opened } from '../../test/opened.ts'
import { readSheetNumbers } from '../../test/spreadsheet.ts'
import { formatCode } from '../base/fields.ts'

/** Months of a shop in any order: the report and its files say what the shop says, to the cent. */
const shop = opened(() => openMoneyHistories())

const movementNames: Record<MovedMoney['movement'], string> = {
  received: 'Came in',
  till: 'At the till',
  refunded: 'Refunded to guests',
  certificates: 'Sent as gift cards',
  orders: 'Spent on orders',
  returned: 'Came back',
  goods: 'Goods to money',
}
const movements = Object.keys(movementNames) as MovedMoney['movement'][]

const athensDay = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Athens', dateStyle: 'short' })
const dayOf = (at: Date) => athensDay.format(at)
const sumOf = (moved: MovedMoney[]) => moved.reduce((all, one) => all + one.cents, 0)
const toEuro = (amount: number) => (amount / 100).toFixed(2)

async function readTable(path: string, cookie: string, language = 'en') {
  const answer = await shop.pages.view(`${path}&lang=${language}`, cookie)
  expect(answer.status).toBe(200)
  const text = (await answer.text()).replace('\ufeff', '').trim()
  return Papa.parse<string[]>(text, { delimiter: language === 'el' ? ';' : ',' }).data
}

/** The twelve months that end with a day, as the file has to have them. */
function expectedMonths(day: string): string[][] {
  const until = shop.model.moved().filter(one => dayOf(one.at) <= day)
  return Array.from({ length: 12 }, (_, index) => {
    const first = new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 12 + index, 1))
    const month = first.toISOString().slice(0, 7)
    const before = until.filter(one => dayOf(one.at) < `${month}-01`)
    const within = until.filter(one => dayOf(one.at).startsWith(month))
    const sums = movements.map(name => toEuro(sumOf(within.filter(one => one.movement === name))))
    return [month, toEuro(sumOf(before)), ...sums, toEuro(sumOf(before) + sumOf(within))]
  })
}

/** Held and owed at the end of a day, as the page has to show them. */
function expectedBalances(day: string): Record<string, string> {
  const balances = new Map<string, number>()
  for (const one of shop.model.moved().filter(moved => dayOf(moved.at) <= day))
    balances.set(one.registry, (balances.get(one.registry) ?? 0) + one.cents)
  const all = [...balances.values()]
  const held = all.filter(one => one > 0).reduce((sum, one) => sum + one, 0)
  const owed = all.filter(one => one < 0).reduce((sum, one) => sum - one, 0)
  return { 'Held in registries': formatPage(held), 'Owed by the hosts': formatPage(owed) }
}

const formatPage = (amount: number) =>
  new Intl.NumberFormat('en', { style: 'currency', currency: 'EUR' }).format(amount / 100)

async function readBalances(day: string, cookie: string): Promise<Record<string, string>> {
  const html = await (await shop.pages.view(`/staff/money?lang=en&day=${day}`, cookie)).text()
  const amounts = [...html.matchAll(/<dt[^>]*>([^<]+)<\/dt><dd><span[^>]*>([^<]+)</g)]
  return Object.fromEntries(amounts.map(([, label, amount]) => [label, amount]))
}

async function expectReport(day: string, cookie: string): Promise<void> {
  const [head = [], ...months] = await readTable(`/staff/money/file?day=${day}`, cookie)
  const columns = ['Month', 'Before', ...movements.map(name => movementNames[name]), 'After']
  const shown = months.map(row => columns.map(name => row[head.indexOf(name)] ?? name))
  expect(shown).toEqual(expectedMonths(day))
  // Moves within a registry sum to zero.
  expect(months.map(row => row[head.indexOf('Moved within')])).toEqual(Array(12).fill('0.00'))
  expect(await readBalances(day, cookie)).toMatchObject(expectedBalances(day))
}

/** The lines of a movement: each order and payout at its moment, once. */
async function expectLines(movement: MovedMoney['movement'], cookie: string): Promise<void> {
  const query = `movement=${movement}&from=2026-01-01&to=2099-12-31`
  const [, ...rows] = await readTable(`/staff/money/lines/file?${query}`, cookie)
  const taxes = rows.map(([, , , order = '']) => shop.model.taxOf(order))
  expect(rows.map(row => row.at(-2))).toEqual(taxes.map(tax => (tax === undefined ? '' : toEuro(tax))))
  const shown = rows.map(([at, , code, order, codeEnd, , , , amount]) => [at, code, order, codeEnd, amount])
  const expected = new Map<string, number>()
  for (const one of shop.model.moved().filter(moved => moved.movement === movement)) {
    const key = JSON.stringify([
      one.at.toISOString(),
      formatCode(one.registry),
      one.order,
      one.codeEnd && `…${one.codeEnd}`,
    ])
    expected.set(key, (expected.get(key) ?? 0) + one.cents)
  }
  const lines = [...expected].map(([key, amount]) => [...JSON.parse(key), toEuro(amount)])
  expect([movement, shown.sort()]).toEqual([movement, lines.sort()])
  const book = await shop.pages.view(`/staff/money/lines/file?${query}&type=xlsx`, cookie)
  const [, ...amounts] = await readSheetNumbers(book)
  expect(amounts).toEqual(rows.map(row => row.slice(-2).filter(Boolean).map(Number)))
}

async function expectGiftCards(): Promise<void> {
  shop.app.later(13 * 60)
  for (let page = 0; page <= shop.model.certificates().length / 50; page++)
    await shop.app.job('certificate-balances')
  await shop.look()
  const today = dayOf(shop.app.clock.now)
  const isExpired = ({ expiry_date }: { expiry_date: string }) =>
    expiry_date !== '0' && dayOf(new Date(Number(expiry_date) * 1000)) < today
  const left = (expired: boolean) =>
    formatPage(
      shop.model.certificates().reduce((all, one) => all + (isExpired(one) === expired ? one.left : 0), 0),
    )
  expect(await readBalances(today, await shop.pages.newManager())).toMatchObject({
    'On gift cards now': left(false),
    'Expired gift cards': left(true),
    'On the way to hosts now': formatPage(0),
  })
}

const longest = process.env.TEST_FULL ? 30 : 12
const history = fc.array(anyMoneyStep, { minLength: longest / 2, maxLength: longest })
/** Each kind of step at least once, so that each movement has lines, also those that few random histories come to. */
const everything = [
  // Two guests pay for one unit: neither payment is money, also after the first is refunded.
  ...[{ act: 'pay-late' }, { act: 'give', which: 3 }, { act: 'give', which: 4 }, { act: 'refund' }],
  // An order for the host that the shop cancels and opens again.
  ...[{ act: 'give', which: 5 }, { act: 'redeem' }, { act: 'cancel-order' }, { act: 'wait', which: 3 }],
  { act: 'restore-order' },
  // A unit is returned, its worth is spent, and it is refunded all the same: that is owed, and other goods stay goods.
  ...[{ act: 'return', which: 2 }, { act: 'collect', which: 5 }, { act: 'spend' }, { act: 'wait', which: 2 }],
  ...[{ act: 'refund-units', which: 2 }, { act: 'give', which: 3 }, { act: 'count' }, { act: 'count' }],
  ...[{ act: 'receipt' }, { act: 'receipt-money' }, { act: 'take-back', which: 1 }],
  ...[{ act: 'give-two' }, { act: 'refund-amount', which: 6 }, { act: 'place-refund' }],
  ...[{ act: 'unplace-refund' }, { act: 'place-refund', which: 1 }, { act: 'move' }, { act: 'collect' }],
].map(step => ({ which: 0, cents: 1000, ...step }))

const daysBack = fc.nat({ max: 90 })

test(
  'after any months the report and its files say what the shop says, to the cent',
  async () => {
    const seed = process.env.HISTORY_SEED ? { seed: Number(process.env.HISTORY_SEED) } : {}
    await fc.assert(
      fc.asyncProperty(history, daysBack, async (steps, days) => {
        const registry = await playMoneyHistory(shop, steps)
        await expectInvariants(shop.app.db, registry.id)
        const cookie = await shop.pages.newManager()
        const earlier = dayOf(new Date(shop.app.clock.now.getTime() - days * 86_400_000))
        for (const day of [earlier, dayOf(shop.app.clock.now)]) await expectReport(day, cookie)
        for (const movement of movements) await expectLines(movement, cookie)
        await expectGiftCards()
      }),
      { numRuns: process.env.TEST_FULL ? 20 : 2, endOnFailure: true, examples: [[everything, 40]], ...seed },
    )
    expect(movements.filter(name => !shop.model.moved().some(one => one.movement === name))).toEqual([])
  },
  process.env.TEST_FULL ? 3_600_000 : 600_000,
)
