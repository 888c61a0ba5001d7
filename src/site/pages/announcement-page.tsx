import { redirect } from 'react-router'
import { paths, safeRedirect, withLanguage } from '../../base/paths.ts'
import { pageContext } from '../../ui/page/page-context.ts'
import { getAnnouncement } from '../announcement.contract.ts'
import { announcementCookie } from '../announcement.rules.ts'
import type { Route } from './+types/announcement-page'

const oneYearSeconds = 31_536_000

/** Closes the announcement for this visitor (R822) and returns to their page. */
export async function action({ request, context }: Route.ActionArgs) {
  const ctx = context.get(pageContext)
  const back = safeRedirect(String((await request.formData()).get('back') ?? ''))
  const announcement = await ctx.call(getAnnouncement, { lang: ctx.language })
  const secure = ctx.site.isHttps ? '; Secure' : ''
  if (announcement)
    ctx.setCookie(
      `${announcementCookie}=${announcement.id}; Path=/; Max-Age=${oneYearSeconds}; HttpOnly; SameSite=Lax${secure}`,
    )
  throw redirect(withLanguage(back, ctx.language))
}

/** A GET has nothing to show. */
export function loader({ context }: Route.LoaderArgs) {
  throw redirect(withLanguage(paths.home, context.get(pageContext).language))
}
