import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { AppError, throwFieldErrors } from '../base/app-error.ts'
import { dayInAthens } from '../base/dates.ts'
import { dayMs } from '../base/durations.ts'
import type { ParsedOf } from '../base/endpoint.ts'
import { type Language, languages } from '../base/language.ts'
import type { ModifierAnswer } from '../base/shop-modifiers.ts'
import { answerKindOf } from '../catalogue/products.rules.ts'
import { storedStock } from '../catalogue/quantity.rules.ts'
import { giftCardType } from '../gift/gift.rules.ts'
import {
  findGiftCardAmounts,
  type GiftJson,
  type GiftWithProduct,
  giftOfJson,
  listGiftsOfProducts,
} from '../gift/gift.sql.ts'
import { completeAnswers, listGiftModifiers } from '../gift/modifier.rules.ts'
import { isRegistryOpen } from '../registry/registry.rules.ts'
import { findPartOfRegistry, type PartOfRegistry, type RegistryRow } from '../registry/registry.sql.ts'
import { registryToViewWith } from '../registry/registry.ts'
import { refuseDuringSurprise } from '../registry/surprise.ts'
import type { Config } from '../server/config.ts'
import type { RequestContext } from '../server/context/request-context.ts'
import { type SigningSecrets, signText, verifySignedText } from '../server/context/signing.ts'
import type { Db } from '../server/postgres/tables.ts'
import type { LivePrice, PricedItem } from '../shop/port-catalogue.ts'
import { addSaid } from './cart.rules.ts'
import type { createCart } from './hand-off.contract.ts'
import {
  applyCardAmount,
  type CartLineRequest,
  type ContributionProduct,
  checkAvailability,
  findGiftForLine,
  isOfferedCardAmount,
  maxLineCents,
  mergeLinesByGift,
  parseLineItems,
  publishPrice,
  publishUnavailableLine,
  type RepricedLine,
  type UnavailableLine,
} from './hand-off.rules.ts'
import type { HandoffRow } from './hand-off.sql.ts'
import { formatMark, type HandoffMark, type MarkedOrigin, parseMark } from './mark.rules.ts'
import { type BasisJson, basisOfJson, reservationBasisQuery } from './reservation.sql.ts'
import { unbuyableError, unbuyableLine } from './stock.rules.ts'

export interface PricedLine {
  lineRequest: CartLineRequest
  gift: GiftWithProduct
  livePrice: LivePrice & { cents: number; unitCents: number }
  answered: AnsweredUnits[]
}

/**
 * The lines that the guest asks for, merged to one for each gift, with live prices; `gifts` are those of their
 * products. Refreshes the stored catalogue where it is outdated. Throws `cart_lost` for a gift that is not on the list,
 * `cart_price_moved`, `cart_unbuyable`, `gift_unavailable` (all 409) and `refused_fields` 422.
 */
export async function readLivePrices(
  request: CheckoutRequest,
  gifts: GiftWithProduct[],
  ctx: RequestContext,
): Promise<PricedLine[]> {
  const { db, shop } = ctx
  const withAmounts = await applyCardAmounts(db, request.lineRequests, gifts)
  const lineRequests = mergeLinesByGift(withAmounts, line => findGiftForLine(gifts, line))
  const excessive = lineRequests.filter(({ cents }) => cents > maxLineCents)
  throwFieldErrors(
    Object.fromEntries(excessive.map(({ index }) => [`line_items.${index}.list_price`, 'amount_wrong'])),
  )
  const missing = lineRequests.filter(line => !findGiftForLine(gifts, line))
  if (missing.length > 0)
    throw unavailableError(missing.flatMap(line => checkAvailability(line, undefined, [], ctx.now) ?? []))
  const found = answerQuestions(
    lineRequests.flatMap(lineRequest => {
      const gift = findGiftForLine(gifts, lineRequest)
      return gift ? [{ lineRequest, gift }] : []
    }),
  )
  const prices = await shop.fetchPrices(found.map(toPricedItem), request.language)
  const lines = withLivePrices(found, prices)
  const outdated = lines.filter(isOutdated)
  if (outdated.length > 0) await ctx.refreshProducts(outdated.map(({ gift }) => gift.product_id))
  const repriced = lines.flatMap(findRepriced)
  if (repriced.length > 0)
    throw new AppError('cart_price_moved', 409, { detail: { lines: repriced.map(publishPrice) } })
  return lines
}

