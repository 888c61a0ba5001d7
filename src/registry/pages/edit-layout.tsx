import { Outlet } from 'react-router'
import { orErrorPage } from '../../ui/attempt.ts'
import { pageVisit } from '../../ui/context.ts'
import { myRegistries } from '../contract.ts'
import type { Route } from './+types/edit-layout'
import { EditMenu } from './edit-menu.tsx'
import { EventHeader } from './event-header.tsx'
import { daysUntil, hostRegistry } from './own-registry.ts'

/** What stands around every page of a registry's hosts: which registry it is, and the host's other ones. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const visit = context.get(pageVisit)
  const registry = await hostRegistry(visit, request, params.id)
  const { data: mine } = await orErrorPage(visit.call(myRegistries, {}))
  const others = mine.filter(other => other.id !== registry.id)
  return {
    registry,
    others: others.map(({ id, registry_name }) => ({ id, registry_name })),
    daysToGo: daysUntil(registry.registry_date),
  }
}

/** The hosts' side of a registry: 'Current event' above, the menu of pages beside, one of them open (spec §2). */
export default function EditLayout({ loaderData }: Route.ComponentProps) {
  const { registry } = loaderData
  return (
    <div className="measure pt-8 pb-20 md:pt-10">
      <EventHeader {...loaderData} />
      <div className="grid gap-x-14 gap-y-8 lg:grid-cols-[min(15rem,26%)_minmax(0,1fr)]">
        <EditMenu id={registry.id} />
        <Outlet />
      </div>
    </div>
  )
}
