import ical, { ICalCalendarMethod, ICalEventTransparency } from 'ical-generator'
import { addDays, type Day } from '../../base/dates.ts'

interface CalendarEvent {
  /** Must not change when the event does, so that calendars update their entry. */
  uid: string
  title: string
  day: Day
  place: string | null
  url: string
  now: Date
}

/** An iCalendar file with one all-day event (R716). */
export function formatCalendarFile({ uid, title, day, place, url, now }: CalendarEvent): string {
  const calendar = ical({
    prodId: '//Doron//Gift registry//EN',
    method: ICalCalendarMethod.PUBLISH,
    events: [
      {
        id: uid,
        stamp: now,
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
