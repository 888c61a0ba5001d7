import { AsyncLocalStorage } from 'node:async_hooks'
import { defaultLanguage, type Language, languageKey, parseLanguage } from '../../base/language.ts'
import { overwriteGetLocale } from '../../paraglide/runtime.js'

export const languageCookie = languageKey

const currentLanguage = new AsyncLocalStorage<Language>()

// A message without an explicit language is in the language of the current request.
overwriteGetLocale(() => currentLanguage.getStore() ?? defaultLanguage)

/** Runs a function with this language for every message that names none. */
export function withMessageLanguage<T>(language: Language, run: () => T): T {
  return currentLanguage.run(language, run)
}

/** `?lang=` wins, then the cookie, then English (R801). */
export function requestLanguage(address: URL, cookie: string | undefined): Language {
  return parseLanguage(address.searchParams.get('lang')) ?? parseLanguage(cookie) ?? defaultLanguage
}
