import type { MetaDescriptor } from 'react-router'
import { buildPageMeta } from '../../../ui/page/page-meta.ts'
import type { SiteData } from '../../../ui/page/site-data.ts'

/** The document head of an account page; `matches` as a route's meta function receives them, the root first. */
export function accountMeta(
  title: string,
  path: string,
  matches: readonly unknown[],
  noindex = false,
): MetaDescriptor[] {
  const root = (matches[0] as { loaderData?: SiteData } | undefined)?.loaderData
  return root
    ? buildPageMeta({ title, path, noindex, language: root.language, site: root.site })
    : [{ title }]
}
