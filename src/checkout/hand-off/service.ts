import { setTimeout as wait } from 'node:timers/promises'
import { AppError, orNotFound } from '../../base/app-error.ts'
import type { Language } from '../../base/language.ts'
import type { Config } from '../../server/config.ts'
import type { RequestContext } from '../../server/context/request-context.ts'
import type { CartRedirects, CartRequestLine } from '../../shop/port.ts'
import { moneyLineName } from '../orders/emails.tsx'
import { syncOrdersOfCart } from '../orders/service.ts'
import * as data from './data.ts'
import { signReference } from './reference-service.ts'
import {
  type CheckoutInput,
  type CheckoutRequest,
  cartPaidError,
  nextHandoffStep,
  parseCheckoutRequest,
} from './request-service.ts'
import { type PricedLine, reserveGifts } from './reservation-service.ts'

/** How often, and how many times, a second click looks whether the first has its cart. */
const lookMs = 100
const looks = 80

const limitOf = { most: 60, seconds: 600 }

/**
 * Sets the gifts aside and makes the shop's cart (product.md 10). The same key finds the same hand-off. Throws
 * `registry_closed`, `cart_lost` (detail.lines: LostLine[]), `cart_price_moved` (detail.lines: MovedLine[]),
 * `gift_unavailable`, `cart_key_reused`, `cart_paid` (all 409), `refused_fields` 422, `refused_often` 429, and
 * ShopFailure when the shop made no cart.
 */
export async function handOffCart(input: CheckoutInput, ctx: RequestContext) {
  await ctx.rateLimit(`cart ${ctx.address}`, limitOf.most, limitOf.seconds)
  const click = await parseCheckoutRequest(input, ctx)
  for (let look = 0; look < looks; look++) {
    const known = await data.findHandoffByKey(ctx.db, click.registry.id, click.idempotencyKey)
    const step = nextHandoffStep(known, click, ctx.now)
    const redirects = step === 'leave' && known ? await leave(known, ctx) : null
    if (known && redirects) return answer(known, redirects)
    const held = step === 'wait' ? null : await reserveGifts(click, ctx)
    if (held) await ctx.testHook?.('gifts held')
    const made = held && (await takeToShop(held, click, ctx))
    if (made) return made
    await wait(lookMs)
  }
  throw new AppError('refused_shop_away', 503)
}

function answer({ reference }: data.HandoffRow, redirects: CartRedirects) {
  return {
    reference,
    redirects: { cart_url: redirects.cartUrl, checkout_url: redirects.checkoutUrl },
  }
}

/** Fresh one-time addresses of its cart; null when the cart is gone and was not bought. */
async function leave(known: data.HandoffRow, ctx: RequestContext): Promise<CartRedirects | null> {
  const cartId = orNotFound(known.cart_id)
  const redirects = await ctx.shop.createCartRedirects(cartId)
  if (redirects) return redirects
  await syncOrdersOfCart(cartId, ctx)
  const now = await data.findHandoffByReference(ctx.db, known.reference)
  if (now?.state === 'ordered') throw cartPaidError(known)
  await data.detachShopCart(ctx.db, known)
  return null
}

/** The shop's cart, outside any transaction; without one the holds are let go at once. Null when it came too late. */
async function takeToShop(
  { handoff, lines }: { handoff: data.HandoffRow; lines: PricedLine[] },
  { language }: CheckoutRequest,
  ctx: RequestContext,
) {
  try {
    const old = handoff.cart_id === null ? null : await leave(handoff, ctx)
    if (old) {
      await data.saveShopCart(ctx.db, handoff, orNotFound(handoff.cart_id))
      return answer(handoff, old)
    }
    const cart = await ctx.shop.createCart({
      language,
      customerId: ctx.customer?.shopCustomerId ?? 0,
      lines: lines.map(line => shopLine(line, handoff, language, ctx.config)),
    })
    await ctx.testHook?.('cart made')
    const isOurs = await data.saveShopCart(ctx.db, handoff, cart.id)
    await ctx.testHook?.('cart kept')
    return isOurs ? answer(handoff, cart) : null
  } catch (error) {
    await letGo(handoff, ctx)
    throw error
  }
}

async function letGo(handoff: data.HandoffRow, ctx: RequestContext): Promise<void> {
  await ctx.db.transaction().execute(async tx => {
    await data.lockRegistries(tx, [handoff.registry_id])
    await data.markHandoffFailed(tx, handoff)
    await ctx.registryChanged(tx, handoff.registry_id)
  })
}

function shopLine(
  { requested, gift, livePrice }: PricedLine,
  handoff: data.HandoffRow,
  language: Language,
  config: Config,
): CartRequestLine {
  const what = { productId: gift.product_id, variantId: gift.variant_id }
  if (requested.kind === 'units')
    return { kind: 'product', ...what, quantity: requested.units, options: gift.selected_options }
  return {
    kind: 'contribution',
    ...what,
    cents: requested.cents,
    name: moneyLineName(livePrice.name || gift.name, requested.kind, language),
    reference: signReference(handoff.reference, config.SECRET),
  }
}
