import { m } from '../../../paraglide/messages.js'
import { pageContext } from '../../../ui/page/page-context.ts'
import { tableResponse } from '../../money/pages/table-response.ts'
import { callAsStaff } from '../../session/pages/staff-page.ts'
import { exportDemand } from '../contract.ts'
import { demandSorts, unitsToOrder } from '../rules.ts'
import type { Route } from './+types/staff-demand-file'
import { demandColumnMessages, demandLineName, dimensionMessages } from './demand-messages.ts'
import { readDemandQuery } from './demand-query.ts'

/** The demand as a file for spreadsheets, in the reader's language. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = context.get(pageContext)
  ctx.keepFromSearch()
  const query = readDemandQuery(request)
  const { lines } = await callAsStaff(ctx, request, () => ctx.call(exportDemand, query))
  const table = {
    name: m.staff_demand_title(),
    head: [
      dimensionMessages[query.by](),
      ...demandSorts.map(sort => demandColumnMessages[sort]()),
      m.staff_demand_stock(),
      m.staff_demand_to_order(),
    ],
    rows: lines.map(line => [
      demandLineName(line, query.by, ctx.language),
      ...demandSorts.map(sort => line[sort]),
      line.stock ?? '',
      unitsToOrder(line) ?? '',
    ]),
  }
  return tableResponse(new URL(request.url), `demand-${query.by}`, table, ctx.language)
}
