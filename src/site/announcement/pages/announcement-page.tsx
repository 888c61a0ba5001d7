import { redirect } from 'react-router'
import { paths, safeRedirect, withLanguage } from '../../../base/paths.ts'
import { pageContext } from '../../../ui/page/page-context.ts'
import { getAnnouncement } from '../../content/contract.ts'
import { announcementCookie } from '../../content/rules.ts'
import type { Route } from './+types/announcement-page'

const yearSeconds = 31_536_000

/** No page: puts the line on top away, and goes back to where it was read. */
export async function action({ request, context }: Route.ActionArgs) {
  const ctx = context.get(pageContext)
  const back = safeRedirect(String((await request.formData()).get('back') ?? ''))
  const shown = await ctx.call(getAnnouncement, { lang: ctx.language })
  const secure = ctx.site.isHttps ? '; Secure' : ''
  if (shown)
    ctx.setCookie(
      `${announcementCookie}=${shown.id}; Path=/; Max-Age=${yearSeconds}; HttpOnly; SameSite=Lax${secure}`,
    )
  throw redirect(withLanguage(back, ctx.language))
}

/** Opened by hand it leads home. */
export function loader({ context }: Route.LoaderArgs) {
  throw redirect(withLanguage(paths.home, context.get(pageContext).language))
}
