import { Outlet, useLocation } from 'react-router'
import { pageContext } from '../../../ui/page/page-context.ts'
import { listMyRegistries } from '../contract.ts'
import type { Route } from './+types/host-layout'
import { HostHeader } from './host-header.tsx'
import { HostMenu } from './host-menu.tsx'
import { daysUntil, loadHostedRegistry } from './hosted-registry.ts'
import { LiveGiving } from './live-giving.tsx'

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const ctx = context.get(pageContext)
  const registry = await loadHostedRegistry(ctx, request, params.id)
  const { data: mine } = await ctx.call(listMyRegistries, {})
  const others = mine.filter(other => other.id !== registry.id)
  return {
    registry,
    others: others.map(({ id, registry_name }) => ({ id, registry_name })),
    daysToGo: daysUntil(registry.registry_date),
  }
}

/** The frame of all pages for a registry's hosts: 'Current event' above, the menu beside (R228). */
export default function HostLayout({ loaderData }: Route.ComponentProps) {
  const { registry } = loaderData
  // Forms stay as they are: reading a page again takes away what was wrong with them.
  const [, livePage] = /\/(gifts|gifts-received)\/?$/.exec(useLocation().pathname) ?? []
  return (
    <div className="measure pt-1 pb-20 lg:pt-3">
      <HostHeader {...loaderData} />
      <div className="grid gap-x-14 gap-y-8 lg:grid-cols-[min(15rem,26%)_minmax(0,1fr)]">
        <HostMenu id={registry.id} />
        <Outlet />
        {livePage && <LiveGiving registry={registry} tellsFirst={livePage === 'gifts'} />}
      </div>
    </div>
  )
}
