import { expect, test } from 'vitest'
import { addDays, formatDay, formatMoment } from './dates.ts'
import { languageDetails, languages } from './language.ts'

test('a moment has the time of day from 00:00 to 23:59 in both languages', () => {
  const afternoon = new Date('2026-11-22T12:05:00Z')
  expect(formatMoment(afternoon, 'el')).toBe('22 Νοε 2026, 14:05')
  expect(formatMoment(afternoon, 'en')).toBe('22 Nov 2026, 14:05')
  expect(formatMoment(new Date('2026-11-22T08:59:00Z'), 'el')).toContain('10:59')
  expect(formatMoment(new Date('2026-11-22T22:10:00Z'), 'el')).toBe('23 Νοε 2026, 00:10')
})

test('a day has the month in the genitive in Greek', () => {
  expect(formatDay('2027-06-15', 'el')).toBe('15 Ιουνίου 2027')
  expect(formatDay('2027-06-15', 'el', true)).toBe('Τρίτη 15 Ιουνίου 2027')
})

test.each(languages)('a day is written as Intl writes it, in %s', language => {
  const { locale } = languageDetails[language]
  const format = { timeZone: 'UTC', day: 'numeric', month: 'long', year: 'numeric' } as const
  const short = new Intl.DateTimeFormat(locale, format)
  const long = new Intl.DateTimeFormat(locale, { ...format, weekday: 'long' })
  for (let day = '2027-12-20'; day < '2029-03-10'; day = addDays(day, 1)) {
    const moment = new Date(`${day}T00:00:00Z`)
    expect([formatDay(day, language), formatDay(day, language, true)]).toEqual([
      short.format(moment),
      long.format(moment),
    ])
  }
})
