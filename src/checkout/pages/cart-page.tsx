import { useEffect, useRef, useState } from 'react'
import { redirect, useFetcher, useRevalidator } from 'react-router'
import type { Language } from '../../base/language.ts'
import { paths, withLanguage } from '../../base/paths.ts'
import { showGifts } from '../../gift/gift.contract.ts'
import { m } from '../../paraglide/messages.js'
import { useKeptAnswer, useRefreshWhile } from '../../ui/browser/use-refresh.ts'
import { Button, ButtonLink } from '../../ui/form/button.tsx'
import { Form } from '../../ui/form/form.tsx'
import { ConfirmDialog } from '../../ui/overlay/dialog.tsx'
import { Link, linkClasses } from '../../ui/page/link.tsx'
import { Page } from '../../ui/page/page.tsx'
import { type PageContext, pageContext } from '../../ui/page/page-context.ts'
import { tryCall } from '../../ui/page/page-errors.ts'
import { buildPageMeta } from '../../ui/page/page-meta.ts'
import { Notice } from '../../ui/text/facts.tsx'
import { type Cart, emptyCart, parseCart } from '../cart.rules.ts'
import { repriceCart, toCurrentGift } from '../change.rules.ts'
import type { Route } from './+types/cart-page'
import { CartChanges, CartNotKept, EmptyCart } from './cart-changes.tsx'
import { CartForm, CartLines, CartTotal, useRemoval } from './cart-lines.tsx'
import { clearCart, useCart, useHydrated } from './cart-store.ts'
import { CheckoutForm } from './checkout-form.tsx'
import {
  asCheckoutResult,
  type CheckoutFormValues,
  type CheckoutResult,
  checkoutFetcher,
  readSeenPrices,
} from './checkout-result.ts'
import {
  addedByForm,
  buildCartFromChoices,
  type ChosenCart,
  changeChosenUnits,
  findUnavailableGifts,
  keepChoices,
  readChoices,
  removeChoice,
  saveChoices,
} from './cookie-cart.ts'
import { type GiverWords, readGiverWords } from './giver-words.ts'
import { nameDevice } from './hand-off-cookie.ts'
import { HandoffError } from './hand-off-error.tsx'
import { OwnHandoffNotice } from './own-hand-off-notice.tsx'
import {
  changeHandoff,
  continueHandoff,
  loadOwnHandoffs,
  type OwnHandoff,
  type OwnHandoffResult,
} from './own-hand-offs.ts'
import { lineProblem, repricedLinesOf } from './refused-lines.ts'
import { leaveOrStay, submitCheckout } from './submit-checkout.ts'
import { UnreservedNotice } from './unreserved-notice.tsx'
import { type CurrentGifts, useCartRefresh } from './use-cart-refresh.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  buildPageMeta({ ...matches[0].loaderData, title: m.cart_title(), path: paths.cart, noindex: true })

/** The cart in the visitor's cookie; with `?look={registry}&gifts={ids}` the current gifts of a cart in local storage. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = context.get(pageContext)
  nameDevice(ctx)
  const { searchParams } = new URL(request.url)
  const registryId = searchParams.get('look')
  const giftIds = (searchParams.get('gifts') ?? '').split(',').map(Number)
  return {
    chosen: registryId === null ? await takeChosenCart(ctx) : null,
    currentGifts: registryId === null ? null : await loadCurrentGifts(ctx, registryId, giftIds),
    handoffs: registryId === null ? await loadOwnHandoffs(ctx) : [],
    /** A form has just added a gift, but the browser sent no cookie. */
    refusedCookies: searchParams.has(addedByForm) && !request.headers.has('cookie'),
    words: readGiverWords(ctx),
    language: ctx.language,
    key: crypto.randomUUID(),
  }
}

/** The cart in the cookie; choices that can't be given any more are removed from it and reported this once. */
async function takeChosenCart(ctx: PageContext): Promise<ChosenCart> {
  const chosen = await buildCartFromChoices(ctx, readChoices(ctx))
  keepChoices(ctx, chosen.cart)
  return chosen
}

/** Gifts that are gone are left out; null when the registry can't be read. */
async function loadCurrentGifts(
  ctx: PageContext,
  registryId: string,
  ids: number[],
): Promise<CurrentGifts | null> {
  const { done } = await tryCall(() => ctx.call(showGifts, { registry_id: registryId }))
  if (!done) return null
  const gifts = done.data.filter(gift => ids.includes(gift.id)).map(toCurrentGift)
  const unavailable = gifts.length < ids.length ? await findUnavailableGifts(ctx, registryId) : []
  return { registry: registryId, gifts, unavailable: unavailable.map(({ id }) => id) }
}

