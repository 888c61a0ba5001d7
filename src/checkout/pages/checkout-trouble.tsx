import { useEffect, useRef } from 'react'
import type { Language } from '../../base/language.ts'
import { formatEuro } from '../../base/money.ts'
import { paths } from '../../base/paths.ts'
import { saidBy } from '../../base/refusal.ts'
import { m } from '../../paraglide/messages.js'
import type { Refused } from '../../ui/attempt.ts'
import { Link } from '../../ui/link.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { Cart } from '../cart-rules.ts'
import type { LostLine, MovedLine } from '../rules.ts'
import { useAlive } from './cart-store.ts'

/** Why the shop was not reached, in its words or ours; a lost race says what is still open (product.md 10). */
export function CheckoutTrouble({
  refused,
  cart,
  language,
}: {
  refused: Refused
  cart: Cart
  language: Language
}) {
  const alive = useAlive()
  const box = useRef<HTMLDivElement>(null)
  const lost = lostLines(refused)
  const moved = movedLines(refused)
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
              <p className="mt-2 text-sm">{m.checkout_lost_alternatives()}</p>
              <ul className="mt-1 list-disc ps-5">
                {line.alternatives.map(other => (
                  <li key={other.gift_id}>
                    <Link to={paths.registryGift(cart.registry_id, other.product_id)} look="weight">
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
export function movedLines(refused: Refused | undefined): MovedLine[] {
  return refused?.code === 'cart_price_moved' ? (refused.detail.lines as MovedLine[]) : []
}

/** What another guest was faster with. */
export function lostLines(refused: Refused | undefined): LostLine[] {
  return refused?.code === 'cart_lost' ? (refused.detail.lines as LostLine[]) : []
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
function wordsOf(refused: Refused): string {
  const { said } = refused.detail
  if (refused.code === 'refused_shop_away' && said) return `${m.refused_shop_away()} (${said})`
  if (typeof said === 'string') return said
  return saidBy(refused.code) ?? words[refused.code]?.() ?? m.unknown_error()
}

/** What is still open; with scripts the cart takes that by itself (checkout-form.tsx), without them the guest does. */
function lostWords(line: LostLine, cart: Cart, alive: boolean, language: Language): string {
  const name = cart.lines.find(one => one.id === line.gift_id)?.name ?? ''
  if (line.open_cents > 0 && line.kind === 'contribution') {
    const open = formatEuro(line.open_cents, language)
    return alive ? m.cart_changed_rest({ name, now: open }) : m.checkout_lost_rest({ name, open })
  }
  if (line.open_units > 0 && line.kind === 'units') {
    const count = line.open_units
    return alive ? m.cart_changed_units({ name, now: count }) : m.checkout_lost_some({ name, count })
  }
  return m.checkout_lost_gone({ name })
}
