import { setTimeout as wait } from 'node:timers/promises'
import { AppError, orNotFound } from '../base/app-error.ts'
import type { ParsedOf } from '../base/endpoint.ts'
import { minutesUntil } from '../gift/gift.rules.ts'
import { findRegistryById } from '../registry/registry.sql.ts'
import { refuseDuringSurprise } from '../registry/surprise.ts'
import { type Handler, handle } from '../server/context/handler.ts'
import type { RequestContext } from '../server/context/request-context.ts'
import { findRows } from '../server/postgres/rows.ts'
import * as contract from './hand-off.contract.ts'
import type { CartLineRequest } from './hand-off.rules.ts'
import * as data from './hand-off.sql.ts'
import {
  createRedirects,
  failHandoff,
  limitCarts,
  maxPolls,
  pollMs,
  signedIn,
  stateOf,
  toHandedLine,
  toReply,
} from './hand-off.ts'
import { deviceDigest } from './limits.ts'
import { type CheckoutRequest, cartPaidError, readCheckoutBasis, verifyGiverToken } from './request.ts'
import { inRegistryTurn, reserveGifts } from './reserve.ts'

export const calls: Handler[] = [
  handle(contract.listOwnHandoffs, listOwnHandoffs),
  handle(contract.resumeHandoff, resumeHandoff),
  handle(contract.endHandoff, endHandoff),
]

type Owner = ParsedOf<typeof contract.listOwnHandoffs>
type OwnReference = ParsedOf<typeof contract.endHandoff>

async function listOwnHandoffs(owner: Owner, ctx: RequestContext) {
  const who = { reference: referenceOf(owner, ctx), device: deviceDigest(owner.device, ctx) }
  const handoffs = who.reference || who.device ? await data.findOwnHandoffs(ctx.db, who, ctx.now) : []
  return { handoffs: await Promise.all(handoffs.map(handoff => describe(handoff, ctx))) }
}

async function describe(handoff: data.HandoffRow, { db, language, now }: RequestContext) {
  const registry = orNotFound(await findRegistryById(db, handoff.registry_id))
  const lines = await data.findAskedLines(db, handoff.id, language)
  const where = { handoff_id: handoff.id }
  const purchases = await findRows(db, 'purchase', { where, columns: ['state'] })
  const purchaseStates = purchases.map(one => one.state)
  const state = stateOf(handoff, purchaseStates, now)
  const reservedUntil = state === 'open' && handoff.reserves ? handoff.reserved_until : null
  return {
    reference: handoff.reference,
    state,
    registry_id: registry.code,
    registry_name: registry.registry_name,
    reserved_until: reservedUntil?.toISOString() ?? null,
    reserved_minutes: minutesUntil(reservedUntil, now),
    has_cart: handoff.cart_id !== null && (state === 'open' || state === 'lapsed'),
    giver_name: handoff.giver_name ?? '',
    visibility: handoff.visibility,
    message: handoff.message ?? '',
    lines: lines.map(line => ({
      ...toHandedLine(line),
      amount: line.units * line.cents,
      message: line.message ?? '',
    })),
  }
}

/** The reference that a `words_token` is for; null without a valid one. */
function referenceOf({ words_token }: Owner, { config, now }: RequestContext): string | null {
  const token = words_token === undefined ? null : verifyGiverToken(words_token, config, now)
  return token?.isForWords ? token.reference : null
}

/** Throws `refused_missing` 404 for a hand-off of somebody else. */
async function findOwn({ reference, ...owner }: OwnReference, ctx: RequestContext): Promise<data.HandoffRow> {
  const handoff = orNotFound(await data.findHandoffByReference(ctx.db, reference))
  if (referenceOf(owner, ctx) === handoff.reference) return handoff
  const device = deviceDigest(owner.device, ctx)
  return orNotFound(device && (await data.isReservedWith(ctx.db, handoff.id, device)) ? handoff : undefined)
}

/**
 * Repeats `attempt` until it succeeds and no other request is making the hand-off's cart, at most as long as that may
 * take. Throws `cart_paid` 409 and `refused_shop_away` 503.
 */
async function untilSettled<T>(
  own: OwnReference,
  ctx: RequestContext,
  attempt: (handoff: data.HandoffRow) => Promise<T | null>,
): Promise<T> {
  await limitCarts(ctx)
  for (let poll = 0; poll < maxPolls; poll++) {
    const handoff = await findOwn(own, ctx)
    if (handoff.state === 'ordered') throw cartPaidError(handoff)
    const isBeingMade = handoff.cart_creation_until !== null && handoff.cart_creation_until > ctx.now
    const done = isBeingMade ? null : await attempt(handoff)
    if (done) return done
    await wait(pollMs)
  }
  throw new AppError('refused_shop_away', 503)
}

