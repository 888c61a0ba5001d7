import { AppError } from '../../base/app-error.ts'
import { addDays, type Day, dayInAthens, startOfDay } from '../../base/dates.ts'
import type { ParsedOf, ReplyOf } from '../../base/endpoint.ts'
import { type Handler, handle } from '../../server/context/handler.ts'
import type { StaffContext } from '../../server/context/request-context.ts'
import { recordAudit } from '../audit/service.ts'
import * as contract from './contract.ts'
import * as data from './data.ts'
import { chainMonths, monthsUntil } from './rules.ts'

export const calls: Handler[] = [
  handle(contract.getMoneyReport, getMoneyReport),
  handle(contract.listMoneyLines, listMoneyLines),
  handle(contract.exportMoneyLines, exportMoneyLines),
]

/** The shop's liability at the end of a day, and the year that led to it (R970); whole cents. */
async function getMoneyReport(
  input: ParsedOf<typeof contract.getMoneyReport>,
  { db, now }: StaffContext,
): Promise<ReplyOf<typeof contract.getMoneyReport>> {
  const today = dayInAthens(now)
  const day = input.day !== null && input.day < today ? input.day : today
  const months = monthsUntil(day)
  const end = startOfDay(addDays(day, 1))
  const countingSince = await data.findCountingSince(db)
  const isBehind = countingSince !== null
  const sums = await data.findMovementSums(db, { first: `${months[0]}-01`, day, end, isBehind })
  const owed = sums.find(({ movement }) => movement === 'owed')?.cents ?? 0
  const chained = chainMonths(months, sums)
  const sent = await data.findOutstandingSums(db, today)
  return {
    day,
    today,
    countingSince: countingSince !== null && countingSince < end ? countingSince.toISOString() : null,
    held: (chained.at(-1)?.closing ?? 0) + owed,
    owed,
    outstanding: { cents: sent.outstanding, count: sent.outstanding_count },
    expired: { cents: sent.expired, count: sent.expired_count },
    readAt: sent.read_at?.toISOString() ?? null,
    waiting: { cents: sent.waiting, count: sent.waiting_count },
    months: chained,
  }
}

const linesPerPage = 100
/** Of how many lines of the ledger one file is made; a longer time is asked for in parts. */
const maxExported = 50_000
const linesPerRead = 2000

/** The orders and payouts that a sum of the report is made of (R970). */
async function listMoneyLines(
  { before, ...filter }: ParsedOf<typeof contract.listMoneyLines>,
  { db, now }: StaffContext,
): Promise<ReplyOf<typeof contract.listMoneyLines>> {
  const days = toDays(filter, now)
  const rows = await data.findMoneyLines(db, toRange(filter.movement, days), before ?? null, linesPerPage + 1)
  const shown = rows.slice(0, linesPerPage)
  const last = rows.length > linesPerPage ? shown.at(-1) : undefined
  return { ...days, lines: shown.map(toLine), next: last?.id ?? null }
}

/** Throws `staff_money_many` 422 for more than a file holds. */
async function exportMoneyLines(
  filter: ParsedOf<typeof contract.exportMoneyLines>,
  ctx: StaffContext,
): Promise<ReplyOf<typeof contract.exportMoneyLines>> {
  const days = toDays(filter, ctx.now)
  const rows = await readAllLines(toRange(filter.movement, days), ctx)
  await recordAudit(ctx.db, ctx, { action: 'money_exported', after: { lines: rows.length } })
  return { ...days, lines: rows.map(toLine) }
}

/** Some thousands at a time, each within the time that a statement may take. */
async function readAllLines(range: ReturnType<typeof toRange>, { db }: StaffContext) {
  const rows: data.MoneyLineRow[] = []
  if (await data.hasMoreLines(db, range, maxExported)) throw new AppError('staff_money_many', 422)
  for (;;) {
    const read = await data.findMoneyLines(db, range, rows.at(-1)?.id ?? null, linesPerRead)
    rows.push(...read)
    if (rows.length > maxExported) throw new AppError('staff_money_many', 422)
    if (read.length < linesPerRead) return rows
  }
}

/** The days that are asked for: by default until today, from the first of the month on. */
function toDays({ from, to }: { from: Day | null; to: Day | null }, now: Date): { from: Day; to: Day } {
  const last = to ?? dayInAthens(now)
  return { from: from ?? `${last.slice(0, 8)}01`, to: last }
}

function toRange(movement: contract.ListedMovement, { from, to }: { from: Day; to: Day }) {
  return { movement, from: startOfDay(from), end: startOfDay(addDays(to, 1)) }
}

function toLine(row: data.MoneyLineRow): contract.MoneyLine {
  return {
    id: row.id,
    at: row.at.toISOString(),
    cents: row.cents,
    registry: { code: row.code, name: row.name },
    order: row.receipt === null ? row.order_id : null,
    given: row.giving_order,
    receipt: row.receipt ?? '',
    paidAt: row.paid_at?.toISOString() ?? null,
    paidBy: row.method ?? '',
    tax: row.receipt === null ? row.tax_cents : null,
    codeEnd: row.payout_code?.slice(-4) ?? '',
  }
}
