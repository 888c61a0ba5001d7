import { useEffect } from 'react'
import { languageKey } from '../../base/language.ts'
import { useLanguage } from '../../ui/site-data.ts'
import { storeOf } from '../../ui/storage.ts'

/** Mirrors the page's language on the device (product.md 28); the cookie alone decides. */
export function useKeptLanguage(): void {
  const language = useLanguage()
  useEffect(() => storeOf('local').write(languageKey, language), [language])
}
