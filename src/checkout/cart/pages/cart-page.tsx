import { useEffect, useState } from 'react'
import { redirect, useFetcher, useRevalidator } from 'react-router'
import { paths, withLanguage } from '../../../base/paths.ts'
import { showGifts } from '../../../gift/gift/contract.ts'
import { m } from '../../../paraglide/messages.js'
import { ConfirmDialog } from '../../../ui/overlay/confirm-dialog.tsx'
import { Link } from '../../../ui/page/link.tsx'
import { Page } from '../../../ui/page/page.tsx'
import { type PageContext, pageContext } from '../../../ui/page/page-context.ts'
import { tryCall } from '../../../ui/page/page-errors.ts'
import { buildPageMeta } from '../../../ui/page/page-meta.ts'
import { Notice } from '../../../ui/text/notice.tsx'
import { submitCheckout } from '../../hand-off/pages/checkout-action.ts'
import { CheckoutForm } from '../../hand-off/pages/checkout-form.tsx'
import { asCheckoutResult, checkoutFetcher } from '../../hand-off/pages/checkout-result.ts'
import { nameDevice } from '../../hand-off/pages/device-cookie.ts'
import { openHandoffCookie } from '../../hand-off/pages/handoff-cookie.ts'
import { lineProblem } from '../../hand-off/pages/unbuyable-text.ts'
import { toCurrentGift } from '../change-rules.ts'
import { type Cart, emptyCart } from '../rules.ts'
import type { Route } from './+types/cart-page'
import { CartChanges, EmptyCart } from './cart-changes.tsx'
import { CartLines, CartTotal, useRemoval } from './cart-lines.tsx'
import { useCart, useHydrated } from './cart-store.ts'
import {
  buildCartFromChoices,
  type ChosenCart,
  changeChosenUnits,
  findUnavailableGifts,
  keepChoices,
  readChoices,
  removeChoice,
  saveChoices,
} from './cookie-cart.ts'
import { ResetCart } from './reset-cart.tsx'
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
    handoff: openHandoffCookie.read(ctx)?.reference ?? null,
    language: ctx.language,
    key: crypto.randomUUID(),
  }
}

/** The cart of the cookie; choices that can't be had any more leave it, and are told once. */
async function takeChosenCart(ctx: PageContext): Promise<ChosenCart> {
  const chosen = await buildCartFromChoices(ctx, readChoices(ctx))
  keepChoices(ctx, chosen.cart)
  return chosen
}

/** These gifts as they are now, without those that are gone; null when they can't be read. */
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
  if (intent === 'less') await changeChosenUnits(ctx, giftId, -1)
  else if (intent === 'more') await changeChosenUnits(ctx, giftId, 1)
  else if (intent === 'remove') removeChoice(ctx, giftId)
  else if (intent === 'reset') saveChoices(ctx, null)
  else return submitCheckout(ctx, form)
  return redirect(withLanguage(paths.cart, ctx.language))
}

/** The cart of this device, or without scripts the one of the cookie, with the checkout form beside it. */
export default function CartPage({ loaderData, actionData }: Route.ComponentProps) {
  const storedCart = useCart()
  const isHydrated = useHydrated()
  const { language, handoff, chosen } = loaderData
  const refresh = useCartRefresh()
  const removal = useRemoval()
  const { changes, registry } = refresh.registry || !chosen ? refresh : chosen
  const result = asCheckoutResult(useFetcher({ key: checkoutFetcher }).data) ?? asCheckoutResult(actionData)
  // On the way to the shop the stored cart is empty already; the page stays as it was until the shop's page is there.
  const [handedOffCart, setHandedOffCart] = useHandedOffCart()
  const cart =
    handedOffCart ?? (isHydrated && storedCart.lines.length > 0 ? storedCart : (chosen?.cart ?? emptyCart))
  if (cart.lines.length === 0)
    return (
      <Page title={m.cart_title()}>
        {handoff && <OpenHandoffNotice reference={handoff} />}
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
        <Link to={paths.registry(cart.registry_id)} variant="strong" className="inline-block py-0.5">
          {m.cart_more_gifts()}
        </Link>
        {handoff && <OpenHandoffNotice reference={handoff} />}
        <CartChanges changes={changes} language={language} />
      </div>
      {/* On a desk it stands at the right of the form, is read after it, and stays while that is scrolled. */}
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
          onLeave={() => setHandedOffCart(cart)}
        />
      </div>
    </div>
  )
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

/** The way to the thank-you page for somebody who has left the shop's page. */
function OpenHandoffNotice({ reference }: { reference: string }) {
  return (
    <Notice title={m.cart_handed_off_title()} className="my-4">
      <p>{m.cart_handed_off_text()}</p>
      <p className="mt-2">
        <Link to={paths.thanks(reference)} variant="strong">
          {m.cart_handed_off_link()}
        </Link>
      </p>
    </Notice>
  )
}
