import { m } from '../../paraglide/messages.js'
import { buttonClasses } from '../../ui/form/button.tsx'
import { linkClasses } from '../../ui/page/link.tsx'
import type { EventDetails } from '../day.contract.ts'

/** The day as the invited see it, a row a thing; nothing while the hosts have written nothing. */
export function DayRows({ details }: { details: EventDetails }) {
  const rows = [
    { label: m.day_start(), hour: details.start_hour, place: details.venue },
    { label: m.day_party(), hour: details.party_hour, place: details.party_venue },
    { label: m.day_dress(), words: details.dress },
    { label: m.day_transport(), words: details.transport },
    { label: m.day_more(), words: details.more },
  ].filter(({ hour, place, words }) => hour || place || words)
  if (rows.length === 0) return null
  return (
    <section aria-labelledby="the-day">
      <h2 id="the-day" className="text-2xl">
        {m.day_title()}
      </h2>
      <dl className="mt-3 divide-y divide-line border-y border-line">
        {rows.map(({ label, hour, place, words }) => (
          <div key={label} className="grid gap-x-6 gap-y-0.5 py-4 sm:grid-cols-[9rem_1fr]">
            <dt className="text-soft">{label}</dt>
            <dd className="min-w-0 wrap-anywhere">
              {hour && <span className="mr-3 font-semibold tabular-nums">{hour}</span>}
              {place ?? <span className="whitespace-pre-line">{words}</span>}
              {place && (
                <MapLink
                  place={place}
                  label={m.day_map_of({ place })}
                  className={`ml-3 inline-flex min-h-6 items-center ${linkClasses.strong}`}
                >
                  {m.day_map()}
                </MapLink>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function MapLink(props: { place: string; label?: string; className: string; children: string }) {
  const { place, label, className, children } = props
  return (
    <a
      href={`https://www.google.com/maps/search/?${new URLSearchParams({ api: '1', query: place })}`}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={label}
      className={className}
    >
      {children}
    </a>
  )
}

/** The link to the place on a map, as the button of the day itself. */
export function FindTheWay({ place }: { place: string }) {
  return (
    <MapLink place={place} className={buttonClasses({ size: 'large' })}>
      {m.day_find_the_way()}
    </MapLink>
  )
}
