import { AsyncLocalStorage } from 'node:async_hooks'
import { defaultLanguage, type Language, languageKey, parseLanguage } from '../../base/language.ts'
import { overwriteGetLocale } from '../../paraglide/runtime.js'

export const languageCookie = languageKey

const spoken = new AsyncLocalStorage<Language>()

// Words without an explicit language are those of the visit at hand.
overwriteGetLocale(() => spoken.getStore() ?? defaultLanguage)

/** Everything under `work` speaks this language. */
export function withMessageLanguage<T>(language: Language, work: () => T): T {
  return spoken.run(language, work)
}

/** `?lang=` wins, then the cookie, then English (product.md 28). */
export function requestLanguage(address: URL, cookie: string | undefined): Language {
  return parseLanguage(address.searchParams.get('lang')) ?? parseLanguage(cookie) ?? defaultLanguage
}
