import { formatMoment } from '../../../base/dates.ts'
import type { Language } from '../../../base/language.ts'
import { paths } from '../../../base/paths.ts'
import { m } from '../../../paraglide/messages.js'
import { ButtonLink } from '../../../ui/form/button.tsx'
import { Pager } from '../../../ui/list/pager.tsx'
import { Tab, Tabs } from '../../../ui/list/tabs.tsx'
import { Link } from '../../../ui/page/link.tsx'
import { useLanguage } from '../../../ui/page/site-data.ts'
import { TableFiles } from '../../../ui/page/table-files.tsx'
import { callConsole } from '../../frame/pages/console-call.ts'
import { readListQuery } from '../../frame/pages/list-query.ts'
import { StaffPage } from '../../frame/pages/staff-frame.tsx'
import { type StaffColumn, StaffTable } from '../../frame/pages/staff-table.tsx'
import { rowLinkClasses } from '../../frame/pages/staff-text.tsx'
import { staffMeta } from '../../session/pages/staff-page.ts'
import { type DemandDimension, demandDimensions } from '../rules.ts'
import type { Route } from './+types/staff-demand-page'
import { DemandForm } from './demand-form.tsx'
import {
  type DemandLine,
  demandColumnMessages,
  demandLineName,
  demandMonthName,
  dimensionMessages,
  toOrderText,
  unitColumnsOf,
} from './demand-messages.ts'
import { type DemandQuery, demandPath, isNarrowed, readDemandQuery } from './demand-query.ts'

export const meta: Route.MetaFunction = ({ matches }) => staffMeta(m.staff_demand_title(), matches)

export async function loader(args: Route.LoaderArgs) {
  const query = readDemandQuery(args.request)
  const { page } = readListQuery(args.request)
  const input = { ...query, ...(/^[1-9]\d?$|^100$/.test(page ?? '') && { page }) }
  return { ...(await callConsole(args, 'demand', input)), query }
}

/** What is wished for against what is given and in stock (R973). */
export default function StaffDemandPage({ loaderData }: Route.ComponentProps) {
  const { lines, counted_at, meta: pages, most, query, brands, categories, months } = loaderData
  const language = useLanguage()
  const counted = counted_at && formatMoment(counted_at, language)
  return (
    <StaffPage
      title={m.staff_demand_title()}
      lead={counted ? m.staff_demand_counted({ moment: counted }) : m.staff_demand_not_counted()}
      aside={
        <div className="flex flex-wrap gap-3">
          <ButtonLink to={paths.staffDemandSearches} kind="outline" size="small">
            {m.staff_demand_searches_title()}
          </ButtonLink>
          <TableFiles address={paths.staffDemandFile} query={{ ...query }} />
        </div>
      }
    >
      <Tabs label={m.staff_demand_title()}>
        {demandDimensions.map(by => (
          <Tab key={by} to={demandPath(tabQuery(by, query))} active={by === query.by}>
            {dimensionMessages[by]()}
          </Tab>
        ))}
      </Tabs>
      <DemandForm query={query} brands={brands} categories={categories} months={months} />
      {query.by === 'product' && isNarrowed(query) && (
        <p>
          <Link
            to={demandPath({ by: 'product', sort: query.sort })}
            variant="text"
            className="inline-flex min-h-8 items-center max-md:min-h-11"
          >
            {m.staff_demand_all()}
          </Link>
        </p>
      )}
      <div>
        <StaffTable
          label={dimensionMessages[query.by]()}
          rows={lines}
          rowKey={line => `${line.key} ${line.month ?? ''}`}
          empty={isNarrowed(query) ? m.staff_demand_none() : m.staff_demand_empty()}
          columns={demandColumns(query, language, most)}
        />
        <Pager meta={pages} />
      </div>
    </StaffPage>
  )
}

/** Another group of what is shown, of the same month. */
function tabQuery(by: DemandDimension, { sort, month }: DemandQuery): DemandQuery {
  return { by, sort, ...(by !== 'month' && month !== undefined && { month }) }
}

/** The columns of the demand on its page and in its file; `most`: the most units of a line, for the bars of the page. */
export function demandColumns(query: DemandQuery, language: Language, most = 0): StaffColumn<DemandLine>[] {
  const { by, sort, month } = query
  const ofMonths = by === 'month'
  return [
    {
      label: dimensionMessages[by](),
      cell: line => <LineName line={line} query={query} />,
      file: line => demandLineName(line, by, language),
    },
    ...(month === undefined
      ? []
      : [
          {
            label: m.staff_demand_by_month(),
            text: (line: DemandLine) => demandMonthName(line.month ?? '', language),
          },
        ]),
    ...unitColumnsOf(query).map(column => ({
      label: demandColumnMessages[column](),
      isNumber: true,
      order: { to: demandPath({ ...query, sort: column }), isActive: column === sort },
      file: (line: DemandLine) => line[column],
      cell: (line: DemandLine) =>
        column === sort ? (
          <UnitsWithBar
            units={line[column]}
            most={most}
            label={[demandColumnMessages[column](), ...nameParts(line, by, language)].join(', ')}
          />
        ) : (
          line[column] || ''
        ),
    })),
    {
      label: m.staff_demand_stock(),
      isNumber: true,
      file: line => line.stock ?? '',
      ...(!ofMonths && { cell: (line: DemandLine) => line.stock ?? m.staff_demand_stock_uncounted() }),
    },
    {
      label: toOrderText(month),
      isNumber: true,
      file: line => line.to_order ?? '',
      ...(!ofMonths && { cell: (line: DemandLine) => line.to_order || '' }),
    },
  ]
}

/** What tells the line from the others. */
function nameParts(line: DemandLine, by: DemandDimension, language: Language): string[] {
  const name = demandLineName(line, by, language)
  return line.month === null ? [name] : [name, demandMonthName(line.month, language)]
}

function UnitsWithBar({ units, most, label }: { units: number; most: number; label: string }) {
  return (
    <>
      {units}
      <progress
        className="bar mt-1 block h-1.5 w-20 text-sea md:ml-auto"
        aria-label={label}
        value={units}
        max={most || 1}
      />
    </>
  )
}

/** A category, brand, price band or month leads to its products. */
function LineName({ line, query }: { line: DemandLine; query: DemandQuery }) {
  const { by, sort, month } = query
  const name = demandLineName(line, by, useLanguage())
  if (by === 'product') return name
  const key = by === 'month' ? line.key || 'none' : line.key
  // The products of a line of each month apart are those of its month.
  const ofMonth = month === 'each' ? line.month || 'none' : month
  const to = demandPath({ by: 'product', sort, ...(ofMonth !== undefined && { month: ofMonth }), [by]: key })
  return (
    <Link to={to} className={rowLinkClasses}>
      {name}
    </Link>
  )
}
