import ical, { ICalCalendarMethod, ICalEventTransparency } from 'ical-generator'
import { addDays, type Day } from '../../base/dates.ts'

interface CalendarEvent {
  /** Must not change when the event does, so that calendars update their entry. */
  uid: string
  title: string
  day: Day
  place: string | null
  url: string
  /** How often the day has changed: the later file has the greater number (RFC 5545, 3.8.7.4). */
  sequence: number
  now: Date
}

/** An iCalendar file with one all-day event (R716). */
export function formatCalendarFile({ uid, title, day, place, url, sequence, now }: CalendarEvent): string {
  const calendar = ical({
    prodId: '//Doron//Gift registry//EN',
    method: ICalCalendarMethod.PUBLISH,
    events: [
      {
        id: uid,
        stamp: now,
        sequence,
        start: day,
        // The end is exclusive.
        end: addDays(day, 1),
        allDay: true,
        summary: title,
        location: place,
        description: url,
        url,
        transparency: ICalEventTransparency.TRANSPARENT,
      },
    ],
  })
  return `${calendar.toString()}\r\n`
}
