import { type RefObject, useLayoutEffect, useRef } from 'react'
import { data, redirect } from 'react-router'
import { type Day, dayInAthens, formatDay } from '../../../base/dates.ts'
import type { ReplyOf } from '../../../base/endpoint.ts'
import { foldCode } from '../../../base/fields.ts'
import type { Language } from '../../../base/language.ts'
import { paths, withLanguage } from '../../../base/paths.ts'
import { m } from '../../../paraglide/messages.js'
import { useTrackEvent } from '../../../ui/browser/use-track-event.ts'
import { Pager } from '../../../ui/list/pager.tsx'
import { Page } from '../../../ui/page/page.tsx'
import { pageContext } from '../../../ui/page/page-context.ts'
import { orErrorPage, tryCall } from '../../../ui/page/page-errors.ts'
import { buildPageMeta } from '../../../ui/page/page-meta.ts'
import { Notice } from '../../../ui/text/notice.tsx'
import { listEventTypes } from '../../registry/contract.ts'
import { sortEventTypes } from '../../registry/event-type-rules.ts'
import { registryErrorMessage } from '../../registry/pages/error-messages.ts'
import { searchRegistries } from '../contract.ts'
import { monthNames } from '../vocabulary-rules.ts'
import type { Route } from './+types/find-registry-page'
import { FindRegistryBox, FindRegistryForm } from './find-registry-forms.tsx'
import { FindRegistryHints, FindRegistryResults, NoRegistriesFound } from './find-registry-results.tsx'

/** Everything asked stands in the address, so that a search can be shared and works without JavaScript. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { call, language } = context.get(pageContext)
  const asked = askedIn(new URL(request.url).searchParams)
  leadStraight(asked.q, language)
  const types = sortEventTypes(await orErrorPage(call(listEventTypes, { lang: language })))
  const fresh = types.some(({ slug }) => slug === params.eventType) ? { type: params.eventType ?? '' } : {}
  const choices = { types, months: monthNames[language], years: yearsFrom(new Date()) }
  const isAsked = Object.keys(asked).length > 0
  const values: FindRegistryValues = isAsked ? asked : fresh
  if (!isAsked) return { values, choices, isAsked, found: null, refused: null }
  const { done: found, refused } = await tryCall(() => call(searchRegistries, { ...asked, lang: language }))
  if (found?.meta.total === 0 && foldCode(asked.q ?? '')) throw registryAt(asked.q ?? '', language)
  return data(
    { values, choices, isAsked, found: found && dated(found, language), refused },
    { status: refused?.status ?? 200 },
  )
}

/** Days are written here: a phone takes longer to learn how than to draw the page. */
function dated({ data: rows, meta }: ReplyOf<typeof searchRegistries>, language: Language) {
  const when = (day: Day | null) => (day === null ? null : formatDay(day, language))
  return { meta, data: rows.map(row => ({ ...row, when: when(row.registry_date) })) }
}
export type FoundRegistries = ReturnType<typeof dated>

const names = ['q', 'name', 'city', 'type', 'month', 'year', 'page'] as const
export type FindRegistryValues = Partial<Record<(typeof names)[number], string>>

/** What was filled in; an empty field is not asked. */
function askedIn(query: URLSearchParams): FindRegistryValues {
  const entries = names.map(name => [name, query.get(name)?.trim() ?? ''] as const)
  return Object.fromEntries(entries.filter(([, value]) => value !== ''))
}

/** A code or a registry's whole address leads to the registry, whose own rules decide who may see it. */
function leadStraight(typed = '', language: Language): void {
  const [, address] = /\/registry\/([A-Za-z\d-]+)/.exec(typed) ?? []
  if (address) throw registryAt(address, language)
  // A name may be spelt like a code; with a digit in it, it is none.
  if (/\d/.test(typed) && foldCode(typed)) throw registryAt(typed, language)
}

function registryAt(typed: string, language: Language): Response {
  return redirect(withLanguage(paths.registry(foldCode(typed) ?? typed), language))
}

/** Events of the last year and of the five to come. */
function yearsFrom(now: Date): number[] {
  const year = Number(dayInAthens(now).slice(0, 4))
  return Array.from({ length: 7 }, (_, index) => year - 1 + index)
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
  const root = matches[0].loaderData
  if (!root) return []
  const { language, site } = root
  const page = { title: m.find_title(), description: m.find_description(), path: paths.findRegistry() }
  return buildPageMeta({ ...page, language, site, noindex: loaderData?.isAsked === true })
}

export default function FindPage({ loaderData }: Route.ComponentProps) {
  const { values, choices, isAsked, found, refused } = loaderData
  const wrong = refused?.code === 'refused_fields' ? refused.fields : null
  const byBox = values.q !== undefined
  useTrackEvent('search_registry', found && { results: found.meta.total })
  const results = useFocusOnFound(found)
  return (
    <Page title={m.find_title()} lead={m.find_lead()}>
      <div className="grid gap-x-14 gap-y-12 lg:grid-cols-[minmax(0,1fr)_min(23rem,40%)]">
        <div className="flex min-w-0 flex-col gap-8">
          <FindRegistryBox typed={values.q ?? ''} fieldErrors={byBox ? wrong : null} />
          {refused && !wrong && <Notice tone="alert" title={registryErrorMessage(refused.code)} />}
          {found && (
            <div ref={results} tabIndex={-1} className="flex flex-col gap-8 outline-none">
              {found.data.length > 0 && <FindRegistryResults found={found} />}
              {found.meta.total === 0 && <NoRegistriesFound meant={found.meta.did_you_mean} />}
              <Pager meta={found.meta} />
            </div>
          )}
          {(!isAsked || wrong) && (
            <div className={wrong ? 'max-lg:hidden' : ''}>
              <FindRegistryHints />
            </div>
          )}
        </div>
        <FindRegistryForm values={values} choices={choices} fieldErrors={byBox ? null : wrong} />
      </div>
    </Page>
  )
}

/** The keyboard goes on at what another search has found: the form that it was in comes anew with the answer. */
function useFocusOnFound(found: FoundRegistries | null): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null)
  const last = useRef(found)
  // At once: who presses Tab as soon as the answer is seen goes on from there.
  useLayoutEffect(() => {
    if (last.current === found) return
    last.current = found
    if (document.activeElement === document.body) box.current?.focus()
  }, [found])
  return box
}
