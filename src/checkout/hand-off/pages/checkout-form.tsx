import { useEffect, useEffectEvent, useState } from 'react'
import { useFetcher } from 'react-router'
import type { Language } from '../../../base/language.ts'
import { m } from '../../../paraglide/messages.js'
import { Button } from '../../../ui/form/button.tsx'
import { fieldId } from '../../../ui/form/field.tsx'
import { TextArea, TextField } from '../../../ui/form/text-field.tsx'
import { linkClasses } from '../../../ui/page/link.tsx'
import type { PageError } from '../../../ui/page/page-errors.ts'
import { useSite } from '../../../ui/page/site-data.ts'
import { capCartLines, limitCartLines, repriceCart } from '../../cart/change-rules.ts'
import { clearCart, getStoredCart, saveCart, useHydrated } from '../../cart/pages/cart-store.ts'
import { trackCartEvent } from '../../cart/pages/cart-tracking.ts'
import type { Cart } from '../../cart/rules.ts'
import { maxGiftMessageLength, maxGiverNameLength } from '../giver-rules.ts'
import { CheckoutError, repricedLinesOf, unavailableLinesOf } from './checkout-error.tsx'
import {
  asCheckoutResult,
  type CheckoutFormValues,
  type CheckoutResult,
  checkoutFetcher,
  nameMissing,
} from './checkout-result.ts'
import { readGiverDraft, saveGiverDraft } from './giver-draft.ts'
import { GiverVisibilityField } from './giver-visibility-field.tsx'
import { unbuyableLinesOf } from './unbuyable-text.ts'
import { UnreservedNotice } from './unreserved-notice.tsx'

interface CheckoutFormProps {
  cart: Cart
  language: Language
  /** One key for each page view, so that a second click finds the same hand-off. */
  pageKey: string
  result: CheckoutResult | undefined
  /** Called when the shop has the cart and the browser is about to leave. */
  onLeave(): void
}

/** Who gives and with which message; then over to the shop. */
export function CheckoutForm({ cart, language, pageKey, result, onLeave }: CheckoutFormProps) {
  const fetcher = useFetcher({ key: checkoutFetcher })
  const isHydrated = useHydrated()
  const reservationMinutes = useSite()?.reservationMinutes ?? 0
  const latest = asCheckoutResult(fetcher.data) ?? result
  const [isLeaving, leave] = useCheckoutResult(asCheckoutResult(fetcher.data), onLeave)
  const failed = latest?.refused ? latest : null
  const isNameMissing = useFocusOnMissingName(failed)
  const unreserved = latest?.redirectTo && !latest.isReserved ? latest : null
  // The draft is of this tab: a page that the server has rendered shows none.
  const [draft] = useState(() => (isHydrated ? readGiverDraft(cart.registry_id) : null))
  const isBusy = isLeaving || fetcher.state !== 'idle'
  return (
    <fetcher.Form
      aria-label={m.checkout_submit()}
      method="post"
      action="/cart"
      noValidate
      onChange={event => saveGiverDraft(cart.registry_id, event.currentTarget)}
      className="rounded-tile border border-line bg-card p-6"
    >
      <h2 className="text-2xl">{m.checkout_title()}</h2>
      {failed && !isNameMissing && <CheckoutError error={failed.refused} cart={cart} language={language} />}
      {unreserved && <UnreservedNotice checkoutUrl={unreserved.redirectTo} onLeave={leave} />}
      <input type="hidden" name="intent" value="checkout" />
      <input type="hidden" name="key" value={failed?.key ?? pageKey} />
      {isHydrated && <input type="hidden" name="cart" value={JSON.stringify(cart)} />}
      <GiverFields cart={cart} values={failed?.values ?? draft} refused={failed?.refused} />
      <Button type="submit" size="large" wide busy={isBusy} className="mt-6">
        {isBusy ? m.checkout_redirecting() : m.checkout_submit()}
      </Button>
      <p className="mt-3 text-sm text-soft">{m.checkout_reservation_note({ count: reservationMinutes })}</p>
    </fetcher.Form>
  )
}

/**
 * Leaves for the shop, or adapts the stored cart to why it could not be handed off. Returns whether the browser is
 * leaving, and what has to be done when the guest leaves by a link.
 */
function useCheckoutResult(result: CheckoutResult | undefined, onLeave: () => void) {
  const [isLeaving, setIsLeaving] = useState(false)
  const leave = () => {
    setIsLeaving(true)
    onLeave()
    trackCartEvent('begin_checkout', getStoredCart())
    clearCart()
  }
  const leaveNow = useEffectEvent(leave)
  useEffect(() => {
    if (!result) return
    const { redirectTo, refused } = result
    const repriced = repricedLinesOf(refused)
    const unavailable = unavailableLinesOf(refused)
    const unbuyable = unbuyableLinesOf(refused)
    if (unbuyable.length > 0) saveCart(limitCartLines(getStoredCart(), unbuyable))
    if (repriced.length > 0) saveCart(repriceCart(getStoredCart(), repriced))
    if (unavailable.length > 0) {
      const open = unavailable.map(line => ({
        gift_id: line.gift_id,
        units: line.open_units,
        cents: line.open_cents,
      }))
      saveCart(capCartLines(getStoredCart(), open))
    }
    if (!redirectTo || !result.isReserved) return
    leaveNow()
    window.location.assign(redirectTo)
  }, [result])
  return [isLeaving, leave] as const
}

/** Whether the name alone is missing; its field then has the focus. */
function useFocusOnMissingName(failed: CheckoutResult | null): boolean {
  const isNameMissing = failed?.refused?.code === nameMissing
  useEffect(() => {
    if (failed && isNameMissing) document.getElementById(fieldId('giver_name'))?.focus()
  }, [failed, isNameMissing])
  return isNameMissing
}

interface GiverFieldsProps {
  cart: Cart
  values: CheckoutFormValues | null
  refused: PageError | undefined
}

function GiverFields({ cart, values, refused }: GiverFieldsProps) {
  const [visibility, setVisibility] = useState(values?.visibility ?? 'full')
  return (
    <div className="mt-5 grid gap-5">
      <TextField
        name="giver_name"
        label={m.checkout_name_label()}
        help={m.checkout_name_help()}
        autoComplete="name"
        maxLength={maxGiverNameLength}
        defaultValue={values?.giver_name}
        optional={visibility === 'anonymous'}
        error={
          refused?.code === nameMissing && visibility === 'anonymous' ? null : refused?.fields.giver_name
        }
      />
      <GiverVisibilityField chosen={visibility} onChange={setVisibility} />
      <TextArea
        name="message"
        label={m.checkout_message_label({ hosts: cart.host_kind ?? 'hosts' })}
        help={m.checkout_message_help()}
        maxCharacters={maxGiftMessageLength}
        rows={4}
        optional
        defaultValue={values?.message}
        error={refused?.fields.message}
      />
      {cart.lines.length > 1 && <GiftMessages cart={cart} messages={values?.messages ?? {}} />}
    </div>
  )
}

/** A message for one gift alone; a gift without one gets the common message. */
function GiftMessages({ cart, messages }: { cart: Cart; messages: Record<string, string> }) {
  return (
    <details open={Object.values(messages).some(Boolean)}>
      <summary className={`target cursor-pointer text-sm ${linkClasses.text}`}>
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
            defaultValue={messages[line.id]}
          />
        ))}
      </div>
    </details>
  )
}