export async function action({ request, context }: Route.ActionArgs) {
  const ctx = context.get(pageContext)
  const form = await request.formData()
  const giftId = Number(form.get('gift'))
  const intent = form.get('intent')
  if (intent === 'taken') {
    saveChoices(ctx, null)
    return { taken: true as const }
  }
  const reference = String(form.get('reference') ?? '')
  if (intent === 'continue') return continueHandoff(ctx, reference)
  if (intent === 'change') return changeHandoff(ctx, reference, form.has('replace'))
  if (intent === 'less') await changeChosenUnits(ctx, giftId, -1)
  else if (intent === 'more') await changeChosenUnits(ctx, giftId, 1)
  else if (intent === 'remove') removeChoice(ctx, giftId)
  else if (intent === 'reset') saveChoices(ctx, null)
  else return checkOut(ctx, form)
  return redirect(withLanguage(paths.cart, ctx.language))
}

/** The cart of this device, or without scripts the one in the cookie, with the checkout form beside it. */
export default function CartPage({ loaderData, ...answered }: Route.ComponentProps) {
  const storedCart = useCart()
  const isHydrated = useHydrated()
  const { language, handoffs, chosen } = loaderData
  const actionData = useKeptAnswer(answered.actionData)
  const refresh = useCartRefresh()
  const removal = useRemoval()
  const { changes, registry } = refresh.registry || !chosen ? refresh : chosen
  const result = asCheckoutResult(useFetcher({ key: checkoutFetcher }).data) ?? asCheckoutResult(actionData)
  // While the browser leaves for the shop, the stored cart is already empty; the page goes on showing the handed-off
  // one.
  const [handedOffCart, setHandedOffCart] = useHandedOffCart()
  const cart =
    handedOffCart ??
    (isHydrated && storedCart.lines.length > 0
      ? storedCart
      : repriceCart(chosen?.cart ?? emptyCart, (result?.refused && result.prices) ?? []))
  if (cart.lines.length === 0)
    return (
      <Page title={m.cart_title()}>
        <CartHandoffs handoffs={handoffs} result={asOwnHandoffResult(actionData)} language={language} />
        {loaderData.refusedCookies && (
          <Notice tone="alert" className="my-4">
            {m.cart_cookies_refused()}
          </Notice>
        )}
        <CartChanges changes={changes} language={language} />
        <div className={isHydrated ? undefined : 'until-scripts'}>
          <EmptyCart registry={registry} />
        </div>
      </Page>
    )
  return (
    <div className="measure grid items-start gap-x-16 gap-y-8 py-8 lg:grid-cols-[minmax(0,36rem)_minmax(0,1fr)] lg:py-12 lg:[reading-flow:grid-rows]">
      <div className="lg:col-span-2">
        <h1 className="text-[2rem] leading-tight md:text-3xl">{m.cart_title()}</h1>
        <p className="mt-2 text-soft">{m.cart_for({ name: cart.registry_name })}</p>
        <Link to={paths.registry(cart.registry_id)} variant="strong" className="reach">
          {m.cart_more_gifts()}
        </Link>
        <CartHandoffs handoffs={handoffs} result={asOwnHandoffResult(actionData)} language={language} />
        <CartNotKept />
        <CartChanges changes={changes} language={language} />
      </div>
      {/* On wide screens it is sticky at the right of the form, and is read after it. */}
      <section aria-label={m.cart_gifts()} className="lg:sticky lg:top-6 lg:col-start-2">
        <CartLines
          cart={cart}
          language={language}
          problemOf={line => lineProblem(line, result?.refused)}
          onRemove={removal.ask}
        />
        <ConfirmDialog open={removal.isAsking} {...removal.question} />
        <CartTotal cart={cart} language={language} />
        <ResetCart />
      </section>
      <div className="lg:col-start-1 lg:row-start-2">
        <CheckoutForm
          cart={cart}
          language={language}
          pageKey={loaderData.key}
          result={asCheckoutResult(actionData)}
          words={wordsOf(handoffs, loaderData.words, cart)}
          ownGiftIds={handoffs.flatMap(one => (one.has_cart ? one.lines.map(line => line.gift_id) : []))}
          onLeave={() => setHandedOffCart(cart)}
        />
      </div>
    </div>
  )
}

/** The page's action data if it is the result of one of these buttons. */
function asOwnHandoffResult(data: unknown): OwnHandoffResult['own'] | undefined {
  return data && typeof data === 'object' && 'own' in data ? (data as OwnHandoffResult).own : undefined
}

/** Once a minute, because the notice counts minutes. */
const refreshHandoffsMs = 60_000

interface CartHandoffsProps {
  handoffs: OwnHandoff[]
  result: OwnHandoffResult['own'] | undefined
  language: Language
}

