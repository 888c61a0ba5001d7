import { formatDay, formatShortDay } from '../../../base/dates.ts'
import type { Language } from '../../../base/language.ts'
import { formatCount, formatEuro, formatEuroShort } from '../../../base/money.ts'
import { m } from '../../../paraglide/messages.js'
import type { SheetCell } from '../../../ui/page/table-response.ts'
import { layOutColumns, layOutRows } from '../../../ui/plot/layout.ts'
import { countsByWeek, givenByBand, type MoneyWeek } from '../../overview/overview.rules.ts'
import { priceBandName } from '../demand/demand-query.ts'
import type { ConsoleAnswer } from '../frame/console-call.ts'

export type Overview = ConsoleAnswer<'overview'>

/** A part of the overview as a table; amounts and counts are numbers, so that files have them as such. */
interface OverviewTable {
  head: string[]
  rows: SheetCell[][]
}

export const overviewTables = ['money', 'registries', 'path', 'prices'] as const
export type OverviewTableName = (typeof overviewTables)[number]

/** Also the sheet names of the files. */
export const overviewTitles: Record<OverviewTableName, () => string> = {
  money: m.common_money,
  registries: m.staff_overview_registries,
  path: m.staff_overview_path,
  prices: m.staff_overview_prices,
}

/** Null for money when the reader may not see it. */
export function overviewTable(
  name: OverviewTableName,
  overview: Overview,
  language: Language,
): OverviewTable | null {
  const { weeks, counts, money } = overview
  if (name === 'money') return money && moneyTable(money)
  if (name === 'prices') return priceTable(overview, language)
  const columns =
    name === 'path'
      ? pathSteps.map(([measure, label]) => ({
          label: label(),
          values: countsByWeek(weeks, counts, measure),
        }))
      : typesInUse(overview).flatMap(({ slug, name: type }) => [
          { label: m.staff_overview_made_of({ type }), values: countsByWeek(weeks, counts, 'made', slug) },
          {
            label: m.staff_overview_closed_of({ type }),
            values: countsByWeek(weeks, counts, 'closed', slug),
          },
        ])
  return {
    head: [m.staff_overview_week(), ...columns.map(({ label }) => label)],
    rows: weeks.map((week, index) => [week, ...columns.map(({ values }) => values[index] ?? 0)]),
  }
}

function moneyTable(money: MoneyWeek[]): OverviewTable {
  const head = [m.staff_overview_week(), m.common_came_in(), m.common_went_out(), m.staff_overview_waiting()]
  const rows = money.map(week => [week.week, ...[week.in, week.out, week.waiting].map(cents => ({ cents }))])
  return { head, rows }
}

function priceTable({ counts, money }: Overview, language: Language): OverviewTable {
  return {
    head: [m.common_price(), m.common_gifts(), ...(money ? [m.common_amount()] : [])],
    rows: givenByBand(counts).map(({ from, count, cents }) => [
      priceBandName(from, language),
      count,
      ...(money ? [{ cents }] : []),
    ]),
  }
}

const pathSteps = [
  ['views', m.staff_overview_views],
  ['carts', m.staff_overview_carts],
  ['paid', m.staff_overview_paid],
] as const

/** Event types of which a registry was made or closed. */
const typesInUse = ({ types, counts }: Overview) =>
  types.filter(({ slug }) =>
    counts.some(({ measure, key }) => key === slug && /^(made|closed)$/.test(measure)),
  )

export function toWords({ head, rows }: OverviewTable, language: Language) {
  const words = (cell: SheetCell): string => {
    if (typeof cell === 'number') return formatCount(cell, language)
    if (typeof cell !== 'object' || cell === null) return toDayText(cell ?? '', language)
    return 'cents' in cell ? formatEuro(cell.cents, language) : cell.formatted
  }
  return { head, rows: rows.map(row => row.map(words)) }
}

const toDayText = (text: string, language: Language) =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) ? formatDay(text, language) : text

