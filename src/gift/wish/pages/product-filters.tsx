import { useRef } from 'react'
import { Form } from 'react-router'
import { paths } from '../../../base/paths.ts'
import { type ProductSort, productSorts } from '../../../catalogue/search/contract.ts'
import { m } from '../../../paraglide/messages.js'
import { Button } from '../../../ui/form/button.tsx'
import { LanguageInput } from '../../../ui/form/language-input.tsx'
import { SearchBox } from '../../../ui/form/search-box.tsx'
import { Select } from '../../../ui/form/text-field.tsx'
import { ChevronIcon } from '../../../ui/media/icons.tsx'
import { Link } from '../../../ui/page/link.tsx'
import { classNames } from '../../../ui/style/class-names.ts'
import type { AddGiftsData } from './add-gifts-data.ts'
import { PriceFilter } from './price-filter.tsx'
import { useAutoSubmitForm } from './use-auto-submit-form.ts'
import { useFilterSheet } from './use-filter-sheet.ts'

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

/** Words, category, price range and sort order of the product search (R305), all of it in the address. */
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
      <LanguageInput />
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
        label={m.gift_search_label()}
        submitLabel={m.gift_search_submit()}
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
          aria-label={m.gift_sort_label()}
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

/**
 * Category and price range: folded in their place, and open while they filter or are wrong; on phones a sheet from below,
 * where there are scripts.
 */
function FoldedFilters(props: ProductFiltersProps & { isFiltered: boolean; submitNow: () => void }) {
  const { search, isFiltered } = props
  const hasErrors = Object.keys(search.refused?.fields ?? {}).length > 0
  const { details, panel, isSheet, open, close } = useFilterSheet()
  return (
    <details
      ref={details}
      className="group/filters min-w-0 sm:open:w-full [@media(scripting:none)]:open:w-full"
      open={isFiltered || hasErrors}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a summary is a button */}
      <summary
        onClick={open}
        className="inline-flex min-h-10 cursor-pointer list-none items-center gap-2 rounded-pill border border-line bg-card px-4 font-semibold text-sm transition-colors hover:border-ink [&::-webkit-details-marker]:hidden"
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
        label={m.gift_category_label()}
        name="category"
        defaultValue={query.category}
        emptyLabel={m.gift_category_all()}
        options={categoryOptions(categories, meta?.categories, query.category)}
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

/** The category tree as one list, children under their parents, with the number of products; empty ones are left out. */
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
