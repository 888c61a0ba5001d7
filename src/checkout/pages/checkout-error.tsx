import { useEffect, useRef } from 'react'
import { useFetcher } from 'react-router'
import type { Language } from '../../base/language.ts'
import { formatEuro } from '../../base/money.ts'
import { paths } from '../../base/paths.ts'
import { m } from '../../paraglide/messages.js'
import { Link, useLocalizedHref } from '../../ui/page/link.tsx'
import { errorSentence, type PageError, withErrorReference } from '../../ui/page/page-errors.ts'
import { Notice } from '../../ui/text/facts.tsx'
import type { UnavailableLine } from '../hand-off.rules.ts'
import { useCartHere } from './cart-store.ts'
import { repricedLinesOf, unavailableLinesOf, unbuyableLinesOf, unbuyableText } from './refused-lines.ts'
import { type CurrentGifts, currentGiftsPath } from './use-cart-refresh.ts'

interface RefusedCart {
  registry_id: string
  lines: ({ product_id: number; name: string } & ({ id: number } | { gift_id: number }))[]
}

/** Why the cart was not handed off; for lost gifts what is still open, and others of the same price band (R408). */
export default function CheckoutError({
  error,
  cart,
  language,
  ownGiftIds = [],
  isSheet = false,
}: {
  error: PageError
  cart: RefusedCart
  language: Language
  /** Gifts in another hand-off of this visitor. */
  ownGiftIds?: number[] | undefined
  /** Whether it was handed off from the sheet of its gift, so that no cart was adapted to what is still open. */
  isSheet?: boolean
}) {
  const box = useRef<HTMLDivElement>(null)
  const unavailable = unavailableLinesOf(error)
  const repriced = repricedLinesOf(error)
  const unbuyable = unbuyableLinesOf(error)
  const freed = useFreedGifts(cart, unavailable)
  // The button is far below: focus scrolls each new error into view.
  useEffect(() => {
    if (error) box.current?.focus()
  }, [error])
  return (
    <Notice ref={box} tone="alert" title={m.checkout_error_title()} className="mt-4">
      {unavailable.length === 0 && <p>{withErrorReference(errorText(error), error)}</p>}
      {error.code === 'cart_paid' && typeof error.detail.handoff === 'string' && (
        <Link to={paths.thanks(error.detail.handoff)} variant="strong">
          {m.cart_handed_off_link()}
        </Link>
      )}
      {repriced.map(({ gift_id, name, cents }) => (
        <p key={gift_id} className="mt-2">
          {m.cart_price_now({ name, now: formatEuro(cents, language) })}
        </p>
      ))}
      {unbuyable.map(line => (
        <p key={line.gift_id} className="mt-2">
          {unbuyableText(line, error.detail.said)}
        </p>
      ))}
      {unavailable.map(line => (
        <UnavailableGift
          key={line.product_id}
          line={line}
          cart={cart}
          isFree={freed.includes(line.gift_id)}
          isOwn={ownGiftIds.includes(line.gift_id)}
          isSheet={isSheet}
          language={language}
        />
      ))}
    </Notice>
  )
}

interface UnavailableGiftProps {
  line: UnavailableLine
  cart: RefusedCart
  isFree: boolean
  isOwn: boolean
  isSheet: boolean
  language: Language
}

