import { addDays, type Day } from '../../base/dates.ts'
import { paths } from '../../base/paths.ts'
import { m } from '../../paraglide/messages.js'
import { buttonClasses } from '../../ui/form/button.tsx'
import { linkClasses, useLocalizedHref } from '../../ui/page/link.tsx'
import { useSite } from '../../ui/page/site-data.ts'

interface CelebratedEvent {
  id: string
  title: string
  day: Day
  place?: string | null
}

/** The event for the visitor's own calendar, as a file (R716) and as links, because in-app browsers can't open the file. */
export function CalendarLinks(event: CelebratedEvent) {
  const file = useLocalizedHref(paths.registryCalendar(event.id))
  const url = `${useSite()?.url ?? ''}${useLocalizedHref(paths.registry(event.id))}`
  return (
    <span className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <a href={file} className={buttonClasses({ kind: 'outline' })}>
        {m.invitation_calendar()}
      </a>
      {Object.entries(webCalendars).map(([calendar, linkOf]) => (
        <a
          key={calendar}
          href={linkOf({ ...event, url })}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={m.invitation_calendar_web({ calendar })}
          className={`inline-flex min-h-11 min-w-11 items-center text-sm ${linkClasses.strong}`}
        >
          {calendar}
        </a>
      ))}
    </span>
  )
}

/** Addresses of each calendar's form for a new entry, filled in with an all-day event. */
const webCalendars: Record<string, (event: CelebratedEvent & { url: string }) => string> = {
  Google: ({ title, day, place, url }) =>
    withQuery('https://calendar.google.com/calendar/render', {
      action: 'TEMPLATE',
      text: title,
      dates: `${plainDay(day)}/${plainDay(addDays(day, 1))}`,
      details: url,
      location: place ?? '',
    }),
  Outlook: ({ title, day, place, url }) =>
    withQuery('https://outlook.live.com/calendar/0/deeplink/compose', {
      path: '/calendar/action/compose',
      rru: 'addevent',
      allday: 'true',
      subject: title,
      startdt: day,
      enddt: addDays(day, 1),
      body: url,
      location: place ?? '',
    }),
  Yahoo: ({ title, day, place, url }) =>
    withQuery('https://calendar.yahoo.com/', {
      v: '60',
      title,
      st: plainDay(day),
      dur: 'allday',
      desc: url,
      in_loc: place ?? '',
    }),
}

const plainDay = (day: Day) => day.replaceAll('-', '')

const withQuery = (address: string, query: Record<string, string>) =>
  `${address}?${new URLSearchParams(query)}`
