import { type Language, languages } from '../base/language.ts'
import { findProductsByIds } from '../catalogue/products.ts'
import type { RequestContext } from '../server/context/request-context.ts'
import { ShopFailure } from '../shop/port.ts'
import type { PricedLine } from './request.ts'
import {
  findUnbuyableLines,
  type NamedGift,
  parseRefusal,
  type UnbuyableLine,
  type UnitsSetAside,
  unbuyableError,
  unbuyableLine,
} from './stock.rules.ts'

/** Throws `cart_unbuyable` 409 unless the shop sells the lines in one order and has enough, reserved units aside. */
export function assertSold(lines: PricedLine[], setAside: UnitsSetAside[]): void {
  const unbuyable = findUnbuyableLines(lines, setAside)
  if (unbuyable.length > 0) throw unbuyableError(unbuyable)
}

/** The products whose stock the shop counts, and which a hand-off therefore has to lock. */
export const findCountedProducts = (lines: PricedLine[]) =>
  lines
    .filter(({ lineRequest, livePrice }) => lineRequest.kind === 'units' && livePrice.stock !== null)
    .map(({ gift }) => gift.product_id)

/**
 * The error for a guest whose cart the shop refused (R423): which gifts it refuses and why, by its current rules and
 * stock, else by its sentence; if that names none, all gifts with the sentence. Any other failure is returned as it
 * is.
 */
export async function explainRefusal(
  error: unknown,
  lines: PricedLine[],
  language: Language,
  ctx: RequestContext,
): Promise<unknown> {
  if (!(error instanceof ShopFailure) || error.status !== 422) return error
  const said = error.shopMessage ?? ''
  const sold = await readSoldLines(lines, language, ctx)
  const explained = sold.length > 0 ? sold : parseRefusal(said, await listNames(lines, ctx))
  ctx.log.warn({ said, gifts: explained }, 'the shop refused a cart')
  if (explained.length > 0) return unbuyableError(explained, explained.some(isUnknown) ? said : undefined)
  const all = lines.map(({ gift }) => unbuyableLine(gift, 'unknown'))
  return unbuyableError(all, said)
}

const isUnknown = ({ reason }: UnbuyableLine) => reason === 'unknown'

/** The lines that the shop's current rules and stock refuse; empty when it can't be asked. */
async function readSoldLines(
  lines: PricedLine[],
  language: Language,
  ctx: RequestContext,
): Promise<UnbuyableLine[]> {
  const products = lines.map(({ gift }) => ({ productId: gift.product_id, variantId: gift.variant_id }))
  try {
    const prices = await ctx.shop.fetchPrices(products, language)
    await ctx.refreshProducts(products.map(({ productId }) => productId))
    const now = lines.map((line, index) => ({ ...line, livePrice: prices[index] ?? line.livePrice }))
    const gone = now.filter(({ livePrice }) => !livePrice.available)
    return [
      ...gone.map(({ gift }) => unbuyableLine(gift, 'gone')),
      ...findUnbuyableLines(now.filter(line => !gone.includes(line))),
    ]
  } catch (error) {
    if (!(error instanceof ShopFailure)) throw error
    ctx.log.warn({ err: error }, 'the shop could not be asked why it refused a cart')
    return []
  }
}

/** Names in every language, because the shop's sentence may use any, and SKUs. */
async function listNames(lines: PricedLine[], { db }: RequestContext): Promise<NamedGift[]> {
  const ids = lines.map(({ gift }) => gift.product_id)
  const byLanguage = await Promise.all(languages.map(language => findProductsByIds(db, ids, language)))
  return lines.map(({ gift }) => ({
    gift_id: gift.id,
    name: gift.name,
    names: [gift.name, gift.sku, ...byLanguage.map(products => products.get(gift.product_id)?.name ?? '')],
  }))
}
