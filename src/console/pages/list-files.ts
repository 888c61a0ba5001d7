import { type LoaderFunctionArgs, redirect } from 'react-router'
import { AppError, orNotFound } from '../../base/app-error.ts'
import { formatMoment } from '../../base/dates.ts'
import type { Cents } from '../../base/money.ts'
import { paths, withLanguage } from '../../base/paths.ts'
import { type PageContext, pageContext } from '../../ui/page/page-context.ts'
import { tableResponse } from '../../ui/page/table-response.ts'
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

type ListFile = (args: LoaderFunctionArgs, ctx: PageContext) => Promise<Response>

/** The lists that are given as files, by the address of each file. */
const files: Record<string, ListFile> = {
  async [paths.staffAuditFile](args, ctx) {
    const { lines } = await callConsole(args, 'exportAudit', readListQuery(args.request))
    return writeFile(args, 'audit', auditList(ctx.language), withActionTexts(lines, ctx))
  },
  async [paths.staffDemandFile](args, { language }) {
    const query = readDemandQuery(args.request)
    const lines = await callConsole(args, 'exportDemand', query)
    return writeFile(args, `demand-${query.by}`, demandList(query, language), lines)
  },
  async [paths.staffMoneyFile](args, { language }) {
    const report = await callConsole(args, 'moneyReport', { day: readDay(args.request, 'day') })
    // The page of the report says that sums are still being counted.
    if (report.countingSince) throw redirect(withLanguage(`${paths.staffMoney}?day=${report.day}`, language))
    return writeFile(args, `money-${report.day}`, monthList(report, language), report.months)
  },
  async [paths.staffMoneyLinesFile](args) {
    const query = readLineQuery(args.request)
    const { from, to, lines } = await callConsole(args, 'exportMoneyLines', query)
    return writeFile(args, `money-${query.movement}-${from}-${to}`, moneyLinesList(query.movement), lines)
  },
  /** A table of the overview; the one of registries by default. */
  async [paths.staffOverviewFile](args, { language }) {
    const asked = new URL(args.request.url).searchParams.get('table')
    const name = overviewTables.find(one => one === asked) ?? 'registries'
    const overview = await callConsole(args, 'overview', {})
    const table = overviewTable(name, overview, language)
    if (!table) throw new AppError('staff_role', 403)
    const sheet = { name: overviewTitles[name](), ...table }
    return tableResponse(new URL(args.request.url), `${name}-${overview.today}`, sheet, language)
  },
}

export function loader(args: LoaderFunctionArgs) {
  const ctx = args.context.get(pageContext)
  ctx.hideFromSearchEngines()
  // The router's pattern has no slash in front where the root route has no path.
  return orNotFound(files[`/${args.pattern}`.replace('//', '/')])(args, ctx)
}

/** Columns that only the page shows are left out. */
function writeFile<Row>(
  { request, context }: LoaderFunctionArgs,
  name: string,
  { title, columns }: StaffListing<Row>,
  rows: Row[],
) {
  const { language } = context.get(pageContext)
  const toMoment = (at: Date | null) => at && formatMoment(at, language)
  const toAmount = (cents: Cents | null) => (cents === null ? '' : { cents })
  const written = columns.flatMap(({ label, file, text, at, cents }) => {
    const read =
      file ?? text ?? (at ? (row: Row) => toMoment(at(row)) : cents && ((row: Row) => toAmount(cents(row))))
    return read ? [{ label, read }] : []
  })
  const head = written.map(({ label }) => label)
  const cells = rows.map(row => written.map(({ read }) => read(row)))
  return tableResponse(new URL(request.url), name, { name: title, head, rows: cells }, language)
}
