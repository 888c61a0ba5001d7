import { useEffect, useRef } from 'react'
import { sentenceFromApi } from '../../../base/app-error.ts'
import type { Language } from '../../../base/language.ts'
import { formatEuro } from '../../../base/money.ts'
import { paths } from '../../../base/paths.ts'
import { m } from '../../../paraglide/messages.js'
import { Link } from '../../../ui/page/link.tsx'
import type { PageError } from '../../../ui/page/page-errors.ts'
import { Notice } from '../../../ui/text/notice.tsx'
import { useHydrated } from '../../cart/pages/cart-store.ts'
import type { Cart } from '../../cart/rules.ts'
import type { RepricedLine, UnavailableLine } from '../rules.ts'

/** Why the shop was not reached, in its words or ours; a lost race says what is still open (product.md 10). */
export function CheckoutError({
  refused,
  cart,
  language,
}: {
  refused: PageError
  cart: Cart
  language: Language
}) {
  const alive = useHydrated()
  const box = useRef<HTMLDivElement>(null)
  const lost = unavailableLinesOf(refused)
  const moved = repricedLinesOf(refused)
  // Each try that fails is brought before the eyes of whoever has pressed the button far below.
  useEffect(() => {
    if (refused) box.current?.focus()
  }, [refused])
  return (
    <Notice ref={box} tone="alert" title={m.checkout_error_title()} className="mt-4">
      {lost.length === 0 && <p>{wordsOf(refused)}</p>}
      {moved.map(({ gift_id, name, cents }) => (
        <p key={gift_id} className="mt-2">
          {m.cart_price_now({ name, now: formatEuro(cents, language) })}
        </p>
      ))}
      {lost.map(line => (
        <div key={line.gift_id} className="mt-2">
          <p>{lostWords(line, cart, alive, language)}</p>
          {line.alternatives.length > 0 && (
            <>
              <p className="mt-2 text-sm">{m.checkout_alternatives()}</p>
              <ul className="mt-1 list-disc ps-5">
                {line.alternatives.map(other => (
                  <li key={other.gift_id}>
                    <Link to={paths.registryGift(cart.registry_id, other.product_id)} variant="weight">
                      {other.name}
                    </Link>{' '}
                    <span className="tabular-nums">{formatEuro(other.cents, language)}</span>
                  </li>
                ))}
              </ul>
            </>
          )}
        </div>
      ))}
    </Notice>
  )
}

/** What costs something else now than the guest saw. */
export function repricedLinesOf(refused: PageError | undefined): RepricedLine[] {
  return refused?.code === 'cart_price_moved' ? (refused.detail.lines as RepricedLine[]) : []
}

/** What another guest was faster with. */
export function unavailableLinesOf(refused: PageError | undefined): UnavailableLine[] {
  return refused?.code === 'cart_lost' ? (refused.detail.lines as UnavailableLine[]) : []
}

const words: Record<string, () => string> = {
  cart_price_moved: m.cart_price_moved,
  registry_closed: m.registry_closed,
  cart_empty: m.cart_empty,
  gift_unavailable: m.gift_unavailable_note,
  refused_fields: m.refused_fields,
  refused_shop_away: m.refused_shop_away,
  refused_away: m.refused_away,
  refused_often: m.refused_often,
}

/** Spec §8: the shop's words, else the message, else 'Unknown Error'. What a broken shop says helps nobody alone. */
function wordsOf(refused: PageError): string {
  const { said } = refused.detail
  if (refused.code === 'refused_shop_away' && said) return `${m.refused_shop_away()} (${said})`
  if (typeof said === 'string') return said
  return sentenceFromApi(refused.code) ?? words[refused.code]?.() ?? m.unknown_error()
}

/** What is still open; with scripts the cart takes that by itself (checkout-form.tsx), without them the guest does. */
function lostWords(line: UnavailableLine, cart: Cart, alive: boolean, language: Language): string {
  const name = cart.lines.find(one => one.id === line.gift_id)?.name ?? ''
  if (line.open_cents > 0 && line.kind === 'contribution') {
    const open = formatEuro(line.open_cents, language)
    return alive ? m.cart_changed_contribution({ name, now: open }) : m.checkout_amount_left({ name, open })
  }
  if (line.open_units > 0 && line.kind === 'units') {
    const count = line.open_units
    return alive ? m.cart_changed_units({ name, now: count }) : m.checkout_units_left({ name, count })
  }
  return m.checkout_gift_taken({ name })
}
