import { AppError, orNotFound } from '../../base/app-error.ts'
import {
  findGiftCardAmounts,
  findRegistryGifts,
  type GiftWithProduct,
  nothingGiven,
  sumGivenByGift,
} from '../../gift/gift/data.ts'
import { giftCardType } from '../../gift/gift/rules.ts'
import { findRegistryById } from '../../registry/registry/data.ts'
import type { RequestContext } from '../../server/context/request-context.ts'
import type { Db } from '../../server/postgres/tables.ts'
import type { LivePrice } from '../../shop/port.ts'
import * as data from './data.ts'
import { createHandoffReference } from './reference-service.ts'
import { assertRegistryOpen, type CheckoutRequest, nextHandoffStep } from './request-service.ts'
import {
  applyCardAmount,
  checkAvailability,
  findRequestedGift,
  isBelowMinimumContribution,
  isOfferedCardAmount,
  mergeRequestedLines,
  type OfferedGift,
  type RepricedLine,
  type RequestedLine,
} from './rules.ts'

/** How long the process that makes the shop's cart may take before another one may try. */
const makingMs = 15_000

/** What was asked of a gift, with its live price in cents. */
export interface PricedLine {
  requested: RequestedLine
  gift: GiftWithProduct
  livePrice: LivePrice & { cents: number }
}

/**
 * Sets everything aside in one transaction, or refuses the whole; the shop's prices are read before it. Null when
 * another process was faster under the same key.
 */
export async function reserveGifts(
  click: CheckoutRequest,
  ctx: RequestContext,
): Promise<{ handoff: data.HandoffRow; lines: PricedLine[] } | null> {
  const { registry } = click
  const lines = await pricedLines(click, ctx)
  await ctx.testHook?.('prices read')
  return ctx.db.transaction().execute(async tx => {
    await data.lockRegistries(tx, [registry.id])
    assertRegistryOpen(orNotFound(await findRegistryById(tx, registry.id)), ctx.now)
    const known = await data.findHandoffByKey(tx, registry.id, click.idempotencyKey)
    if (nextHandoffStep(known, click, ctx.now) !== 'hold') return null
    if (known) await data.releaseReservation(tx, known.id)
    await checkOpen(tx, click, lines, ctx)
    const handoff = await keep(tx, click, lines, known, ctx)
    await ctx.registryChanged(tx, registry.id)
    await ctx.testHook?.('gifts held, not committed')
    return { handoff, lines }
  })
}

/** The gifts asked for, lines of one gift as one, with their prices read live. */
async function pricedLines(click: CheckoutRequest, ctx: RequestContext): Promise<PricedLine[]> {
  const { db, shop } = ctx
  const gifts = await findRegistryGifts(db, click.registry.id, click.language)
  const given = await asMoney(db, click.requestedLines, gifts)
  const asked = mergeRequestedLines(given, line => findRequestedGift(gifts, line))
  const wished = asked.map(line => ({ requested: line, gift: findRequestedGift(gifts, line) }))
  const gone = wished.filter(one => one.gift === undefined)
  if (gone.length > 0) throw lost(gone.flatMap(one => checkAvailability(one.requested, undefined, []) ?? []))
  const known = wished.flatMap(({ requested, gift }) => (gift ? [{ requested, gift }] : []))
  const wanted = known.map(({ gift }) => ({ productId: gift.product_id, variantId: gift.variant_id }))
  const prices = await shop.fetchPrices(wanted, click.language)
  const lines = known.map(({ requested, gift }) => ({
    requested,
    gift,
    livePrice: findLivePrice(gift, prices),
  }))
  // What is credited later goes by the mirror's price: it must not lag behind the one that the guest pays.
  const moved = lines.filter(
    ({ gift, livePrice }) => gift.type !== giftCardType && gift.price !== livePrice.cents,
  )
  if (moved.length > 0) await ctx.refreshProducts(moved.map(({ gift }) => gift.product_id))
  const surprising = lines.flatMap(surpriseOf)
  if (surprising.length > 0) throw new AppError('cart_price_moved', 409, { detail: { lines: surprising } })
  return lines
}

/** Nobody is sent to pay another price than the one that was shown. */
function surpriseOf({ requested, gift, livePrice }: PricedLine): RepricedLine[] {
  const isSeen =
    requested.kind !== 'units' || requested.seenCents === undefined || requested.seenCents === livePrice.cents
  return isSeen ? [] : [{ gift_id: gift.id, name: gift.name, cents: livePrice.cents }]
}

