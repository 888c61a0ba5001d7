import { useLanguage } from '../page/site-data.ts'

/** Names the page's language in the address that a form with `method="get"` leads to, whose query are its fields (R801). */
export const LanguageInput = () => <input type="hidden" name="lang" value={useLanguage()} />
