import { redirect } from 'react-router'
import { inLanguage, paths, safeRedirect } from '../../base/paths.ts'
import { pageVisit } from '../../ui/context.ts'
import { announcement } from '../contract.ts'
import { announcementCookie } from '../rules.ts'
import type { Route } from './+types/announcement-page'

const yearSeconds = 31_536_000

/** No page: puts the line on top away, and goes back to where it was read. */
export async function action({ request, context }: Route.ActionArgs) {
  const visit = context.get(pageVisit)
  const back = safeRedirect(String((await request.formData()).get('back') ?? ''))
  const shown = await visit.call(announcement, { lang: visit.language })
  const secure = visit.site.secure ? '; Secure' : ''
  if (shown)
    visit.setCookie(
      `${announcementCookie}=${shown.id}; Path=/; Max-Age=${yearSeconds}; HttpOnly; SameSite=Lax${secure}`,
    )
  throw redirect(inLanguage(back, visit.language))
}

/** Opened by hand it leads home. */
export function loader({ context }: Route.LoaderArgs) {
  throw redirect(inLanguage(paths.home, context.get(pageVisit).language))
}
