import { useEffect, useEffectEvent, useState } from 'react'
import { useFetcher } from 'react-router'
import type { Language } from '../../../base/language.ts'
import { formatEuro } from '../../../base/money.ts'
import { m } from '../../../paraglide/messages.js'
import { Button } from '../../../ui/form/button.tsx'
import { TextArea, TextField } from '../../../ui/form/text-field.tsx'
import { useSite } from '../../../ui/page/site-data.ts'
import { capCartLines, repriceCart } from '../../cart/change-rules.ts'
import type { action, CheckoutResult } from '../../cart/pages/cart-page.tsx'
import { clearCart, getStoredCart, saveCart, useHydrated } from '../../cart/pages/cart-store.ts'
import { trackCartEvent } from '../../cart/pages/cart-tracking.ts'
import { type Cart, cartTotal } from '../../cart/rules.ts'
import { maxGiftMessageLength, maxGiverNameLength } from '../giver-rules.ts'
import type { UnavailableLine } from '../rules.ts'
import { CheckoutError, repricedLinesOf, unavailableLinesOf } from './checkout-error.tsx'
import { readGiverDraft, saveGiverDraft } from './giver-draft.ts'
import { GiverVisibilityField } from './giver-visibility-field.tsx'

interface CheckoutProps {
  cart: Cart
  language: Language
  /** One key a page view, so that a second click finds the same hand-off. */
  pageKey: string
  result: CheckoutResult | undefined
  /** The shop has taken the cart: this page is about to go. */
  onLeave(): void
}

/** Who gives and with which words; then over to the shop. */
export function CheckoutForm({ cart, language, pageKey, result, onLeave }: CheckoutProps) {
  const fetcher = useFetcher<typeof action>()
  const alive = useHydrated()
  const holdMinutes = useSite()?.reservationMinutes ?? 0
  const answer = asCheckoutResult(fetcher.data) ?? result
  const [leaving, setLeaving] = useState(false)
  const sayLeaving = useEffectEvent(onLeave)
  useEffect(() => {
    const { leave, refused } = asCheckoutResult(fetcher.data) ?? {}
    const moved = repricedLinesOf(refused)
    const lost = unavailableLinesOf(refused)
    if (moved.length > 0) saveCart(repriceCart(getStoredCart(), moved))
    if (lost.length > 0) saveCart(capCartLines(getStoredCart(), lost.map(openOf)))
    if (!leave) return
    setLeaving(true)
    sayLeaving()
    trackCartEvent('begin_checkout', getStoredCart())
    clearCart()
    window.location.assign(leave)
  }, [fetcher.data])

  const refused = answer?.refused ? answer : null
  // A page that was drawn by the server holds no words of this tab.
  const [kept] = useState(() => (alive ? readGiverDraft(cart.registry_id) : null))
  const typed = refused?.typed ?? kept
  const busy = leaving || fetcher.state !== 'idle'
  return (
    <fetcher.Form
      method="post"
      action="/cart"
      noValidate
      onChange={event => saveGiverDraft(cart.registry_id, event.currentTarget)}
      className="rounded-tile border border-line bg-card p-6"
    >
      <h2 className="text-2xl">{m.checkout_title()}</h2>
      {refused && <CheckoutError refused={refused.refused} cart={cart} language={language} />}
      <input type="hidden" name="intent" value="checkout" />
      <input type="hidden" name="key" value={refused?.key ?? pageKey} />
      {alive && <input type="hidden" name="cart" value={JSON.stringify(cart)} />}
      <div className="mt-5 grid gap-5">
        <TextField
          name="giver_name"
          label={m.checkout_name_label()}
          help={m.checkout_name_help()}
          autoComplete="name"
          maxLength={maxGiverNameLength}
          defaultValue={typed?.giver_name}
          error={refused?.refused.fields.giver_name && m.name_long()}
        />
        <GiverVisibilityField chosen={typed?.visibility ?? 'full'} />
        <TextArea
          name="message"
          label={m.checkout_message_label()}
          help={m.checkout_message_help()}
          maxCharacters={maxGiftMessageLength}
          rows={4}
          defaultValue={typed?.message}
          error={refused?.refused.fields.message && m.message_long()}
        />
        {cart.lines.length > 1 && <OwnMessages cart={cart} typed={typed?.messages ?? {}} />}
      </div>
      <p className="mt-6 flex justify-between border-line border-t pt-4 font-semibold text-xl">
        <span>{m.cart_total()}</span>
        <span className="tabular-nums">{formatEuro(cartTotal(cart), language)}</span>
      </p>
      <p className="text-sm text-soft">{m.checkout_vat_note()}</p>
      <Button type="submit" size="large" wide busy={busy} className="mt-4">
        {busy ? m.checkout_redirecting() : m.checkout_submit()}
      </Button>
      <p className="mt-3 text-sm text-soft">{m.checkout_reservation_note({ count: holdMinutes })}</p>
    </fetcher.Form>
  )
}

const openOf = ({ gift_id, open_units, open_cents }: UnavailableLine) => ({
  gift_id,
  units: open_units,
  cents: open_cents,
})

/** Words of its own for a gift; where there are none, those for all go along. */
function OwnMessages({ cart, typed }: { cart: Cart; typed: Record<string, string> }) {
  return (
    <details open={Object.values(typed).some(Boolean)}>
      <summary className="target cursor-pointer font-medium text-sm underline underline-offset-4">
        {m.checkout_own_messages()}
      </summary>
      <p className="mt-2 text-sm text-soft">{m.checkout_own_messages_help()}</p>
      <div className="mt-4 grid gap-4">
        {cart.lines.map(line => (
          <TextArea
            key={line.id}
            name={`message-${line.id}`}
            label={m.checkout_own_message_label({ name: line.name })}
            maxCharacters={maxGiftMessageLength}
            rows={2}
            optional
            defaultValue={typed[line.id]}
          />
        ))}
      </div>
    </details>
  )
}

/** What the action answered about the hand-over, if it was asked for one. */
export function asCheckoutResult(data: unknown): CheckoutResult | undefined {
  return data && typeof data === 'object' && ('leave' in data || 'refused' in data)
    ? (data as CheckoutResult)
    : undefined
}
