import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useFetcher } from 'react-router'
import type { Language } from '../../base/language.ts'
import { paths } from '../../base/paths.ts'
import { m } from '../../paraglide/messages.js'
import { openStorage } from '../../ui/browser/storage.ts'
import { Button, ButtonLink } from '../../ui/form/button.tsx'
import { fieldId } from '../../ui/form/field.tsx'
import { Form } from '../../ui/form/form.tsx'
import { TextArea, TextField } from '../../ui/form/text-field.tsx'
import { linkClasses } from '../../ui/page/link.tsx'
import type { PageError } from '../../ui/page/page-errors.ts'
import { useSite } from '../../ui/page/site-data.ts'
import { Notice } from '../../ui/text/facts.tsx'
import type { Cart } from '../cart.rules.ts'
import { capCartLines, limitCartLines, repriceCart } from '../change.rules.ts'
import { maxGiftMessageLength, maxGiverNameLength } from '../mark.rules.ts'
import {
  clearCart,
  getStoredCart,
  giverDraftStorageKey,
  saveCart,
  trackCartEvent,
  useCartHere,
  useHydrated,
} from './cart-store.ts'
import { CheckoutError, repricedLinesOf, unavailableLinesOf } from './checkout-error.tsx'
import {
  asCheckoutResult,
  type CheckoutFormValues,
  type CheckoutResult,
  checkoutFetcher,
  nameMissing,
  readCheckoutForm,
  unbuyableLinesOf,
} from './checkout-result.ts'
import { GiverVisibilityField } from './giver-visibility-field.tsx'

interface CheckoutFormProps {
  cart: Cart
  language: Language
  /** One key for each page view, so that a second click finds the same hand-off. */
  pageKey: string
  result: CheckoutResult | undefined
  /** What was written before, where this cart has been handed off once. */
  words: CheckoutFormValues | null
  /** The gifts that this visitor has at the checkout already. */
  ownGiftIds: number[]
  /** Called when the shop has the cart and the browser is about to leave. */
  onLeave(): void
}

/** Who gives and with which message; then over to the shop. */
export function CheckoutForm(props: CheckoutFormProps) {
  const { cart, language, pageKey, result, words, ownGiftIds, onLeave } = props
  const fetcher = useFetcher({ key: checkoutFetcher })
  const isHydrated = useHydrated()
  const isCartHere = useCartHere()
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
    <Form
      navigate={false}
      fetcherKey={checkoutFetcher}
      aria-label={m.checkout_submit()}
      method="post"
      action={paths.cart}
      noValidate
      onChange={event => saveGiverDraft(cart.registry_id, event.currentTarget)}
      className="rounded-tile border border-line bg-card p-6"
    >
      <h2 className="text-2xl">{m.checkout_title()}</h2>
      {failed && !isNameMissing && (
        <CheckoutError error={failed.refused} {...{ cart, language, ownGiftIds }} />
      )}
      {unreserved && <UnreservedNotice checkoutUrl={unreserved.redirectTo} onLeave={leave} />}
      <input type="hidden" name="intent" value="checkout" />
      <input type="hidden" name="key" value={failed?.key ?? pageKey} />
      {isHydrated && <input type="hidden" name="scripts" value="yes" />}
      {isCartHere && <input type="hidden" name="cart" value={JSON.stringify(cart)} />}
      <GiverFields cart={cart} values={failed?.values ?? draft ?? words} refused={failed?.refused} />
      <Button type="submit" size="large" wide busy={isBusy} className="mt-6">
        {isBusy ? m.checkout_redirecting() : m.checkout_submit()}
      </Button>
      <p className="mt-3 text-sm text-soft">{m.checkout_reservation_note({ count: reservationMinutes })}</p>
    </Form>
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

/** The cart is at the shop, but nothing is set aside (R413): the guest decides whether to go on. */
export function UnreservedNotice({ checkoutUrl, onLeave }: { checkoutUrl: string; onLeave?: () => void }) {
  const box = useRef<HTMLDivElement>(null)
  // The button is far below: focus scrolls the notice into view.
  useEffect(() => box.current?.focus(), [])
  return (
    <Notice ref={box} tone="alert" title={m.checkout_unreserved_title()} className="mt-4">
      <p>{m.checkout_unreserved_text()}</p>
      <ButtonLink to={checkoutUrl} size="large" wide className="mt-4" onClick={onLeave}>
        {m.checkout_unreserved_continue()}
      </ButtonLink>
    </Notice>
  )
}

/** The draft in session storage; the names of its fields stay, because running tabs have them. */
interface GiverDraft {
  registry_id: string
  typed: CheckoutFormValues
}

const storage = openStorage('session')

/** Saves in this tab what the giver has typed, so that they don't type it again after adding another gift. */
function saveGiverDraft(registryId: string, form: HTMLFormElement): void {
  // On the way to the shop the cart is gone, and so is its draft.
  if (getStoredCart().registry_id !== registryId) return
  const draft: GiverDraft = { registry_id: registryId, typed: readCheckoutForm(new FormData(form)) }
  storage.write(giverDraftStorageKey, JSON.stringify(draft))
}

/** What the giver has typed for this registry; null for another one, whose hosts must not get it. */
function readGiverDraft(registryId: string): CheckoutFormValues | null {
  try {
    const draft = JSON.parse(storage.read(giverDraftStorageKey) ?? 'null') as GiverDraft | null
    return draft?.registry_id === registryId ? draft.typed : null
  } catch {
    return null
  }
}
