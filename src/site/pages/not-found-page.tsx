import { data } from 'react-router'
import { m } from '../../paraglide/messages.js'
import { documentTitle } from '../../ui/page/page-meta.ts'
import type { Route } from './+types/not-found-page'
import { NotFoundScreen } from './error-screen.tsx'

/** For unknown addresses and /404 itself, with status 404 (the missing page, R807). */
export function loader() {
  return data(null, { status: 404 })
}

export function meta({ matches }: Route.MetaArgs) {
  const site = matches[0].loaderData?.site
  return [{ title: site ? documentTitle(m.site_not_found_title(), site) : m.site_not_found_title() }]
}

export default NotFoundScreen
