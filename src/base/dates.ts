import { dayMs, hourMs } from './durations.ts'
import { type Language, languageDetails, mapLanguages } from './language.ts'

/** A calendar day as `YYYY-MM-DD`, without time or zone. */
export type Day = string

/** Days begin and end in Athens (R925), wherever the server stands. */
export const timeZone = 'Europe/Athens'

/** How the API writes an undecided date (R212). */
export const zeroDate = '1970-01-01 00:00:00'

// Created at the first use: creating one takes longer than formatting all dates of a page.
let athensDay: Intl.DateTimeFormat | undefined
/** The last day that was asked for: a request asks several times within one minute, and days begin with one. */
let lastDay: { minute: number; day: Day } | undefined

export function dayInAthens(moment: Date): Day {
  const minute = Math.floor(moment.getTime() / 60_000)
  if (lastDay?.minute !== minute) lastDay = { minute, day: formatAthensDay(moment) }
  return lastDay.day
}

function formatAthensDay(moment: Date): Day {
  athensDay ??= new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
  return athensDay.format(moment)
}

/** Whole days from one day to another; negative when `to` lies before `from`. */
export function daysBetween(from: Day, to: Day): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / dayMs)
}

/** The day that many days later (or earlier, when negative). */
export function addDays(day: Day, days: number): Day {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)
}

/** The moment at which that day begins in Athens, daylight saving included. */
export function startOfDay(day: Day): Date {
  const guess = Date.parse(`${day}T00:00:00Z`)
  for (const hours of [-3, -2]) {
    const moment = new Date(guess + hours * hourMs)
    if (dayInAthens(moment) === day && dayInAthens(new Date(moment.getTime() - 1)) !== day) return moment
  }
  return new Date(guess - 2 * hourMs)
}

/**
 * Months as they stand in a date, in the genitive in Greek; weekdays from Sunday, and what separates one from the date.
 */
const dayNames: Record<Language, { months: string[]; weekdays: string[]; afterWeekday: string }> = {
  en: {
    months: 'January February March April May June July August September October November December'.split(
      ' ',
    ),
    weekdays: 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' '),
    afterWeekday: ', ',
  },
  el: {
    months:
      'Ιανουαρίου Φεβρουαρίου Μαρτίου Απριλίου Μαΐου Ιουνίου Ιουλίου Αυγούστου Σεπτεμβρίου Οκτωβρίου Νοεμβρίου Δεκεμβρίου'.split(
        ' ',
      ),
    weekdays: 'Κυριακή Δευτέρα Τρίτη Τετάρτη Πέμπτη Παρασκευή Σάββατο'.split(' '),
    afterWeekday: ' ',
  },
}

/**
 * “19 June 2027” / «19 Ιουνίου 2027», with the weekday if wanted, exactly as `Intl` does for en-GB and el-GR. Without
 * `Intl`, whose first use takes a phone as long as drawing a page of a registry.
 */
export function formatDay(day: Day, language: Language, withWeekday = false): string {
  const { months, weekdays, afterWeekday } = dayNames[language]
  const [year, month, date] = day.split('-').map(Number)
  const weekday = weekdays[new Date(`${day}T00:00:00Z`).getUTCDay()]
  return `${withWeekday ? weekday + afterWeekday : ''}${date} ${months[(month ?? 1) - 1]} ${year}`
}

/** Day and month alone, as short as they are written: “16 Nov” / «16 Νοε». */
export function formatShortDay(day: Day, language: Language): string {
  const format = { timeZone: 'UTC', day: 'numeric', month: 'short' } as const
  return new Intl.DateTimeFormat(languageDetails[language].locale, format).format(
    new Date(`${day}T00:00:00Z`),
  )
}

/** A month, given as `YYYY-MM`: “November 2026” / «Νοέμβριος 2026». */
export function formatMonth(month: string, language: Language): string {
  const format = { timeZone: 'UTC', month: 'long', year: 'numeric' } as const
  return new Intl.DateTimeFormat(languageDetails[language].locale, format).format(
    new Date(`${month}-01T00:00:00Z`),
  )
}

/** A moment as people in Athens read it: day and time of day, from 00:00 to 23:59 («22 Νοε 2026, 14:05»). */
export function formatMoment(moment: Date, language: Language): string {
  return momentFormat(language).format(moment)
}

const momentFormat = mapLanguages(
  language =>
    new Intl.DateTimeFormat(languageDetails[language].locale, {
      timeZone,
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    }),
)

/** How far away a day is: “in 210 days”, “tomorrow”, “today”; a past one has a negative number. */
export function formatDaysAway(days: number, language: Language): string {
  return daysAwayFormat(language).format(days, 'day')
}

const daysAwayFormat = mapLanguages(language => new Intl.RelativeTimeFormat(language, { numeric: 'auto' }))

/** The day of an ISO date or date-time, in Athens; null for the zero date and for anything else. */
export function parseDay(text: string): Day | null {
  if (text === '' || text.startsWith('1970-01-01')) return null
  const match = /^(\d{4}-\d{2}-\d{2})(?:$|[T ])/.exec(text)
  const day =
    text.includes('T') && /Z|[+-]\d{2}:?\d{2}$/.test(text) ? dayOfMoment(text) : (match?.[1] ?? null)
  return day !== null && isDay(day) ? day : null
}

/** Whether the calendar has that day: there is no 31 June, no 13th month, no year 0. */
function isDay(day: Day): boolean {
  return !Number.isNaN(Date.parse(`${day}T00:00:00Z`)) && day >= '0001' && addDays(day, 0) === day
}

function dayOfMoment(text: string): Day | null {
  const moment = new Date(text)
  return Number.isNaN(moment.getTime()) ? null : dayInAthens(moment)
}
