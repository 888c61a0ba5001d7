import { AppError } from '../../../base/app-error.ts'
import { callConsole } from '../frame/console-call.ts'
import { listFileLoader } from '../frame/console-files.ts'
import type { Route } from './+types/staff-overview-file'
import { overviewTable, overviewTables, overviewTitles } from './overview-parts.ts'

/** A table of the overview as a file; the one of registries by default. */
export const loader = listFileLoader(async (args: Route.LoaderArgs, { language }) => {
  const asked = new URL(args.request.url).searchParams.get('table')
  const name = overviewTables.find(one => one === asked) ?? 'registries'
  const overview = await callConsole(args, 'overview', {})
  const table = overviewTable(name, overview, language)
  if (!table) throw new AppError('staff_role', 403)
  return {
    name: `${name}-${overview.today}`,
    title: overviewTitles[name](),
    columns: table.head.map((label, index) => ({
      label,
      file: (row: (typeof table.rows)[number]) => row[index] ?? null,
    })),
    rows: table.rows,
  }
})
