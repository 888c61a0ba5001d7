import { memo, type ReactNode, useContext } from 'react'
import type { Language } from '../../base/language.ts'
import { formatEuro, formatEuroShort } from '../../base/money.ts'
import { paths } from '../../base/paths.ts'
import { useIsInCart } from '../../checkout/pages/cart-store.ts'
import { m } from '../../paraglide/messages.js'
import type { RegistryView } from '../../registry/registry.contract.ts'
import { ButtonLink } from '../../ui/form/button.tsx'
import { CheckIcon } from '../../ui/media/icons.tsx'
import { ProductTile } from '../../ui/media/product-tile.tsx'
import { CachedPartContext, type RenderCached } from '../../ui/page/cached-parts.ts'
import { Link } from '../../ui/page/link.tsx'
import { LanguageContext } from '../../ui/page/site-data.ts'
import { classNames } from '../../ui/style/class-names.ts'
import { Badge, DotSeparated, ProgressBar } from '../../ui/text/facts.tsx'
import type { GiftListItem } from '../gift.contract.ts'
import { giftCardType } from '../gift.rules.ts'
import { describeCollected } from './gift-text.ts'

interface GiftTileProps {
  gift: GiftListItem
  registry: RegistryView
  language: Language
  /** The first of the list: its picture is loaded eagerly, and only its link preloads the dialog's route. */
  isFirst: boolean
  isChosen: boolean
}

/** Memoised, because a list may have a thousand of them. */
export const GiftTile = memo(function GiftTile(props: GiftTileProps) {
  const { registry, ...shown } = props
  const { gift, isFirst } = shown
  const renderCached = useContext(CachedPartContext)
  const facts: TileFacts = { ...shown, isOpen: registry.open, path: giftPath(registry, gift) }
  const content = <TileContent {...facts} />
  return (
    <li
      data-state={gift.state}
      id={`gift-${gift.id}`}
      className="group"
      // The first tile is not taken from the cache, because React preloads its picture from the document's head.
      {...(renderCached && !isFirst
        ? { dangerouslySetInnerHTML: cachedTile(renderCached, facts, content) }
        : { children: content })}
    />
  )
})

/** Everything that a tile renders: the key of the cached part. */
interface TileFacts extends Omit<GiftTileProps, 'registry'> {
  isOpen: boolean
  path: string
}

/** Most tiles are unchanged since the last rendering; rendering all again took a third of the page's time. */
function cachedTile(renderCached: RenderCached, facts: TileFacts, content: ReactNode): { __html: string } {
  const tile = <LanguageContext value={facts.language}>{content}</LanguageContext>
  return { __html: renderCached(JSON.stringify(facts), tile) }
}

function TileContent({ language, ...facts }: TileFacts) {
  const { gift, isOpen, path, isFirst } = facts
  const isGiven = gift.state === 'given'
  const isShared = gift.is_group_gifting && gift.type !== giftCardType && !isGiven
  const price = (
    <span className={classNames('block font-semibold text-lg tabular-nums', isGiven && 'text-soft')}>
      {priceLabel(gift, language)}
    </span>
  )
  return (
    <>
      <ProductTile
        image={gift.image}
        tile={gift.tile}
        given={isGiven}
        badge={stateBadge(gift)}
        eager={isFirst}
      />
      <h3>
        {/* The whole tile is the link's target. */}
        <Link
          to={path}
          preventScrollReset
          discover={isFirst ? 'render' : 'none'}
          className="after:absolute after:inset-0 after:rounded-tile group-hover:underline"
        >
          {gift.name}
        </Link>
      </h3>
      <p className="text-sm text-soft">
        <DotSeparated facts={brandAndOptions(gift)} />
      </p>
      {gift.note && <p className="gift-note">{gift.note}</p>}
      <div className="flex grow flex-col gap-1.5 pt-1.5">
        {isShared && (
          <>
            {price}
            <ProgressBar
              value={gift.collected}
              max={gift.price}
              tone="sea"
              label={m.common_collected()}
              thin
            />
          </>
        )}
        <div className="flex grow items-end justify-between gap-x-3 gap-y-2 max-sm:flex-col max-sm:items-stretch sm:flex-wrap">
          <p className="min-w-0 grow self-stretch sm:basis-24">
            {!isShared && price}
            <DotSeparated
              facts={givenFacts(gift, isOpen, language)}
              // On the screen the badge says that it is given.
              className={classNames('text-sm text-soft tabular-nums', isGiven && 'not-print:hidden')}
            />
          </p>
          <GiveButton {...facts} />
        </div>
      </div>
    </>
  )
}

