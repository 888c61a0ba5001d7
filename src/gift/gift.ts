import { orNotFound } from '../base/app-error.ts'
import { dayInAthens, formatDay } from '../base/dates.ts'
import type { ParsedOf } from '../base/endpoint.ts'
import { toPageMeta } from '../base/fields.ts'
import type { Language } from '../base/language.ts'
import { storefrontLink } from '../base/paths.ts'
import { describeAnswer, tileColourOf } from '../catalogue/products.rules.ts'
import { canEdit } from '../registry/registry.rules.ts'
import { findPartOfRegistry, type PartOfRegistry, type RegistryRow } from '../registry/registry.sql.ts'
import { registryByIdFor, registryToViewWith } from '../registry/registry.ts'
import { isSurpriseFor } from '../registry/surprise.rules.ts'
import { type Handler, handle } from '../server/context/handler.ts'
import type { CustomerContext, RequestContext } from '../server/context/request-context.ts'
import type { Db } from '../server/postgres/tables.ts'
import * as contract from './gift.contract.ts'
import {
  calculateGiftStatistics,
  calculateOpenAmounts,
  countGivenUnits,
  giftCardType,
  giftStateOf,
  minutesUntil,
  wishOf,
} from './gift.rules.ts'
import { findGiftById, type GiftWithProduct } from './gift.sql.ts'
import {
  type ListedGift,
  type ListedGiftsValues,
  type ListedRow,
  selectListedGifts,
  toListedGifts,
} from './listed-gifts.sql.ts'
import { listGiftModifiers } from './modifier.rules.ts'

export const calls: Handler[] = [
  handle(contract.showGifts, showGifts),
  handle(contract.showUnavailableGifts, showUnavailableGifts),
  handle(contract.showGiftStatistics, showGiftStatistics),
]

async function showGifts(input: ParsedOf<typeof contract.showGifts>, requestCtx: RequestContext) {
  const ctx = { ...requestCtx, language: input.lang ?? requestCtx.language }
  const gifts = await findVisibleGifts(input.registry_id, ctx)
  const start = (input.page - 1) * contract.giftsPerPage
  return {
    data: gifts.slice(start, start + contract.giftsPerPage).map(gift => toGiftView(gift, ctx)),
    meta: toPageMeta(input.page, contract.giftsPerPage, gifts.length),
  }
}

async function showUnavailableGifts({ registry_id }: { registry_id: string }, ctx: RequestContext) {
  const { gifts } = await findGiftsWithState(registry_id, ctx)
  return gifts.filter(({ state }) => state === 'unavailable')
}

async function showGiftStatistics({ registry_id }: { registry_id: string }, ctx: RequestContext) {
  const gifts = await findVisibleGifts(registry_id, ctx)
  return calculateGiftStatistics(gifts.map(gift => ({ ...gift, ...wishOf(gift) })))
}

type VisibleGift = ListedGift & { state: contract.GiftView['state'] }

/** Unavailable gifts are shown only to hosts (R312). */
async function findVisibleGifts(address: string, ctx: RequestContext): Promise<VisibleGift[]> {
  const { registry, gifts } = await findGiftsWithState(address, ctx)
  return canEdit(registry, ctx.customer) ? gifts : gifts.filter(gift => gift.state !== 'unavailable')
}

/** All gifts with what was given towards each; hosts in surprise mode see nothing of it (R221). */
async function findGiftsWithState(
  address: string,
  ctx: RequestContext,
): Promise<{ registry: RegistryRow; gifts: VisibleGift[] }> {
  const { customer, language, now, changesAt } = ctx
  const { registry, part } = await registryToViewWith(ctx, address, giftsOfRegistry({ language, now }))
  const gifts = toListedGifts(part, !isSurpriseFor(registry, customer, dayInAthens(now)))
  for (const { given } of gifts)
    for (const end of [given.reservedUntil, given.heldUntil]) if (end) changesAt?.(end)
  return {
    registry,
    gifts: gifts.map(gift =>
      Object.assign(gift, { state: giftStateOf(wishOf(gift), gift.given, gift.available) }),
    ),
  }
}

function toGiftView(gift: VisibleGift, { config, language, now }: RequestContext): contract.GiftView {
  const { given, amounts, product_id } = gift
  const open = calculateOpenAmounts(wishOf(gift), given)
  return {
    id: gift.id,
    product_id,
    variant_id: gift.variant_id,
    sku: gift.sku,
    name: gift.name,
    brand: gift.brand,
    image: gift.image,
    type: gift.type,
    quantity: gift.quantity,
    price: gift.price,
    note: gift.note,
    must_have: gift.must_have,
    min_quantity: gift.min_quantity,
    max_quantity: gift.max_quantity,
    stock: gift.stock,
    state: gift.state,
    url: storefrontLink(config.storefronts, gift.path, language),
    tile: tileColourOf({ id: product_id, category_ids: gift.category_ids }),
    how_many_sale: countGivenUnits(wishOf(gift), given),
    is_group_gifting: gift.is_group,
    selected_options: gift.options?.[language] ?? [],
    modifiers: toModifierViews(gift, language),
    collected: given.cents,
    remaining: open.remaining,
    givers: given.givers,
    held_units: given.reservedUnits,
    held: given.reservedCents,
    held_minutes: minutesUntil(given.reservedUntil, now),
    held_until: (given.reservedUntil ?? given.heldUntil)?.toISOString() ?? null,
    open_units: open.units,
    open_amount: open.cents,
    ...(amounts && { amounts }),
    ...(gift.is_preorder && { preorder: { from: gift.released_on } }),
    ...(gift.state === 'unavailable' && reasonOf(gift)),
  }
}

function reasonOf({ needs_file, lacks_price }: VisibleGift): Pick<contract.GiftView, 'unavailable_reason'> {
  if (needs_file) return { unavailable_reason: 'file' }
  return lacks_price ? { unavailable_reason: 'price' } : {}
}

/** A gift card is bought as an amount of money, so none of its questions is asked. */
function toModifierViews(gift: VisibleGift, language: Language): contract.GiftModifierView[] {
  if (gift.type === giftCardType) return []
  return listGiftModifiers(gift.product_modifiers, gift.modifiers).map(({ modifier, by, answer }) => ({
    modifier,
    by,
    answer: answer?.value ?? null,
    text: answer && describeAnswer(modifier, answer.value, day => formatDay(day, language)),
  }))
}

/**
 * A gift and its registry, for its owner or co-host (R218); throws `refused_missing` 404 for others. Not for writing:
 * a transaction uses the rows that it has locked.
 */
export async function giftForHost(
  ctx: CustomerContext,
  id: number,
): Promise<{ gift: GiftWithProduct; registry: RegistryRow }> {
  const gift = orNotFound(await findGiftById(ctx.db, id, ctx.language))
  return { gift, registry: await registryByIdFor(ctx, gift.registry_id, 'edit') }
}

/** The gifts as their list shows them, read in one query with the registry (`registryToViewWith`). */
const giftsOfRegistry =
  (values: ListedGiftsValues): PartOfRegistry<ListedRow[]> =>
  registryId =>
    selectListedGifts(registryId, values)

/** The gifts as their list shows them, with what was given, of a registry that was read before. */
export async function findListedGifts(
  db: Db,
  registryId: number,
  values: ListedGiftsValues,
): Promise<ListedGift[]> {
  return toListedGifts(await findPartOfRegistry(db, registryId, giftsOfRegistry(values)), true)
}
