import { formatMoment, formatMonth } from '../../../base/dates.ts'
import type { Language } from '../../../base/language.ts'
import { paths } from '../../../base/paths.ts'
import { m } from '../../../paraglide/messages.js'
import { ButtonLink } from '../../../ui/form/button.tsx'
import { Pager } from '../../../ui/list/pager.tsx'
import { Tab, Tabs } from '../../../ui/list/tabs.tsx'
import { Link } from '../../../ui/page/link.tsx'
import { useLanguage } from '../../../ui/page/site-data.ts'
import { TableFiles } from '../../../ui/page/table-files.tsx'
import { classNames } from '../../../ui/style/class-names.ts'
import {
  type DemandDimension,
  type DemandSort,
  demandDimensions,
  demandPriceBands,
  demandSorts,
  maxDemandQueryLength,
} from '../../console.rules.ts'
import { type ConsoleAnswer, callConsole, readListQuery } from '../frame/console-call.ts'
import { type ListFilter, type ListFilters, ListFrame, type StaffListing } from '../frame/staff-list.tsx'
import { type StaffColumn, StaffTable } from '../frame/staff-table.tsx'
import { rowLinkClasses } from '../frame/staff-text.tsx'
import { staffMeta } from '../session/staff-page.ts'
import type { Route } from './+types/staff-demand-page'
import { type DemandQuery, demandPath, isNarrowed, priceBandName, readDemandQuery } from './demand-query.ts'

export const meta: Route.MetaFunction = ({ matches }) => staffMeta(m.staff_demand_title(), matches)

export async function loader(args: Route.LoaderArgs) {
  const query = readDemandQuery(args.request)
  const { page } = readListQuery(args.request)
  const input = { ...query, ...(/^[1-9]\d?$|^100$/.test(page ?? '') && { page }) }
  return { ...(await callConsole(args, 'demand', input)), query }
}

/** Units wished for, given, open and in stock (R973, demand). */
export default function StaffDemandPage({ loaderData }: Route.ComponentProps) {
  const { lines, counted_at, meta: pages, query } = loaderData
  const language = useLanguage()
  const counted = counted_at && formatMoment(counted_at, language)
  const list = demandList(query, language, loaderData)
  return (
    <ListFrame
      {...list}
      query={query}
      lead={counted ? m.staff_demand_counted({ moment: counted }) : m.staff_demand_not_counted()}
      aside={
        <div className="flex flex-wrap gap-3">
          <ButtonLink to={paths.staffDemandSearches} kind="outline" size="small">
            {m.staff_demand_searches_title()}
          </ButtonLink>
          <TableFiles address={paths.staffDemandFile} query={query} />
        </div>
      }
      tabs={
        <Tabs label={m.staff_demand_title()}>
          {demandDimensions.map(by => (
            <Tab key={by} to={demandPath(tabQuery(by, query))} active={by === query.by}>
              {dimensionMessages[by]()}
            </Tab>
          ))}
        </Tabs>
      }
    >
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
        <StaffTable {...list} label={dimensionMessages[query.by]()} rows={lines} />
        <Pager meta={pages} />
      </div>
    </ListFrame>
  )
}

function tabQuery(by: DemandDimension, { sort, month }: DemandQuery): DemandQuery {
  return { by, sort, ...(by !== 'month' && month !== undefined && { month }) }
}

type Demand = ConsoleAnswer<'demand'>
type DemandLine = Demand['lines'][number]

export const demandList = (
  query: DemandQuery,
  language: Language,
  shown?: Demand,
): StaffListing<DemandLine> => ({
  title: m.staff_demand_title(),
  file: paths.staffDemandFile,
  ...(shown && { filters: demandFilters(query, language, shown) }),
  columns: demandColumns(query, language, shown?.most),
  empty: isNarrowed(query) ? m.staff_demand_none() : m.staff_demand_empty(),
})

