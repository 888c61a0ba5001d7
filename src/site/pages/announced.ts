import { attempt } from '../../ui/attempt.ts'
import type { PageVisit } from '../../ui/context.ts'
import type { SiteData } from '../../ui/site-data.ts'
import { announcement } from '../contract.ts'
import { announcementCookie } from '../rules.ts'

/** The line on top for this visitor; nothing when it was put away, or can't be asked for. */
export async function announcementFor(visit: PageVisit): Promise<SiteData['announcement']> {
  const { done } = await attempt(() => visit.call(announcement, { lang: visit.language }))
  return done && visit.cookie(announcementCookie) !== done.id ? done : null
}
