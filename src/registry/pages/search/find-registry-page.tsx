import { type RefObject, useLayoutEffect, useRef } from 'react'
import { data, redirect } from 'react-router'
import type { ReplyOf } from '../../../base/endpoint.ts'
import { parseCode } from '../../../base/fields.ts'
import type { Language } from '../../../base/language.ts'
import { paths, withLanguage } from '../../../base/paths.ts'
import { m } from '../../../paraglide/messages.js'
import { useTrackEvent } from '../../../ui/browser/analytics.ts'
import { Button } from '../../../ui/form/button.tsx'
import { ErrorSummary } from '../../../ui/form/error-summary.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { useIsSubmitting } from '../../../ui/form/submission.ts'
import { Select, TextField } from '../../../ui/form/text-field.tsx'
import { useValidatedForm } from '../../../ui/form/validated-form.ts'
import { Pager } from '../../../ui/list/pager.tsx'
import { Page } from '../../../ui/page/page.tsx'
import { pageContext } from '../../../ui/page/page-context.ts'
import { errorText, tryCall } from '../../../ui/page/page-errors.ts'
import { buildPageMeta } from '../../../ui/page/page-meta.ts'
import { Notice } from '../../../ui/text/facts.tsx'
import { type EventTypeView, listEventTypes } from '../../event-type.contract.ts'
import { sortEventTypes } from '../../event-type.rules.ts'
import { registrySearchBox, registrySearchForm, searchRegistries } from '../../search/search.contract.ts'
import { monthNames } from '../../search/vocabulary.rules.ts'
import type { Route } from './+types/find-registry-page'
import { FindRegistryHints, FindRegistryResults, NoRegistriesFound } from './find-registry-results.tsx'
import {
  type FindRegistryValues,
  type FoundRegistries,
  readRegistrySearch,
  selectableYears,
  toFoundRegistries,
} from './registry-search-query.ts'

/** The search is in the address, so that it can be shared and works without JavaScript. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { call, language } = context.get(pageContext)
  const query = new URL(request.url).searchParams
  const typed = readRegistrySearch(query)
  redirectToRegistry(typed.q, language)
  const types = sortEventTypes(await call(listEventTypes, { lang: language }))
  const typeInPath = types.find(({ slug }) => slug === params.eventType)?.slug
  const choices = { types, months: monthNames[language], years: selectableYears(new Date()) }
  const hasSearch = Object.keys(typed).length > 0
  // In a link such as /find-registry/wedding?month=6 the type is only in the path.
  const isTypeChosen = query.has('type') || typed.q !== undefined || typeInPath === undefined
  const search: FindRegistryValues = isTypeChosen ? typed : { ...typed, type: typeInPath }
  if (!hasSearch) return { values: search, choices, hasSearch, found: null, refused: null }
  const { done: found, refused } = await tryCall(() => call(searchRegistries, { ...search, lang: language }))
  if (found && isFoundByCode(search.q ?? '', found)) throw registryRedirect(search.q ?? '', language)
  return data(
    {
      values: search,
      choices,
      hasSearch,
      found: found && toFoundRegistries(found, types, language),
      refused,
    },
    { status: refused?.status ?? 200 },
  )
}

/** Throws a redirect to the registry if its code or whole address was typed; the registry's page checks who may see it. */
function redirectToRegistry(typed = '', language: Language): void {
  const [, address] = /\/registry\/([A-Za-z\d-]+)/.exec(typed) ?? []
  if (address) throw registryRedirect(address, language)
  // A name may look like a code, but has no digit.
  if (/\d/.test(typed) && parseCode(typed)) throw registryRedirect(typed, language)
}

/**
 * A code without a digit may be a name, so it is searched for first. It is taken for a code if the found registry has
 * it, or if nothing was found (the registry may be hidden).
 */
function isFoundByCode(typed: string, found: ReplyOf<typeof searchRegistries>): boolean {
  const code = parseCode(typed)
  return code !== null && (found.meta.total === 0 || found.data[0]?.id === code)
}

function registryRedirect(typed: string, language: Language): Response {
  return redirect(withLanguage(paths.registry(parseCode(typed) ?? typed), language))
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
  const root = matches[0].loaderData
  if (!root) return []
  const { language, site } = root
  const page = { title: m.find_title(), description: m.find_description(), path: paths.findRegistry() }
  return buildPageMeta({ ...page, language, site, noindex: loaderData?.hasSearch === true })
}

