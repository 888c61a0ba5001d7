import { formatCode } from '../../../base/fields.ts'
import { m } from '../../../paraglide/messages.js'
import { callConsole } from '../frame/console-call.ts'
import { listFileLoader } from '../frame/console-files.ts'
import type { Route } from './+types/staff-money-lines-file'
import { movementMessages, readLineQuery } from './money-lines.ts'

export const loader = listFileLoader(async (args: Route.LoaderArgs) => {
  const query = readLineQuery(args.request)
  const { from, to, lines } = await callConsole(args, 'exportMoneyLines', query)
  return {
    name: `money-${query.movement}-${from}-${to}`,
    title: movementMessages[query.movement](),
    columns: [
      { label: m.staff_money_moment(), file: line => line.at.toISOString() },
      { label: m.common_registry(), file: line => line.name },
      // Written as on paper: a spreadsheet takes some codes for numbers, such as 3E45.
      { label: m.common_registry_code(), file: line => formatCode(line.code) },
      {
        label: query.movement === 'till' ? m.staff_value_receipt() : m.common_order(),
        file: line => line.receipt || (line.order === null ? '' : String(line.order)),
      },
      { label: m.staff_money_code_end(), file: line => line.codeEnd && `…${line.codeEnd}` },
      { label: m.staff_money_paid_at(), file: line => line.paidAt?.toISOString() ?? '' },
      { label: m.staff_money_way(), file: line => line.paidBy },
      { label: m.staff_money_tax(), file: line => (line.tax === null ? '' : { cents: line.tax }) },
      { label: m.common_amount(), file: line => ({ cents: line.cents }) },
    ],
    rows: lines,
  }
})
