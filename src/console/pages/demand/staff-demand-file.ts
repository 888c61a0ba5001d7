import { m } from '../../../paraglide/messages.js'
import { callConsole } from '../frame/console-call.ts'
import { listFileLoader } from '../frame/console-files.ts'
import type { Route } from './+types/staff-demand-file'
import { readDemandQuery } from './demand-query.ts'
import { demandColumns } from './staff-demand-page.tsx'

export const loader = listFileLoader(async (args: Route.LoaderArgs, { language }) => {
  const query = readDemandQuery(args.request)
  return {
    name: `demand-${query.by}`,
    title: m.staff_demand_title(),
    columns: demandColumns(query, language),
    rows: await callConsole(args, 'exportDemand', query),
  }
})
