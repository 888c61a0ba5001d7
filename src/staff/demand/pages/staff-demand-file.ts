import { m } from '../../../paraglide/messages.js'
import { pageContext } from '../../../ui/page/page-context.ts'
import { tableResponse } from '../../../ui/page/table-response.ts'
import { callAsStaff } from '../../session/pages/staff-page.ts'
import { exportDemand } from '../contract.ts'
import type { Route } from './+types/staff-demand-file'
import {
  demandColumnMessages,
  demandLineName,
  demandMonthName,
  dimensionMessages,
  toOrderText,
  unitColumnsOf,
} from './demand-messages.ts'
import { readDemandQuery } from './demand-query.ts'

/** The demand as a file for spreadsheets, in the reader's language. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = context.get(pageContext)
  ctx.keepFromSearch()
  const query = readDemandQuery(request)
  const { lines } = await callAsStaff(ctx, request, () => ctx.call(exportDemand, query))
  const units = unitColumnsOf(query)
  const byMonth = query.month !== undefined
  const table = {
    name: m.staff_demand_title(),
    head: [
      dimensionMessages[query.by](),
      ...(byMonth ? [m.staff_demand_by_month()] : []),
      ...units.map(column => demandColumnMessages[column]()),
      m.staff_demand_stock(),
      toOrderText(query.month),
    ],
    rows: lines.map(line => [
      demandLineName(line, query.by, ctx.language),
      ...(byMonth ? [demandMonthName(line.month ?? '', ctx.language)] : []),
      ...units.map(column => line[column]),
      line.stock ?? '',
      line.to_order ?? '',
    ]),
  }
  return tableResponse(new URL(request.url), `demand-${query.by}`, table, ctx.language)
}
