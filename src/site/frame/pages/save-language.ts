import { useEffect } from 'react'
import { languageKey } from '../../../base/language.ts'
import { openStorage } from '../../../ui/browser/storage.ts'
import { useLanguage } from '../../../ui/page/site-data.ts'

/** Mirrors the page's language on the device (product.md 28); the cookie alone decides. */
export function useSaveLanguage(): void {
  const language = useLanguage()
  useEffect(() => openStorage('local').write(languageKey, language), [language])
}
