import { sql } from 'kysely'
import { AppError, orNotFound, throwFieldErrors } from '../base/app-error.ts'
import type { ParsedOf } from '../base/endpoint.ts'
import type { HostAnswer, ShopModifier } from '../base/shop-modifiers.ts'
import { priceOf } from '../catalogue/products.rules.ts'
import { startsAsGroupGift } from '../registry/event-type.ts'
import { addToHistory } from '../registry/history.sql.ts'
import type { RegistryRow } from '../registry/registry.sql.ts'
import { registryFor } from '../registry/registry.ts'
import { type Handler, handle } from '../server/context/handler.ts'
import type { CustomerContext } from '../server/context/request-context.ts'
import { countRows, findRows } from '../server/postgres/rows.ts'
import type { Db } from '../server/postgres/tables.ts'
import { giftsPerPage, maxGiftQuantity } from './gift.contract.ts'
import { giftCardType } from './gift.rules.ts'
import { findGiftById, findGiftByProduct, type GiftRow, insertGift, updateGift } from './gift.sql.ts'
import { changeLockedRegistry } from './manage.ts'
import { areSameAnswers, parseHostAnswers } from './modifier.rules.ts'
import * as contract from './wish.contract.ts'

export const calls: Handler[] = [handle(contract.addGifts, addGifts)]

async function addGifts({ registry_id, products }: ParsedOf<typeof contract.addGifts>, ctx: CustomerContext) {
  const { id } = await registryFor(ctx, registry_id, 'edit')
  return changeLockedRegistry(id, ctx, async (tx, registry) => {
    const added = await addWishedProducts(tx, registry, products)
    for (const { id } of added) {
      const gift = orNotFound(await findGiftById(tx, id, ctx.language))
      await addToHistory(tx, gift.registry_id, 'gift_added', ctx, gift.name)
    }
    return { added }
  })
}

type WishedProduct = ParsedOf<typeof contract.addGifts>['products'][number]
type AddedGift = { id: number; product_id: number; quantity: number }

/**
 * Adds products to a registry that the caller has locked; a product and variant that is there already gains the
 * quantity (R308). All or nothing: throws `gift_not_available` 409 when the shop doesn't sell one of them,
 * `gift_needs_file` 409 (R323), `refused_fields` 422 when a variant or an answer is missing or a quantity is too
 * large or less than the shop sells, `gift_other_answers` and `gift_too_many` 409.
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
  const answers = parseAllAnswers(products, chosen)
  const startsAsGroup = await startsAsGroupGift(tx, registry.event_type)
  const added: AddedGift[] = []
  for (const [index, product] of products.entries()) {
    const choice = chosen[index]
    if (!choice) continue
    const gift = { ...product, startsAsGroup, answers: answers[index] ?? [] }
    added.push(await addWishedProduct(tx, registry, gift, choice, `products.${index}`))
  }
  if ((await countRows(tx, 'gift', { registry_id: registry.id, removed_at: null })) > giftsPerPage)
    throw new AppError('gift_too_many', 409)
  return added
}

/** What `addWishedProducts` would do with one product and no answers; writes nothing. Throws the same. */
export async function planWishedProduct(
  tx: Db,
  registry: RegistryRow,
  product: WishedProduct,
): Promise<WishPlan & { choice: ChosenProduct }> {
  const [choice] = await resolveChosenProducts(tx, [{ ...product, fieldPrefix: 'products.0.' }])
  if (!choice) throw new AppError('gift_not_available', 409)
  const startsAsGroup = await startsAsGroupGift(tx, registry.event_type)
  const wish = { ...product, startsAsGroup, answers: [] }
  const plan = await planWish(tx, registry, wish, choice, 'products.0')
  if (
    !plan.existing &&
    (await countRows(tx, 'gift', { registry_id: registry.id, removed_at: null })) >= giftsPerPage
  )
    throw new AppError('gift_too_many', 409)
  return { ...plan, choice }
}

