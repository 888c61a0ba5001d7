import type { PageContext } from '../../../ui/page/page-context.ts'
import { getShopPage } from '../contract.ts'

/** The shop's text at that path in the page's language. Throws `refused_missing` 404 where there is none. */
export function loadShopPage({ call, language }: PageContext, path: string) {
  return call(getShopPage, { path, lang: language })
}
