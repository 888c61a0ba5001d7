import { useLocation } from 'react-router'
import { type Language, languageNames } from '../../../base/language.ts'

/** The same page in that language, said aloud in the address so that the choice is remembered (product.md 28). */
export function samePageInLanguage(language: Language, pathname: string, search: string): string {
  const query = new URLSearchParams(search)
  query.set('lang', language)
  return `${pathname}?${query}`
}

/** A link to this page in another language, under that language's own name or its short form. */
export function LanguageLink(props: {
  language: Language
  short?: boolean
  current?: boolean
  className?: string
}) {
  const { language, short = false, current = false, className } = props
  const { pathname, search } = useLocation()
  return (
    // A new document: every word of the page changes.
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
          <span className="sr-only">{languageNames[language]}</span>
        </>
      ) : (
        languageNames[language]
      )}
    </a>
  )
}
