import { useLanguage } from '../page/site-data.ts'

/**
 * Sends the page's language with a form of `method="get"`, whose fields take the place of its address's query (R801).
 */
export const LanguageInput = () => <input type="hidden" name="lang" value={useLanguage()} />