/** The carts of this visitor that are at the checkout or just paid, and the result of the last button pressed. */
function CartHandoffs({ handoffs, result, language }: CartHandoffsProps) {
  useRefreshWhile(handoffs.length > 0, refreshHandoffsMs)
  const shown = handoffs.filter(one => one.canChange || one.state === 'pending' || one.state === 'paid')
  return shown.map(handoff => (
    <div key={handoff.reference} className="my-4">
      {handoff.canChange ? (
        <OwnHandoffNotice handoff={handoff} language={language} title={m.cart_handed_off_title()}>
          <p className="mb-2 text-soft">{handoff.lines.map(({ name }) => name).join(', ')}</p>
          <p>
            {m.handoff_paid_question()}{' '}
            <Link to={paths.thanks(handoff.reference)} variant="strong">
              {m.handoff_paid_link()}
            </Link>{' '}
            {m.handoff_unpaid()}
          </p>
        </OwnHandoffNotice>
      ) : (
        <Notice title={m.cart_handed_off_title()}>
          <Link to={paths.thanks(handoff.reference)} variant="strong">
            {m.cart_handed_off_link()}
          </Link>
        </Notice>
      )}
      {result?.reference === handoff.reference && (
        <HandoffResult handoff={handoff} result={result} language={language} />
      )}
    </div>
  ))
}

interface HandoffResultProps {
  handoff: OwnHandoff
  result: OwnHandoffResult['own']
  language: Language
}

function HandoffResult({ handoff, result, language }: HandoffResultProps) {
  const { intent, refused, otherCart, unreservedUrl } = result
  if (unreservedUrl) return <UnreservedNotice checkoutUrl={unreservedUrl} />
  if (otherCart) return <ReplaceChoices reference={handoff.reference} name={otherCart} />
  if (!refused) return null
  if (intent === 'continue') return <HandoffError error={refused} cart={handoff} language={language} />
  return <NotEnded />
}

/** The shop didn't confirm that the cart is deleted, so it could still be paid and its gifts stay reserved. */
function NotEnded() {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <Notice ref={box} tone="alert" title={m.handoff_not_ended_title()} className="mt-4">
      {m.handoff_not_ended_text()}
    </Notice>
  )
}

/** Asks before the gifts of another registry leave the cart (R401). */
function ReplaceChoices({ reference, name }: { reference: string; name: string }) {
  return (
    <Notice tone="alert" title={m.cart_replace_title()} className="mt-4">
      <p>{m.cart_replace_text({ name })}</p>
      <Form method="post" action={paths.cart} reloadDocument className="mt-4 flex flex-wrap gap-3">
        <input type="hidden" name="reference" value={reference} />
        <input type="hidden" name="replace" value="yes" />
        <Button type="submit" name="intent" value="change">
          {m.cart_replace_confirm()}
        </Button>
        <ButtonLink to={paths.cart} kind="outline">
          {m.cart_replace_keep()}
        </ButtonLink>
      </Form>
    </Notice>
  )
}

/** What the giver wrote in the sheet of a gift, or when this cart was handed off before and not paid; else null. */
function wordsOf(handoffs: OwnHandoff[], written: GiverWords | null, cart: Cart): CheckoutFormValues | null {
  if (written?.registry === cart.registry_id) return written.values
  const last = handoffs.find(one => one.registry_id === cart.registry_id && one.state === 'lapsed')
  if (!last) return null
  const { giver_name, visibility, message, lines } = last
  return {
    giver_name,
    visibility,
    message,
    messages: Object.fromEntries(lines.map(line => [line.gift_id, line.message])),
  }
}

/** The cart that has been handed off; null again when the browser restores this page from its back-forward cache. */
function useHandedOffCart() {
  const { revalidate } = useRevalidator()
  const [cart, setCart] = useState<Cart | null>(null)
  useEffect(() => {
    const forgetRestored = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return
      setCart(null)
      revalidate()
    }
    window.addEventListener('pageshow', forgetRestored)
    return () => window.removeEventListener('pageshow', forgetRestored)
  }, [revalidate])
  return [cart, setCart] as const
}

/** Empties the cart: without scripts at once, with them after a confirmation. */
function ResetCart() {
  const [isAsking, setIsAsking] = useState(false)
  return (
    <CartForm className="mt-2" onSubmit={() => setIsAsking(true)}>
      <button
        type="submit"
        name="intent"
        value="reset"
        className={`target text-sm text-soft ${linkClasses.text}`}
      >
        {m.cart_reset()}
      </button>
      <ConfirmDialog
        open={isAsking}
        title={m.cart_reset_title()}
        description={m.cart_reset_text()}
        confirm={m.cart_reset()}
        danger
        onConfirm={() => {
          setIsAsking(false)
          clearCart()
        }}
        onClose={() => setIsAsking(false)}
      />
    </CartForm>
  )
}

/** Hands off the cart that the form carries, or without scripts the one in the cookie. */
async function checkOut(ctx: PageContext, form: FormData): Promise<CheckoutResult | Response> {
  const stored = form.get('cart')
  if (stored !== null) return leaveOrStay(await submitCheckout(ctx, parseCart(String(stored)), form), form)
  const chosen = await buildCartFromChoices(ctx, readChoices(ctx))
  const prices = readSeenPrices(form, chosen.cart)
  const result = await submitCheckout(ctx, repriceCart(chosen.cart, prices), form)
  if (result.redirectTo) saveChoices(ctx, null)
  if (!result.refused) return leaveOrStay(result, form)
  return { ...result, prices: [...repricedLinesOf(result.refused), ...prices] }
}
