import { AppError } from '../../base/app-error.ts'
import type { ParsedOf } from '../../base/endpoint.ts'
import { priceOf } from '../../catalogue/products/rules.ts'
import type { RegistryRow } from '../../registry/registry/data.ts'
import type { Db } from '../../server/postgres/tables.ts'
import { type addGifts, giftsPerPage, maxGiftQuantity } from '../gift/contract.ts'
import * as data from '../gift/data.ts'
import { giftCardType } from '../gift/rules.ts'

type Wish = ParsedOf<typeof addGifts>['products'][number]
type Added = { id: number; product_id: number; quantity: number }

/**
 * Adds each wish to the registry (locked by the caller); the same product and variant gains the quantity.
 * Throws `gift_not_available` 409 when the shop doesn't sell one of them, `refused_fields` when a variant is
 * missing or there would be too many; then nothing is added.
 */
export async function addWishedProducts(tx: Db, registry: RegistryRow, wishes: Wish[]): Promise<Added[]> {
  const chosen = await resolveChosenProducts(
    tx,
    wishes.map((wish, index) => ({ ...wish, field: `products.${index}.` })),
  )
  const added: Added[] = []
  for (const [index, wish] of wishes.entries()) {
    const choice = chosen[index]
    if (choice) added.push(await addWish(tx, registry, wish, choice, `products.${index}`))
  }
  await refuseTooMany(tx, registry)
  return added
}

/** A product that the mirror knows, in one of its variants, as a gift keeps it. */
export interface ChosenProduct {
  product_id: number
  variant_id: number
  sku: string
  price_cents: number
  selected_options: { option_id: number; value_id: number }[]
  isCard: boolean
}

interface Wanted {
  product_id: number
  variant_id?: number | undefined
  /** What stands before its fields’ names. */
  field: string
}

/** The products or variants wished for. Throws `gift_not_available` 409, `refused_fields` 422. */
export async function resolveChosenProducts(tx: Db, wanted: Wanted[]): Promise<ChosenProduct[]> {
  const ids = [...new Set(wanted.map(one => one.product_id))]
  const products = await data.findAvailableProducts(tx, ids)
  const variants = await data.findVariantsOfProducts(tx, ids)
  return wanted.map(one => choiceOf(one, products, variants))
}

function choiceOf(
  wanted: Wanted,
  products: Awaited<ReturnType<typeof data.findAvailableProducts>>,
  variants: Awaited<ReturnType<typeof data.findVariantsOfProducts>>,
): ChosenProduct {
  const product = products.find(one => one.id === wanted.product_id)
  if (!product) throw notAvailable(wanted)
  const own = variants.filter(one => one.product_id === product.id)
  const variant = product.has_options ? own.find(one => one.id === wanted.variant_id) : undefined
  if (product.has_options && !variant)
    throw new AppError('refused_fields', 422, {
      fields: { [`${wanted.field}variant_id`]: 'gift_options_required' },
    })
  const price_cents = priceOf(product, variant)
  if (!price_cents || variant?.available === false) throw notAvailable(wanted)
  const selected_options = (variant?.options.en ?? []).map(({ option_id, value_id }) => ({
    option_id,
    value_id,
  }))
  return {
    product_id: product.id,
    variant_id: variant?.id ?? 0,
    sku: variant?.sku || product.sku,
    price_cents,
    selected_options,
    isCard: product.type === giftCardType,
  }
}

function notAvailable({ field }: Wanted): AppError {
  return new AppError('gift_not_available', 409, {
    fields: { [`${field}product_id`]: 'gift_not_available' },
  })
}

async function addWish(
  tx: Db,
  registry: RegistryRow,
  wish: Wish,
  { selected_options, isCard, ...choice }: ChosenProduct,
  field: string,
): Promise<Added> {
  const same = await data.findGiftByProduct(tx, registry.id, wish.product_id, choice.variant_id)
  if (same) return gain(tx, same, wish.once ? 0 : wish.quantity, field)
  // In a group activity everyone chips in for everything (product.md 7).
  const is_group = !isCard && (wish.is_group_gifting || registry.event_type === 'group-activity')
  return data.insertGift(tx, {
    ...choice,
    registry_id: registry.id,
    quantity: is_group ? 1 : wish.quantity,
    is_group,
    selected_options: JSON.stringify(selected_options),
    note: wish.note ?? null,
    must_have: wish.must_have,
  })
}

/** A gift already wished for gains units; a group gift is one and stays one. */
async function gain(tx: Db, gift: data.GiftRow, units: number, field: string): Promise<Added> {
  const { id, product_id } = gift
  const quantity = gift.is_group ? 1 : gift.quantity + units
  if (quantity > maxGiftQuantity)
    throw new AppError('refused_fields', 422, { fields: { [`${field}.quantity`]: 'gift_quantity_most' } })
  await data.updateGift(tx, id, { quantity })
  return { id, product_id, quantity }
}

async function refuseTooMany(tx: Db, registry: RegistryRow): Promise<void> {
  if ((await data.countGifts(tx, registry.id)) > giftsPerPage) throw new AppError('gift_too_many', 409)
}
