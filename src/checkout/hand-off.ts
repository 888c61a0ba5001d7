import { setTimeout as wait } from 'node:timers/promises'
import { AppError, orNotFound } from '../base/app-error.ts'
import type { Language } from '../base/language.ts'
import { paths } from '../base/paths.ts'
import { tileColourOf } from '../catalogue/products.rules.ts'
import { hostNames } from '../registry/registry.rules.ts'
import { findRegistryById } from '../registry/registry.sql.ts'
import type { Config } from '../server/config.ts'
import { type Handler, handle } from '../server/context/handler.ts'
import type { RequestContext } from '../server/context/request-context.ts'
import { deleteRows, findRow, findRows } from '../server/postgres/rows.ts'
import { cartCallTimeoutMs } from '../shop/port.ts'
import type { CartRedirects, CartRequestLine } from '../shop/port-orders.ts'
import * as contract from './hand-off.contract.ts'
import * as data from './hand-off.sql.ts'
import { moneyLineName } from './letters.ts'
import {
  type CheckoutInput,
  type CheckoutRequest,
  cartPaidError,
  createWordsToken,
  nextHandoffStep,
  type PricedLine,
  parseCheckoutRequest,
  readCheckoutBasis,
  signMark,
} from './request.ts'
import { inRegistryTurn, reserveGifts } from './reserve.ts'
import { explainRefusal } from './stock.ts'

export const calls: Handler[] = [
  handle(contract.createCart, createCart),
  handle(contract.getHandoffStatus, getHandoffStatus),
]

/** A buyer who is a customer of the shop arrives at its checkout signed in (R419). */
async function createCart(input: CheckoutInput, ctx: RequestContext) {
  const { language, ...made } = await handOffCart(input, ctx)
  const words_token = createWordsToken(made.reference, ctx.config, ctx.now)
  return { ...made, words_token, redirects: signedIn(made.redirects, language, ctx) }
}

type PublishedRedirects = ReturnType<typeof toReply>['redirects']

/** Makes the checkout's address one that signs a buyer in who is a customer of the shop (R419). */
export function signedIn(
  redirects: PublishedRedirects,
  language: Language,
  ctx: RequestContext,
): PublishedRedirects {
  const customerId = ctx.customer?.shopCustomerId
  if (!customerId) return redirects
  const redirectTo = redirects.checkout_url
  const loginUrl = ctx.shop.createLoginUrl({ customerId, language, redirectTo, now: ctx.now })
  return { ...redirects, checkout_url: loginUrl ?? redirectTo }
}

/** Also after payment (R422), so that anybody who knows the reference or the shop cart may ask. */
async function getHandoffStatus({ reference }: { reference: string }, { db, language, now }: RequestContext) {
  const handoff = orNotFound(await data.findHandoffByReference(db, reference))
  const registry = orNotFound(await findRegistryById(db, handoff.registry_id))
  const lines = await data.findNamedHandoffLines(db, handoff.id, language)
  const isPrivate = registry.privacy === 'private'
  const type = await findRow(db, 'event_type', { slug: registry.event_type }, ['host_kind', 'illustration'])
  const purchases = await findRows(db, 'purchase', {
    where: { handoff_id: handoff.id },
    columns: ['state', 'held_until'],
  })
  // Pending purchases count as void once `held_until` has passed.
  const states = purchases.map(({ state, held_until }) => (held_until && held_until <= now ? 'void' : state))
  return {
    reference: handoff.reference,
    state: stateOf(handoff, states, now),
    language: handoff.language,
    registry_id: registry.code,
    registry_name: registry.registry_name,
    event_day: isPrivate ? null : registry.event_day,
    hosts: hostNames(registry),
    host_kind: type?.host_kind ?? 'hosts',
    cover: registry.cover ?? type?.illustration ?? '',
    portrait: registry.photo && !isPrivate ? paths.image(registry.photo) : null,
    lines: lines.map(line => ({ ...toHandedLine(line), amount: line.cents })),
  }
}

export const toHandedLine = <L extends data.NamedHandoffLine>(line: L) => ({
  ...line,
  tile: tileColourOf({ id: line.product_id, category_ids: line.category_ids }),
  is_group_gifting: line.kind === 'contribution',
})

export function stateOf(handoff: data.HandoffRow, purchases: ('paid' | 'pending' | 'void')[], now: Date) {
  if (purchases.includes('paid')) return 'paid' as const
  if (purchases.includes('pending')) return 'pending' as const
  if (purchases.length > 0) return 'void' as const
  return handoff.state === 'open' && handoff.reserved_until > now ? ('open' as const) : ('lapsed' as const)
}

/** A repeated click polls for the first one's cart as long as making it may take. */
export const pollMs = 100
export const maxPolls = (cartCallTimeoutMs + 1000) / pollMs

/** 60 calls about the shop's carts in 10 minutes from one address. */
export const limitCarts = (ctx: RequestContext) => ctx.rateLimit(`cart ${ctx.address}`, 60, 600)

