import type { PageContext } from '../../../ui/page/page-context.ts'
import { tryCall } from '../../../ui/page/page-errors.ts'
import type { SiteData } from '../../../ui/page/site-data.ts'
import { getAnnouncement } from '../../content/contract.ts'
import { announcementCookie } from '../../content/rules.ts'

/** The line on top for this visitor; nothing when it was put away, or can't be asked for. */
export async function loadAnnouncement(ctx: PageContext): Promise<SiteData['announcement']> {
  const { done } = await tryCall(() => ctx.call(getAnnouncement, { lang: ctx.language }))
  return done && ctx.readCookie(announcementCookie) !== done.id ? done : null
}
