import { orErrorPage } from '../../ui/attempt.ts'
import type { PageVisit } from '../../ui/context.ts'
import { shopPage } from '../contract.ts'

/** The shop's text at that address, or the page that says what is wrong. */
export function readArticle({ call, language }: PageVisit, path: string) {
  return orErrorPage(call(shopPage, { path, lang: language }))
}