/** New addresses of the same cart, whose gifts are still reserved or are reserved again. */
function resumeHandoff(own: OwnReference, ctx: RequestContext) {
  return untilSettled(own, ctx, async handoff => {
    if (handoff.cart_id === null) throw cartEndedError()
    const isOpen = handoff.state === 'open' && handoff.reserved_until > ctx.now
    const resumed = isOpen ? await openAgain(handoff, ctx) : await reserveAgain(handoff, own, ctx)
    if (!resumed) return null
    const { language, ...reply } = resumed
    return { ...reply, redirects: signedIn(reply.redirects, language, ctx) }
  })
}

async function openAgain(handoff: data.HandoffRow, ctx: RequestContext) {
  const redirects = await createRedirects(handoff, ctx)
  if (redirects) return toReply(handoff, redirects)
  await endReservation(handoff, ctx)
  throw cartEndedError()
}

/** Null when another request was faster. On any failure nothing stays reserved. */
async function reserveAgain(expired: data.HandoffRow, { device }: OwnReference, ctx: RequestContext) {
  const request = await requestOf(expired, device, ctx)
  const reserved = await reserveGifts(request, request.basis.gifts, ctx)
  if (!reserved) return null
  const { handoff } = reserved
  try {
    await ctx.testHook?.('gifts reserved')
    // The cart may be gone since; it can't be made again, as the answers to the shop's questions are only in it.
    const redirects = handoff.cart_id === null ? null : await createRedirects(handoff, ctx)
    if (!redirects || handoff.cart_id === null) throw cartEndedError()
    return (await data.saveShopCart(ctx.db, handoff, handoff.cart_id)) ? toReply(handoff, redirects) : null
  } catch (error) {
    await failHandoff(handoff, ctx)
    throw error
  }
}

/** The original request, without the answers to the shop's questions, which only the shop's cart has. */
async function requestOf(
  handoff: data.HandoffRow,
  device: string | undefined,
  ctx: RequestContext,
): Promise<CheckoutRequest> {
  const { visibility, language, idempotency_key, fingerprint } = handoff
  const registry = orNotFound(await findRegistryById(ctx.db, handoff.registry_id))
  refuseDuringSurprise(registry, ctx)
  const lines = await data.findHandoffLines(ctx.db, [handoff.id])
  const request = {
    registry,
    input: { registry_id: registry.code, line_items: [], visibility, device },
    idempotencyKey: idempotency_key,
    fingerprint,
    language,
    lineRequests: lines.map(toCartLineRequest),
    basis: { existing: handoff, gifts: [] },
  }
  return { ...request, basis: await readCheckoutBasis(request, ctx.db) }
}

function toCartLineRequest(line: Awaited<ReturnType<typeof data.findHandoffLines>>[number], index: number) {
  const isUnits = line.kind === 'units'
  return {
    index,
    kind: line.kind,
    productId: line.product_id,
    variantId: line.variant_id,
    units: line.units,
    cents: isUnits ? 0 : line.units * line.cents,
    chosenCents: null,
    seenCents: isUnits ? line.cents : undefined,
    message: line.message,
    parts: [],
  } satisfies CartLineRequest
}

/**
 * Deletes the shop's cart first, so that the old checkout can't be paid, then the reservation. Throws ShopFailure
 * when that can't be confirmed, and then nothing has changed. A payment that still arrives counts as any late one
 * (over-fulfilled, R507).
 */
function endHandoff(own: OwnReference, ctx: RequestContext) {
  return untilSettled(own, ctx, async handoff => {
    if (handoff.cart_id !== null) await endShopCart(handoff, handoff.cart_id, ctx)
    await ctx.testHook?.('cart ended')
    if (!(await endReservation(handoff, ctx))) return null
    const registry = orNotFound(await findRegistryById(ctx.db, handoff.registry_id))
    return { reference: handoff.reference, registry_id: registry.code }
  })
}

/** Throws `cart_paid` 409 when it was bought before or while it was being deleted. */
async function endShopCart(
  { reference }: data.HandoffRow,
  cartId: string,
  ctx: RequestContext,
): Promise<void> {
  await ctx.shop.deleteCart(cartId)
  await ctx.syncOrdersOfCart(cartId)
  const synced = orNotFound(await data.findHandoffByReference(ctx.db, reference))
  if (synced.state === 'ordered') throw cartPaidError(synced)
}

/** False when the hand-off was bought, or has another cart by now. */
function endReservation(handoff: data.HandoffRow, ctx: RequestContext): Promise<boolean> {
  return inRegistryTurn(handoff.registry_id, ctx, async (tx, lock) => {
    await lock.execute(tx)
    if (!(await data.endReservation(tx, handoff, ctx.now))) return false
    await ctx.registryChanged(tx, handoff.registry_id)
    return true
  })
}

const cartEndedError = () => new AppError('cart_ended', 409)
