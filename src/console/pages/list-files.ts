import { type LoaderFunctionArgs, redirect } from 'react-router'
import { AppError, orNotFound } from '../../base/app-error.ts'
import { paths, withLanguage } from '../../base/paths.ts'
import { type PageContext, pageContext } from '../../ui/page/page-context.ts'
import { type SheetCell, tableResponse } from '../../ui/page/table-response.ts'
import { withActionTexts } from './audit-messages.ts'
import { readDemandQuery } from './demand/demand-query.ts'
import { demandList } from './demand/staff-demand-page.tsx'
import { callConsole, readListQuery } from './frame/console-call.ts'
import type { StaffListing } from './frame/staff-list.tsx'
import { readDay, readLineQuery } from './money/money-lines.ts'
import { moneyLinesList } from './money/staff-money-lines-page.tsx'
import { monthList } from './money/staff-money-page.tsx'
import { overviewTable, overviewTables, overviewTitles } from './overview/overview-parts.ts'
import { auditList } from './staff-audit-page.tsx'

interface ListFile {
  /** Name of the file, without its ending. */
  file: string
  name: string
  head: string[]
  rows: SheetCell[][]
}

/** Each list's file, by its address. */
const files: Record<string, (args: LoaderFunctionArgs, ctx: PageContext) => Promise<ListFile>> = {
  async [paths.staffAuditFile](args, ctx) {
    const { lines } = await callConsole(args, 'exportAudit', readListQuery(args.request))
    return toListFile('audit', auditList(ctx.language), withActionTexts(lines, ctx))
  },
  async [paths.staffDemandFile](args, { language }) {
    const query = readDemandQuery(args.request)
    const lines = await callConsole(args, 'exportDemand', query)
    return toListFile(`demand-${query.by}`, demandList(query, language), lines)
  },
  async [paths.staffMoneyFile](args, { language }) {
    const report = await callConsole(args, 'moneyReport', { day: readDay(args.request, 'day') })
    // The page of the report says that sums are still being counted.
    if (report.countingSince) throw redirect(withLanguage(`${paths.staffMoney}?day=${report.day}`, language))
    return toListFile(`money-${report.day}`, monthList(report, language), report.months)
  },
  async [paths.staffMoneyLinesFile](args) {
    const query = readLineQuery(args.request)
    const { from, to, lines } = await callConsole(args, 'exportMoneyLines', query)
    return toListFile(`money-${query.movement}-${from}-${to}`, moneyLinesList(query.movement), lines)
  },
  /** A table of the overview; the one of registries by default. */
  async [paths.staffOverviewFile](args, { language }) {
    const asked = new URL(args.request.url).searchParams.get('table')
    const name = overviewTables.find(one => one === asked) ?? 'registries'
    const overview = await callConsole(args, 'overview', {})
    const table = overviewTable(name, overview, language)
    if (!table) throw new AppError('staff_role', 403)
    return { file: `${name}-${overview.today}`, name: overviewTitles[name](), ...table }
  },
}

export async function loader(args: LoaderFunctionArgs) {
  const ctx = args.context.get(pageContext)
  ctx.keepFromSearch()
  // The router's pattern has no slash in front where the root route has no path.
  const write = orNotFound(files[`/${args.pattern}`.replace('//', '/')])
  const { file, ...table } = await write(args, ctx)
  return tableResponse(new URL(args.request.url), file, table, ctx.language)
}

/** Columns without `file` and `text` are left out. */
function toListFile<Row>(file: string, { title, columns }: StaffListing<Row>, rows: Row[]): ListFile {
  const written = columns.flatMap(({ label, file, text }) => {
    const cell = file ?? text
    return cell ? [{ label, cell }] : []
  })
  return {
    file,
    name: title,
    head: written.map(({ label }) => label),
    rows: rows.map(row => written.map(({ cell }) => cell(row))),
  }
}
