import type { Page } from '../types.ts'

/** A text that people agree to or rely on, with the day of its last change at its end: the platform's pages have none. */
export function dated(page: Page): Page {
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
