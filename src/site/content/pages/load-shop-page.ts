import type { PageContext } from '../../../ui/page/page-context.ts'
import { orErrorPage } from '../../../ui/page/page-errors.ts'
import { getShopPage } from '../contract.ts'

/** The shop's text at that address, or the page that says what is wrong. */
export function loadShopPage({ call, language }: PageContext, path: string) {
  return orErrorPage(call(getShopPage, { path, lang: language }))
}
