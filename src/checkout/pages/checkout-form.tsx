import { useEffect, useEffectEvent, useState } from 'react'
import { useFetcher } from 'react-router'
import type { Language } from '../../base/language.ts'
import { paths } from '../../base/paths.ts'
import { m } from '../../paraglide/messages.js'
import { Button } from '../../ui/form/button.tsx'
import { Form } from '../../ui/form/form.tsx'
import { TextArea } from '../../ui/form/text-field.tsx'
import { linkClasses } from '../../ui/page/link.tsx'
import { useSite } from '../../ui/page/site-data.ts'
import type { Cart } from '../cart.rules.ts'
import { capCartLines, limitCartLines, repriceCart } from '../change.rules.ts'
import { maxGiftMessageLength } from '../mark.rules.ts'
import { clearCart, getStoredCart, saveCart, trackCartEvent, useCartHere, useHydrated } from './cart-store.ts'
import {
  asCheckoutResult,
  type CheckoutFormValues,
  type CheckoutResult,
  checkoutFetcher,
  seenPriceField,
} from './checkout-result.ts'
import { readGiverDraft, saveGiverDraft } from './giver-draft.ts'
import { GiverFields, useFocusOnMissingName } from './giver-fields.tsx'
import { HandoffError } from './hand-off-error.tsx'
import { repricedLinesOf, unavailableLinesOf, unbuyableLinesOf } from './refused-lines.ts'
import { UnreservedNotice } from './unreserved-notice.tsx'

interface CheckoutFormProps {
  cart: Cart
  language: Language
  /** The idempotency key: one for each page view, so that a second click finds the same hand-off (R411). */
  pageKey: string
  result: CheckoutResult | undefined
  /** What the giver wrote before, in a gift's sheet or a former hand-off of this cart. */
  words: CheckoutFormValues | null
  ownGiftIds: number[]
  /** Called when the shop has the cart and the browser is about to leave. */
  onLeave(): void
}

export function CheckoutForm(props: CheckoutFormProps) {
  const { cart, language, pageKey, result, words, ownGiftIds, onLeave } = props
  const fetcher = useFetcher({ key: checkoutFetcher })
  const isHydrated = useHydrated()
  const isCartHere = useCartHere()
  const reservationMinutes = useSite()?.reservationMinutes ?? 0
  const latest = asCheckoutResult(fetcher.data) ?? result
  const [isLeaving, leave] = useCheckoutResult(asCheckoutResult(fetcher.data), onLeave)
  const failed = latest?.refused ? latest : null
  const isNameMissing = useFocusOnMissingName(failed?.refused)
  const unreserved = latest?.redirectTo && !latest.isReserved ? latest : null
  // The draft is in session storage, so a page rendered by the server has none.
  const [draft] = useState(() => (isHydrated ? readGiverDraft(cart.registry_id) : null))
  const values = failed?.values ?? draft ?? words
  const isBusy = isLeaving || fetcher.state !== 'idle'
  return (
    <Form
      navigate={false}
      fetcherKey={checkoutFetcher}
      aria-label={m.checkout_submit()}
      method="post"
      action={paths.cart}
      noValidate
      onChange={event => {
        // While the browser leaves for the shop, cart and draft are already cleared.
        if (getStoredCart().registry_id === cart.registry_id)
          saveGiverDraft(cart.registry_id, event.currentTarget)
      }}
      className="rounded-tile border border-line bg-card p-6"
    >
      <h2 className="text-2xl">{m.checkout_title()}</h2>
      {failed && !isNameMissing && (
        <HandoffError error={failed.refused} cart={cart} language={language} ownGiftIds={ownGiftIds} />
      )}
      {unreserved && <UnreservedNotice checkoutUrl={unreserved.redirectTo} onLeave={leave} />}
      <input type="hidden" name="intent" value="checkout" />
      <input type="hidden" name="key" value={failed?.key ?? pageKey} />
      {isHydrated && <input type="hidden" name="scripts" value="yes" />}
      {isCartHere ? (
        <input type="hidden" name="cart" value={JSON.stringify(cart)} />
      ) : (
        cart.lines.map(({ id, price }) => (
          <input key={id} type="hidden" name={seenPriceField(id)} value={price} />
        ))
      )}
      <GiverFields hosts={cart.host_kind ?? 'hosts'} values={values} refused={failed?.refused}>
        {cart.lines.length > 1 && <GiftMessages cart={cart} messages={values?.messages ?? {}} />}
      </GiverFields>
      <Button type="submit" size="large" wide busy={isBusy} className="mt-6">
        {isBusy ? m.checkout_redirecting() : m.checkout_submit()}
      </Button>
      <p className="mt-3 text-sm text-soft">{m.checkout_reservation_note({ count: reservationMinutes })}</p>
    </Form>
  )
}

/**
 * Leaves for the shop, or adapts the stored cart to the reason of the refusal. Returns whether the browser is
 * leaving, and what to call when the guest leaves by a link.
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
    if (unavailable.length > 0) saveCart(capCartLines(getStoredCart(), unavailable))
    if (!redirectTo || !result.isReserved) return
    leaveNow()
    window.location.assign(redirectTo)
  }, [result])
  return [isLeaving, leave] as const
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
