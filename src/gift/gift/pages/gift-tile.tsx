import type { Language } from '../../../base/language.ts'
import { formatEuro, formatEuroShort } from '../../../base/money.ts'
import { paths } from '../../../base/paths.ts'
import { m } from '../../../paraglide/messages.js'
import type { RegistryView } from '../../../registry/registry/contract.ts'
import { ButtonLink } from '../../../ui/form/button.tsx'
import { ProductTile } from '../../../ui/media/product-tile.tsx'
import { Link } from '../../../ui/page/link.tsx'
import { Badge } from '../../../ui/text/badge.tsx'
import { DotSeparated } from '../../../ui/text/dot-separated.tsx'
import { ProgressBar } from '../../../ui/text/progress-bar.tsx'
import type { GiftListItem } from '../contract.ts'
import { giftCardType } from '../rules.ts'
import { describeCollected } from './collected-facts.ts'

interface TileProps {
  gift: GiftListItem
  registry: RegistryView
  language: Language
  /** The first of the list: from its address the router learns of the page that all gifts open. */
  first: boolean
}

/** One gift on the registry: what it is, how far it is, and the way to give it. */
export function GiftTile({ gift, registry, language, first }: TileProps) {
  const given = gift.state === 'given'
  const address = giftPath(registry, gift)
  const discover = first ? 'render' : 'none'
  return (
    <li data-state={gift.state} id={`gift-${gift.id}`} className="group relative flex flex-col">
      <ProductTile image={gift.image} tile={gift.tile} given={given} badge={<Mark gift={gift} />} />
      <h3
        className={`mt-3 font-sans font-semibold text-base leading-snug tracking-normal ${given ? 'text-soft' : ''}`}
      >
        {/* The whole tile opens the gift. */}
        <Link
          to={address}
          preventScrollReset
          discover={discover}
          className="after:absolute after:inset-0 after:rounded-tile group-hover:underline"
        >
          {gift.name}
        </Link>
      </h3>
      <p className="text-sm text-soft">
        <DotSeparated facts={about(gift)} />
      </p>
      {/* Prices and buttons of a row stand level, however long the names are. */}
      <div className="mt-auto pt-2">
        {gift.is_group_gifting && gift.type !== giftCardType && !given && (
          <div className="mb-2">
            <ProgressBar
              value={gift.collected}
              max={gift.price}
              tone="sea"
              label={m.gift_collected_label()}
              thin
            />
          </div>
        )}
        <div className="flex items-end justify-between gap-x-3 gap-y-2 max-sm:flex-col max-sm:items-stretch">
          <p className="min-w-0">
            <span className={`block font-semibold text-lg tabular-nums ${given ? 'text-soft' : ''}`}>
              {priceOf(gift, language)}
            </span>
            <DotSeparated
              facts={standing(gift, registry.open, language)}
              className="text-sm text-soft tabular-nums"
            />
          </p>
          <Give gift={gift} open={registry.open} address={address} discover={discover} />
        </div>
      </div>
    </li>
  )
}

/** The gift's own address; the variant tells two of one product apart. */
export function giftPath(registry: RegistryView, gift: GiftListItem): string {
  const address = paths.registryGift(registry.slug ?? registry.id, gift.product_id)
  return gift.variant_id ? `${address}?variant=${gift.variant_id}` : address
}

function about({ brand, amounts, selected_options }: GiftListItem): string[] {
  const chosen = amounts ? [] : selected_options.map(one => one.value)
  return brand ? [brand, ...chosen] : chosen
}

function Mark({ gift }: { gift: GiftListItem }) {
  if (gift.state === 'given') return <Badge tone="olive">{m.gift_given_mark()}</Badge>
  if (gift.state === 'unavailable') return <Badge>{m.gift_unavailable()}</Badge>
  if (gift.state === 'held') return <Badge tone="sea">{m.gift_held()}</Badge>
  if (gift.must_have) return <Badge tone="pomegranate">{m.gift_most_wanted()}</Badge>
  if (gift.type === giftCardType) return <Badge tone="sea">{m.gift_card_mark()}</Badge>
  if (gift.is_group_gifting) return <Badge tone="sea">{m.gift_group()}</Badge>
  return null
}

/** A gift card costs what the guest makes of it. */
function priceOf(gift: GiftListItem, language: Language): string {
  const [least] = gift.amounts ?? []
  return least === undefined
    ? formatEuro(gift.price, language)
    : m.gift_card_from({ amount: formatEuro(least, language) })
}

/** How far it is, in a few short facts. */
function standing(gift: GiftListItem, open: boolean, language: Language): string[] {
  if (gift.type === giftCardType)
    return [
      gift.collected > 0
        ? m.gift_card_collected({ amount: formatEuroShort(gift.collected, language) })
        : m.gift_card_none(),
    ]
  if (gift.state === 'given') return [m.gift_given()]
  if (gift.is_group_gifting) return describeCollected(gift, open, cents => formatEuroShort(cents, language))
  return [
    gift.held_units > 0 && gift.state === 'open'
      ? m.gift_held_some({ count: gift.held_units })
      : m.gift_given_of({ given: gift.how_many_sale, total: gift.quantity }),
  ]
}

function verbOf(gift: GiftListItem): string {
  if (gift.type === giftCardType) return m.gift_give_card()
  return gift.is_group_gifting ? m.gift_chip_in() : m.gift_give()
}

interface GiveProps {
  gift: GiftListItem
  open: boolean
  address: string
  discover: 'render' | 'none'
}

function Give({ gift, open, address, discover }: GiveProps) {
  if (!open || gift.state !== 'open') return null
  const words = verbOf(gift)
  return (
    <ButtonLink
      to={address}
      preventScrollReset
      discover={discover}
      size="small"
      className="relative shrink-0 max-sm:w-full"
      aria-label={m.gift_give_this({ verb: words, name: gift.name })}
    >
      {words}
    </ButtonLink>
  )
}