/** The host's answers for each product (R322). Throws `refused_fields` 422 with all errors. */
function parseAllAnswers(products: WishedProduct[], chosen: ChosenProduct[]): HostAnswer[][] {
  const fields: Record<string, string> = {}
  const answers = products.map((product, index) => {
    const parsed = parseHostAnswers(chosen[index]?.asked ?? [], product.modifiers ?? [])
    for (const [id, key] of Object.entries(parsed.errors)) fields[`products.${index}.modifiers.${id}`] = key
    return parsed.answers
  })
  throwFieldErrors(fields)
  return answers
}

export interface ChosenProduct {
  product_id: number
  variant_id: number
  sku: string
  price_cents: number
  selected_options: { option_id: number; value_id: number }[]
  isCard: boolean
  /** The fewest units that the shop sells in one order (R321). */
  least: number
  /** The shop's questions (R322); empty for a gift card. */
  asked: ShopModifier[]
}

interface ProductChoice {
  product_id: number
  variant_id?: number | undefined
  fieldPrefix: string
}

/** In the order of the choices. Throws `gift_not_available` and `gift_needs_file` 409, `refused_fields` 422. */
export async function resolveChosenProducts(tx: Db, choices: ProductChoice[]): Promise<ChosenProduct[]> {
  const ids = [...new Set(choices.map(choice => choice.product_id))]
  const products = await findAvailableProducts(tx, ids)
  const variants = await findVariantsOfProducts(tx, ids)
  return choices.map(choice => resolveChosenProduct(choice, products, variants))
}

function resolveChosenProduct(
  choice: ProductChoice,
  products: Awaited<ReturnType<typeof findAvailableProducts>>,
  variants: Awaited<ReturnType<typeof findVariantsOfProducts>>,
): ChosenProduct {
  const product = products.find(({ id }) => id === choice.product_id)
  if (!product) throw notAvailable(choice)
  if (product.needs_file) throw notAvailable(choice, 'gift_needs_file')
  const variant = product.has_options
    ? variants.find(({ id, product_id }) => product_id === product.id && id === choice.variant_id)
    : undefined
  if (product.has_options && !variant)
    throw new AppError('refused_fields', 422, {
      fields: { [`${choice.fieldPrefix}variant_id`]: 'gift_options_required' },
    })
  const price_cents = priceOf(product, variant)
  if (!price_cents || variant?.available === false) throw notAvailable(choice)
  return {
    product_id: product.id,
    variant_id: variant?.id ?? 0,
    sku: variant?.sku || product.sku,
    price_cents,
    selected_options: (variant?.options.en ?? []).map(({ option_id, value_id }) => ({ option_id, value_id })),
    isCard: product.type === giftCardType,
    least: product.min_quantity,
    asked: product.type === giftCardType ? [] : product.modifiers,
  }
}

function notAvailable(
  { fieldPrefix }: ProductChoice,
  code: 'gift_not_available' | 'gift_needs_file' = 'gift_not_available',
): AppError {
  return new AppError(code, 409, { fields: { [`${fieldPrefix}product_id`]: code } })
}

type Wished = WishedProduct & { answers: HostAnswer[]; startsAsGroup: boolean }

interface WishPlan {
  existing: GiftRow | undefined
  quantity: number
  is_group: boolean
}

async function planWish(
  tx: Db,
  registry: RegistryRow,
  product: Wished,
  { isCard, least, variant_id }: ChosenProduct,
  field: string,
): Promise<WishPlan> {
  // Guests choose a gift card's value, so its variants are one gift (R317).
  const existing = await findGiftByProduct(tx, registry.id, product.product_id, isCard ? null : variant_id)
  if (existing) {
    assertSameAnswers(existing, product, field)
    const quantity = sumUnits(existing, product.once || isCard ? 0 : product.quantity, field)
    return { existing, quantity, is_group: existing.is_group }
  }
  const isGroup = product.is_group_gifting ?? (product.startsAsGroup && least === 1)
  const is_group = !isCard && isGroup
  assertSoldInOneOrder({ quantity: product.quantity, is_group }, least, `${field}.`)
  return { existing, quantity: is_group ? 1 : product.quantity, is_group }
}

