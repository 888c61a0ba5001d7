import { defaultLanguage } from '../../base/language.ts'
import { useLanguage } from '../page/site-data.ts'

/** Keeps the page's language in the address that a form with `method="get"` leads to (R801). */
export function LanguageInput() {
  const language = useLanguage()
  return language === defaultLanguage ? null : <input type="hidden" name="lang" value={language} />
}
