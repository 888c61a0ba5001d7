import { AppError, throwFieldErrors } from '../../base/app-error.ts'
import { storedStock } from '../../catalogue/products/quantity-rules.ts'
import { findGiftCardAmounts, type GiftWithProduct } from '../../gift/gift/data.ts'
import { giftCardType } from '../../gift/gift/rules.ts'
import type { RequestContext } from '../../server/context/request-context.ts'
import type { Db } from '../../server/postgres/tables.ts'
import type { LivePrice } from '../../shop/port-catalogue.ts'
import { type AnsweredUnits, answerQuestions } from '../answers/rules.ts'
import { checkAvailability, type UnavailableLine } from './availability-rules.ts'
import { publishPrice, publishUnavailableLine } from './refused-line-rules.ts'
import type { CheckoutRequest } from './request-service.ts'
import {
  applyCardAmount,
  findRequestedGift,
  isOfferedCardAmount,
  maxLineCents,
  mergeRequestedLines,
  type RepricedLine,
  type RequestedLine,
} from './rules.ts'

/** A requested line with its gift and the gift's live price. */
export interface PricedLine {
  requested: RequestedLine
  gift: GiftWithProduct
  livePrice: LivePrice & { cents: number }
  /** Its units by what is said to the shop's questions. */
  answered: AnsweredUnits[]
}

/**
 * The requested lines, one for each gift, with live prices; `gifts` are those of the requested products. Throws
 * `cart_lost` for a gift that is not on the list.
 */
export async function readLivePrices(
  request: CheckoutRequest,
  gifts: GiftWithProduct[],
  ctx: RequestContext,
): Promise<PricedLine[]> {
  const { db, shop } = ctx
  const withAmounts = await applyCardAmounts(db, request.requestedLines, gifts)
  const requestedLines = mergeRequestedLines(withAmounts, line => findRequestedGift(gifts, line))
  const excessive = requestedLines.filter(({ cents }) => cents > maxLineCents)
  throwFieldErrors(
    Object.fromEntries(excessive.map(({ index }) => [`line_items.${index}.list_price`, 'amount_wrong'])),
  )
  const missing = requestedLines.filter(line => !findRequestedGift(gifts, line))
  if (missing.length > 0)
    throw unavailableError(missing.flatMap(line => checkAvailability(line, undefined, [], ctx.now) ?? []))
  const found = answerQuestions(
    requestedLines.flatMap(requested => {
      const gift = findRequestedGift(gifts, requested)
      return gift ? [{ requested, gift }] : []
    }),
  )
  const products = found.map(({ gift }) => ({ productId: gift.product_id, variantId: gift.variant_id }))
  const prices = await shop.fetchPrices(products, request.language)
  const lines = withLivePrices(found, prices)
  const outdated = lines.filter(isOutdated)
  if (outdated.length > 0) await ctx.refreshProducts(outdated.map(({ gift }) => gift.product_id))
  const repriced = lines.flatMap(findRepriced)
  if (repriced.length > 0)
    throw new AppError('cart_price_moved', 409, { detail: { lines: repriced.map(publishPrice) } })
  return lines
}

/**
 * Whether the catalogue's copy lags behind: credits go by its price, which must be the one that the guest pays, and pages
 * show its rules, which must be those that the guest is refused by.
 */
function isOutdated({ requested, gift, livePrice }: PricedLine): boolean {
  if (gift.type === giftCardType) return false
  const { cents, minQuantity, maxQuantity, stock } = livePrice
  const isScarcer = stock !== null && stock < requested.units && gift.stock !== storedStock(stock)
  const isSoldOtherwise = gift.min_quantity !== minQuantity || gift.max_quantity !== maxQuantity
  return gift.price !== cents || isSoldOtherwise || isScarcer
}

/** The line when its price is not the one that the guest saw (R409). */
function findRepriced({ requested, gift, livePrice }: PricedLine): RepricedLine[] {
  const isAsSeen =
    requested.kind !== 'units' || requested.seenCents === undefined || requested.seenCents === livePrice.cents
  return isAsSeen ? [] : [{ gift_id: gift.id, name: gift.name, cents: livePrice.cents }]
}

/** Lines for gift cards as amounts. Throws `refused_fields` 422 for an amount that the shop doesn't offer. */
async function applyCardAmounts(
  db: Db,
  requestedLines: RequestedLine[],
  gifts: GiftWithProduct[],
): Promise<RequestedLine[]> {
  const cards = gifts.filter(gift => gift.type === giftCardType).map(gift => gift.product_id)
  const offeredAmounts = await findGiftCardAmounts(db, cards)
  const errors: Record<string, string> = {}
  const lines = requestedLines.map(requested => {
    const gift = findRequestedGift(gifts, requested)
    const isCard = gift?.type === giftCardType
    const line = applyCardAmount(requested, gift && { isCard, price: gift.price })
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

/** The lines can't be reserved as asked for: `cart_lost` 409 with what is still open of each. */
export const unavailableError = (lines: UnavailableLine[]) =>
  new AppError('cart_lost', 409, { detail: { lines: lines.map(publishUnavailableLine) } })
