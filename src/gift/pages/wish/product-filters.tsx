import {
  type MouseEvent,
  type RefObject,
  Suspense,
  startTransition,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { useLocation, useNavigation, useSubmit } from 'react-router'
import type { Language } from '../../../base/language.ts'
import { parseEuro } from '../../../base/money.ts'
import { paths } from '../../../base/paths.ts'
import { type ProductSort, productSorts } from '../../../catalogue/search.contract.ts'
import { m } from '../../../paraglide/messages.js'
import { lazyWithRetry } from '../../../ui/browser/lazy-retry.tsx'
import { isLeaving } from '../../../ui/browser/unanswered-requests.ts'
import { Button } from '../../../ui/form/button.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { MoneyField } from '../../../ui/form/number-fields.tsx'
import { SearchBox } from '../../../ui/form/search-box.tsx'
import { Select } from '../../../ui/form/text-field.tsx'
import { ChevronIcon, CloseIcon } from '../../../ui/media/icons.tsx'
import { useInertOutside } from '../../../ui/overlay/use-inert-outside.ts'
import { Link } from '../../../ui/page/link.tsx'
import { classNames } from '../../../ui/style/class-names.ts'
import type { AddGiftsData } from './add-gifts-data.ts'
import { type ProductQuery, parseProductQuery } from './product-query.ts'

const sortLabels: Record<ProductSort, () => string> = {
  newest: m.gift_sort_newest,
  featured: m.gift_sort_featured,
  'best-selling': m.gift_sort_best,
  'brand-a-z': m.gift_sort_brand_up,
  'brand-z-a': m.gift_sort_brand_down,
  'price-up': m.gift_sort_price_up,
  'price-down': m.gift_sort_price_down,
}

type ProductFiltersProps = Pick<AddGiftsData, 'registry' | 'query' | 'categories' | 'search' | 'language'>

/** Words, category, price range and sort order of the product search (R305), all in the address. */
export function ProductFilters(props: ProductFiltersProps) {
  const { registry, query } = props
  const form = useRef<HTMLFormElement>(null)
  const { version, submitNow, submitSoon } = useAutoSubmitForm(form, query)
  return (
    <Form
      ref={form}
      role="search"
      aria-label={m.common_add_gifts()}
      method="get"
      action={paths.addGifts(registry.id)}
      key={version}
      className="flex flex-col gap-3 sm:@container"
      onSubmit={event => {
        event.preventDefault()
        submitNow()
      }}
    >
      <Fields {...props} submitNow={submitNow} submitSoon={submitSoon} />
    </Form>
  )
}

function Fields(props: ProductFiltersProps & { submitNow: () => void; submitSoon: () => void }) {
  const { registry, query, submitNow, submitSoon } = props
  const isFiltered = Boolean(query.category || query.price_min || query.price_max)
  return (
    <>
      <SearchBox
        label={m.common_search_the_shop()}
        submitLabel={m.common_search()}
        name="search"
        autoComplete="off"
        maxLength={80}
        defaultValue={query.search}
        onChange={submitSoon}
      />
      <div className="flex flex-wrap items-start justify-between gap-2">
        <FoldedFilters {...props} isFiltered={isFiltered} />
        <select
          name="sort"
          aria-label={m.gift_sort()}
          defaultValue={query.sort ?? 'featured'}
          onChange={submitNow}
          className="small-select max-w-52"
        >
          {productSorts.map(value => (
            <option key={value} value={value}>
              {sortLabels[value]()}
            </option>
          ))}
        </select>
      </div>
      {(isFiltered || query.search) && (
        <Link to={paths.addGifts(registry.id)} variant="strong" preventScrollReset className="self-start">
          {m.gift_search_clear()}
        </Link>
      )}
    </>
  )
}

/** A `details` that is open while it filters or has errors; on phones with scripts a sheet from below. */
function FoldedFilters(props: ProductFiltersProps & { isFiltered: boolean; submitNow: () => void }) {
  const { search, isFiltered } = props
  const hasErrors = Object.keys(search.refused?.fields ?? {}).length > 0
  const { details, panel, isSheet, open, close } = useFilterSheet()
  // Taking the last filter away folds nothing up under whoever is about to choose another.
  const [isUsed, setUsed] = useState(isFiltered || hasErrors)
  if (!isUsed && (isFiltered || hasErrors)) setUsed(true)
  return (
    <details
      ref={details}
      className="group/filters min-w-0 sm:open:w-full [@media(scripting:none)]:open:w-full"
      open={isUsed || isSheet}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a summary is a button */}
      <summary
        onClick={open}
        className="inline-flex min-h-(--low) cursor-pointer list-none items-center gap-2 rounded-pill border border-line bg-card px-4 font-semibold text-sm transition-colors hover:border-ink [&::-webkit-details-marker]:hidden"
      >
        {m.gift_filters()} <ChevronIcon />
      </summary>
      {isSheet && <div className="fixed inset-0 z-50 bg-ink/45 sm:hidden" />}
      <div
        ref={panel}
        tabIndex={-1}
        {...(isSheet && { role: 'dialog', 'aria-modal': true, 'aria-label': m.gift_filters() })}
        className={classNames(
          'mt-4 grid grid-cols-2 items-start gap-x-3 gap-y-5 outline-none sm:gap-x-5 @min-[44rem]:grid-cols-[1.5fr_1fr_1fr]',
          isSheet ? sheetClasses : 'max-sm:js:hidden',
        )}
      >
        {isSheet && (
          <div className="col-span-2 flex items-center justify-between gap-3 sm:hidden">
            <h2 className="text-xl">{m.gift_filters()}</h2>
            <button
              type="button"
              aria-label={m.ui_close()}
              onClick={close}
              className="-mr-2 flex size-11 items-center justify-center rounded-pill hover:bg-sand"
            >
              <CloseIcon />
            </button>
          </div>
        )}
        <FilterFields {...props} />
        {isSheet && (
          <Button onClick={close} className="col-span-2 sm:hidden">
            {m.gift_search_show()}
          </Button>
        )}
      </div>
    </details>
  )
}

