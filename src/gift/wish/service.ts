import { AppError } from '../../base/app-error.ts'
import type { ParsedOf } from '../../base/endpoint.ts'
import { priceOf } from '../../catalogue/products/rules.ts'
import type { RegistryRow } from '../../registry/registry/data.ts'
import { startsAsGroupGift } from '../../registry/registry/event-type-data.ts'
import type { Db } from '../../server/postgres/tables.ts'
import { giftsPerPage, maxGiftQuantity } from '../gift/contract.ts'
import { countGifts, findGiftByProduct, type GiftRow, insertGift, updateGift } from '../gift/data.ts'
import { giftCardType } from '../gift/rules.ts'
import type { addGifts } from './contract.ts'
import * as data from './data.ts'

type WishedProduct = ParsedOf<typeof addGifts>['products'][number]
type AddedGift = { id: number; product_id: number; quantity: number }

/**
 * Adds products to a registry that the caller has locked; a product and variant that is there already gains the
 * quantity (R308). Throws `gift_not_available` 409 when the shop doesn't sell one of them, `refused_fields` 422 when a
 * variant is missing or a quantity gets too large, `gift_too_many` 409; then nothing is added.
 */
export async function addWishedProducts(
  tx: Db,
  registry: RegistryRow,
  products: WishedProduct[],
): Promise<AddedGift[]> {
  const chosen = await resolveChosenProducts(
    tx,
    products.map((product, index) => ({ ...product, fieldPrefix: `products.${index}.` })),
  )
  const startsAsGroup = await startsAsGroupGift(tx, registry.event_type)
  const added: AddedGift[] = []
  for (const [index, product] of products.entries()) {
    const choice = chosen[index]
    if (!choice) continue
    const is_group_gifting = product.is_group_gifting || startsAsGroup
    const gift = { ...product, is_group_gifting }
    added.push(await addWishedProduct(tx, registry, gift, choice, `products.${index}`))
  }
  if ((await countGifts(tx, registry.id)) > giftsPerPage) throw new AppError('gift_too_many', 409)
  return added
}

/** A product in one of its variants, as a gift stores it. */
export interface ChosenProduct {
  product_id: number
  variant_id: number
  sku: string
  price_cents: number
  selected_options: { option_id: number; value_id: number }[]
  isCard: boolean
}

interface ProductChoice {
  product_id: number
  variant_id?: number | undefined
  /** Precedes the names of its fields in an error. */
  fieldPrefix: string
}

/** The chosen products and variants, in order. Throws `gift_not_available` 409, `refused_fields` 422. */
export async function resolveChosenProducts(tx: Db, choices: ProductChoice[]): Promise<ChosenProduct[]> {
  const ids = [...new Set(choices.map(choice => choice.product_id))]
  const products = await data.findAvailableProducts(tx, ids)
  const variants = await data.findVariantsOfProducts(tx, ids)
  return choices.map(choice => resolveChosenProduct(choice, products, variants))
}

function resolveChosenProduct(
  choice: ProductChoice,
  products: Awaited<ReturnType<typeof data.findAvailableProducts>>,
  variants: Awaited<ReturnType<typeof data.findVariantsOfProducts>>,
): ChosenProduct {
  const product = products.find(({ id }) => id === choice.product_id)
  if (!product) throw notAvailable(choice)
  const variant = product.has_options
    ? variants.find(({ id, product_id }) => product_id === product.id && id === choice.variant_id)
    : undefined
  if (product.has_options && !variant)
    throw new AppError('refused_fields', 422, {
      fields: { [`${choice.fieldPrefix}variant_id`]: 'gift_options_required' },
    })
  const price_cents = priceOf(product, variant)
  if (!price_cents || variant?.available === false) throw notAvailable(choice)
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

function notAvailable({ fieldPrefix }: ProductChoice): AppError {
  return new AppError('gift_not_available', 409, {
    fields: { [`${fieldPrefix}product_id`]: 'gift_not_available' },
  })
}

async function addWishedProduct(
  tx: Db,
  registry: RegistryRow,
  product: WishedProduct,
  { selected_options, isCard, ...choice }: ChosenProduct,
  field: string,
): Promise<AddedGift> {
  const existing = await findGiftByProduct(tx, registry.id, product.product_id, choice.variant_id)
  if (existing) return addUnits(tx, existing, product.once ? 0 : product.quantity, field)
  const is_group = !isCard && product.is_group_gifting
  return insertGift(tx, {
    ...choice,
    registry_id: registry.id,
    quantity: is_group ? 1 : product.quantity,
    is_group,
    selected_options: JSON.stringify(selected_options),
    note: product.note ?? null,
    must_have: product.must_have,
  })
}

/** Adds units to a gift; a group gift always has one. */
async function addUnits(tx: Db, gift: GiftRow, units: number, field: string): Promise<AddedGift> {
  const { id, product_id } = gift
  const quantity = gift.is_group ? 1 : gift.quantity + units
  if (quantity > maxGiftQuantity)
    throw new AppError('refused_fields', 422, { fields: { [`${field}.quantity`]: 'gift_quantity_most' } })
  await updateGift(tx, id, { quantity })
  return { id, product_id, quantity }
}
