import type { PointerEvent } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import type { Language } from '../../base/language.ts'
import { formatEuro } from '../../base/money.ts'
import { restRefusal } from '../../catalogue/quantity.rules.ts'
import { isGivenAsAmount } from '../../checkout/cart.rules.ts'
import { m } from '../../paraglide/messages.js'
import { Form } from '../../ui/form/form.tsx'
import { ArrowDownIcon, ArrowUpIcon, GripIcon } from '../../ui/media/icons.tsx'
import { ProductTile } from '../../ui/media/product-tile.tsx'
import { Link } from '../../ui/page/link.tsx'
import { useLanguage } from '../../ui/page/site-data.ts'
import { classNames } from '../../ui/style/class-names.ts'
import { DotSeparated } from '../../ui/text/facts.tsx'
import type { GiftView } from '../gift.contract.ts'
import { chosenValues } from '../list.rules.ts'
import { GiftMarks } from './host-parts.tsx'

interface ManagedGiftProps {
  gift: GiftView
  /** In the whole list, 1 is the first; null where it can't be moved. */
  place: number | null
  giftCount: number
  /** The id of the gift that follows it after a move up or down; 0 for none. */
  nextGifts: { up: number; down: number }
  onMove: MoveHandler
  handle: { onPointerDown(event: PointerEvent): void }
  isDragged: boolean
}

type MoveHandler = (gift: GiftView, by: 1 | -1, buttonId: string) => void

export function ManagedGift({ gift, place, handle, isDragged, ...moves }: ManagedGiftProps) {
  return (
    <li
      id={`gift-${gift.id}`}
      data-gift={gift.id}
      className={classNames(
        'flex scroll-mt-24 items-center gap-3 bg-paper py-4 sm:gap-5',
        isDragged && 'relative z-10 rounded-tile shadow-[0_12px_40px_rgb(35_38_45/0.2)] select-none',
      )}
    >
      {place !== null && moves.giftCount > 1 && (
        <span
          aria-hidden="true"
          {...handle}
          className="hidden shrink-0 cursor-grab touch-none items-center justify-center py-4 text-soft active:cursor-grabbing js:flex"
        >
          <GripIcon />
        </span>
      )}
      <ProductTile
        image={gift.image}
        tile={gift.tile}
        given={gift.state === 'given'}
        className="size-16 shrink-0 sm:size-20"
      />
      <div className="min-w-0 flex-1">
        <h3 className="font-sans leading-snug font-semibold">{gift.name}</h3>
        <Facts gift={gift} />
        <ActionLinks gift={gift} />
      </div>
      {place !== null && moves.giftCount > 1 && <MoveButtons gift={gift} place={place} {...moves} />}
    </li>
  )
}

function Facts({ gift }: { gift: GiftView }) {
  const language = useLanguage()
  return (
    <>
      <p className="text-sm text-soft">
        <DotSeparated facts={wishFacts(gift, language)} />
      </p>
      <GiftMarks gift={gift} withHeld />
      {shopProblem(gift) && <p className="mt-1 text-sm text-pomegranate">{shopProblem(gift)}</p>}
      {gift.note && <p className="mt-1 text-sm wrap-anywhere">{gift.note}</p>}
    </>
  )
}

/** Options, quantity and price, and how much of it is given. */
function wishFacts(gift: GiftView, language: Language): string[] {
  const units = gift.quantity > 1 ? `${gift.quantity}\u00a0×\u00a0` : ''
  const price = gift.unavailable_reason === 'price' ? '' : formatEuro(gift.price, language)
  const facts = gift.amounts ? [m.gift_card_wished()] : [chosenValues(gift).join(', '), units + price]
  if (!gift.is_group_gifting && gift.how_many_sale > 0 && gift.state !== 'given')
    facts.push(m.ui_gifts_given_short({ given: gift.how_many_sale, total: gift.quantity }))
  if (gift.collected > 0 && gift.state !== 'given')
    facts.push(`${m.common_collected()} ${formatEuro(gift.collected, language)}`)
  return facts.filter(Boolean)
}

