import { useSearchParams } from 'react-router'
import type { Language } from '../../../base/language.ts'
import { paths } from '../../../base/paths.ts'
import { m } from '../../../paraglide/messages.js'
import type { RegistryView } from '../../../registry/registry/contract.ts'
import { ButtonLink } from '../../../ui/form/button.tsx'
import { EmptyState } from '../../../ui/list/empty-state.tsx'
import { Pager } from '../../../ui/list/pager.tsx'
import { Link } from '../../../ui/page/link.tsx'
import { classNames } from '../../../ui/style/class-names.ts'
import type { GiftListItem } from '../contract.ts'
import {
  formatGiftListQuery,
  type GiftListQuery,
  giftsAtOnce,
  leastToFilter,
  longListThreshold,
  matchesGiftFilter,
  parseGiftListQuery,
  searchGifts,
  sortGifts,
} from '../list-rules.ts'
import { countListedGifts } from '../rules.ts'
import { giftCountText } from './gift-count-text.ts'
import { type AddressWith, Filters, SearchForm } from './gift-list-filters.tsx'
import { GiftTile } from './gift-tile.tsx'
import { useShownPart } from './use-shown-part.ts'

interface GiftListProps {
  gifts: GiftListItem[]
  registry: RegistryView
  language: Language
  /** The gifts in the cart of a visitor without scripts; null without one. */
  chosen: number[] | null
}

/** The gifts with search, filters and sort order, all of it in the address (R311). */
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
          'gift-rows grid grid-cols-2 gap-x-4 gap-y-8 pt-2.5 sm:gap-x-[22px] md:pt-6 md:grid-cols-3 min-[72rem]:grid-cols-4',
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
        // Browsers with JavaScript show no more of it than its place, so only the server renders it.
        <noscript>
          {import.meta.env.SSR && <Pager meta={{ page: Math.min(query.page, pages), last_page: pages }} />}
        </noscript>
      )}
    </section>
  )
}

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