function FilterFields(props: ProductFiltersProps & { submitNow: () => void }) {
  const { query, categories, search, language, submitNow } = props
  const meta = search.done?.meta
  return (
    <>
      <Select
        label={m.common_category()}
        name="category"
        defaultValue={query.category}
        emptyLabel={m.gift_category_all()}
        options={categoryOptions(categories, countsByCategory(search), query.category)}
        onChange={submitNow}
        className="max-[44rem]:col-span-2"
      />
      <PriceFilter
        query={query}
        lowestPrice={meta?.price_min ?? null}
        highestPrice={meta?.price_max ?? null}
        fieldErrors={search.refused?.fields ?? {}}
        language={language}
        onDone={submitNow}
      />
    </>
  )
}

const sheetClasses =
  'max-sm:fixed max-sm:inset-x-0 max-sm:bottom-0 max-sm:z-50 max-sm:mt-0 max-sm:max-h-[92dvh] max-sm:animate-[rise_180ms_var(--ease-out)] max-sm:overflow-y-auto max-sm:rounded-t-[24px] max-sm:bg-card max-sm:px-5 max-sm:pt-6 max-sm:pb-8 forced-colors:border'

type CategoryCounts = { entityId: number; count: number }[]

/** Undefined where they aren't known: before the first sync has finished the shop itself answers, without counts. */
function countsByCategory({ done }: AddGiftsData['search']): CategoryCounts | undefined {
  return done && (done.meta.categories.length > 0 || done.meta.total === 0) ? done.meta.categories : undefined
}

/** The category tree as one list, children below their parents, with numbers of products; empty categories are left out. */
function categoryOptions(
  categories: AddGiftsData['categories'],
  counts: CategoryCounts | undefined,
  chosen: string | undefined,
) {
  const countById = new Map(counts?.map(({ entityId, count }) => [entityId, count]))
  const isShown = (id: number) => counts === undefined || countById.has(id) || String(id) === chosen
  const optionsBelow = (parent: number, depth: number): { value: string; label: string }[] =>
    categories
      .filter(({ entityId, parentEntityId }) => parentEntityId === parent && isShown(entityId))
      .flatMap(({ entityId, name }) => [
        {
          value: String(entityId),
          label: `${'\u2003'.repeat(depth)}${name}${counts ? ` (${countById.get(entityId) ?? 0})` : ''}`,
        },
        ...optionsBelow(entityId, depth + 1),
      ])
  return optionsBelow(0, 0)
}

const isPhone = () => window.matchMedia('(width < 36rem)').matches

/** On phones the filters open as a sheet that traps the focus until it is closed; elsewhere in place. */
function useFilterSheet() {
  const details = useRef<HTMLDetailsElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  /** Non-null while it is open as a sheet. */
  const [sheet, setSheet] = useState<HTMLDivElement | null>(null)
  useInertOutside(sheet)
  const open = (event: MouseEvent) => {
    if (!details.current || !isPhone()) return
    event.preventDefault()
    details.current.open = true
    setSheet(panel.current)
  }
  const close = useCallback(() => {
    setSheet(null)
    if (!details.current) return
    details.current.open = false
    details.current.querySelector('summary')?.focus()
  }, [])
  useEffect(() => {
    if (details.current && isPhone()) details.current.open = false
  }, [])
  useEffect(() => {
    if (!sheet) return
    sheet.focus()
    const stop = new AbortController()
    const closeOnEscape = ({ key }: KeyboardEvent) => key === 'Escape' && close()
    const closeOutside = ({ target }: PointerEvent) =>
      target instanceof Node && !sheet.contains(target) && close()
    document.addEventListener('keydown', closeOnEscape, { signal: stop.signal })
    document.addEventListener('pointerdown', closeOutside, { signal: stop.signal })
    return () => stop.abort()
  }, [sheet, close])
  return { details, panel, isSheet: sheet !== null, open, close }
}

/** Milliseconds after the last keystroke until the search is submitted. */
const debounceMs = 300

