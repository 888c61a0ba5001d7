import { canonicalAddress, paths } from '../../base/paths.ts'
import { findRegistry } from '../../registry/registry.contract.ts'
import { pageContext } from '../../ui/page/page-context.ts'
import { formatCalendarFile } from '../share/calendar.rules.ts'
import type { Route } from './+types/calendar-file'

/** The event as an iCalendar file (R716); 404 while its date is undecided. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const { call, language, site } = context.get(pageContext)
  const [registry] = await call(findRegistry, { id: params.id })
  if (!registry || registry.registry_date === null) return new Response(null, { status: 404 })
  const file = formatCalendarFile({
    uid: `${registry.id}@${new URL(site.url).hostname}`,
    title: `${registry.registry_name} · ${registry.name}`,
    day: registry.registry_date,
    place: registry.event_place,
    url: site.url + canonicalAddress(paths.registry(registry.id), language),
    sequence: registry.event_sequence ?? 0,
    now: new Date(),
  })
  return new Response(file, {
    headers: {
      'content-type': 'text/calendar; charset=utf-8; method=PUBLISH',
      'x-robots-tag': 'noindex',
      'content-disposition': `attachment; filename="${registry.id}.ics"`,
    },
  })
}
