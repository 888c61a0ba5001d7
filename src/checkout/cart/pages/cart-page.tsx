import { useEffect, useState } from 'react'
import { redirect, useRevalidator } from 'react-router'
import { paths, withLanguage } from '../../../base/paths.ts'
import { m } from '../../../paraglide/messages.js'
import { ButtonLink } from '../../../ui/form/button.tsx'
import { EmptyState } from '../../../ui/list/empty-state.tsx'
import { Link } from '../../../ui/page/link.tsx'
import { Page } from '../../../ui/page/page.tsx'
import { type PageContext, pageContext } from '../../../ui/page/page-context.ts'
import { type PageError, tryCall } from '../../../ui/page/page-errors.ts'
import { buildPageMeta } from '../../../ui/page/page-meta.ts'
import { Notice } from '../../../ui/text/notice.tsx'
import { createCart } from '../../hand-off/contract.ts'
import { asCheckoutResult, CheckoutForm } from '../../hand-off/pages/checkout-form.tsx'
import { type Cart, type CartLine, emptyCart, isGivenAsAmount, setCartLineQuantity } from '../rules.ts'
import { parseCart } from '../storage-rules.ts'
import type { Route } from './+types/cart-page'
import { CartLines } from './cart-lines.tsx'
import { useCart, useHydrated } from './cart-store.ts'
import {
  buildCartFromChoices,
  loadCurrentGifts,
  readChoices,
  readOpenHandoff,
  saveChoices,
  saveOpenHandoff,
} from './choices-cookie.ts'
import { ResetCart } from './reset-cart.tsx'

export const meta: Route.MetaFunction = ({ matches }) =>
  buildPageMeta({ ...matches[0].loaderData, title: m.cart_title(), path: paths.cart, noindex: true })

/**
 * The cart of a visitor without JavaScript, at today's prices; with it, this device's cart takes its place, and
 * `?look` tells what its gifts cost now and what is left of them.
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = context.get(pageContext)
  const { searchParams } = new URL(request.url)
  const look = searchParams.get('look')
  const ids = (searchParams.get('gifts') ?? '').split(',').map(Number)
  return {
    cart: look === null ? await buildCartFromChoices(ctx, readChoices(ctx)) : emptyCart,
    looked: look === null ? null : await loadCurrentGifts(ctx, look, ids),
    handoff: readOpenHandoff(ctx),
    language: ctx.language,
    key: crypto.randomUUID(),
  }
}

export interface CheckoutFormValues {
  giver_name: string
  visibility: string
  message: string
  /** Words for one gift alone, by its id. */
  messages: Record<string, string>
}

export type CheckoutResult =
  | { leave: string; refused?: undefined }
  | { leave?: undefined; refused: PageError; typed: CheckoutFormValues; key: string }

export async function action({ request, context }: Route.ActionArgs) {
  const ctx = context.get(pageContext)
  const form = await request.formData()
  const intent = form.get('intent')
  if (intent === 'taken') return taken(ctx)
  if (intent === 'less') return changeUnits(ctx, Number(form.get('gift')), -1)
  if (intent === 'more') return changeUnits(ctx, Number(form.get('gift')), 1)
  if (intent === 'remove') return removeChoice(ctx, Number(form.get('gift')))
  if (intent === 'reset') return resetChoices(ctx)
  return handOver(ctx, form)
}

/** This device's cart has taken the choices over. */
function taken(ctx: PageContext) {
  saveChoices(ctx, null)
  return { taken: true as const }
}

function removeChoice(ctx: PageContext, gift: number) {
  const held = readChoices(ctx)
  saveChoices(ctx, held && { ...held, gifts: held.gifts.filter(one => one.gift !== gift) })
  return redirect(withLanguage(paths.cart, ctx.language))
}

/** One unit more or less, within what is still wanted. */
async function changeUnits(ctx: PageContext, gift: number, by: 1 | -1) {
  const held = readChoices(ctx)
  const cart = await buildCartFromChoices(ctx, held)
  const now = cart.lines.find(line => line.id === gift)?.quantity ?? 1
  const units = setCartLineQuantity(cart, gift, now + by).lines.find(line => line.id === gift)?.quantity
  const changed = held?.gifts.map(one => (one.gift === gift && !one.cents && units ? { ...one, units } : one))
  saveChoices(ctx, held && { ...held, gifts: changed ?? [] })
  return redirect(withLanguage(paths.cart, ctx.language))
}

function resetChoices(ctx: PageContext) {
  saveChoices(ctx, null)
  return redirect(withLanguage(paths.cart, ctx.language))
}

