import { paths } from '../../../base/paths.ts'
import { m } from '../../../paraglide/messages.js'
import { type ConsoleAnswer, callConsole } from '../frame/console-call.ts'
import { StaffPage } from '../frame/staff-frame.tsx'
import { StaffList } from '../frame/staff-table.tsx'
import { Moment } from '../frame/staff-text.tsx'
import { staffMeta } from '../session/staff-page.ts'
import type { Route } from './+types/staff-searches-page'

type EmptySearches = ConsoleAnswer<'emptySearches'>

export const meta: Route.MetaFunction = ({ matches }) => staffMeta(m.staff_demand_searches_title(), matches)

export const loader = (args: Route.LoaderArgs) => callConsole(args, 'emptySearches', {})

/** Searches without a result (R973): the words of hosts for products; of guests only the length and how often. */
export default function StaffSearchesPage({ loaderData }: Route.ComponentProps) {
  const { products, registries } = loaderData
  const lastColumn = {
    label: m.staff_demand_searches_last(),
    cell: (search: { last_at: Date }) => <Moment at={search.last_at} />,
  }
  const countColumn = {
    label: m.staff_demand_searches_count(),
    isNumber: true,
    cell: (search: { count: number }) => search.count,
  }
  return (
    <StaffPage
      title={m.staff_demand_searches_title()}
      lead={m.staff_demand_searches_lead()}
      back={{ to: paths.staffDemand, label: m.staff_demand_title() }}
    >
      <StaffList<EmptySearches['products'][number]>
        id="products"
        label={m.staff_demand_searches_products()}
        rows={products}
        rowKey={search => search.words}
        empty={m.staff_demand_searches_none()}
        columns={[
          { label: m.staff_demand_searches_words(), cell: search => search.words },
          countColumn,
          lastColumn,
        ]}
      />
      <StaffList<EmptySearches['registries'][number]>
        id="registries"
        label={m.staff_demand_searches_registries()}
        rows={registries}
        rowKey={search => search.length}
        empty={m.staff_demand_searches_none()}
        columns={[
          { label: m.staff_demand_searches_length(), cell: search => search.length, isNumber: true },
          countColumn,
          lastColumn,
        ]}
      />
    </StaffPage>
  )
}