/** The path of a gift's dialog, with the variant, which tells two gifts of one product apart. */
function giftPath(registry: RegistryView, gift: GiftListItem): string {
  const path = paths.registryGift(registry.slug ?? registry.id, gift.product_id)
  return gift.variant_id ? `${path}?variant=${gift.variant_id}` : path
}

function brandAndOptions({ brand, amounts, selected_options }: GiftListItem): string[] {
  const options = amounts ? [] : selected_options.map(({ value }) => value)
  return brand ? [brand, ...options] : options
}

/** Null where there is no state to show, so that the tile renders no empty element. */
function stateBadge(gift: GiftListItem): ReactNode {
  if (gift.state === 'given')
    return (
      <Badge tone="olive">
        {m.gift_given()}
        {/* A tile on a phone has room for one line. */}
        <span className="max-sm:sr-only">{m.gift_given_mark()}</span>
      </Badge>
    )
  if (gift.state === 'unavailable') return <Badge>{m.gift_unavailable()}</Badge>
  if (gift.state === 'held') return <Badge tone="sea">{m.gift_held()}</Badge>
  if (gift.must_have) return <Badge tone="pomegranate">{m.gift_most_wanted()}</Badge>
  if (gift.type === giftCardType) return <Badge tone="sea">{m.gift_card_badge()}</Badge>
  if (gift.is_group_gifting) return <Badge tone="sea">{m.gift_group()}</Badge>
  return null
}

/** For a gift card the smallest amount, as guests choose its value. */
function priceLabel(gift: GiftListItem, language: Language): string {
  const [smallest] = gift.amounts ?? []
  return smallest === undefined
    ? formatEuro(gift.price, language)
    : m.gift_card_from({ amount: formatEuro(smallest, language) })
}

/** Enough, as a reservation lasts a week at most. Every guest loads this, and `dates.ts` would be larger. */
const formatWeekdayTime = (moment: Date, language: Language) =>
  moment.toLocaleString(language, {
    timeZone: 'Europe/Athens',
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })

function givenFacts(gift: GiftListItem, isOpen: boolean, language: Language): string[] {
  if (gift.type === giftCardType)
    return [
      gift.collected > 0
        ? m.gift_card_collected({ amount: formatEuroShort(gift.collected, language) })
        : m.gift_card_none(),
    ]
  if (gift.state === 'given') return [m.gift_given()]
  const held = gift.state === 'held' && gift.held_until
  if (held) return [m.gift_held_time({ time: formatWeekdayTime(new Date(held), language) })]
  if (gift.is_group_gifting) return describeCollected(gift, isOpen, cents => formatEuroShort(cents, language))
  if (gift.held_units > 0 && gift.state === 'open') return [m.gift_held_some({ count: gift.held_units })]
  const { how_many_sale: given, open_units: open, quantity: total } = gift
  // Nothing can be given to a closed registry.
  if (!isOpen) return given > 0 ? [m.ui_gifts_given_short({ given, total })] : []
  return open > 0 && total > 1 ? [m.gift_open_of({ open, total })] : []
}

function giveVerb(gift: GiftListItem): string {
  if (gift.type === giftCardType) return m.gift_give_card()
  return gift.is_group_gifting ? m.gift_chip_in() : m.gift_give()
}

/** Opens the gift's dialog; the label says if it is in this device's cart. */
function GiveButton({ gift, isOpen, path, isFirst, isChosen }: Omit<TileFacts, 'language'>) {
  const isStored = useIsInCart(gift.id)
  const isInCart = isStored || isChosen
  if (!isOpen || gift.state !== 'open') return null
  const verb = isInCart ? m.gift_in_cart() : giveVerb(gift)
  return (
    <ButtonLink
      to={path}
      preventScrollReset
      discover={isFirst ? 'render' : 'none'}
      size="small"
      kind="outline"
      className={classNames('relative shrink-0 max-sm:w-full', isInCart && 'border-olive text-olive')}
      aria-label={m.gift_give_this({ verb, name: gift.name })}
    >
      {isInCart && <CheckIcon />}
      {verb}
    </ButtonLink>
  )
}
