import { paths } from '../../../base/paths.ts'
import { m } from '../../../paraglide/messages.js'
import { pageContext } from '../../../ui/page/page-context.ts'
import { StaffPage, StaffSection } from '../../frame/pages/staff-frame.tsx'
import { StaffTable } from '../../frame/pages/staff-table.tsx'
import { Moment } from '../../frame/pages/staff-text.tsx'
import { callAsStaff, staffMeta } from '../../session/pages/staff-page.ts'
import { type EmptySearches, listEmptySearches } from '../contract.ts'
import type { Route } from './+types/staff-searches-page'

export const meta: Route.MetaFunction = ({ matches }) => staffMeta(m.staff_demand_searches_title(), matches)

export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = context.get(pageContext)
  return callAsStaff(ctx, request, () => ctx.call(listEmptySearches, {}))
}

/** What was searched for in vain (R973): the words of hosts who look for products, and of guests only how many and how long. */
export default function StaffSearchesPage({ loaderData }: Route.ComponentProps) {
  const { products, registries } = loaderData
  const lastColumn = {
    label: m.staff_demand_searches_last(),
    cell: (search: { last_at: string }) => <Moment at={search.last_at} />,
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
      <StaffSection title={m.staff_demand_searches_products()} id="products">
        <StaffTable<EmptySearches['products'][number]>
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
      </StaffSection>
      <StaffSection title={m.staff_demand_searches_registries()} id="registries">
        <StaffTable<EmptySearches['registries'][number]>
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
      </StaffSection>
    </StaffPage>
  )
}
