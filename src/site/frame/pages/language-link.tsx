import { useLocation } from 'react-router'
import { type Language, languageDetails } from '../../../base/language.ts'

/** The same page with the language in its address, so that the choice is remembered (R801). */
export function samePageInLanguage(language: Language, pathname: string, search: string): string {
  const query = new URLSearchParams(search)
  query.set('lang', language)
  return `${pathname}?${query}`
}

/** A link to this page in another language, by that language's own name (R802) or its short form. */
export function LanguageLink(props: {
  language: Language
  short?: boolean
  current?: boolean
  className?: string
}) {
  const { language, short = false, current = false, className } = props
  const { pathname, search } = useLocation()
  return (
    // A plain link: a new document, because every text of the page changes.
    <a
      href={samePageInLanguage(language, pathname, search)}
      lang={language}
      hrefLang={language}
      aria-current={current || undefined}
      className={className}
    >
      {short ? (
        <>
          <span aria-hidden="true">{language.toUpperCase()}</span>
          <span className="sr-only">{languageDetails[language].label}</span>
        </>
      ) : (
        languageDetails[language].label
      )}
    </a>
  )
}