/** Filters products and the month; on a phone, where the table has no headings, also sorts. */
function demandFilters(query: DemandQuery, language: Language, choices: Demand): ListFilters {
  const { by } = query
  const isOfProducts = by === 'product'
  const month: ListFilter = {
    kind: 'choice',
    name: 'month',
    className: 'w-full md:w-48',
    label: m.staff_demand_by_month(),
    emptyLabel: m.staff_demand_every_month(),
    options: [
      { value: 'each', label: m.staff_demand_each_month() },
      ...choices.months.map(one => ({ value: one || 'none', label: demandMonthName(one, language) })),
    ],
  }
  return {
    label: isOfProducts ? m.staff_demand_choose() : m.staff_demand_sort(),
    className: classNames('field-row', by === 'month' && 'md:hidden'),
    hidden: ['by'],
    fields: [
      ...(isOfProducts ? productFilters(language, choices) : []),
      ...(by === 'month' ? [] : [month]),
      {
        kind: 'choice',
        name: 'sort',
        className: 'w-full md:hidden',
        label: m.staff_demand_sort(),
        options: unitColumnsOf(query).map(value => ({ value, label: demandColumnMessages[value]() })),
      },
    ],
  }
}

const productFilters = (language: Language, { categories, brands }: Demand): ListFilter[] => [
  {
    kind: 'search',
    name: 'words',
    className: 'w-full md:w-48',
    label: m.staff_demand_words(),
    maxLength: maxDemandQueryLength,
  },
  {
    kind: 'choice',
    name: 'category',
    className: 'w-full md:w-48',
    label: m.common_category(),
    emptyLabel: m.common_all_categories(),
    options: categories.map(({ id, name }) => ({ value: String(id), label: name })),
  },
  {
    kind: 'choice',
    name: 'brand',
    className: 'w-full md:w-44',
    label: m.staff_demand_by_brand(),
    emptyLabel: m.staff_demand_every_brand(),
    options: brands.map(name => ({ value: name, label: name })),
  },
  {
    kind: 'choice',
    name: 'price',
    className: 'w-full md:w-44',
    label: m.common_price(),
    emptyLabel: m.staff_demand_every_price(),
    options: demandPriceBands.map(from => ({ value: String(from), label: priceBandName(from, language) })),
  },
]

/** `most` is the largest number of units on the page, for its bars. */
function demandColumns(query: DemandQuery, language: Language, most = 0): StaffColumn<DemandLine>[] {
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
      isRare: true,
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
      label: month === undefined ? m.staff_demand_to_order() : m.staff_demand_to_order_month(),
      isNumber: true,
      isRare: true,
      file: line => line.to_order ?? '',
      ...(!ofMonths && { cell: (line: DemandLine) => line.to_order || '' }),
    },
  ]
}

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

/** Links a category, brand, price band or month to its products. */
function LineName({ line, query }: { line: DemandLine; query: DemandQuery }) {
  const { by, sort, month } = query
  const name = demandLineName(line, by, useLanguage())
  if (by === 'product') return name
  const key = by === 'month' ? line.key || 'none' : line.key
  // A line of one month leads to the products of that month.
  const ofMonth = month === 'each' ? line.month || 'none' : month
  const to = demandPath({ by: 'product', sort, ...(ofMonth !== undefined && { month: ofMonth }), [by]: key })
  return (
    <Link to={to} className={rowLinkClasses}>
      {name}
    </Link>
  )
}

const dimensionMessages: Record<DemandDimension, () => string> = {
  product: m.common_product,
  category: m.common_category,
  brand: m.staff_demand_by_brand,
  price: m.common_price,
  month: m.staff_demand_by_month,
}

const demandColumnMessages: Record<DemandSort, () => string> = {
  open: m.staff_demand_open,
  wished: m.common_wished_for,
  given: m.common_given,
  swapped: m.staff_demand_swapped,
  due_30: m.staff_demand_due_30,
  due_60: m.staff_demand_due_60,
  due_90: m.staff_demand_due_90,
}

/** Swaps are not counted by month. */
function unitColumnsOf({ by, month }: DemandQuery): DemandSort[] {
  return demandSorts.filter(column => column !== 'swapped' || (by !== 'month' && month === undefined))
}

/** «June 2027», or that the day is undecided. */
function demandMonthName(month: string, language: Language): string {
  return month === '' ? m.ui_date_undecided() : formatMonth(month, language)
}

function demandLineName({ key, name }: DemandLine, by: DemandDimension, language: Language): string {
  if (by === 'month') return demandMonthName(key, language)
  return by === 'price' ? priceBandName(Number(key), language) : name || m.staff_demand_gone({ id: key })
}
