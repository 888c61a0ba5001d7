import { addDays, type Day } from '../../base/dates.ts'

export interface CalendarEvent {
  /** Stays the same through all changes of the event, so that a calendar renews its entry. */
  uid: string
  title: string
  day: Day
  place: string | null
  url: string
  /** When this was written. */
  now: Date
}

/** The event as a calendar file of one whole day (RFC 5545): lines end with CR LF and have at most 75 bytes. */
export function formatCalendarFile({ uid, title, day, place, url, now }: CalendarEvent): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Doron//Gift registry//EN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `DTSTAMP:${now.toISOString().replace(/\.\d+|[-:]/g, '')}`,
    `DTSTART;VALUE=DATE:${plain(day)}`,
    // The end is the first day that no longer belongs to it.
    `DTEND;VALUE=DATE:${plain(addDays(day, 1))}`,
    `SUMMARY:${escaped(title)}`,
    ...(place ? [`LOCATION:${escaped(place)}`] : []),
    `DESCRIPTION:${escaped(url)}`,
    `URL:${url}`,
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return lines.map(line => `${folded(line)}\r\n`).join('')
}

const plain = (day: Day) => day.replaceAll('-', '')

function escaped(text: string): string {
  return text.replace(/[\\;,]/g, '\\$&').replace(/\r\n?|\n/g, '\\n')
}

const lineMost = 75

/** Breaks a line before the letter that would be its 76th byte; what follows begins with a space. */
function folded(line: string): string {
  let [said, bytes] = ['', 0]
  for (const letter of line) {
    const size = new TextEncoder().encode(letter).length
    if (bytes + size > lineMost) {
      said += '\r\n '
      bytes = 1
    }
    said += letter
    bytes += size
  }
  return said
}
