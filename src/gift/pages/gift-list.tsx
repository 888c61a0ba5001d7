import { Form, useSearchParams, useSubmit } from 'react-router'
import type { Language } from '../../base/language.ts'
import { paths } from '../../base/paths.ts'
import { m } from '../../paraglide/messages.js'
import type { RegistryView } from '../../registry/contract.ts'
import { buttonLook } from '../../ui/button.tsx'
import { Chip, ChipRow } from '../../ui/chip.tsx'
import { classNames } from '../../ui/class-names.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import type { GiftView } from '../contract.ts'
import {
  asFilter,
  asOrder,
  type Filter,
  filters,
  inOrder,
  isIn,
  type Order,
  orders,
} from '../listing-rules.ts'
import { GiftTile } from './gift-tile.tsx'

interface ListProps {
  gifts: GiftView[]
  registry: RegistryView
  language: Language
}

/** The gifts with their filters and order, both kept in the address. */
export function GiftList({ gifts, registry, language }: ListProps) {
  const [query] = useSearchParams()
  const filter = asFilter(query.get('show'))
  const order = asOrder(query.get('sort'))
  const shown = inOrder(
    gifts.filter(gift => isIn(gift, filter)),
    order,
    new Intl.Collator(language),
  )
  if (gifts.length === 0) return <EmptyState title={m.gift_list_empty()} />
  return (
    <section aria-labelledby="gifts" className="pb-16">
      <h2 id="gifts" className="sr-only">
        {m.gift_list_label()}
      </h2>
      <div className="flex items-center justify-between gap-4 border-line border-b pb-3 max-lg:block">
        <Filters gifts={gifts} current={filter} order={order} registryId={registry.slug ?? registry.id} />
        <SortForm current={order} filter={filter} language={language} />
      </div>
      <p role="status" className="sr-only">
        {m.gift_list_count({ count: shown.length })}
      </p>
      {shown.length === 0 ? (
        <p className="py-16 text-soft">{m.gift_list_none_here()}</p>
      ) : (
        <ul
          className={classNames(
            'grid grid-cols-2 gap-x-4 gap-y-8 pt-6 sm:gap-x-[22px] md:grid-cols-3 lg:grid-cols-4',
            shown.length > longList && 'long-list',
          )}
        >
          {shown.map((gift, index) => (
            <GiftTile key={gift.id} gift={gift} registry={registry} language={language} eager={index < 4} />
          ))}
        </ul>
      )}
    </section>
  )
}

/** From here on, what is out of sight is not laid out. */
const longList = 60

const filterWords: Record<Filter, () => string> = {
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
  current,
  order,
  registryId,
}: {
  gifts: GiftView[]
  current: Filter
  order: Order
  registryId: string
}) {
  return (
    <ChipRow label={m.gift_filter_label()}>
      {filters.map(filter => {
        const count = gifts.filter(gift => isIn(gift, filter)).length
        if (count === 0 && filter !== current) return null
        return (
          <Chip key={filter} to={addressOf(registryId, filter, order)} chosen={filter === current}>
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

function addressOf(registryId: string, filter: Filter, order: Order): string {
  const query = new URLSearchParams()
  if (filter !== 'all') query.set('show', filter)
  if (order !== 'wanted') query.set('sort', order)
  return paths.registry(registryId) + (query.size > 0 ? `?${query}` : '')
}

const orderWords: Record<Order, () => string> = {
  wanted: m.gift_sort_wanted,
  'price-up': m.gift_sort_price_up,
  'price-down': m.gift_sort_price_down,
  name: m.gift_sort_name,
}

function SortForm({ current, filter, language }: { current: Order; filter: Filter; language: Language }) {
  const submit = useSubmit()
  return (
    <Form method="get" preventScrollReset className="flex shrink-0 items-center gap-2 max-lg:hidden">
      {filter !== 'all' && <input type="hidden" name="show" value={filter} />}
      {language === 'el' && <input type="hidden" name="lang" value="el" />}
      <label className="text-sm text-soft" htmlFor="gift-sort">
        {m.gift_sort_label()}
      </label>
      <select
        id="gift-sort"
        name="sort"
        defaultValue={current}
        onChange={event => submit(event.currentTarget.form, { preventScrollReset: true })}
        className="rounded-pill border border-line bg-card px-4 py-2 font-semibold text-sm"
      >
        {orders.map(order => (
          <option key={order} value={order}>
            {orderWords[order]()}
          </option>
        ))}
      </select>
      <noscript>
        <button type="submit" className={buttonLook({ kind: 'outline' })}>
          {m.gift_sort_apply()}
        </button>
      </noscript>
    </Form>
  )
}
