import { Form, useSubmit } from 'react-router'
import { m } from '../../../paraglide/messages.js'
import { buttonClasses } from '../../../ui/form/button.tsx'
import { LanguageInput } from '../../../ui/form/language-input.tsx'
import { SearchBox } from '../../../ui/form/search-box.tsx'
import { Chip, ChipRow } from '../../../ui/list/chip.tsx'
import type { GiftListItem } from '../contract.ts'
import {
  formatGiftListQuery,
  type GiftFilter,
  type GiftListQuery,
  type GiftSortOrder,
  giftFilters,
  giftSortOrders,
  matchesGiftFilter,
} from '../list-rules.ts'
import { priceBands } from '../price-band-rules.ts'
import { countListedGifts } from '../rules.ts'
import { priceBandLabels } from './price-band-labels.ts'

/** The address of the list with a part of its query changed. */
export type AddressWith = (change: Partial<GiftListQuery>) => string

/** Searches a long list while people type, or by its button. */
export function SearchForm({ query }: { query: GiftListQuery }) {
  const submit = useSubmit()
  return (
    <Form
      aria-label={m.gift_search_in_list()}
      method="get"
      preventScrollReset
      role="search"
      className="mb-4 max-w-md"
      onSubmit={event => {
        event.preventDefault()
        submit(event.currentTarget, { preventScrollReset: true, replace: true })
      }}
    >
      <HiddenQuery query={{ ...query, words: '', page: 1 }} />
      <SearchBox
        label={m.gift_search_in_list()}
        submitLabel={m.gift_search_in_list_go()}
        name="q"
        defaultValue={query.words}
        maxLength={80}
        onChange={event => submit(event.currentTarget.form, { preventScrollReset: true, replace: true })}
      />
    </Form>
  )
}

/** The rest of the query, which a form of the list leaves unchanged. */
function HiddenQuery({ query }: { query: GiftListQuery }) {
  return (
    <>
      {[...new URLSearchParams(formatGiftListQuery(query))].map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <LanguageInput />
    </>
  )
}

function filterLabel(filter: GiftFilter): string {
  if (filter === 'all') return m.gift_filter_all()
  if (filter === 'open') return m.gift_filter_open()
  const band = priceBands.find(band => band.filter === filter)
  return band ? priceBandLabels[band.field]() : m.gift_filter_group()
}

interface FiltersProps {
  gifts: GiftListItem[]
  query: GiftListQuery
  /** Nothing can be given any more, even where a gift is open. */
  isClosed: boolean
  addressWith: AddressWith
}

export function Filters({ gifts, query, isClosed, addressWith }: FiltersProps) {
  return (
    <ChipRow label={m.common_show()} end={<SortForm query={query} />}>
      {giftFilters.map(filter => {
        const matching =
          isClosed && filter === 'open' ? [] : gifts.filter(gift => matchesGiftFilter(gift, filter))
        if (matching.length === 0 && filter !== query.filter) return null
        const count = countListedGifts(matching).gifts
        return (
          <Chip key={filter} to={addressWith({ filter })} chosen={filter === query.filter}>
            {filterLabel(filter)}
            {(filter === 'open' || filter === 'group') && count > 0 && (
              <span className="ms-1.5 tabular-nums">{count}</span>
            )}
          </Chip>
        )
      })}
    </ChipRow>
  )
}

const sortOrderLabels: Record<GiftSortOrder, () => string> = {
  wanted: m.gift_sort_wanted,
  'price-up': m.gift_sort_price_up,
  'price-down': m.gift_sort_price_down,
  name: m.gift_sort_name,
}

function SortForm({ query }: { query: GiftListQuery }) {
  const submit = useSubmit()
  return (
    <Form
      role="presentation"
      method="get"
      preventScrollReset
      className="flex shrink-0 items-center gap-2 ps-0.5 pe-4.5 md:ms-auto md:pe-8 lg:ps-4 lg:pe-0"
    >
      <HiddenQuery query={{ ...query, order: 'wanted', page: 1 }} />
      <label className="text-sm text-soft max-[72rem]:sr-only" htmlFor="gift-sort">
        {m.gift_sort_label()}
      </label>
      <select
        id="gift-sort"
        name="sort"
        defaultValue={query.order}
        onChange={event => submit(event.currentTarget.form, { preventScrollReset: true })}
        className="small-select"
      >
        {giftSortOrders.map(order => (
          <option key={order} value={order}>
            {sortOrderLabels[order]()}
          </option>
        ))}
      </select>
      <noscript>
        <button type="submit" className={buttonClasses({ kind: 'outline' })}>
          {m.gift_sort_apply()}
        </button>
      </noscript>
    </Form>
  )
}
