import { authorize, orNotFound, throwFieldErrors } from '../../base/app-error.ts'
import { languageDetails } from '../../base/language.ts'
import { findListedGifts } from '../../gift/gift/listed-gifts-data.ts'
import { wishOf } from '../../gift/gift/rules.ts'
import type { RequestContext } from '../../server/context/request-context.ts'
import type { Db } from '../../server/postgres/tables.ts'
import { cartCallTimeoutMs } from '../../shop/port.ts'
import { assertSold } from '../stock/service.ts'
import { checkAvailability, isBelowMinimumContribution, type OfferedGift } from './availability-rules.ts'
import * as data from './data.ts'
import { type PricedLine, readLivePrices, unavailableError } from './price-service.ts'
import { createHandoffReference } from './reference-service.ts'
import { assertRegistryOpen, type CheckoutRequest, nextHandoffStep } from './request-service.ts'
import {
  type AvailableLine,
  mayReserve,
  noteReservations,
  reserverFrom,
} from './reservation-limit-service.ts'
import { inRegistryTurn } from './turn-service.ts'

/** After so long another process may create the shop's cart in place of this one: the longest call, and time to save it. */
const cartCreationMs = cartCallTimeoutMs + 5000

/**
 * Reserves all lines in one transaction, or none (R407, R412); prices are read from the shop before it. Beyond the
 * limits of R413 the hand-off is saved, and reserves nothing. Null when another process was faster with the same idempotency key. Throws `cart_lost`, `cart_price_moved`,
 * `cart_unbuyable`, `gift_unavailable`, `registry_closed` (all 409) and `refused_fields` 422.
 */
export async function reserveGifts(
  request: CheckoutRequest,
  ctx: RequestContext,
): Promise<{ handoff: data.HandoffRow; lines: PricedLine[] } | null> {
  const { registry } = request
  const lines = await readLivePrices(request, ctx)
  await ctx.testHook?.('prices read')
  return inRegistryTurn(registry.id, ctx, async (tx, locked) => {
    authorize(locked !== undefined && locked.removed_at === null)
    assertRegistryOpen(locked, ctx.now)
    const existing = await data.findHandoffByKey(tx, registry.id, request.idempotencyKey)
    if (nextHandoffStep(existing, request, ctx.now) !== 'reserve') return null
    if (existing) await data.releaseReservation(tx, existing.id)
    const available = await assertAvailable(tx, request, lines, ctx)
    await assertSold(tx, lines, ctx)
    const reserver = reserverFrom(request.input.device, ctx)
    const reserves = await mayReserve(tx, available, { reserver, registryId: registry.id }, ctx)
    const handoff = await saveHandoff(tx, request, lines, { existing, reserves }, ctx)
    if (reserves) await noteReservations(tx, handoff.id, available, reserver, ctx.now)
    await ctx.registryChanged(tx, registry.id)
    await ctx.testHook?.('gifts reserved, not committed')
    return { handoff, lines }
  })
}

/** The lines with their gifts; throws unless each fits what is open of it. Call it under the registry's lock. */
async function assertAvailable(
  tx: Db,
  request: CheckoutRequest,
  lines: PricedLine[],
  { now, config }: RequestContext,
): Promise<AvailableLine[]> {
  const offered = await readOfferedGifts(tx, request, lines, now)
  const giftOf = (line: PricedLine) => offered.find(one => one.id === line.gift.id)
  const unavailable = lines.flatMap(
    line => checkAvailability(line.requested, giftOf(line), offered, now) ?? [],
  )
  if (unavailable.length > 0) throw unavailableError(unavailable)
  const available = lines.map(line => ({ requested: line.requested, gift: orNotFound(giftOf(line)) }))
  const tooSmall = available.filter(({ requested, gift }) =>
    isBelowMinimumContribution(requested, gift, config.GROUP_MINIMUM_CENTS),
  )
  throwFieldErrors(
    Object.fromEntries(
      tooSmall.map(({ requested }) => [`line_items.${requested.index}.list_price`, 'contribution_small']),
    ),
  )
  return available
}

async function readOfferedGifts(
  tx: Db,
  request: CheckoutRequest,
  lines: PricedLine[],
  now: Date,
): Promise<OfferedGift[]> {
  const gifts = await findListedGifts(tx, request.registry.id, request.language, { now, withGiven: true })
  return gifts.map(gift => ({
    id: gift.id,
    productId: gift.product_id,
    name: gift.name,
    available: gift.available,
    ...wishOf(gift),
    price: lines.find(line => line.gift.id === gift.id)?.livePrice.cents ?? gift.price,
    given: gift.given,
  }))
}

async function saveHandoff(
  tx: Db,
  request: CheckoutRequest,
  lines: PricedLine[],
  { existing, reserves }: { existing: data.HandoffRow | undefined; reserves: boolean },
  { now, config, customer }: RequestContext,
): Promise<data.HandoffRow> {
  const { input, registry, language } = request
  const reservation = {
    reserves,
    reserved_until: new Date(now.getTime() + config.HOLD_MINUTES * 60_000),
    cart_creation_until: new Date(now.getTime() + cartCreationMs),
  }
  const rows = lines.map(line => toHandoffLine(line, registry.id))
  if (existing) return data.reserveAgain(tx, existing.id, reservation, rows)
  const handoff = {
    ...reservation,
    reference: createHandoffReference(),
    idempotency_key: request.idempotencyKey,
    fingerprint: request.fingerprint,
    registry_id: registry.id,
    customer_id: customer?.id ?? null,
    language,
    channel_id: config[languageDetails[language].channelSetting],
    giver_name: input.giver_name ?? null,
    giver_email: input.giver_email ?? null,
    visibility: input.visibility,
    message: input.message ?? null,
    created_at: now,
  }
  return data.insertHandoff(tx, handoff, rows)
}

function toHandoffLine({ requested, gift, livePrice }: PricedLine, registryId: number) {
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