/** The plots, each with a sentence that compares the last whole week with the one before. */
export function drawOverview(overview: Overview, language: Language) {
  const { weeks, counts, money } = overview
  const names = weeks.map(week => formatShortDay(week, language))
  const number = (value: number) => formatCount(value, language)
  const byWeek = (measure: Parameters<typeof countsByWeek>[2], key?: string) =>
    countsByWeek(weeks, counts, measure, key)
  return {
    money: money && drawMoney(money, names, language),
    registries: {
      said: sayRegistries(byWeek('made'), byWeek('closed'), number),
      all: layOutColumns({ names, up: byWeek('made'), down: byWeek('closed'), format: number }),
      types: typesInUse(overview).map(({ slug, name }) => {
        const [up, down] = [byWeek('made', slug), byWeek('closed', slug)]
        return {
          name,
          sum: number(sum(up)),
          said: `${name}. ${sayRegistries(up, down, number)}`,
          plot: layOutColumns({ names, up, down, format: number, isSmall: true }),
        }
      }),
    },
    path: drawPath(byWeek, names, number),
    prices: drawPrices(overview, language),
  }
}

const sum = (values: number[]) => values.reduce((all, one) => all + one, 0)
/** Values of the last whole week and of the one before; the current week is the last value. */
const lastOf = <T>(values: T[]): [T | undefined, T | undefined] => [values.at(-2), values.at(-3)]

function sayRegistries(made: number[], closed: number[], number: (value: number) => string): string {
  const [[count = 0, before = 0], [ended = 0, endedBefore = 0]] = [lastOf(made), lastOf(closed)]
  return m.staff_overview_registries_said({
    count,
    before: number(before),
    closed: number(ended),
    closedBefore: number(endedBefore),
  })
}

function drawMoney(money: MoneyWeek[], names: string[], language: Language) {
  const [last, before] = lastOf(money)
  const euro = (cents = 0) => formatEuro(cents, language)
  const short = (cents: number) => formatEuroShort(cents, language)
  const waiting = money.map(week => week.waiting)
  return {
    said: m.staff_overview_money_said({
      came: euro(last?.in),
      went: euro(last?.out),
      cameBefore: euro(before?.in),
      wentBefore: euro(before?.out),
    }),
    flows: layOutColumns({
      names,
      format: short,
      up: money.map(week => week.in),
      down: money.map(week => week.out),
    }),
    waits: m.staff_overview_waiting_said({ amount: euro(waiting.at(-1)), before: euro(last?.waiting) }),
    waiting: layOutColumns({ names, format: short, line: waiting }),
    now: euro(waiting.at(-1)),
  }
}

function drawPath(
  byWeek: (measure: 'views' | 'carts' | 'paid') => number[],
  names: string[],
  number: (value: number) => string,
) {
  const steps = pathSteps.map(([measure, label]) => ({ name: label(), values: byWeek(measure) }))
  const [[, carts], [, paid]] = [lastOf(byWeek('carts')), lastOf(byWeek('paid'))]
  return {
    said: m.staff_overview_path_said({
      views: number(lastOf(byWeek('views'))[0] ?? 0),
      carts: number(lastOf(byWeek('carts'))[0] ?? 0),
      count: lastOf(byWeek('paid'))[0] ?? 0,
      cartsBefore: number(carts ?? 0),
      paidBefore: number(paid ?? 0),
    }),
    steps: steps.map(({ name, values }, index) => ({
      name,
      said: `${name}: ${number(sum(values))}`,
      sum: number(sum(values)) + shareText(values, steps[index - 1]?.values),
      plot: layOutColumns({ names, up: values, format: number, isSmall: true }),
    })),
  }
}

/** The share of the step before that went on; empty where fewer were counted there, as its counting started later. */
function shareText(values: number[], before: number[] | undefined): string {
  const [all, part] = [sum(before ?? []), sum(values)]
  return all === 0 || part > all ? '' : ` (${Math.round((100 * part) / all)}%)`
}

function drawPrices({ weeks, counts }: Overview, language: Language) {
  const [count = 0, before = 0] = lastOf(countsByWeek(weeks, counts, 'given'))
  return {
    said: m.staff_overview_prices_said({ count, before: formatCount(before, language) }),
    plot: layOutRows(
      givenByBand(counts).map(({ from, count: size }) => ({
        name: priceBandName(from, language),
        value: formatCount(size, language),
        size,
      })),
    ),
  }
}
