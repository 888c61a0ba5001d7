import { Form, useSearchParams, useSubmit } from 'react-router'
import type { Language } from '../../../base/language.ts'
import { paths } from '../../../base/paths.ts'
import { m } from '../../../paraglide/messages.js'
import type { RegistryView } from '../../../registry/registry/contract.ts'
import { ButtonLink, buttonClasses } from '../../../ui/form/button.tsx'
import { controlClasses } from '../../../ui/form/field.tsx'
import { Chip, ChipRow } from '../../../ui/list/chip.tsx'
import { EmptyState } from '../../../ui/list/empty-state.tsx'
import { Link } from '../../../ui/page/link.tsx'
import { classNames } from '../../../ui/style/class-names.ts'
import type { GiftListItem } from '../contract.ts'
import {
  formatGiftListQuery,
  type GiftFilter,
  type GiftListQuery,
  type GiftSortOrder,
  giftBatchSize,
  giftFilters,
  giftSortOrders,
  longListThreshold,
  matchesGiftFilter,
  parseGiftListQuery,
  searchGifts,
  sortGifts,
} from '../list-rules.ts'
import { GiftTile } from './gift-tile.tsx'

interface ListProps {
  gifts: GiftListItem[]
  registry: RegistryView
  language: Language
}

/** The gifts with search, filters and order, all kept in the address; long lists come in helpings. */
export function GiftList({ gifts, registry, language }: ListProps) {
  const [query] = useSearchParams()
  const asked = parseGiftListQuery(query)
  const found = searchGifts(gifts, asked.words)
  const all = sortGifts(
    found.filter(gift => matchesGiftFilter(gift, asked.filter)),
    asked.order,
    language,
  )
  const shown = all.slice(0, asked.helpings * giftBatchSize)
  if (gifts.length === 0) return <NoGifts registry={registry} />
  const address = (change: Partial<GiftListQuery>) =>
    paths.registry(registry.slug ?? registry.id) + formatGiftListQuery({ ...asked, helpings: 1, ...change })
  return (
    <section aria-labelledby="gifts" className="pb-16">
      <h2 id="gifts" className="sr-only">
        {m.gift_list_label()}
      </h2>
      {gifts.length > longListThreshold && <ListSearch asked={asked} language={language} />}
      <div className="no-print flex items-center justify-between gap-4 border-line border-b pb-3 max-lg:block">
        <Filters gifts={found} asked={asked} closed={!registry.open} address={address} />
        <SortForm asked={asked} language={language} />
      </div>
      <p role="status" className="sr-only">
        {m.gift_list_count({ count: all.length })}
      </p>
      {all.length === 0 && (
        <p className="py-16 text-soft">
          {asked.words ? m.gift_list_not_found({ words: asked.words }) : m.gift_list_none_here()}{' '}
          {asked.words && (
            <Link to={address({ words: '', filter: 'all' })} preventScrollReset variant="weight">
              {m.gift_list_all_again()}
            </Link>
          )}
        </p>
      )}
      <ul
        className={classNames(
          'gift-rows grid grid-cols-2 gap-x-4 gap-y-8 pt-6 sm:gap-x-[22px] md:grid-cols-3 min-[72rem]:grid-cols-4',
          shown.length > longListThreshold && 'long-list',
        )}
      >
        {shown.map((gift, index) => (
          <GiftTile key={gift.id} gift={gift} registry={registry} language={language} first={index === 0} />
        ))}
      </ul>
      {shown.length < all.length && (
        <ButtonLink
          to={address({ helpings: asked.helpings + 1 })}
          kind="outline"
          preventScrollReset
          className="mx-auto mt-10 flex w-fit"
        >
          {m.gift_list_more({ count: all.length - shown.length })}
        </ButtonLink>
      )}
    </section>
  )
}

function NoGifts({ registry }: { registry: RegistryView }) {
  return (
    <EmptyState
      title={m.gift_list_empty()}
      action={
        registry.is_host ? (
          <ButtonLink to={paths.addGifts(registry.id)}>{m.gift_manage_add()}</ButtonLink>
        ) : null
      }
    >
      {registry.is_host || !registry.open ? null : m.gift_list_empty_text()}
    </EmptyState>
  )
}