/** A choice among the answers may cost more; where there is none, the price of the variant is what a unit costs. */
function toPricedItem({ gift, answered }: Omit<PricedLine, 'livePrice'>): PricedItem {
  const isChoice = ({ kind }: ModifierAnswer) => kind === 'choice'
  const options = gift.selected_options.map(({ option_id, value_id }) => ({
    optionId: option_id,
    valueId: value_id,
  }))
  const choices = answered.map(({ answers }) => [
    ...options,
    ...answers
      .filter(isChoice)
      .map(({ option_id, value }) => ({ optionId: option_id, valueId: Number(value) })),
  ])
  // Units with other texts but the same choices are asked for once.
  const distinct = [...new Map(choices.map(values => [JSON.stringify(values), values])).values()]
  const hasChoice = answered.some(({ answers }) => answers.some(isChoice))
  return {
    productId: gift.product_id,
    variantId: gift.variant_id,
    choices: hasChoice ? distinct : [],
  }
}

/**
 * Whether the stored product is outdated: its price credits the gift, so it has to be the one that the guest pays,
 * and pages show its limits, so they have to be those that a guest is refused by.
 */
function isOutdated({ lineRequest, gift, livePrice }: PricedLine): boolean {
  if (gift.type === giftCardType) return false
  const { cents, minQuantity, maxQuantity, stock } = livePrice
  const isScarcer = stock !== null && stock < lineRequest.units && gift.stock !== storedStock(stock)
  const isSoldOtherwise = gift.min_quantity !== minQuantity || gift.max_quantity !== maxQuantity
  return gift.price !== cents || isSoldOtherwise || isScarcer
}

/** The line when its price is not the one that the guest saw (R409). */
function findRepriced({ lineRequest, gift, livePrice }: PricedLine): RepricedLine[] {
  // What a choice adds is not known of a cart that is resumed, as the answers are only in it.
  const isChosenBefore =
    lineRequest.parts.length === 0 && gift.product_modifiers.some(one => answerKindOf(one) === 'choice')
  const isAsSeen =
    lineRequest.kind !== 'units' ||
    lineRequest.seenCents === undefined ||
    lineRequest.seenCents === livePrice.unitCents ||
    isChosenBefore
  return isAsSeen ? [] : [{ gift_id: gift.id, name: gift.name, cents: livePrice.unitCents }]
}

/** Turns lines for gift cards into amounts. Throws `refused_fields` 422 for an amount that the shop doesn't offer. */
async function applyCardAmounts(
  db: Db,
  lineRequests: CartLineRequest[],
  gifts: GiftWithProduct[],
): Promise<CartLineRequest[]> {
  const cards = gifts.filter(gift => gift.type === giftCardType).map(gift => gift.product_id)
  const offeredAmounts = await findGiftCardAmounts(db, cards)
  const errors: Record<string, string> = {}
  const lines = lineRequests.map(lineRequest => {
    const gift = findGiftForLine(gifts, lineRequest)
    const isCard = gift?.type === giftCardType
    const line = applyCardAmount(lineRequest, gift && { isCard, price: gift.price })
    if (
      isCard &&
      !isOfferedCardAmount(line.chosenCents ?? 0, offeredAmounts.get(gift.product_id) ?? [gift.price])
    )
      errors[`line_items.${line.index}.list_price`] = 'card_amount'
    return line
  })
  throwFieldErrors(errors)
  return lines
}

