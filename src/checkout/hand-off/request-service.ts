import { createHash, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { AppError } from '../../base/app-error.ts'
import { dayInAthens } from '../../base/dates.ts'
import type { ParsedOf } from '../../base/endpoint.ts'
import { type Language, languages } from '../../base/language.ts'
import { type GiftJson, type GiftWithProduct, giftOfJson, listGiftsOfProducts } from '../../gift/gift/data.ts'
import { registryToViewWith } from '../../registry/registry/access.ts'
import { findPartOfRegistry, type PartOfRegistry } from '../../registry/registry/address-data.ts'
import type { RegistryRow } from '../../registry/registry/data.ts'
import { isRegistryOpen } from '../../registry/registry/rules.ts'
import { refuseDuringSurprise } from '../../registry/surprise/access.ts'
import type { Config } from '../../server/config.ts'
import type { RequestContext } from '../../server/context/request-context.ts'
import type { Db } from '../../server/postgres/tables.ts'
import type { createCart } from './contract.ts'
import type { HandoffRow } from './data.ts'
import { type BasisJson, basisOfJson, reservationBasis } from './reservation-data.ts'
import { type ContributionProduct, parseLineItems, type RequestedLine } from './rules.ts'

export type CheckoutInput = ParsedOf<typeof createCart>

/** What one click on “to checkout” asks for. */
export interface CheckoutRequest {
  registry: RegistryRow
  input: CheckoutInput
  idempotencyKey: string
  /** A hash of the input without its key and device. */
  fingerprint: string
  language: Language
  requestedLines: RequestedLine[]
  /** As it was read together with the registry. */
  requested: Requested
}

/** The hand-off of the request's key, and the gifts that are of the requested products. */
interface Requested {
  existing: HandoffRow | undefined
  gifts: GiftWithProduct[]
}

/**
 * Parses the input of `createCart`. Throws `refused_missing` 404, `registry_closed` 409, `registry_is_secret` 403,
 * `refused_fields` 422.
 */
export async function parseCheckoutRequest(
  input: CheckoutInput,
  ctx: RequestContext,
): Promise<CheckoutRequest> {
  const { config, now } = ctx
  const requestedLines = parseLineItems(input.line_items, contributionProductFrom(config))
  const { idempotency_key, device: _, ...content } = input
  const key = {
    requestedLines,
    language: input.lang ?? languageOfChannel(input.channel_id, config) ?? ctx.language,
    idempotencyKey: idempotency_key ?? randomUUID(),
  }
  const { registry, part } = await registryToViewWith(ctx, input.registry_id, requestedBy(key))
  assertRegistryOpen(registry, now)
  // What a cart is refused for would tell hosts in surprise mode what was bought (R417).
  refuseDuringSurprise(registry, ctx)
  return {
    ...key,
    registry,
    input,
    requested: requestedOfJson(part),
    fingerprint: createHash('sha256').update(JSON.stringify(content)).digest('base64url'),
  }
}

type RequestedKey = Pick<CheckoutRequest, 'idempotencyKey' | 'requestedLines' | 'language'>

/** In one query, and that of the registry where it is read anew. */
function requestedBy({
  idempotencyKey,
  requestedLines,
  language,
}: RequestedKey): PartOfRegistry<BasisJson<{ gifts: GiftJson[] }>> {
  const productIds = requestedLines.map(line => line.productId)
  // Of a list PostgreSQL knows too little to keep a plan, and planning takes ten times as long as reading.
  const isOfProducts =
    productIds.length === 1
      ? sql<boolean>`gift.product_id = ${productIds[0]}`
      : sql<boolean>`gift.product_id = any(${productIds}::bigint[])`
  return registryId =>
    reservationBasis(
      { registryId, idempotencyKey },
      { gifts: listGiftsOfProducts(registryId, isOfProducts, language) },
    )
}

function requestedOfJson(part: BasisJson<{ gifts: GiftJson[] }>): Requested {
  const { existing, gifts } = basisOfJson(part)
  return { existing, gifts: gifts.map(giftOfJson) }
}

/** The same as it is by now. */
export async function findRequested(request: CheckoutRequest, db: Db): Promise<Requested> {
  return requestedOfJson(await findPartOfRegistry(db, request.registry.id, requestedBy(request)))
}

/**
 * Throws `registry_closed` 409. A closing that was paid out is final, even when a clock was put back before its day
 * (R418).
 */
export function assertRegistryOpen(
  registry: Pick<RegistryRow, 'closing_day' | 'last_closed_day'>,
  now: Date,
): void {
  const isPaidOut = registry.closing_day !== null && registry.last_closed_day === registry.closing_day
  if (isPaidOut || !isRegistryOpen(registry, dayInAthens(now))) throw new AppError('registry_closed', 409)
}

function contributionProductFrom(config: Config): ContributionProduct | null {
  const { group } = config.SHOP_PRODUCTS
  if (!group) return null
  const { productId, options } = group
  return { productId, productOptionId: options.product, variantOptionId: options.variant }
}

/** The language of a channel; undefined for a channel that serves both (R954), and for an unknown one. */
function languageOfChannel(channel: number | undefined, config: Config): Language | undefined {
  const its = languages.filter(language => config.SHOP_CHANNELS[language].id === channel)
  return its.length === 1 ? its[0] : undefined
}

/**
 * What to do for a request with this idempotency key (R411): `redirect` to the cart it has, `wait` while another
 * request makes that cart, or `reserve` its gifts, for the first time or again. Throws `cart_key_reused` and
 * `cart_paid`, both 409.
 */
export function nextHandoffStep(
  handoff: HandoffRow | undefined,
  request: CheckoutRequest,
  now: Date,
): 'redirect' | 'wait' | 'reserve' {
  if (!handoff) return 'reserve'
  if (handoff.fingerprint !== request.fingerprint) throw new AppError('cart_key_reused', 409)
  if (handoff.state === 'ordered') throw cartPaidError(handoff)
  if (handoff.cart_creation_until && handoff.cart_creation_until > now) return 'wait'
  const isReserved = handoff.state === 'open' && handoff.reserved_until > now
  return isReserved && handoff.cart_id !== null ? 'redirect' : 'reserve'
}

export const cartPaidError = ({ reference }: HandoffRow) =>
  new AppError('cart_paid', 409, { detail: { handoff: reference } })
