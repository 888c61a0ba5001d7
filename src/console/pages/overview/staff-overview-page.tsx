import type { ReactNode } from 'react'
import { formatMoment } from '../../../base/dates.ts'
import { paths } from '../../../base/paths.ts'
import { m } from '../../../paraglide/messages.js'
import { linkClasses } from '../../../ui/page/link.tsx'
import { pageContext } from '../../../ui/page/page-context.ts'
import { TableFiles } from '../../../ui/page/table-files.tsx'
import { Columns, PlotFigure, Rows } from '../../../ui/plot/plot.tsx'
import { callConsole } from '../frame/console-call.ts'
import { StaffPage, StaffSection } from '../frame/staff-frame.tsx'
import { StaffTable } from '../frame/staff-table.tsx'
import { staffMeta } from '../session/staff-page.ts'
import type { Route } from './+types/staff-overview-page'
import {
  drawOverview,
  type OverviewTableName,
  overviewTable,
  overviewTables,
  overviewTitles,
  toWords,
} from './overview-parts.ts'

export const meta: Route.MetaFunction = ({ matches }) => staffMeta(m.staff_overview_title(), matches)

/** Plots are laid out on the server, so that no browser loads the code for it. */
export async function loader(args: Route.LoaderArgs) {
  const { language } = args.context.get(pageContext)
  const overview = await callConsole(args, 'overview', {})
  const { countedAt } = overview
  const tables = overviewTables.flatMap(name => {
    const table = overviewTable(name, overview, language)
    return table ? [[name, toWords(table, language)] as const] : []
  })
  return {
    countedAt: countedAt && formatMoment(countedAt, language),
    drawn: drawOverview(overview, language),
    tables: Object.fromEntries(tables) as Partial<Record<OverviewTableName, Table>>,
  }
}

type Table = ReturnType<typeof toWords>
type Drawn = Route.ComponentProps['loaderData']['drawn']

/** The console's first page: half a year by week, in plots, each with its table (R1450). */
export default function StaffOverviewPage({ loaderData }: Route.ComponentProps) {
  const { countedAt, drawn, tables } = loaderData
  const lead = countedAt ? m.staff_overview_lead({ moment: countedAt }) : m.staff_overview_uncounted()
  return (
    <StaffPage title={m.staff_overview_title()} lead={lead}>
      {drawn.money && (
        <OverviewPart name="money" said={drawn.money.said} table={tables.money}>
          <MoneyPlots money={drawn.money} />
        </OverviewPart>
      )}
      <OverviewPart name="registries" said={drawn.registries.said} table={tables.registries}>
        <RegistryPlots registries={drawn.registries} />
      </OverviewPart>
      <OverviewPart name="path" said={drawn.path.said} table={tables.path}>
        <div className="grid gap-x-8 gap-y-6 md:grid-cols-3">
          {drawn.path.steps.map(({ name, sum, said, plot }) => (
            <PlotFigure key={name} title={name} sum={sum}>
              <Columns plot={plot} label={said} />
            </PlotFigure>
          ))}
        </div>
      </OverviewPart>
      <OverviewPart name="prices" said={drawn.prices.said} table={tables.prices}>
        <Rows plot={drawn.prices.plot} className="max-w-2xl" />
      </OverviewPart>
    </StaffPage>
  )
}

function OverviewPart(props: {
  name: OverviewTableName
  said: string
  table: Table | undefined
  children: ReactNode
}) {
  const { name, said, table, children } = props
  const title = overviewTitles[name]()
  return (
    <StaffSection title={title} id={name}>
      <p className="max-w-3xl">{said}</p>
      <div className="mt-4">{children}</div>
      {table && (
        <details className="mt-3">
          <summary className={`${linkClasses.text} inline-flex min-h-11 items-center font-semibold`}>
            {m.staff_overview_table()}
            <span className="sr-only">{`: ${title}`}</span>
          </summary>
          <div className="mt-2 flex flex-col gap-4">
            <TableFiles address={paths.staffOverviewFile} query={{ table: name }} />
            <PlotTable label={title} table={table} />
          </div>
        </details>
      )}
    </StaffSection>
  )
}

function PlotTable({ label, table }: { label: string; table: Table }) {
  const columns = table.head.map((head, index) => ({
    label: head,
    isNumber: index > 0,
    text: (row: string[]) => row[index] ?? '',
  }))
  return <StaffTable label={label} columns={columns} rows={table.rows} />
}

function MoneyPlots({ money }: { money: NonNullable<Drawn['money']> }) {
  const legend = [
    { look: 'solid' as const, name: m.common_came_in() },
    { look: 'hatched' as const, name: m.common_went_out() },
  ]
  return (
    <div className="grid gap-x-8 gap-y-6 lg:grid-cols-2">
      <PlotFigure title={m.staff_overview_flows()} legend={legend}>
        <Columns plot={money.flows} label={money.said} />
      </PlotFigure>
      <PlotFigure
        title={m.staff_overview_waiting()}
        sum={money.now}
        legend={[{ look: 'line', name: m.staff_overview_week_end() }]}
      >
        <Columns plot={money.waiting} label={money.waits} />
      </PlotFigure>
    </div>
  )
}

function RegistryPlots({ registries }: { registries: Drawn['registries'] }) {
  const legend = [
    { look: 'solid' as const, name: m.staff_overview_made() },
    { look: 'hatched' as const, name: m.staff_overview_closed() },
  ]
  return (
    <>
      <PlotFigure title={m.staff_overview_all_types()} legend={legend}>
        <Columns plot={registries.all} label={registries.said} />
      </PlotFigure>
      <div className="mt-6 grid gap-x-8 gap-y-6 sm:grid-cols-2 lg:grid-cols-4">
        {registries.types.map(({ name, sum, said, plot }) => (
          <PlotFigure key={name} title={name} sum={sum}>
            <Columns plot={plot} label={said} />
          </PlotFigure>
        ))}
      </div>
    </>
  )
}
