import { parseLanguage } from '../../base/language.ts'
import { withLanguage } from '../../base/paths.ts'

/** Asks for all data in the page's language, also on a page whose address names none (R801). */
export function fetchInPageLanguage(): void {
  const send = window.fetch
  window.fetch = (input, init) => send(input instanceof Request ? input : addressInLanguage(input), init)
}

function addressInLanguage(input: string | URL): string | URL {
  const url = new URL(input, window.location.href)
  const language = parseLanguage(document.documentElement.lang)
  const isData = url.origin === window.location.origin && /\.data$|^\/api\//.test(url.pathname)
  return language && isData && !url.searchParams.has('lang') ? withLanguage(url.href, language) : input
}
