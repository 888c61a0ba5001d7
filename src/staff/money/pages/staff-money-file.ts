import { redirect } from 'react-router'
import { paths, withLanguage } from '../../../base/paths.ts'
import { m } from '../../../paraglide/messages.js'
import { pageContext } from '../../../ui/page/page-context.ts'
import { tableResponse } from '../../../ui/page/table-response.ts'
import { callAsStaff } from '../../session/pages/staff-page.ts'
import { getMoneyReport, movements } from '../contract.ts'
import type { Route } from './+types/staff-money-file'
import { movementMessages } from './movement-messages.ts'
import { readDay } from './read-day.ts'

/** The report's months as a file, oldest first. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = context.get(pageContext)
  const url = new URL(request.url)
  const report = await callAsStaff(ctx, request, () => ctx.call(getMoneyReport, { day: readDay(url, 'day') }))
  // Its page says what is still being counted.
  if (report.countingSince)
    throw redirect(withLanguage(`${paths.staffMoney}?day=${report.day}`, ctx.language))
  const columns = ['opening', ...movements, 'closing'] as const
  const table = {
    name: m.staff_money_months(),
    head: [
      m.staff_money_month(),
      m.common_before(),
      ...movements.map(movement => movementMessages[movement]()),
      m.common_after(),
    ],
    rows: report.months.map(month => [month.month, ...columns.map(column => ({ cents: month[column] }))]),
  }
  return tableResponse(url, `money-${report.day}`, table, ctx.language)
}
