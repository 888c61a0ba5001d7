import type { MetaDescriptor } from 'react-router'
import { pageMeta } from '../../ui/meta.ts'
import type { SiteData } from '../../ui/site-data.ts'

/** The head of a page of this feature; `matches` is what a route's meta function is given, the root's data first. */
export function accountMeta(
  title: string,
  path: string,
  matches: readonly unknown[],
  hidden = false,
): MetaDescriptor[] {
  const root = (matches[0] as { loaderData?: SiteData } | undefined)?.loaderData
  return root ? pageMeta({ title, path, hidden, language: root.language, site: root.site }) : [{ title }]
}