export default function FindRegistryPage({ loaderData }: Route.ComponentProps) {
  const { values, choices, hasSearch, found, refused } = loaderData
  const fieldErrors = refused?.code === 'refused_fields' ? refused.fields : null
  const isBoxSearch = values.q !== undefined
  useTrackEvent('search_registry', found && { results: found.meta.total })
  const results = useFocusOnFound(found)
  return (
    <Page title={m.find_title()} lead={m.find_lead()}>
      <div className="grid gap-x-14 gap-y-12 lg:grid-cols-[minmax(0,1fr)_min(23rem,40%)]">
        <div className="flex min-w-0 flex-col gap-8">
          <FindRegistryBox typed={values.q ?? ''} fieldErrors={isBoxSearch ? fieldErrors : null} />
          {refused && !fieldErrors && <Notice tone="alert" title={errorText(refused)} />}
          {found && (
            <div ref={results} tabIndex={-1} className="flex flex-col gap-8 outline-none">
              {found.data.length > 0 && <FindRegistryResults found={found} />}
              {found.meta.total === 0 && (
                <NoRegistriesFound
                  suggestion={found.meta.did_you_mean}
                  isBabyWithoutName={isBabyWithoutName(values, choices.types)}
                />
              )}
              <Pager meta={found.meta} />
            </div>
          )}
          {(!hasSearch || fieldErrors) && (
            <div className={fieldErrors ? 'max-lg:hidden' : ''}>
              <FindRegistryHints />
            </div>
          )}
        </div>
        <FindRegistryForm values={values} choices={choices} fieldErrors={isBoxSearch ? null : fieldErrors} />
      </div>
    </Page>
  )
}

/** An event of a baby can only be found by a name (R234), so the page asks for one. */
function isBabyWithoutName({ q, name, type }: FindRegistryValues, types: EventTypeView[]): boolean {
  const chosen = types.find(({ slug }) => slug === type)
  return q === undefined && name === undefined && chosen?.hides_day_and_place === true
}

/** Moves the focus to the results of a new search, because the form that had it is rendered again. */
function useFocusOnFound(found: FoundRegistries | null): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null)
  const last = useRef(found)
  // In a layout effect, so that Tab goes on from there as soon as the results are visible.
  useLayoutEffect(() => {
    if (last.current === found) return
    last.current = found
    if (document.activeElement === document.body) box.current?.focus()
  }, [found])
  return box
}

type FieldErrors = Record<string, string> | null

/** One box for names, places, events, dates and codes (R230). */
function FindRegistryBox({ typed, fieldErrors }: { typed: string; fieldErrors: FieldErrors }) {
  const form = useValidatedForm({
    endpoint: searchRegistries,
    schema: registrySearchBox,
    fieldErrors,
  })
  return (
    <Form
      aria-label={m.find_title()}
      key={typed}
      action={paths.findRegistry()}
      role="search"
      className="flex flex-col gap-3"
      {...form.props}
    >
      <ErrorSummary {...form.summary} />
      <div className="flex flex-col gap-3 sm:flex-row sm:items-start">
        <TextField
          label={m.find_box_label()}
          help={m.find_box_help()}
          name="q"
          type="search"
          autoComplete="off"
          defaultValue={typed}
          error={form.error('q')}
          className="flex-1"
        />
        <SubmitButton className="sm:mt-7.5 sm:min-h-12" />
      </div>
    </Form>
  )
}

interface Choices {
  types: { slug: string; name: string }[]
  /** From January to December. */
  months: string[]
  years: number[]
}

/** Search by event (R230); the event type is required. */
function FindRegistryForm(props: { values: FindRegistryValues; choices: Choices; fieldErrors: FieldErrors }) {
  const { values, choices, fieldErrors } = props
  const form = useValidatedForm({
    endpoint: searchRegistries,
    schema: registrySearchForm,
    fieldErrors,
  })
  const field = (name: keyof FindRegistryValues) => ({
    name,
    defaultValue: values[name] ?? '',
    error: form.error(name),
  })
  return (
    <div className="self-start rounded-tile border border-line bg-card p-6">
      <h2 id="find-by-event" className="text-2xl">
        {m.find_by_event()}
      </h2>
      <Form
        aria-labelledby="find-by-event"
        key={JSON.stringify(values)}
        action={paths.findRegistry()}
        className="mt-5 flex flex-col gap-5"
        {...form.props}
      >
        <ErrorSummary {...form.summary} />
        <TextField label={m.find_name_label()} {...field('name')} />
        <TextField label={m.find_city_label()} {...field('city')} />
        <Select
          label={m.find_type_label()}
          emptyLabel={m.find_type_empty()}
          options={choices.types.map(({ slug, name }) => ({ value: slug, label: name }))}
          {...field('type')}
        />
        <div className="grid grid-cols-[repeat(auto-fit,minmax(8rem,1fr))] gap-4">
          <Select
            label={m.common_month()}
            emptyLabel={m.find_month_any()}
            options={choices.months.map((label, index) => ({ value: String(index + 1), label }))}
            {...field('month')}
          />
          <Select
            label={m.find_year_label()}
            emptyLabel={m.find_year_any()}
            options={choices.years.map(year => ({ value: String(year), label: String(year) }))}
            {...field('year')}
          />
        </div>
        <SubmitButton kind="outline" />
      </Form>
    </div>
  )
}

function SubmitButton(props: { kind?: 'primary' | 'outline'; className?: string }) {
  const isBusy = useIsSubmitting()
  return (
    <Button type="submit" size="large" busy={isBusy} {...props}>
      {m.common_find()}
    </Button>
  )
}
