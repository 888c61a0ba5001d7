import type { ContentPage } from '../types.ts'

/** The page with the day of its last change at the end; the platform's pages have no field for it. */
export function withChangeDate(page: ContentPage): ContentPage {
  const { body, updated } = page
  const day = (locale: string) =>
    new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(updated))
  return {
    ...page,
    body: {
      en: `${body.en}\n<p>Last changed on ${day('en-GB')}.</p>`,
      el: `${body.el}\n<p>Τελευταία αλλαγή: ${day('el')}.</p>`,
    },
  }
}
