import type { RawBuilder } from 'kysely'
import { authorize, orNotFound, throwFieldErrors } from '../base/app-error.ts'
import { createKeyedLimit, createWorkLimit, type WorkLimit } from '../base/work-limit.ts'
import { wishOf } from '../gift/gift.rules.ts'
import type { GiftWithProduct } from '../gift/gift.sql.ts'
import { givenOfJson, listOfferedGifts, type OfferedRow, readOfferedGifts } from '../gift/listed-gifts.sql.ts'
import type { RequestContext } from '../server/context/request-context.ts'
import type { Db } from '../server/postgres/tables.ts'
import { cartCallTimeoutMs } from '../shop/port.ts'
import {
  checkAvailability,
  isBelowMinimumContribution,
  type OfferedGift,
  type UnavailableLine,
} from './hand-off.rules.ts'
import type { HandoffRow } from './hand-off.sql.ts'
import {
  type AvailableLine,
  isLimited,
  type LimitBasis,
  mayReserve,
  noteReservations,
  reservationLimitQueries,
  reserverFrom,
} from './limits.ts'
import {
  assertRegistryOpen,
  type CheckoutRequest,
  createHandoffReference,
  nextHandoffStep,
  type PricedLine,
  readLivePrices,
  unavailableError,
} from './request.ts'
import {
  clearReservation,
  findUnremoved,
  type HandoffLocks,
  handoffLock,
  type LockedRegistry,
  type NewReservation,
  readReservationBasis,
  reservationBasisQuery,
  saveReservation,
  sumUnitsSetAside,
} from './reservation.sql.ts'
import type { UnitsSetAside } from './stock.rules.ts'
import { assertSold, findCountedProducts } from './stock.ts'

/** After this time another request may create the shop's cart in place of this one: the longest call, and time to save it. */
const cartCreationMs = cartCallTimeoutMs + 5000

/**
 * Reserves all lines in one transaction, or none (R407), for HOLD_MINUTES (R412); prices are read from the shop
 * before it. Beyond the limits on hand-offs (R413) it is saved but reserves nothing. Null when another request was
 * faster with the same idempotency key. Throws `cart_lost`, `cart_price_moved`, `cart_unbuyable`, `gift_unavailable`,
 * `registry_closed` (all 409) and `refused_fields` 422.
 */
export async function reserveGifts(
  request: CheckoutRequest,
  gifts: GiftWithProduct[],
  ctx: RequestContext,
): Promise<{ handoff: HandoffRow; lines: PricedLine[] } | null> {
  const { registry } = request
  const lines = await readLivePrices(request, gifts, ctx)
  await ctx.testHook?.('prices read')
  const { queries, reserver, locks } = askForBasis(request, lines, ctx)
  const key = { registryId: registry.id, idempotencyKey: request.idempotencyKey }
  const reserve = async (tx: Db, lock: RawBuilder<unknown>) => {
    const readBasis = (before: RawBuilder<unknown>[] = []) =>
      readReservationBasis(tx, reservationBasisQuery<ReservationBasis>(key, queries), before)
    const { existing, ...found } = await readBasis([lock])
    authorize(found.locked !== null)
    assertRegistryOpen(found.locked, ctx.now)
    if (nextHandoffStep(existing, request, ctx.now) !== 'reserve') return null
    // The hand-off's own former reservation must not count against it.
    if (existing) await clearReservation(tx, existing.id)
    const basis = existing ? await readBasis() : found
    const available = await assertAvailable(tx, { lines, rows: basis.offered, request }, ctx)
    assertSold(lines, basis.setAside)
    const reserves = mayReserve(available, basis)
    const noted = reserves ? noteReservations(available, reserver, ctx.now) : []
    const handoff = await saveReservation(tx, {
      ...newReservation(request, lines, { existing, reserves }, ctx),
      noted,
    })
    // What this request has cached of the registry is outdated by now.
    ctx.cache.clear()
    return { handoff, lines }
  }
  return inRegistryTurn(registry.id, ctx, reserve, locks)
}

function askForBasis(request: CheckoutRequest, lines: PricedLine[], ctx: RequestContext) {
  const { registry, language, input } = request
  const { now, config } = ctx
  const reserver = reserverFrom(input.device, ctx)
  const limitedGiftIds = lines.filter(isLimited).map(({ gift }) => gift.id)
  const productIds = findCountedProducts(lines)
  const since = new Date(now.getTime() - config.HOLD_MINUTES * 60_000)
  const queries: Record<keyof ReservationBasis, RawBuilder<unknown>> = {
    locked: findUnremoved(registry.id),
    offered: listOfferedGifts(
      registry.id,
      lines.map(({ gift }) => gift.id),
      { language, now },
    ),
    setAside: sumUnitsSetAside(productIds, { now, since }),
    ...reservationLimitQueries(limitedGiftIds, reserver, { registryId: registry.id, now }),
  }
  return { queries, reserver, locks: { productIds, reserver: limitedGiftIds.length > 0 ? reserver : null } }
}

interface ReservationBasis extends LimitBasis {
  locked: LockedRegistry | null
  offered: OfferedRow[]
  setAside: UnitsSetAside[]
}