async function addWishedProduct(
  tx: Db,
  registry: RegistryRow,
  product: Wished,
  chosen: ChosenProduct,
  field: string,
): Promise<AddedGift> {
  const { existing, quantity, is_group } = await planWish(tx, registry, product, chosen, field)
  if (existing) {
    await updateGift(tx, existing.id, { quantity })
    return { id: existing.id, product_id: existing.product_id, quantity }
  }
  const { selected_options, isCard: _, least: __, asked: ___, ...choice } = chosen
  return insertGift(tx, {
    ...choice,
    registry_id: registry.id,
    quantity,
    is_group,
    selected_options: JSON.stringify(selected_options),
    modifiers: JSON.stringify(product.answers),
    note: product.note ?? null,
    must_have: product.must_have,
  })
}

/** All units of a gift have the same answers: throws `gift_other_answers` 409 for others. */
function assertSameAnswers(
  existing: GiftRow,
  { modifiers = [], answers }: Pick<WishedProduct, 'modifiers'> & { answers: HostAnswer[] },
  field: string,
): void {
  if (modifiers.length === 0 || areSameAnswers(answers, existing.modifiers)) return
  throw new AppError('gift_other_answers', 409, { fields: { [`${field}.modifiers`]: 'gift_other_answers' } })
}

/** Throws `refused_fields` 422 below the shop's minimum (R321); a group gift is a single unit. */
export function assertSoldInOneOrder(
  wish: { quantity: number; is_group: boolean },
  least: number,
  fieldPrefix: string,
): void {
  if (wish.is_group && least > 1)
    throwFieldErrors({ [`${fieldPrefix}is_group_gifting`]: 'gift_group_minimum' })
  if (wish.quantity < least) throwFieldErrors({ [`${fieldPrefix}quantity`]: 'gift_quantity_least' })
}

/** A group gift always has one unit. Throws `refused_fields` 422 beyond `maxGiftQuantity`. */
function sumUnits(gift: GiftRow, units: number, field: string): number {
  const quantity = gift.is_group ? 1 : gift.quantity + units
  if (quantity > maxGiftQuantity)
    throw new AppError('refused_fields', 422, { fields: { [`${field}.quantity`]: 'gift_quantity_most' } })
  return quantity
}

async function findAvailableProducts(db: Db, ids: number[]) {
  if (ids.length === 0) return []
  return db
    .selectFrom('product')
    .select(['id', 'sku', 'type', 'price_cents', 'has_options', 'min_quantity', 'needs_file'])
    .select(sql<ShopModifier[]>`product_modifiers_in(product, 'en')`.as('modifiers'))
    .where('id', 'in', ids)
    .where('listed', '=', true)
    .where('available', '=', true)
    .execute()
}

/** Finds a product by its SKU, a variant's SKU or its number in the shop, in that order. */
export async function findProductByNumberOrSku(
  db: Db,
  typed: string,
): Promise<{ product_id: number; variant_id: number | null } | undefined> {
  const number = /^[1-9]\d{0,8}$/.test(typed) ? Number(typed) : null
  const { rows } = await sql<{ product_id: number; variant_id: number | null }>`
    select id as product_id, null as variant_id, 1 as place from product where upper(sku) = upper(${typed})
    union all
    select product_id, variant.id, 2 from variant join product on product.id = product_id and has_options
      where upper(variant.sku) = upper(${typed})
    union all
    select id, null, 3 from product where id = ${number}
    order by place, product_id limit 1`.execute(db)
  return rows[0]
}

async function findVariantsOfProducts(db: Db, productIds: number[]) {
  if (productIds.length === 0) return []
  return findRows(db, 'variant', {
    where: { product_id: { in: productIds } },
    columns: ['id', 'product_id', 'sku', 'price_cents', 'available', 'options', 'option_value_ids'],
  })
}
