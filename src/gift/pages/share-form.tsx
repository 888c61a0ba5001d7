import { useEffect, useEffectEvent, useState } from 'react'
import { useFetcher, useRevalidator } from 'react-router'
import type { Language } from '../../base/language.ts'
import { formatEuroShort, parseEuro } from '../../base/money.ts'
import { addCartLine, emptyCart, toNewCartLine } from '../../checkout/cart.rules.ts'
import { trackCartEvent, useCartHere, useHydrated } from '../../checkout/pages/cart-store.ts'
import type { CheckoutResult } from '../../checkout/pages/checkout-result.ts'
import { readGiverDraft, removeGiverDraft, saveGiverDraft } from '../../checkout/pages/giver-draft.ts'
import { GiverFields, useFocusOnMissingName } from '../../checkout/pages/giver-fields.tsx'
import { UnreservedNotice } from '../../checkout/pages/unreserved-notice.tsx'
import { m } from '../../paraglide/messages.js'
import { useAnsweredError } from '../../ui/form/answered-error.ts'
import { Button } from '../../ui/form/button.tsx'
import { Form } from '../../ui/form/form.tsx'
import { useSite } from '../../ui/page/site-data.ts'
import { AmountFields, giveErrorMessage } from './amount-fields.tsx'
import { giveFormId, type OpenGiveFormProps, shareFetcher, toCartRegistry, useGive } from './use-give.ts'

/**
 * For a share of a group gift with an empty cart: amount and giver, then straight to the shop (R426). Its other
 * button puts the share into the cart instead, with what was written.
 */
export function ShareForm(props: OpenGiveFormProps) {
  const { gift, registry, language, result, range, inCart, keepShown } = props
  const fetcher = useFetcher({ key: shareFetcher(gift) })
  const isHydrated = useHydrated()
  const isCartHere = useCartHere()
  const [amount, setAmount] = useState(result?.typed.amount ?? '')
  // The draft is in session storage, so a page rendered by the server has none.
  const [draft] = useState(() => (isHydrated ? readGiverDraft(registry.id) : null))
  const [error, setError] = useAnsweredError('amount', result?.error ?? null)
  const { give } = useGive(props, setError, () => {}, keepShown)
  const { handoff } = result ?? {}
  const [isLeaving, leave] = useLeaving(handoff, () => trackShare(props, amount))
  const [key, renewKey] = useKey(props.pageKey, handoff)
  useFocusOnMissingName(error ? undefined : handoff?.refused)
  const unreserved = handoff?.redirectTo && !handoff.isReserved ? handoff : null
  const hosts = registry.type_info.host_kind ?? 'hosts'
  return (
    <>
      <Form
        id={giveFormId}
        navigate={false}
        fetcherKey={shareFetcher(gift)}
        aria-label={m.give_amount_label()}
        method="post"
        className="mt-5 border-line border-t pt-5"
        noValidate
        reloadDocument={!isCartHere}
        onChange={event => {
          saveGiverDraft(registry.id, event.currentTarget)
          renewKey()
        }}
        onSubmit={event => {
          const { submitter } = event.nativeEvent as SubmitEvent
          if (!isCartHere || submitter?.getAttribute('value') !== 'add') return
          event.preventDefault()
          give(event.currentTarget)
        }}
      >
        {unreserved && <UnreservedNotice checkoutUrl={unreserved.redirectTo} onLeave={leave} />}
        <input type="hidden" name="gift" value={gift.id} />
        <input type="hidden" name="key" value={key} />
        {isHydrated && isCartHere && <input type="hidden" name="scripts" value="yes" />}
        <AmountFields
          gift={gift}
          range={range}
          inCart={inCart}
          language={language}
          amount={amount}
          error={error && giveErrorMessage(error.key, amount, { gift, range, language })}
          note={m.give_if_not_reached({ hosts })}
          onChange={text => {
            setAmount(text)
            setError(null)
            renewKey()
          }}
        />
        <GiverFields
          hosts={hosts}
          values={(handoff?.refused && handoff.values) ?? draft ?? props.words}
          refused={handoff?.refused}
        />
      </Form>
      <ShareButtons amount={amount} language={language} isBusy={isLeaving || fetcher.state !== 'idle'} />
    </>
  )
}

/** The button to the shop, and the one that puts the share into the cart. */
function ShareButtons({ amount, language, isBusy }: { amount: string; language: Language; isBusy: boolean }) {
  const reservationMinutes = useSite()?.reservationMinutes ?? 0
  const cents = parseEuro(amount)
  const label =
    cents === null ? m.give_share_none() : m.give_share({ amount: formatEuroShort(cents, language) })
  return (
    <>
      {/* Outside of the form, because it is sticky at the edge of the sheet. */}
      <div className="sheet-action">
        <Button
          type="submit"
          form={giveFormId}
          name="intent"
          value="checkout"
          size="large"
          wide
          busy={isBusy}
        >
          {isBusy ? m.checkout_redirecting() : label}
        </Button>
      </div>
      <div className="mt-6 text-center">
        <Button type="submit" form={giveFormId} name="intent" value="add" kind="quiet" size="small">
          {m.give_something_else()}
        </Button>
        <p className="mt-2 text-soft text-sm">{m.checkout_reservation_note({ count: reservationMinutes })}</p>
      </div>
    </>
  )
}

/** The idempotency key: the same for a second press, a new one when something is changed after an answer (R411). */
function useKey(pageKey: string, handoff: CheckoutResult | undefined) {
  // The loader makes a new key whenever the registry changes, so the first is kept.
  const [first] = useState(pageKey)
  const [changes, setChanges] = useState(0)
  const base = handoff?.refused ? handoff.key : first
  return [
    changes === 0 ? base : `${base.slice(0, 50)}-${changes}`,
    () => handoff && setChanges(changes + 1),
  ] as const
}

/** Leaves for the shop once its address is known. Returns whether it does, and what a link to the shop has to call. */
function useLeaving(handoff: CheckoutResult | undefined, track: () => void) {
  const [isLeaving, setIsLeaving] = useState(false)
  const { revalidate } = useRevalidator()
  const leave = () => {
    setIsLeaving(true)
    track()
    removeGiverDraft()
  }
  const leaveNow = useEffectEvent(leave)
  useEffect(() => {
    if (!handoff?.redirectTo || !handoff.isReserved) return
    leaveNow()
    window.location.assign(handoff.redirectTo)
  }, [handoff])
  useEffect(() => {
    // When the browser restores this page from its back-forward cache.
    const stay = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return
      setIsLeaving(false)
      revalidate()
    }
    window.addEventListener('pageshow', stay)
    return () => window.removeEventListener('pageshow', stay)
  }, [revalidate])
  return [isLeaving, leave] as const
}

function trackShare({ gift, registry }: OpenGiveFormProps, amount: string): void {
  const cart = addCartLine(emptyCart, toCartRegistry(registry), toNewCartLine(gift, 1, parseEuro(amount)))
  trackCartEvent('add_to_cart', cart)
  trackCartEvent('begin_checkout', cart)
}