/** Hands the cart to the shop; leaves for it only when its address is known (product.md 10). */
async function handOver(ctx: PageContext, form: FormData): Promise<CheckoutResult | Response> {
  const text = (name: string) => String(form.get(name) ?? '')
  const stored = form.get('cart')
  const cart = stored === null ? await buildCartFromChoices(ctx, readChoices(ctx)) : parseCart(String(stored))
  const typed = {
    giver_name: text('giver_name'),
    visibility: text('visibility') || 'full',
    message: text('message'),
    messages: Object.fromEntries(cart.lines.map(line => [line.id, text(`message-${line.id}`)])),
  }
  const { done, refused } = await tryCall(() =>
    ctx.call(createCart, requestOf(cart, typed, text('key'), ctx)),
  )
  if (refused)
    return { refused, typed, key: refused.code === 'refused_shop_away' ? text('key') : crypto.randomUUID() }
  saveOpenHandoff(ctx, done.reference)
  if (stored !== null) return { leave: done.redirects.checkout_url }
  saveChoices(ctx, null)
  return redirect(done.redirects.checkout_url)
}

function requestOf(cart: Cart, { messages, ...typed }: CheckoutFormValues, key: string, ctx: PageContext) {
  return {
    registry_id: cart.registry_id,
    lang: ctx.language,
    idempotency_key: key,
    ...typed,
    visibility: typed.visibility as 'full',
    line_items: cart.lines.flatMap(line => itemsOf(line, messages[line.id])),
  }
}

interface Item {
  product_id: number
  variant_id: number
  quantity: number
  message?: string
  seen_price?: number
  is_group_gifting?: boolean
  list_price?: number
}

/** A whole gift is one item; every amount that the guest chose is one of its own. */
function itemsOf(line: CartLine, message: string | undefined): Item[] {
  const what = {
    product_id: line.product_id,
    variant_id: line.variant_id,
    ...(message && { message }),
  }
  if (!isGivenAsAmount(line)) return [{ ...what, quantity: line.quantity, seen_price: line.price / 100 }]
  const is_group_gifting = line.is_group_gifting
  return line.parts.map(cents => ({ ...what, is_group_gifting, quantity: 1, list_price: cents / 100 }))
}

export default function CartPage({ loaderData, actionData }: Route.ComponentProps) {
  const stored = useCart()
  const alive = useHydrated()
  const { language, handoff } = loaderData
  // On the way to the shop the stored cart is empty already; the page stays as it was until the shop's is there.
  const [left, setLeft] = useLeft()
  const cart = left ?? (alive && stored.lines.length > 0 ? stored : loaderData.cart)
  if (cart.lines.length === 0)
    return (
      <Page title={m.cart_title()}>
        {handoff && <Waiting reference={handoff} />}
        <EmptyState
          title={m.cart_empty()}
          action={<ButtonLink to={paths.findRegistry()}>{m.site_link_find()}</ButtonLink>}
        >
          {m.cart_empty_text()}
        </EmptyState>
      </Page>
    )
  return (
    <div className="measure grid items-start gap-10 py-8 lg:grid-cols-[1fr_400px] lg:py-12">
      <section>
        <h1 className="text-3xl">{m.cart_title()}</h1>
        {handoff && <Waiting reference={handoff} />}
        <p className="mt-2 text-soft">{m.cart_for({ name: cart.registry_name })}</p>
        <Link to={paths.registry(cart.registry_id)} variant="weight" className="inline-block py-0.5">
          {m.cart_more_gifts()}
        </Link>
        <CartLines cart={cart} language={language} />
        <ResetCart />
      </section>
      <CheckoutForm
        cart={cart}
        language={language}
        pageKey={loaderData.key}
        result={asCheckoutResult(actionData)}
        onLeave={() => setLeft(cart)}
      />
    </div>
  )
}

/** The cart that has been handed over; nothing again when the browser brings this page back. */
function useLeft() {
  const { revalidate } = useRevalidator()
  const [left, setLeft] = useState<Cart | null>(null)
  useEffect(() => {
    const returned = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return
      setLeft(null)
      revalidate()
    }
    window.addEventListener('pageshow', returned)
    return () => window.removeEventListener('pageshow', returned)
  }, [revalidate])
  return [left, setLeft] as const
}

/** For whom the shop's page was closed too early: the way to the thank-you page. */
function Waiting({ reference }: { reference: string }) {
  return (
    <Notice title={m.cart_handed_off_title()} className="my-4">
      <p>{m.cart_handed_off_text()}</p>
      <p className="mt-2">
        <Link to={paths.thanks(reference)} variant="weight">
          {m.cart_handed_off_link()}
        </Link>
      </p>
    </Notice>
  )
}