/** Lines for gift cards as the money they are. Throws `refused_fields` 422 for an amount that the shop doesn't offer. */
async function asMoney(db: Db, asked: RequestedLine[], gifts: GiftWithProduct[]): Promise<RequestedLine[]> {
  const cards = gifts.filter(gift => gift.type === giftCardType).map(gift => gift.product_id)
  const amounts = await findGiftCardAmounts(db, cards)
  const fields: Record<string, string> = {}
  const given = asked.map(line => {
    const gift = findRequestedGift(gifts, line)
    const isCard = gift?.type === giftCardType
    const money = applyCardAmount(line, gift && { isCard, price: gift.price })
    if (isCard && !isOfferedCardAmount(money.chosenCents ?? 0, amounts.get(gift.product_id) ?? [gift.price]))
      fields[`line_items.${line.index}.list_price`] = 'card_amount'
    return money
  })
  if (Object.keys(fields).length > 0) throw new AppError('refused_fields', 422, { fields })
  return given
}

function findLivePrice(gift: GiftWithProduct, prices: LivePrice[]): PricedLine['livePrice'] {
  const live = prices.find(one => one.productId === gift.product_id && one.variantId === gift.variant_id)
  if (!live?.available || live.cents === null)
    throw new AppError('gift_unavailable', 409, {
      detail: { lines: [{ gift_id: gift.id, product_id: gift.product_id, name: gift.name }] },
    })
  return { ...live, cents: live.cents }
}

const lost = (lines: object[]) => new AppError('cart_lost', 409, { detail: { lines } })

/** Refuses unless every line still fits what is open of its gift, under the registry's lock. */
async function checkOpen(
  tx: Db,
  click: CheckoutRequest,
  lines: PricedLine[],
  { now, config }: RequestContext,
): Promise<void> {
  const offered = await offeredOf(tx, click, lines, now)
  const giftOf = (line: PricedLine) => offered.find(one => one.id === line.gift.id)
  const losses = lines.flatMap(line => checkAvailability(line.requested, giftOf(line), offered) ?? [])
  if (losses.length > 0) throw lost(losses)
  const fields = Object.fromEntries(
    lines.flatMap(line => {
      const gift = orNotFound(giftOf(line))
      const isSmall = isBelowMinimumContribution(line.requested, gift, config.GROUP_MINIMUM_CENTS)
      return isSmall ? [[`line_items.${line.requested.index}.list_price`, 'contribution_small']] : []
    }),
  )
  if (Object.keys(fields).length > 0) throw new AppError('refused_fields', 422, { fields })
}

async function offeredOf(
  tx: Db,
  click: CheckoutRequest,
  lines: PricedLine[],
  now: Date,
): Promise<OfferedGift[]> {
  const gifts = await findRegistryGifts(tx, click.registry.id, click.language)
  const ids = gifts.map(gift => gift.id)
  const given = await sumGivenByGift(tx, ids, now)
  return gifts.map(gift => ({
    id: gift.id,
    productId: gift.product_id,
    name: gift.name,
    available: gift.available,
    quantity: gift.quantity,
    isGroup: gift.is_group,
    isCard: gift.type === giftCardType,
    price: lines.find(line => line.gift.id === gift.id)?.livePrice.cents ?? gift.price,
    given: given.get(gift.id) ?? nothingGiven,
  }))
}

async function keep(
  tx: Db,
  click: CheckoutRequest,
  lines: PricedLine[],
  known: data.HandoffRow | undefined,
  { now, config, customer }: RequestContext,
): Promise<data.HandoffRow> {
  const { input, registry, language } = click
  const held = {
    reserved_until: new Date(now.getTime() + config.HOLD_MINUTES * 60_000),
    cart_creation_until: new Date(now.getTime() + makingMs),
  }
  const rows = lines.map(line => snapshotOf(line, registry.id))
  if (known) return data.reserveAgain(tx, known.id, held, rows)
  const handoff = {
    ...held,
    reference: createHandoffReference(),
    idempotency_key: click.idempotencyKey,
    fingerprint: click.fingerprint,
    registry_id: registry.id,
    customer_id: customer?.id ?? null,
    language,
    channel_id: language === 'el' ? config.SHOP_CHANNEL_EL : config.SHOP_CHANNEL_EN,
    giver_name: input.giver_name ?? null,
    giver_email: input.giver_email ?? null,
    visibility: input.visibility,
    message: input.message ?? null,
    created_at: now,
  }
  return data.insertHandoff(tx, handoff, rows)
}

function snapshotOf({ requested, gift, livePrice }: PricedLine, registryId: number) {
  return {
    registry_id: registryId,
    gift_id: gift.id,
    kind: requested.kind,
    product_id: gift.product_id,
    variant_id: gift.variant_id,
    units: requested.units,
    cents: requested.kind === 'units' ? livePrice.cents : requested.cents,
    message: requested.message,
  }
}
