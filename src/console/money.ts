import * as z from 'zod/mini'
import { AppError } from '../base/app-error.ts'
import { addDays, type Day, dayInAthens, startOfDay } from '../base/dates.ts'
import { dayInput, positiveId } from '../base/fields.ts'
import type { StaffContext } from '../server/context/request-context.ts'
import { staffCall, staffRead } from '../server/context/staff-call.ts'
import { recordAudit } from './audit.ts'
import { chainPeriods, type ListedMovement, listedMovements, monthsUntil } from './money.rules.ts'
import * as data from './money.sql.ts'
import { cutPage } from './paging.rules.ts'

const day = dayInput('staff_money_day')
/** By default the days until today, from the first of the month on. */
const filter = { movement: z.enum(listedMovements), from: day, to: day }

export const calls = {
  moneyReport: staffRead('manager', { day }, readMoneyReport),
  moneyLines: staffRead('manager', { ...filter, before: z.optional(positiveId) }, listMoneyLines),
  exportMoneyLines: staffCall('exports people', filter, exportMoneyLines),
}

/** The shop's liability at the end of a day, and the year that led to it (R970); whole cents. */
async function readMoneyReport(input: { day: Day | null }, { db, now }: StaffContext) {
  const today = dayInAthens(now)
  const day = input.day !== null && input.day < today ? input.day : today
  const months = monthsUntil(day)
  const end = startOfDay(addDays(day, 1))
  const countingSince = await data.findCountingSince(db)
  const isBehind = countingSince !== null
  const sums = await data.findMovementSums(db, { by: 'month', first: `${months[0]}-01`, day, end, isBehind })
  const owed = sums.find(({ movement }) => movement === 'owed')?.cents ?? 0
  const chained = chainPeriods(months, sums)
  return {
    day,
    today,
    /** What moved before is in the sums, later lines are still being counted; null when all are. */
    countingSince: countingSince !== null && countingSince < end ? countingSince : null,
    /** `held` is what registries above zero have, `owed` what those below zero lack. */
    held: (chained.at(-1)?.closing ?? 0) + owed,
    owed,
    ...(await data.findOutstandingSums(db, today)),
    months: chained,
  }
}

type LineFilter = z.output<z.ZodMiniObject<typeof filter>>

const linesPerPage = 100
/** Of how many lines of the ledger one file is made; a longer time is asked for in parts. */
const maxExported = 50_000
const linesPerRead = 2000

/**
 * The orders and payouts that a sum of the report is made of (R970), newest first; `before` is the last id of the page
 * before.
 */
async function listMoneyLines(
  { before, ...filter }: LineFilter & { before?: number | undefined },
  { db, now }: StaffContext,
) {
  const days = toDays(filter, now)
  const rows = await data.findMoneyLines(db, toRange(filter.movement, days), before ?? null, linesPerPage + 1)
  const { shown, next } = cutPage(rows, linesPerPage, ({ id }) => id)
  return { ...days, lines: shown, next }
}

/** All of them, for a file; the audit says who had it. Throws `staff_money_many` 422 for more than a file holds. */
async function exportMoneyLines(filter: LineFilter, ctx: StaffContext) {
  const days = toDays(filter, ctx.now)
  const rows = await readAllLines(toRange(filter.movement, days), ctx)
  await recordAudit(ctx.db, ctx, { action: 'money_exported', after: { lines: rows.length } })
  return { ...days, lines: rows }
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

function toDays({ from, to }: Pick<LineFilter, 'from' | 'to'>, now: Date): { from: Day; to: Day } {
  const last = to ?? dayInAthens(now)
  return { from: from ?? `${last.slice(0, 8)}01`, to: last }
}

function toRange(movement: ListedMovement, { from, to }: { from: Day; to: Day }) {
  return { movement, from: startOfDay(from), end: startOfDay(addDays(to, 1)) }
}
