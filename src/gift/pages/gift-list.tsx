import { startTransition, useEffect, useRef, useState } from 'react'
import { useSearchParams, useSubmit } from 'react-router'
import type { Language } from '../../base/language.ts'
import { paths } from '../../base/paths.ts'
import { m } from '../../paraglide/messages.js'
import type { RegistryView } from '../../registry/registry.contract.ts'
import { ButtonLink, buttonClasses } from '../../ui/form/button.tsx'
import { Form } from '../../ui/form/form.tsx'
import { SearchBox } from '../../ui/form/search-box.tsx'
import { Chip, ChipRow, EmptyState } from '../../ui/list/list-parts.tsx'
import { Pager } from '../../ui/list/pager.tsx'
import { Link } from '../../ui/page/link.tsx'
import { classNames } from '../../ui/style/class-names.ts'
import type { GiftListItem } from '../gift.contract.ts'
import { countListedGifts, priceBands } from '../gift.rules.ts'
import {
  formatGiftListQuery,
  type GiftFilter,
  type GiftListQuery,
  type GiftSortOrder,
  giftFilters,
  giftSortOrders,
  giftsAtOnce,
  leastToFilter,
  longListThreshold,
  matchesGiftFilter,
  parseGiftListQuery,
  searchGifts,
  sortGifts,
} from '../list.rules.ts'
import { giftCountText, priceBandLabels } from './gift-text.ts'
import { GiftTile } from './gift-tile.tsx'

interface GiftListProps {
  gifts: GiftListItem[]
  registry: RegistryView
  language: Language
  /** Gift ids in the cart of a visitor without scripts; null without one. */
  chosen: number[] | null
}

export function GiftList({ gifts, registry, language, chosen }: GiftListProps) {
  const query = parseGiftListQuery(useSearchParams()[0])
  const [from, to] = useShownPart(gifts.length, query.page)
  if (gifts.length === 0) return <NoGifts registry={registry} />
  const found = searchGifts(gifts, query.words)
  const matching = sortGifts(
    found.filter(gift => matchesGiftFilter(gift, query.filter)),
    query.order,
    language,
    !registry.open,
  )
  const pages = Math.ceil(matching.length / giftsAtOnce)
  const shown = matching.slice(Math.min(from, Math.max(0, pages - 1) * giftsAtOnce), to)
  const isFew = gifts.length < leastToFilter
  const addressWith = (change: Partial<GiftListQuery>) =>
    paths.registry(registry.slug ?? registry.id) + formatGiftListQuery({ ...query, page: 1, ...change })
  return (
    <section aria-labelledby="gifts" className="pb-16">
      <h2 id="gifts" className="sr-only">
        {m.common_gifts()}
      </h2>
      {gifts.length > longListThreshold && <SearchForm query={query} />}
      {(gifts.length >= leastToFilter || found.length !== matching.length) && (
        <div className="no-print md:border-line md:border-b md:pb-3">
          <Filters gifts={found} query={query} isClosed={!registry.open} addressWith={addressWith} />
        </div>
      )}
      <p role="status" className="sr-only">
        {m.gift_list_shown({ gifts: giftCountText(countListedGifts(matching)) })}
      </p>
      {matching.length === 0 && <NothingFound words={query.words} addressWith={addressWith} />}
      <ul
        className={classNames(
          'gift-rows',
          isFew && 'few-gifts',
          !isFew && query.order === 'wanted' && isMostWanted(shown[0]) && 'most-wanted-first',
          shown.length > longListThreshold && 'long-list',
        )}
      >
        {shown.map((gift, index) => (
          <GiftTile
            key={gift.id}
            gift={gift}
            registry={registry}
            language={language}
            isFirst={index === 0}
            isChosen={chosen?.includes(gift.id) ?? false}
          />
        ))}
      </ul>
      {pages > 1 && (
        // Only for browsers without JavaScript, so only the server renders it.
        <noscript>
          {import.meta.env.SSR && <Pager meta={{ page: Math.min(query.page, pages), last_page: pages }} />}
        </noscript>
      )}
    </section>
  )
}

const isMostWanted = (gift: GiftListItem | undefined) => gift?.state === 'open' && gift.must_have

function NoGifts({ registry }: { registry: RegistryView }) {
  return (
    <div className="pb-12">
      <EmptyState
        title={m.gift_list_empty()}
        action={
          registry.is_host ? (
            <ButtonLink to={paths.addGifts(registry.id)}>{m.common_add_gifts()}</ButtonLink>
          ) : null
        }
      >
        {registry.is_host || !registry.open ? null : m.gift_list_empty_text()}
      </EmptyState>
    </div>
  )
}

function NothingFound({ words, addressWith }: { words: string; addressWith: AddressWith }) {
  return (
    <p className="py-16 text-soft">
      {words ? m.gift_list_not_found({ words }) : m.gift_list_none_here()}{' '}
      {words && (
        <Link to={addressWith({ words: '', filter: 'all' })} preventScrollReset variant="strong">
          {m.gift_list_all_again()}
        </Link>
      )}
    </p>
  )
}

/**
 * Which gifts are rendered: one page in the document, and once it has loaded the others, a page at a time, so that
 * nobody waits for them and the browser's own search finds all.
 */
function useShownPart(total: number, page: number): [from: number, to: number] {
  const [part, setPart] = useState<[number, number]>([(page - 1) * giftsAtOnce, page * giftsAtOnce])
  const [from, to] = part
  useEffect(() => {
    if (from === 0 && to >= total) return
    const timer = setTimeout(() => startTransition(() => setPart([0, to + giftsAtOnce])))
    return () => clearTimeout(timer)
  }, [from, to, total])
  return part
}

type AddressWith = (change: Partial<GiftListQuery>) => string

/** Searches while people type; without scripts by its button. */
function SearchForm({ query }: { query: GiftListQuery }) {
  const submit = useSubmit()
  const box = useRef<HTMLInputElement>(null)
  // A link, or going back, may have changed the words; whoever is typing is ahead of the address.
  useEffect(() => {
    if (box.current && box.current !== document.activeElement) box.current.value = query.words
  }, [query.words])
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
        submitLabel={m.common_find()}
        ref={box}
        name="q"
        defaultValue={query.words}
        maxLength={80}
        onChange={event => submit(event.currentTarget.form, { preventScrollReset: true, replace: true })}
      />
    </Form>
  )
}

/** The part of the query that a form doesn't change. */
function HiddenQuery({ query }: { query: GiftListQuery }) {
  return (
    <>
      {[...new URLSearchParams(formatGiftListQuery(query))].map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
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
  /** The registry is closed, so no gift counts as open. */
  isClosed: boolean
  addressWith: AddressWith
}

function Filters({ gifts, query, isClosed, addressWith }: FiltersProps) {
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
        {m.gift_sort()}
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
          {m.gift_sort()}
        </button>
      </noscript>
    </Form>
  )
}