/**
 * A form that submits itself while it is filled in; without JavaScript by its button. `version`, the form's React
 * key, changes when the address changes to something that this form did not submit, so that the fields follow.
 */
function useAutoSubmitForm(form: RefObject<HTMLFormElement | null>, query: ProductQuery) {
  const submit = useSubmit()
  const addressQuery = JSON.stringify(query)
  const submittedQuery = useRef(addressQuery)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [version, setVersion] = useState(0)
  useEffect(() => {
    if (submittedQuery.current === addressQuery) return
    submittedQuery.current = addressQuery
    setVersion(previous => previous + 1)
  }, [addressQuery])
  // A pending search must not close a product that was opened meanwhile, nor end its opening or adding.
  const { pathname, search } = useLocation()
  const { location, formMethod } = useNavigation()
  const goesElsewhere = formMethod === 'POST' || (location !== undefined && location.pathname !== pathname)
  const isPending = useRef(false)
  const submitSoon = useRef(() => {})
  const shownPath = useRef(pathname)
  // One that waited, or was given up for another address of this page, is made afterwards.
  // biome-ignore lint/correctness/useExhaustiveDependencies: looks again at each address of the page
  useEffect(() => {
    const hasStayed = shownPath.current === pathname
    shownPath.current = pathname
    if (!hasStayed || goesElsewhere) return
    if (isPending.current || submittedQuery.current !== addressQuery) submitSoon.current()
  }, [goesElsewhere, pathname, search, addressQuery])
  useEffect(() => {
    if (!pathname) return
    return () => {
      clearTimeout(timer.current)
      isPending.current = false
    }
  }, [pathname])

  const submitNow = () => {
    clearTimeout(timer.current)
    isPending.current = false
    if (!form.current) return
    const values = new URLSearchParams()
    for (const [name, value] of new FormData(form.current))
      if (typeof value === 'string' && value !== '') values.append(name, value)
    submittedQuery.current = JSON.stringify(parseProductQuery(values))
    const action = form.current.getAttribute('action') ?? '.'
    submit(values, { action, replace: true, preventScrollReset: true })
  }
  submitSoon.current = () => {
    clearTimeout(timer.current)
    isPending.current = true
    timer.current = setTimeout(() => isLeaving(pathname) || submitNow(), debounceMs)
  }
  return { version, submitNow, submitSoon: submitSoon.current }
}

const PriceRange = lazyWithRetry(() => import('../../../ui/form/price-range.tsx'))

interface PriceFilterProps {
  query: ProductQuery
  /** Of the products found, in cents; null when none has a price. */
  lowestPrice: number | null
  highestPrice: number | null
  fieldErrors: Record<string, string>
  language: Language
  onDone: () => void
}

/** Two fields; with JavaScript also a slider between the lowest and highest price found. */
function PriceFilter({ query, lowestPrice, highestPrice, fieldErrors, language, onDone }: PriceFilterProps) {
  const [from, setFrom] = useState(query.price_min ?? '')
  const [to, setTo] = useState(query.price_max ?? '')
  const slider = useRef<HTMLDivElement>(null)
  const isSeen = useSeen(slider)
  const min = Math.floor((lowestPrice ?? 0) / 100)
  const max = Math.ceil((highestPrice ?? 0) / 100)
  const clampEuro = (text: string, fallback: number) => {
    const cents = parseEuro(text)
    return cents === null ? fallback : Math.min(max, Math.max(min, Math.round(cents / 100)))
  }
  const low = clampEuro(from, min)
  return (
    <div className="col-span-2 grid grid-cols-2 gap-x-3 sm:gap-x-5">
      <MoneyField
        label={m.gift_price_from()}
        name="price_min"
        value={from}
        onChange={event => setFrom(event.target.value)}
        error={fieldErrors.price_min && m.amount_wrong()}
      />
      <MoneyField
        label={m.gift_price_to()}
        name="price_max"
        value={to}
        onChange={event => setTo(event.target.value)}
        error={fieldErrors.price_max && m.amount_wrong()}
      />
      <div ref={slider} className="col-span-2 mt-2 hidden h-11 js:block">
        {isSeen && max > min && (
          <Suspense>
            <PriceRange
              label={m.gift_price_range()}
              from={m.gift_price_from()}
              to={m.gift_price_to()}
              min={min}
              max={max}
              value={[low, Math.max(low, clampEuro(to, max))]}
              language={language}
              // At once: keys call `onDone` in the same event, and it reads the fields.
              onChange={([lowest, highest]) =>
                flushSync(() => {
                  setFrom(lowest > min ? String(lowest) : '')
                  setTo(highest < max ? String(highest) : '')
                })
              }
              onDone={onDone}
            />
          </Suspense>
        )}
      </div>
    </div>
  )
}

/** Whether the element has come into view; the slider in folded filters is not loaded before. */
function useSeen(element: RefObject<HTMLElement | null>): boolean {
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    if (!element.current) return
    const observer = new IntersectionObserver(entries => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      observer.disconnect()
      startTransition(() => setSeen(true))
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return isSeen
}
