import type { PointerEvent } from 'react'
import { Form, useLocation, useSearchParams } from 'react-router'
import { m } from '../../../paraglide/messages.js'
import { ArrowDownIcon, ArrowUpIcon, GripIcon } from '../../../ui/media/icons.tsx'
import { ProductTile } from '../../../ui/media/product-tile.tsx'
import { Link } from '../../../ui/page/link.tsx'
import { classNames } from '../../../ui/style/class-names.ts'
import { Money } from '../../../ui/text/formatted-text.tsx'
import type { GiftView } from '../../gift/contract.ts'
import type { GiftOrder } from './use-gift-order.ts'

interface RowProps {
  gift: GiftView
  /** Its place in the whole list, 1 is the first; null where it can't be moved. */
  place: number | null
  of: number
  targets: { up: number; down: number }
  onStep: GiftOrder['step']
  handle: { onPointerDown(event: PointerEvent): void }
  isDragged: boolean
}

/** One gift: what it is, how it stands, and all that its host may do with it. */
export function ManagedGift({ gift, place, handle, isDragged, ...moves }: RowProps) {
  return (
    <li
      id={`gift-${gift.id}`}
      data-gift={gift.id}
      className={classNames(
        'flex scroll-mt-24 items-center gap-3 bg-paper py-4 sm:gap-5',
        isDragged && 'relative z-10 rounded-tile shadow-[0_12px_40px_rgb(35_38_45/0.2)] select-none',
      )}
    >
      {place !== null && moves.of > 1 && (
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
        <Links gift={gift} />
      </div>
      {place !== null && moves.of > 1 && <Moves gift={gift} place={place} {...moves} />}
    </li>
  )
}

function Facts({ gift }: { gift: GiftView }) {
  const options = gift.selected_options.map(one => one.value).join(', ')
  const isPartly = !gift.is_group_gifting && gift.how_many_sale > 0 && gift.state !== 'given'
  return (
    <>
      <p className="text-sm text-soft">
        {gift.amounts ? (
          m.gift_card_wished()
        ) : (
          <>
            {options && `${options} · `}
            {gift.quantity > 1 && `${gift.quantity} × `}
            <Money cents={gift.price} />
          </>
        )}
        {isPartly && ` · ${m.gift_given_of({ given: gift.how_many_sale, total: gift.quantity })}`}
        {gift.collected > 0 && gift.state !== 'given' && (
          <>
            {' · '}
            {m.gift_collected_label()} <Money cents={gift.collected} />
          </>
        )}
      </p>
      <p className="flex flex-wrap gap-x-3 text-sm font-semibold empty:hidden">
        {gift.must_have && <span className="text-pomegranate">{m.gift_most_wanted()}</span>}
        {gift.is_group_gifting && <span className="text-sea">{m.gift_group()}</span>}
        {gift.state === 'given' && <span className="text-olive">{m.gift_given()}</span>}
        {gift.state === 'held' && <span className="text-sea">{m.gift_held()}</span>}
        {gift.state === 'unavailable' && <span className="text-soft">{m.gift_not_available()}</span>}
      </p>
      {gift.note && <p className="mt-1 text-sm wrap-anywhere">{gift.note}</p>}
    </>
  )
}

function Links({ gift }: { gift: GiftView }) {
  const { pathname } = useLocation()
  const [query] = useSearchParams()
  const page = query.get('page')
  const to = (what: string) =>
    `${pathname}?${new URLSearchParams({ ...(page && { page }), [what]: String(gift.id) })}`
  const name = { name: gift.name }
  return (
    <p className="mt-1 flex flex-wrap gap-x-5 gap-y-1 text-sm">
      <GiftLink to={to('change')} says={m.gift_change_this(name)}>
        {m.gift_change()}
      </GiftLink>
      {gift.state === 'unavailable' && (
        <GiftLink to={to('swap')} says={m.gift_swap_this(name)}>
          {m.gift_swap()}
        </GiftLink>
      )}
      <GiftLink to={to('remove')} says={m.gift_remove_this(name)}>
        {m.gift_remove()}
      </GiftLink>
    </p>
  )
}

function GiftLink({ to, says, children }: { to: string; says: string; children: string }) {
  return (
    <Link to={to} preventScrollReset variant="text" aria-label={says} className="py-0.5">
      {children}
    </Link>
  )
}

type MovesProps = Pick<RowProps, 'gift' | 'of' | 'targets' | 'onStep'> & { place: number }

function Moves({ gift, place, of, targets, onStep }: MovesProps) {
  return (
    <div className="flex shrink-0 flex-col gap-1 sm:flex-row">
      <Move
        {...{ gift, onStep }}
        by={-1}
        target={targets.up}
        isLast={place === 1}
        says={m.gift_move_up({ name: gift.name })}
      />
      <Move
        {...{ gift, onStep }}
        by={1}
        target={targets.down}
        isLast={place === of}
        says={m.gift_move_down({ name: gift.name })}
      />
    </div>
  )
}

interface MoveProps {
  gift: GiftView
  by: 1 | -1
  /** The gift that it is to stand before; 0 for the end. */
  target: number
  /** It can go no further that way. */
  isLast: boolean
  says: string
  onStep: GiftOrder['step']
}

/** One step up or down: a form of its own, so that it works without JavaScript too. */
function Move({ gift, by, target, isLast, says, onStep }: MoveProps) {
  const id = `move-${by === 1 ? 'down' : 'up'}-${gift.id}`
  return (
    <Form
      method="post"
      onSubmit={event => {
        event.preventDefault()
        onStep(gift, by, id)
      }}
    >
      <input type="hidden" name="intent" value="move" />
      <input type="hidden" name="gift_id" value={gift.id} />
      {target > 0 && <input type="hidden" name="before" value={target} />}
      <button
        id={id}
        type="submit"
        aria-label={says}
        aria-disabled={isLast || undefined}
        className="flex size-10 items-center justify-center rounded-pill border border-line bg-card hover:border-ink aria-disabled:opacity-40 aria-disabled:hover:border-line"
      >
        {by === 1 ? <ArrowDownIcon /> : <ArrowUpIcon />}
      </button>
    </Form>
  )
}
