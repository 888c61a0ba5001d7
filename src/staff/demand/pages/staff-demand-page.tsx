import { formatMoment } from '../../../base/dates.ts'
import { paths } from '../../../base/paths.ts'
import { m } from '../../../paraglide/messages.js'
import { ButtonLink } from '../../../ui/form/button.tsx'
import { Pager } from '../../../ui/list/pager.tsx'
import { Tab, Tabs } from '../../../ui/list/tabs.tsx'
import { Link } from '../../../ui/page/link.tsx'
import { pageContext } from '../../../ui/page/page-context.ts'
import { useLanguage } from '../../../ui/page/site-data.ts'
import { readListQuery } from '../../frame/pages/list-query.ts'
import { StaffPage } from '../../frame/pages/staff-frame.tsx'
import { StaffTable } from '../../frame/pages/staff-table.tsx'
import { MoneyFiles } from '../../money/pages/money-files.tsx'
import { callAsStaff, staffMeta } from '../../session/pages/staff-page.ts'
import { type DemandLine, listDemand } from '../contract.ts'
import { demandDimensions, demandSorts, unitsToOrder } from '../rules.ts'
import type { Route } from './+types/staff-demand-page'
import { DemandForm } from './demand-form.tsx'
import { demandColumnMessages, demandLineName, dimensionMessages } from './demand-messages.ts'
import { type DemandQuery, demandPath, isNarrowed, readDemandQuery } from './demand-query.ts'

export const meta: Route.MetaFunction = ({ matches }) => staffMeta(m.staff_demand_title(), matches)

export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = context.get(pageContext)
  const query = readDemandQuery(request)
  const { page } = readListQuery(request)
  const input = { ...query, ...(/^[1-9]\d?$|^100$/.test(page ?? '') && { page }) }
  return { ...(await callAsStaff(ctx, request, () => ctx.call(listDemand, input))), query }
}

/** What is wished for against what is given and in stock (R973). */
export default function StaffDemandPage({ loaderData }: Route.ComponentProps) {
  const { lines, counted_at, meta: pages, most, query, brands, categories } = loaderData
  const language = useLanguage()
  const counted = counted_at && formatMoment(new Date(counted_at), language)
  return (
    <StaffPage
      title={m.staff_demand_title()}
      lead={counted ? m.staff_demand_counted({ moment: counted }) : m.staff_demand_not_counted()}
      aside={
        <ButtonLink to={paths.staffDemandSearches} kind="outline" size="small">
          {m.staff_demand_searches_title()}
        </ButtonLink>
      }
    >
      <Tabs label={m.staff_demand_title()}>
        {demandDimensions.map(by => (
          <Tab key={by} to={demandPath({ by, sort: query.sort })} active={by === query.by}>
            {dimensionMessages[by]()}
          </Tab>
        ))}
      </Tabs>
      <div className="flex flex-wrap items-end gap-x-8 gap-y-3">
        <DemandForm query={query} brands={brands} categories={categories} />
        <MoneyFiles address={paths.staffDemandFile} query={{ ...query }} />
      </div>
      {isNarrowed(query) && (
        <p>
          <Link
            to={demandPath({ by: 'product', sort: query.sort })}
            variant="text"
            className="inline-flex min-h-8 items-center"
          >
            {m.staff_demand_all()}
          </Link>
        </p>
      )}
      <div>
        <DemandTable lines={lines} most={most} query={query} />
        <Pager meta={pages} />
      </div>
    </StaffPage>
  )
}

function DemandTable({ lines, most, query }: { lines: DemandLine[]; most: number; query: DemandQuery }) {
  const { by, sort } = query
  const language = useLanguage()
  const unitColumns = demandSorts.filter(column => by !== 'month' || column !== 'swapped')
  return (
    <StaffTable
      label={dimensionMessages[by]()}
      rows={lines}
      rowKey={line => line.key}
      empty={isNarrowed(query) ? m.staff_demand_none() : m.staff_demand_empty()}
      columns={[
        { label: dimensionMessages[by](), cell: line => <LineName line={line} query={query} /> },
        ...unitColumns.map(column => ({
          label: demandColumnMessages[column](),
          isNumber: true,
          order: { to: demandPath({ ...query, sort: column }), isActive: column === sort },
          cell: (line: DemandLine) =>
            column === sort ? (
              <UnitsWithBar
                units={line[column]}
                most={most}
                label={`${demandColumnMessages[column]()}, ${demandLineName(line, by, language)}`}
              />
            ) : (
              line[column] || ''
            ),
        })),
        ...(by === 'month'
          ? []
          : [
              {
                label: m.staff_demand_stock(),
                isNumber: true,
                cell: (line: DemandLine) => line.stock ?? m.staff_demand_stock_uncounted(),
              },
              {
                label: m.staff_demand_to_order(),
                isNumber: true,
                cell: (line: DemandLine) => unitsToOrder(line) || '',
              },
            ]),
      ]}
    />
  )
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

/** A category, brand or price band leads to its products. */
function LineName({ line, query }: { line: DemandLine; query: DemandQuery }) {
  const { by, sort } = query
  const name = demandLineName(line, by, useLanguage())
  if (by === 'product' || by === 'month') return name
  const to = demandPath({ by: 'product', sort, [by]: line.key })
  return (
    <Link to={to} variant="text" className="inline-flex min-h-8 items-center">
      {name}
    </Link>
  )
}