/** The lines with their live prices. Throws `gift_unavailable` 409 with those that the shop doesn't sell now. */
function withLivePrices(lines: Omit<PricedLine, 'livePrice'>[], prices: LivePrice[]): PricedLine[] {
  const priced = lines.map((line, index) => ({ ...line, livePrice: prices[index] }))
  const isSold = (line: (typeof priced)[number]): line is PricedLine =>
    line.livePrice?.available === true && line.livePrice.cents !== null && !line.gift.needs_file
  const gone = priced.filter(line => !isSold(line))
  if (gone.length > 0)
    throw new AppError('gift_unavailable', 409, {
      detail: {
        lines: gone.map(({ gift }) => ({ gift_id: gift.id, product_id: gift.product_id, name: gift.name })),
      },
    })
  return priced.filter(isSold)
}

export const unavailableError = (lines: UnavailableLine[]) =>
  new AppError('cart_lost', 409, { detail: { lines: lines.map(publishUnavailableLine) } })

/** 128 random bits, as whoever knows the reference may read the hand-off's status. */
export function createHandoffReference(): string {
  return randomBytes(16).toString('base64url')
}

/**
 * The signed mark that a line of money carries through the shop (R415), by which the hand-off can be recreated after
 * a restore (R522). It doesn't expire, because an order may be paid or refunded years later.
 */
export function signMark(reference: string, origin: MarkedOrigin, secrets: SigningSecrets): string {
  return signText('hand-off reference', formatMark(reference, origin), secrets, null)
}

/** Null for a text that we have not signed. */
export function verifyMark(text: string | null, secrets: SigningSecrets, now: Date): HandoffMark | null {
  const signed = verifySignedText('hand-off reference', text ?? '', secrets, now)
  return signed === null ? null : parseMark(signed)
}

/** A giver's private link is valid as long as the legal guarantee of two years, in days. */
const giverLinkDays = 2 * 366

/** The token of a giver's private link (R516): not stored, so that it still works after a restore. */
export function createGiverToken(reference: string, secrets: SigningSecrets, now: Date): string {
  const expiresAt = new Date(now.getTime() + giverLinkDays * dayMs)
  return signText('giver link', reference, secrets, expiresAt)
}

/** For the browser that handed the cart off, for a day: it may change its own words, but sees nothing of who paid (R516). */
export function createWordsToken(reference: string, secrets: SigningSecrets, now: Date): string {
  return signText('giver words', reference, secrets, new Date(now.getTime() + dayMs))
}

/** The reference that a token is for, and whether it opens only the words; null for an invalid or expired one. */
export function verifyGiverToken(
  token: string,
  secrets: SigningSecrets,
  now: Date,
): { reference: string; isForWords: boolean } | null {
  const forWords = verifySignedText('giver words', token, secrets, now)
  const reference = forWords ?? verifySignedText('giver link', token, secrets, now)
  return reference === null ? null : { reference, isForWords: forWords !== null }
}

export type CheckoutInput = ParsedOf<typeof createCart>

export interface CheckoutRequest {
  registry: RegistryRow
  input: CheckoutInput
  idempotencyKey: string
  /** A hash of the input without its key and device. */
  fingerprint: string
  language: Language
  lineRequests: CartLineRequest[]
  /** Read in one query with the registry; `readCheckoutBasis` reads it again. */
  basis: CheckoutBasis
}

/** The hand-off that already has the idempotency key, and the registry's gifts of the products that are asked for. */
interface CheckoutBasis {
  existing: HandoffRow | undefined
  gifts: GiftWithProduct[]
}