/** Why the shop's minimum or stock keeps guests from buying what is open (R321); empty for most gifts. */
function shopProblem(gift: GiftView): string {
  if (gift.state !== 'open' || isGivenAsAmount(gift)) return ''
  const { open_units: count, min_quantity: least, stock } = gift
  if (restRefusal(count, gift) === 'rest') return m.gift_rest_host({ count, least })
  return stock !== null && stock < count ? m.shop_stock({ count: stock }) : ''
}

function ActionLinks({ gift }: { gift: GiftView }) {
  const { pathname } = useLocation()
  const [query] = useSearchParams()
  const page = query.get('page')
  const pathTo = (dialog: string) =>
    `${pathname}?${new URLSearchParams({ ...(page && { page }), [dialog]: String(gift.id) })}`
  const name = { name: gift.name }
  return (
    <p className="mt-1 flex flex-wrap gap-x-5 text-sm max-md:-mb-2.5">
      <GiftLink to={pathTo('change')} label={m.gift_change_this(name)}>
        {m.gift_change()}
      </GiftLink>
      {gift.state === 'unavailable' && (
        <GiftLink to={pathTo('swap')} label={m.gift_swap_this(name)}>
          {m.gift_swap()}
        </GiftLink>
      )}
      <GiftLink to={pathTo('remove')} label={m.common_remove_this(name)}>
        {m.common_remove()}
      </GiftLink>
    </p>
  )
}

function GiftLink({ to, label, children }: { to: string; label: string; children: string }) {
  return (
    <Link to={to} preventScrollReset variant="text" aria-label={label} className="reach">
      {children}
    </Link>
  )
}

type MoveButtonsProps = Pick<ManagedGiftProps, 'gift' | 'giftCount' | 'nextGifts' | 'onMove'> & {
  place: number
}

function MoveButtons({ gift, place, giftCount, nextGifts, onMove }: MoveButtonsProps) {
  return (
    <div className="flex shrink-0 flex-col gap-2 sm:flex-row">
      <MoveButton
        gift={gift}
        onMove={onMove}
        by={-1}
        nextGift={nextGifts.up}
        isAtEnd={place === 1}
        label={m.gift_move_up({ name: gift.name })}
      />
      <MoveButton
        gift={gift}
        onMove={onMove}
        by={1}
        nextGift={nextGifts.down}
        isAtEnd={place === giftCount}
        label={m.gift_move_down({ name: gift.name })}
      />
    </div>
  )
}

interface MoveButtonProps {
  gift: GiftView
  by: 1 | -1
  /** The id of the gift that follows it after the move; 0 for none. */
  nextGift: number
  isAtEnd: boolean
  label: string
  onMove: MoveHandler
}

/** A form, so that it works without JavaScript too. */
function MoveButton({ gift, by, nextGift, isAtEnd, label, onMove }: MoveButtonProps) {
  const id = `move-${by === 1 ? 'down' : 'up'}-${gift.id}`
  return (
    <Form
      role="presentation"
      method="post"
      onSubmit={event => {
        event.preventDefault()
        onMove(gift, by, id)
      }}
    >
      <input type="hidden" name="intent" value="move" />
      <input type="hidden" name="gift_id" value={gift.id} />
      {nextGift > 0 && <input type="hidden" name="before" value={nextGift} />}
      <button
        id={id}
        type="submit"
        aria-label={label}
        aria-disabled={isAtEnd || undefined}
        className="flex size-11 items-center justify-center rounded-pill border border-line bg-card hover:border-ink aria-disabled:opacity-40 aria-disabled:hover:border-line"
      >
        {by === 1 ? <ArrowDownIcon /> : <ArrowUpIcon />}
      </button>
    </Form>
  )
}