/**
 * Reserves the gifts, within the limits on open hand-offs (R413), and makes the shop's cart (R406); the same key
 * finds the same hand-off (R411). Throws `registry_closed`, `cart_lost` (detail.lines: UnavailableLine[]),
 * `cart_price_moved` (detail.lines: RepricedLine[]), `cart_unbuyable` (detail.lines: UnbuyableLine[]),
 * `gift_unavailable`, `cart_key_reused`, `cart_paid` (all 409), `registry_is_secret` 403, `refused_fields` 422,
 * `refused_often` 429, and ShopFailure when the shop made no cart.
 */
async function handOffCart(input: CheckoutInput, ctx: RequestContext) {
  await limitCarts(ctx)
  const request = await parseCheckoutRequest(input, ctx)
  for (let poll = 0; poll < maxPolls; poll++) {
    const { existing, gifts } = poll === 0 ? request.basis : await readCheckoutBasis(request, ctx.db)
    const step = nextHandoffStep(existing, request, ctx.now)
    if (step === 'redirect' && existing) {
      const redirects = await createRedirects(existing, ctx)
      if (redirects) return toReply(existing, redirects)
    }
    const reserved = step === 'wait' ? null : await reserveGifts(request, gifts, ctx)
    if (reserved) await ctx.testHook?.('gifts reserved')
    const reply = reserved && (await createShopCart({ ...reserved, request }, ctx))
    if (reply) return reply
    await wait(pollMs)
  }
  throw new AppError('refused_shop_away', 503)
}

export function toReply({ reference, reserves, language }: data.HandoffRow, redirects: CartRedirects) {
  return {
    reference,
    language,
    reserved: reserves,
    redirects: { cart_url: redirects.cartUrl, checkout_url: redirects.checkoutUrl },
  }
}

/** One-time addresses of the cart; null, and the cart detached, when it is gone from the shop. Throws `cart_paid` 409. */
export async function createRedirects(
  handoff: data.HandoffRow,
  ctx: RequestContext,
): Promise<CartRedirects | null> {
  const cartId = orNotFound(handoff.cart_id)
  const redirects = await ctx.shop.createCartRedirects(cartId)
  if (redirects) return redirects
  await ctx.syncOrdersOfCart(cartId)
  const synced = await data.findHandoffByReference(ctx.db, handoff.reference)
  if (synced?.state === 'ordered') throw cartPaidError(handoff)
  await data.detachShopCart(ctx.db, handoff)
  return null
}

/** Outside any transaction; a failure releases the reservation at once. Null when another process took over. */
async function createShopCart(
  { handoff, lines, request }: { handoff: data.HandoffRow; lines: PricedLine[]; request: CheckoutRequest },
  ctx: RequestContext,
) {
  // A repeated request may come in another language; the cart is in the channel of the hand-off's.
  const { language } = handoff
  try {
    const redirects = handoff.cart_id === null ? null : await createRedirects(handoff, ctx)
    if (redirects) {
      await data.saveShopCart(ctx.db, handoff, orNotFound(handoff.cart_id))
      return toReply(handoff, redirects)
    }
    const cart = await ctx.shop.createCart({
      language,
      customerId: ctx.customer?.shopCustomerId ?? 0,
      lines: lines.flatMap(line => toShopLines(line, handoff, request.registry.code, ctx.config)),
    })
    await ctx.testHook?.('cart made')
    const isSaved = await data.saveShopCart(ctx.db, handoff, cart.id)
    await ctx.testHook?.('cart saved')
    return isSaved ? toReply(handoff, cart) : null
  } catch (error) {
    await failHandoff(handoff, ctx)
    throw await explainRefusal(error, lines, language, ctx)
  }
}

export async function failHandoff(handoff: data.HandoffRow, ctx: RequestContext): Promise<void> {
  await inRegistryTurn(handoff.registry_id, ctx, async (tx, lock) => {
    await lock.execute(tx)
    await data.markHandoffFailed(tx, handoff)
    // A reservation that was released at once doesn't count for the limits.
    await deleteRows(tx, 'reservation_log', { handoff_id: handoff.id, reserved_at: ctx.now })
    await ctx.registryChanged(tx, handoff.registry_id)
  })
}

/** Only what the guest chose (R1390): a line for each group of answers; money carries our signed mark (R415). */
function toShopLines(
  { lineRequest, gift, livePrice, answered }: PricedLine,
  handoff: data.HandoffRow,
  registryCode: string,
  config: Config,
): CartRequestLine[] {
  const product = { productId: gift.product_id, variantId: gift.variant_id }
  if (lineRequest.kind === 'units')
    return answered.map(({ units, answers }) => ({
      kind: 'product',
      ...product,
      quantity: units,
      options: gift.selected_options,
      modifiers: answers,
    }))
  const { kind, cents } = lineRequest
  const { reference, visibility, language, created_at, customer_id } = handoff
  const origin = {
    registryCode,
    visibility,
    language,
    createdAt: created_at,
    customerId: customer_id,
    line: { kind, giftId: gift.id, ...product, cents },
  }
  const name = moneyLineName(livePrice.name || gift.name, kind, language)
  return [{ kind: 'contribution', ...product, cents, name, reference: signMark(reference, origin, config) }]
}
