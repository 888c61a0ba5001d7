import { paths } from '../../../base/paths.ts'
import { m } from '../../../paraglide/messages.js'
import { callConsole } from '../frame/console-call.ts'
import { StaffPage } from '../frame/staff-frame.tsx'
import { type StaffColumn, StaffList } from '../frame/staff-table.tsx'
import { staffMeta } from '../session/staff-page.ts'
import type { Route } from './+types/staff-searches-page'

export const meta: Route.MetaFunction = ({ matches }) => staffMeta(m.staff_demand_searches_title(), matches)

export const loader = (args: Route.LoaderArgs) => callConsole(args, 'emptySearches', {})

/** Searches without a result (R973): the words of hosts for products; of guests only the length and how often. */
export default function StaffSearchesPage({ loaderData }: Route.ComponentProps) {
  const { products, registries } = loaderData
  const list = <Row extends { count: number; last_at: Date }>(
    id: string,
    label: string,
    rows: Row[],
    column: StaffColumn<Row>,
  ) => (
    <StaffList
      id={id}
      label={label}
      rows={rows}
      empty={m.staff_demand_searches_none()}
      columns={[
        column,
        { label: m.staff_demand_searches_count(), text: ({ count }) => count, isNumber: true },
        { label: m.staff_demand_searches_last(), at: ({ last_at }) => last_at },
      ]}
    />
  )
  return (
    <StaffPage
      title={m.staff_demand_searches_title()}
      lead={m.staff_demand_searches_lead()}
      back={{ to: paths.staffDemand, label: m.staff_demand_title() }}
    >
      {list('products', m.staff_demand_searches_products(), products, {
        label: m.staff_demand_searches_words(),
        text: search => search.words,
      })}
      {list('registries', m.staff_demand_searches_registries(), registries, {
        label: m.staff_demand_searches_length(),
        text: search => search.length,
        isNumber: true,
      })}
    </StaffPage>
  )
}
