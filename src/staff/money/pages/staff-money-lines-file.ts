import { m } from '../../../paraglide/messages.js'
import { pageContext } from '../../../ui/page/page-context.ts'
import { tableResponse } from '../../../ui/page/table-response.ts'
import { callAsStaff } from '../../session/pages/staff-page.ts'
import { exportMoneyLines } from '../contract.ts'
import type { Route } from './+types/staff-money-lines-file'
import { readLineQuery } from './line-query.ts'
import { movementMessages } from './movement-messages.ts'

/** What a sum of the report is made of, as a file. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = context.get(pageContext)
  const url = new URL(request.url)
  const query = readLineQuery(url)
  const { from, to, lines } = await callAsStaff(ctx, request, () => ctx.call(exportMoneyLines, query))
  const table = {
    name: movementMessages[query.movement](),
    head: [
      m.staff_money_moment(),
      m.common_registry(),
      m.common_registry_code(),
      query.movement === 'till' ? m.staff_value_receipt() : m.common_order(),
      m.staff_money_code_end(),
      m.staff_money_paid_at(),
      m.staff_money_way(),
      m.staff_money_tax(),
      m.common_amount(),
    ],
    rows: lines.map(line => [
      line.at,
      line.registry.name,
      line.registry.code,
      line.receipt || (line.order === null ? '' : String(line.order)),
      line.codeEnd,
      line.paidAt ?? '',
      line.paidBy,
      line.tax === null ? '' : { cents: line.tax },
      { cents: line.cents },
    ]),
  }
  const file = `money-${query.movement}-${from}-${to}`
  return tableResponse(url, file, table, ctx.language)
}