/** Throws `refused_missing` 404, `registry_closed` 409, `registry_is_secret` 403, `refused_fields` 422. */
export async function parseCheckoutRequest(
  input: CheckoutInput,
  ctx: RequestContext,
): Promise<CheckoutRequest> {
  const { config, now } = ctx
  const lineRequests = parseLineItems(input.line_items, contributionProductFrom(config))
  const { idempotency_key, device: _, ...content } = input
  const key = {
    lineRequests,
    language: input.lang ?? languageOfChannel(input.channel_id, config) ?? ctx.language,
    idempotencyKey: idempotency_key ?? randomUUID(),
  }
  const { registry, part } = await registryToViewWith(ctx, input.registry_id, checkoutBasisQuery(key))
  assertRegistryOpen(registry, now)
  // A refused cart would tell hosts in surprise mode what was bought (R417).
  refuseDuringSurprise(registry, ctx)
  return {
    ...key,
    registry,
    input,
    basis: checkoutBasisOfJson(part),
    fingerprint: createHash('sha256').update(JSON.stringify(content)).digest('base64url'),
  }
}

type BasisKey = Pick<CheckoutRequest, 'idempotencyKey' | 'lineRequests' | 'language'>

/** One query, to be joined to that of the registry where it has to be read anyway. */
function checkoutBasisQuery({
  idempotencyKey,
  lineRequests,
  language,
}: BasisKey): PartOfRegistry<BasisJson<{ gifts: GiftJson[] }>> {
  const productIds = lineRequests.map(line => line.productId)
  // For a single product `=` instead of `any`: with a list PostgreSQL doesn't keep a generic plan, and planning takes
  // ten times as long as reading.
  const isOfProducts =
    productIds.length === 1
      ? sql<boolean>`gift.product_id = ${productIds[0]}`
      : sql<boolean>`gift.product_id = any(${productIds}::bigint[])`
  return registryId =>
    reservationBasisQuery(
      { registryId, idempotencyKey },
      { gifts: listGiftsOfProducts(registryId, isOfProducts, language) },
    )
}

function checkoutBasisOfJson(part: BasisJson<{ gifts: GiftJson[] }>): CheckoutBasis {
  const { existing, gifts } = basisOfJson(part)
  return { existing, gifts: gifts.map(giftOfJson) }
}

/** Reads `request.basis` again. */
export async function readCheckoutBasis(request: CheckoutRequest, db: Db): Promise<CheckoutBasis> {
  return checkoutBasisOfJson(await findPartOfRegistry(db, request.registry.id, checkoutBasisQuery(request)))
}

/** Throws `registry_closed` 409 (R418). A closing that was paid out is final, even if a clock is set back before its day. */
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

/** Undefined for a channel that serves both languages (R954), and for an unknown one. */
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

/** Units of a gift with the same answers, which are one line of the shop's cart. */
interface AnsweredUnits {
  units: number
  answers: ModifierAnswer[]
}

type LineWithGift = Pick<PricedLine, 'lineRequest' | 'gift'>

/**
 * Adds the answers of host and guest to the shop's questions; lines of money need none (R424). Throws
 * `cart_unbuyable` 409 with each line item whose answer is missing or wrong.
 */
function answerQuestions(lines: LineWithGift[]): Omit<PricedLine, 'livePrice'>[] {
  const fields: Record<string, string> = {}
  const answeredLines = lines.map(line => {
    const asked = listGiftModifiers(line.gift.product_modifiers, line.gift.modifiers)
    const parts = line.lineRequest.kind === 'units' ? line.lineRequest.parts : []
    const answered = parts.map(({ index, units, selections }) => {
      const { answers, errors } = completeAnswers(asked, selections)
      const [wrong] = Object.values(errors)
      if (wrong !== undefined) fields[`line_items.${index}.option_selections`] = wrong
      return { units, answers }
    })
    return { ...line, answered: addSaid(answered) }
  })
  const isWrong = ({ lineRequest }: LineWithGift) =>
    lineRequest.parts.some(({ index }) => `line_items.${index}.option_selections` in fields)
  const wrong = lines.filter(isWrong).map(({ gift }) => unbuyableLine(gift, 'modifier'))
  if (wrong.length > 0) throw unbuyableError(wrong, undefined, fields)
  return answeredLines
}
