import { redirect } from 'react-router'
import { paths, withLanguage } from '../../../base/paths.ts'
import { m } from '../../../paraglide/messages.js'
import { type MoneyPeriod, movements } from '../../money.rules.ts'
import { callConsole } from '../frame/console-call.ts'
import { listFileLoader } from '../frame/console-files.ts'
import type { Route } from './+types/staff-money-file'
import { movementMessages, readDay } from './money-lines.ts'

/** The report's months as a file, oldest first. */
export const loader = listFileLoader(async (args: Route.LoaderArgs, { language }) => {
  const report = await callConsole(args, 'moneyReport', { day: readDay(args.request, 'day') })
  // The page of the report says that sums are still being counted.
  if (report.countingSince) throw redirect(withLanguage(`${paths.staffMoney}?day=${report.day}`, language))
  const sumColumn = (column: 'opening' | 'closing' | (typeof movements)[number], label: string) => ({
    label,
    file: (month: MoneyPeriod) => ({ cents: month[column] }),
  })
  return {
    name: `money-${report.day}`,
    title: m.staff_money_months(),
    columns: [
      { label: m.staff_money_month(), file: (month: MoneyPeriod) => month.period },
      sumColumn('opening', m.common_before()),
      ...movements.map(movement => sumColumn(movement, movementMessages[movement]())),
      sumColumn('closing', m.common_after()),
    ],
    rows: report.months,
  }
})
