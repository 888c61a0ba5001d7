import { data } from 'react-router'
import { m } from '../../paraglide/messages.js'
import { titleOf } from '../../ui/meta.ts'
import type { Route } from './+types/not-found-page'
import { NotFound } from './trouble.tsx'

/** Any address that is no page, and /404 itself: both answer with status 404. */
export function loader() {
  return data(null, { status: 404 })
}

export function meta({ matches }: Route.MetaArgs) {
  const site = matches[0].loaderData?.site
  return [{ title: site ? titleOf(m.site_missing_title(), site) : m.site_missing_title() }]
}

export default NotFound
