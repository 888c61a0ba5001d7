import { paths } from '../../base/paths.ts'
import { m } from '../../paraglide/messages.js'
import { ButtonLink } from '../../ui/form/button.tsx'
import type { Route } from './+types/staff-event-types-page'
import { callConsole } from './frame/console-call.ts'
import { StaffListPage } from './frame/staff-list.tsx'
import { yesNoText } from './frame/staff-text.tsx'
import { hostKindNames } from './member-messages.ts'
import { staffMeta } from './session/staff-page.ts'

export const meta: Route.MetaFunction = ({ matches }) => staffMeta(m.staff_types_title(), matches)

export const loader = (args: Route.LoaderArgs) => callConsole(args, 'eventTypes', {})

export default function StaffEventTypesPage({ loaderData }: Route.ComponentProps) {
  return (
    <StaffListPage
      title={m.staff_types_title()}
      lead={m.staff_types_lead()}
      aside={
        <ButtonLink to={paths.staffEventType('new')} kind="outline" size="small">
          {m.staff_type_add()}
        </ButtonLink>
      }
      rows={loaderData}
      columns={[
        { label: m.staff_type_position(), cell: ({ position }) => position, isNumber: true },
        {
          label: m.staff_type_name_en(),
          text: ({ en }) => en.name,
          to: ({ slug }) => paths.staffEventType(slug),
        },
        { label: m.staff_type_name_el(), cell: ({ el }) => el.name },
        { label: m.common_address(), cell: ({ slug }) => slug },
        { label: m.staff_type_hosts(), cell: ({ host_kind }) => hostKindNames[host_kind]() },
        { label: m.staff_type_active(), cell: ({ is_active }) => yesNoText('is_active', is_active) },
      ]}
    />
  )
}