/** Looks for a gift on a long list: as one types, or by the button without JavaScript. */
function ListSearch({ asked, language }: { asked: GiftListQuery; language: Language }) {
  const submit = useSubmit()
  return (
    <Form
      method="get"
      preventScrollReset
      role="search"
      className="mb-4 flex max-w-md items-center gap-2"
      onSubmit={event => {
        event.preventDefault()
        submit(event.currentTarget, { preventScrollReset: true, replace: true })
      }}
    >
      <Kept asked={{ ...asked, words: '', helpings: 1 }} language={language} />
      <input
        type="search"
        name="q"
        defaultValue={asked.words}
        maxLength={80}
        aria-label={m.gift_search_in_list()}
        placeholder={m.gift_search_in_list()}
        onChange={event => submit(event.currentTarget.form, { preventScrollReset: true, replace: true })}
        className={classNames(controlClasses, 'min-w-0 flex-1')}
      />
      <noscript>
        <button type="submit" className={buttonClasses({ kind: 'outline' })}>
          {m.gift_search_in_list_go()}
        </button>
      </noscript>
    </Form>
  )
}

/** What a form of the list leaves as it is. */
function Kept({ asked, language }: { asked: GiftListQuery; language: Language }) {
  const kept = new URLSearchParams(formatGiftListQuery(asked))
  if (language === 'el') kept.set('lang', 'el')
  return [...kept].map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />)
}

const filterWords: Record<GiftFilter, () => string> = {
  all: m.gift_filter_all,
  open: m.gift_filter_open,
  group: m.gift_filter_group,
  'band-0': m.gift_band_0,
  'band-50': m.gift_band_50,
  'band-100': m.gift_band_100,
  'band-150': m.gift_band_150,
}

function Filters({
  gifts,
  asked,
  closed,
  address,
}: {
  gifts: GiftListItem[]
  asked: GiftListQuery
  /** Nothing can be given any more, whatever was left open. */
  closed: boolean
  address: (change: Partial<GiftListQuery>) => string
}) {
  return (
    <ChipRow label={m.gift_filter_label()}>
      {giftFilters.map(filter => {
        const count =
          closed && filter === 'open' ? 0 : gifts.filter(gift => matchesGiftFilter(gift, filter)).length
        if (count === 0 && filter !== asked.filter) return null
        return (
          <Chip key={filter} to={address({ filter })} chosen={filter === asked.filter}>
            {filterWords[filter]()}
            {(filter === 'open' || filter === 'group') && (
              <span className="ms-1.5 tabular-nums">{count}</span>
            )}
          </Chip>
        )
      })}
    </ChipRow>
  )
}

const orderWords: Record<GiftSortOrder, () => string> = {
  wanted: m.gift_sort_wanted,
  'price-up': m.gift_sort_price_up,
  'price-down': m.gift_sort_price_down,
  name: m.gift_sort_name,
}

function SortForm({ asked, language }: { asked: GiftListQuery; language: Language }) {
  const submit = useSubmit()
  return (
    <Form method="get" preventScrollReset className="flex shrink-0 items-center gap-2 max-lg:mt-2.5">
      <Kept asked={{ ...asked, order: 'wanted', helpings: 1 }} language={language} />
      <label className="text-sm text-soft" htmlFor="gift-sort">
        {m.gift_sort_label()}
      </label>
      <select
        id="gift-sort"
        name="sort"
        defaultValue={asked.order}
        onChange={event => submit(event.currentTarget.form, { preventScrollReset: true })}
        className="select-arrow min-h-11 cursor-pointer rounded-pill border border-line bg-card py-2 ps-4 pe-10 font-semibold text-sm transition-colors hover:border-ink"
      >
        {giftSortOrders.map(order => (
          <option key={order} value={order}>
            {orderWords[order]()}
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