function UnavailableGift({ line, cart, isFree, isOwn, isSheet, language }: UnavailableGiftProps) {
  const isCartHere = useCartHere()
  if (isFree) return <p className="mt-2">{m.checkout_gift_free({ name: nameOf(line, cart) })}</p>
  if (isOwn && line.reason === 'held')
    return <p className="mt-2">{m.handoff_gift_own({ name: nameOf(line, cart) })}</p>
  return (
    <div className="mt-2">
      <p>{unavailableText(line, cart, isCartHere && !isSheet, language)}</p>
      {line.alternatives.length > 0 && (
        <>
          <p className="mt-2 text-sm">{m.checkout_alternatives()}</p>
          <ul className="mt-1 list-disc ps-5">
            {line.alternatives.map(other => (
              <li key={other.gift_id}>
                <Link to={paths.registryGift(cart.registry_id, other.product_id)} variant="strong">
                  {other.name}
                </Link>{' '}
                <span className="tabular-nums">{formatEuro(other.cents, language)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}

/** Error codes that have another text at the checkout than elsewhere. */
const ownTexts: Record<string, () => string> = {
  registry_closed: m.checkout_registry_closed,
  registry_is_secret: m.checkout_registry_secret,
  refused_missing: m.registry_gone,
  cart_paid: m.checkout_cart_paid,
  gift_unavailable: m.cart_unbuyable,
  // Nothing more is known: the text that R408 prescribes.
  refused_unexpected: m.unknown_error,
}

/** The shop's sentence, else ours, else the API's, else 'Unknown Error' (R408: a lost race); both if the shop is away. */
function errorText(error: PageError): string {
  const { said } = error.detail
  if (error.code === 'refused_shop_away' && said) return `${m.refused_shop_away()} (${said})`
  if (typeof said === 'string' && error.code !== 'cart_unbuyable') return said
  return ownTexts[error.code]?.() ?? errorSentence(error) ?? m.unknown_error()
}

/** What is still open; `isAdapted`: the cart was reduced to it already (checkout-form.tsx). */
function unavailableText(
  line: UnavailableLine,
  cart: RefusedCart,
  isAdapted: boolean,
  language: Language,
): string {
  const name = nameOf(line, cart)
  if (line.open_cents > 0 && line.kind === 'contribution') {
    const open = formatEuro(line.open_cents, language)
    return isAdapted
      ? m.cart_changed_contribution({ name, now: open })
      : m.checkout_amount_left({ name, open })
  }
  if (line.open_units > 0 && line.kind === 'units') {
    const count = line.open_units
    return isAdapted ? m.cart_changed_units({ name, count }) : m.checkout_units_left({ name, count })
  }
  if (line.reason === 'removed') return m.cart_changed_removed({ name })
  if (line.reason === 'regrouped') return m.cart_changed_regrouped({ name })
  if (line.reason === 'given') return m.checkout_gift_taken({ name })
  const { held_minutes: minutes } = line
  return minutes === null || minutes > 60
    ? m.checkout_gift_pending({ name })
    : m.checkout_gift_held({ name, count: minutes })
}

/** A gift that left the list has no gift id, so its product is looked for. */
function nameOf({ gift_id, product_id }: UnavailableLine, { lines }: RefusedCart): string {
  const line =
    lines.find(one => ('id' in one ? one.id : one.gift_id) === gift_id) ??
    lines.find(one => one.product_id === product_id)
  return line?.name ?? ''
}

/** Gifts that were held when the checkout was refused and are free now; checked whenever the registry changes (R519). */
function useFreedGifts({ registry_id }: RefusedCart, unavailable: UnavailableLine[]): number[] {
  const { load, data } = useFetcher<{ currentGifts: CurrentGifts | null }>()
  const address = useLocalizedHref(`/api/registry/${registry_id}/live`)
  const held = unavailable.filter(({ reason }) => reason === 'held')
  const ids = held.map(line => line.gift_id).join()
  useEffect(() => {
    if (ids === '') return
    const source = new EventSource(address)
    const path = currentGiftsPath(
      registry_id,
      ids.split(',').map(id => ({ id: Number(id) })),
    )
    source.onmessage = () => void load(path)
    return () => source.close()
  }, [ids, address, registry_id, load])
  const gifts = data?.currentGifts?.gifts ?? []
  const canTake = ({ gift_id, kind, wanted }: UnavailableLine) => {
    const gift = gifts.find(({ id }) => id === gift_id)
    return gift !== undefined && wanted <= (kind === 'units' ? gift.open_units : gift.open_amount)
  }
  return held.filter(canTake).map(line => line.gift_id)
}
