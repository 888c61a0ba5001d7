import { createHash, randomUUID } from 'node:crypto'
import { AppError, authorize, orNotFound } from '../../base/app-error.ts'
import { dayInAthens } from '../../base/dates.ts'
import type { ParsedOf } from '../../base/endpoint.ts'
import type { Language } from '../../base/language.ts'
import { findRegistryByCodeOrSlug, type RegistryRow } from '../../registry/registry/data.ts'
import { canView, isRegistryOpen } from '../../registry/registry/rules.ts'
import { isSurpriseFor } from '../../registry/surprise/rules.ts'
import type { Config } from '../../server/config.ts'
import type { RequestContext } from '../../server/context/request-context.ts'
import type * as said from './contract.ts'
import type { HandoffRow } from './data.ts'
import { type ContributionProduct, parseLineItems, type RequestedLine } from './rules.ts'

export type CheckoutInput = ParsedOf<typeof said.createCart>

/** One click on “to checkout”: everything a hand-off goes by, read once. */
export interface CheckoutRequest {
  registry: RegistryRow
  input: CheckoutInput
  idempotencyKey: string
  fingerprint: string
  language: Language
  requestedLines: RequestedLine[]
}

/** Reads a click. Throws `refused_missing` 404, `registry_closed` 409, `registry_is_secret` 403, `refused_fields` 422. */
export async function parseCheckoutRequest(
  input: CheckoutInput,
  { db, customer, config, now, language }: RequestContext,
): Promise<CheckoutRequest> {
  const registry = orNotFound(await findRegistryByCodeOrSlug(db, input.registry_id))
  authorize(canView(registry, customer))
  assertRegistryOpen(registry, now)
  // What a cart is refused for would tell hosts who want to be surprised what others have bought.
  if (isSurpriseFor(registry, customer, dayInAthens(now))) throw new AppError('registry_is_secret', 403)
  const requestedLines = parseLineItems(input.line_items, genericOf(config))
  const { idempotency_key, ...content } = input
  return {
    registry,
    input,
    requestedLines,
    language: input.lang ?? languageOfChannel(input.channel_id, config) ?? language,
    idempotencyKey: idempotency_key ?? randomUUID(),
    fingerprint: createHash('sha256').update(JSON.stringify(content)).digest('base64url'),
  }
}

/** A closing that was worked off stands, even where a clock that was put back says that its day goes on. */
export function assertRegistryOpen(registry: RegistryRow, now: Date): void {
  const isClosed = registry.closing_day !== null && registry.last_closed_day === registry.closing_day
  if (isClosed || !isRegistryOpen(registry, dayInAthens(now))) throw new AppError('registry_closed', 409)
}

function genericOf(config: Config): ContributionProduct | null {
  const productId = config.SHOP_GROUP_PRODUCT
  const [productOptionId, variantOptionId] = [
    config.SHOP_GROUP_OPTION_PRODUCT,
    config.SHOP_GROUP_OPTION_VARIANT,
  ]
  if (productId === undefined || productOptionId === undefined || variantOptionId === undefined) return null
  return { productId, productOptionId, variantOptionId }
}

function languageOfChannel(channel: number | undefined, config: Config): Language | undefined {
  if (channel === config.SHOP_CHANNEL_EL) return 'el'
  return channel === config.SHOP_CHANNEL_EN ? 'en' : undefined
}

/** leave: it has its cart · wait: a cart is being made · hold: its gifts are to be set aside (again). */
export function nextHandoffStep(
  known: HandoffRow | undefined,
  click: CheckoutRequest,
  now: Date,
): 'leave' | 'wait' | 'hold' {
  if (!known) return 'hold'
  if (known.fingerprint !== click.fingerprint) throw new AppError('cart_key_reused', 409)
  if (known.state === 'ordered') throw cartPaidError(known)
  if (known.cart_creation_until && known.cart_creation_until > now) return 'wait'
  const isHeld = known.state === 'open' && known.reserved_until > now
  return isHeld && known.cart_id !== null ? 'leave' : 'hold'
}

export const cartPaidError = ({ reference }: HandoffRow) =>
  new AppError('cart_paid', 409, { detail: { reference } })