/**
 * The lines with their gifts. Throws `cart_lost` unless each fits what is open of its gift, and `refused_fields` for
 * a contribution below the minimum. Call it under the registry's lock.
 */
async function assertAvailable(
  tx: Db,
  { lines, rows, request }: { lines: PricedLine[]; rows: OfferedRow[]; request: CheckoutRequest },
  { now, config }: RequestContext,
): Promise<AvailableLine[]> {
  const offered = toOfferedGifts(rows, lines)
  if (findUnavailable(lines, offered, now).length > 0) {
    // All gifts are read only now, to find alternatives.
    const all = await readOfferedGifts(tx, request.registry.id, { language: request.language, now })
    throw unavailableError(findUnavailable(lines, toOfferedGifts(all, lines), now))
  }
  const giftOf = (line: PricedLine) => offered.find(one => one.id === line.gift.id)
  const available = lines.map(line => ({ lineRequest: line.lineRequest, gift: orNotFound(giftOf(line)) }))
  const tooSmall = available.filter(({ lineRequest, gift }) =>
    isBelowMinimumContribution(lineRequest, gift, config.GROUP_MINIMUM_CENTS),
  )
  throwFieldErrors(
    Object.fromEntries(
      tooSmall.map(({ lineRequest }) => [`line_items.${lineRequest.index}.list_price`, 'contribution_small']),
    ),
  )
  return available
}

function findUnavailable(lines: PricedLine[], offered: OfferedGift[], now: Date): UnavailableLine[] {
  return lines.flatMap(line => {
    const gift = offered.find(one => one.id === line.gift.id)
    return checkAvailability(line.lineRequest, gift, offered, now) ?? []
  })
}

function toOfferedGifts(rows: OfferedRow[], lines: PricedLine[]): OfferedGift[] {
  return rows.map(gift => ({
    id: gift.id,
    productId: gift.product_id,
    name: gift.name,
    available: gift.available,
    ...wishOf(gift),
    price: lines.find(line => line.gift.id === gift.id)?.livePrice.cents ?? gift.price,
    given: givenOfJson(gift),
  }))
}

function newReservation(
  request: CheckoutRequest,
  lines: PricedLine[],
  { existing, reserves }: { existing: HandoffRow | undefined; reserves: boolean },
  { now, config, customer }: RequestContext,
): Omit<NewReservation, 'noted'> {
  const { input, registry, language } = request
  const reservation = {
    reserves,
    reserved_until: new Date(now.getTime() + config.HOLD_MINUTES * 60_000),
    cart_creation_until: new Date(now.getTime() + cartCreationMs),
  }
  const handoff = {
    reference: createHandoffReference(),
    idempotency_key: request.idempotencyKey,
    fingerprint: request.fingerprint,
    registry_id: registry.id,
    customer_id: customer?.id ?? null,
    language,
    channel_id: config.SHOP_CHANNELS[language].id,
    giver_name: input.giver_name ?? null,
    giver_email: input.giver_email ?? null,
    visibility: input.visibility,
    message: input.message ?? null,
    created_at: now,
  }
  return { existing, reservation, handoff, lines: lines.map(line => toHandoffLine(line, registry.id)) }
}

function toHandoffLine({ lineRequest, gift, livePrice }: PricedLine, registryId: number) {
  return {
    registry_id: registryId,
    gift_id: gift.id,
    kind: lineRequest.kind,
    product_id: gift.product_id,
    variant_id: gift.variant_id,
    units: lineRequest.units,
    cents: lineRequest.kind === 'units' ? (lineRequest.seenCents ?? livePrice.unitCents) : lineRequest.cents,
    message: lineRequest.message,
  }
}

type TurnContext = Pick<RequestContext, 'db' | 'config'>

interface Turns {
  ofRegistry: ReturnType<typeof createKeyedLimit<number>>
  ofAll: WorkLimit
}

/** A guest waits for a turn as long as for one call of the shop. */
const longestWaitMs = 15_000
const mostWaiting = 500

const turnsByDatabase = new WeakMap<Db, Turns>()

/**
 * Runs a transaction of a hand-off; `work` has to execute `lock` as its first statement. Those of one registry wait
 * for each other without taking a connection, and all together use at most a quarter of the connections, so that
 * other requests have theirs however many guests check out at once. Throws `refused_busy` 503 when the turn doesn't
 * come in time.
 */
export function inRegistryTurn<T>(
  registryId: number,
  { db, config }: TurnContext,
  work: (tx: Db, lock: RawBuilder<unknown>) => Promise<T>,
  locks: HandoffLocks = { productIds: [], reserver: null },
): Promise<T> {
  const turns = turnsByDatabase.get(db) ?? createTurns(config.DATABASE_POOL)
  turnsByDatabase.set(db, turns)
  const underLock = (tx: Db) => work(tx, handoffLock(registryId, locks))
  return turns.ofRegistry(registryId, () => turns.ofAll(() => db.transaction().execute(underLock)))
}

function createTurns(connections: number): Turns {
  const wait = { waiting: mostWaiting, waitMs: longestWaitMs }
  return {
    ofRegistry: createKeyedLimit({ concurrent: 1, ...wait }),
    ofAll: createWorkLimit({ concurrent: Math.max(1, Math.floor(connections / 4)), ...wait }),
  }
}
