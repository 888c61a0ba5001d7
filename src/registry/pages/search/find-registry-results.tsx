import { useLocation } from 'react-router'
import { paths } from '../../../base/paths.ts'
import { keepNamesTogether } from '../../../base/text.ts'
import { m } from '../../../paraglide/messages.js'
import { EmptyState } from '../../../ui/list/list-parts.tsx'
import { Link, linkClasses } from '../../../ui/page/link.tsx'
import { useSite } from '../../../ui/page/site-data.ts'
import { DotSeparated } from '../../../ui/text/facts.tsx'
import { EventPhoto } from '../photo/event-photo.tsx'
import type { FoundRegistries } from './registry-search-query.ts'

type FoundRegistry = FoundRegistries['data'][number]

export function FindRegistryResults({ found: { data, meta } }: { found: FoundRegistries }) {
  return (
    <section aria-labelledby="find-count">
      <div role="status">
        <h2 id="find-count" className="text-2xl">
          {m.find_count({ count: meta.total })}
        </h2>
        {meta.results_for !== null && <ResultsFor text={meta.results_for} />}
        {meta.near && <p className="mt-1 text-soft">{m.find_near()}</p>}
        {meta.more && <p className="mt-1 text-soft">{m.find_more()}</p>}
      </div>
      <ul className="mt-5 grid gap-4 sm:grid-cols-2">
        {data.map(registry => (
          <Result key={registry.id} registry={registry} />
        ))}
      </ul>
    </section>
  )
}

/** Says what was searched instead of the typed text (other keyboard layout, R231), with a link to search literally. */
function ResultsFor({ text }: { text: string }) {
  const query = new URLSearchParams(useLocation().search)
  const typed = query.get('q') ?? query.get('name') ?? ''
  query.set('literal', '1')
  query.delete('page')
  return (
    <>
      <p className="mt-1 text-lg text-ink">{m.find_results_for({ text })}</p>
      <p className="mt-1 text-soft">
        <Link to={`${paths.findRegistry()}?${query}`} variant="text">
          {m.find_search_literally({ text: typed })}
        </Link>
      </p>
    </>
  )
}

function Result({ registry }: { registry: FoundRegistry }) {
  const { id, slug, registry_name, hosts, type } = registry
  return (
    <li className="found-registry">
      <EventPhoto type={type} small />
      <div className="min-w-0 flex-[1_1_8rem] self-center">
        <h3 className="text-xl wrap-anywhere">
          <Link to={paths.registry(slug ?? id)} className="after:absolute after:inset-0 after:rounded-tile">
            {keepNamesTogether(registry_name)}
          </Link>
        </h3>
        {hosts !== null && hosts !== registry_name && (
          <p className="mt-1 wrap-anywhere">{keepNamesTogether(hosts)}</p>
        )}
        <p className="mt-1 text-soft">{type.name}</p>
        {!type.hides_day_and_place && <DayAndPlace registry={registry} />}
      </div>
    </li>
  )
}

function DayAndPlace({ registry }: { registry: FoundRegistry }) {
  const { day, month, event_place } = registry
  const date = day ?? month ?? m.ui_date_undecided()
  return (
    <p className="text-soft wrap-anywhere">
      <DotSeparated facts={event_place ? [date, event_place] : [date]} />
    </p>
  )
}

/** What to try when nothing was found (R233). */
export function NoRegistriesFound(props: { suggestion: string | null; isBabyWithoutName: boolean }) {
  const { suggestion, isBabyWithoutName } = props
  const site = useSite()
  return (
    <div role="status">
      <EmptyState picture="lens" tone="sky" title={m.find_none_title()}>
        {suggestion && <DidYouMean text={suggestion} />}
        {isBabyWithoutName && <p className="mb-3 text-lg text-ink">{m.find_baby_by_name()}</p>}
        <ul className="flex list-disc flex-col gap-1.5 pl-5">
          <li>{m.find_advice_full()}</li>
          <li>{m.find_advice_forms()}</li>
          <li>{m.find_advice_hidden()}</li>
          <li>{m.find_advice_link()}</li>
          {site && (
            <li>
              {m.find_advice_support()}{' '}
              <a href={`mailto:${site.supportEmail}`} className={linkClasses.text}>
                {site.supportEmail}
              </a>
              {' / '}
              <a
                href={`tel:${site.supportPhone.replace(/[^+\d]/g, '')}`}
                className={`whitespace-nowrap ${linkClasses.text}`}
              >
                {site.supportPhone}
              </a>
            </li>
          )}
        </ul>
      </EmptyState>
    </div>
  )
}

function DidYouMean({ text }: { text: string }) {
  const query = new URLSearchParams(useLocation().search)
  query.set(query.has('q') ? 'q' : 'name', text)
  query.delete('literal')
  query.delete('page')
  return (
    <p className="mb-3 text-lg text-ink">
      {m.find_did_you_mean()}{' '}
      <Link to={`${paths.findRegistry()}?${query}`} variant="strong">
        {m.find_did_you_mean_query({ text })}
      </Link>
    </p>
  )
}

/** Shown before the first search: what the box understands. */
export function FindRegistryHints() {
  return (
    <EmptyState picture="lens" tone="sky" title={m.find_hints_title()}>
      <ul className="flex list-disc flex-col gap-1.5 pl-5">
        <li>{m.find_hint_alphabets()}</li>
        <li>{m.find_hint_parts()}</li>
        <li>{m.find_hint_code()}</li>
      </ul>
    </EmptyState>
  )
}
