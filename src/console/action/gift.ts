import { AppError, orNotFound } from '../../base/app-error.ts'
import { dayInAthens } from '../../base/dates.ts'
import { phoneticQueryKeys } from '../../base/greek/phonetic-keys.ts'
import { formatEuro } from '../../base/money.ts'
import { priceOf, toProductCard } from '../../catalogue/products.rules.ts'
import {
  findProductsByIds,
  findProductsInOrder,
  type StoredProduct,
  type StoredVariant,
} from '../../catalogue/products.ts'
import { searchProductListings } from '../../catalogue/search.sql.ts'
import { giftCardType, giftLockReason } from '../../gift/gift.rules.ts'
import { findGiftById, nothingGiven, sumGivenByGift, updateGift } from '../../gift/gift.sql.ts'
import { addWishedProducts, findProductByNumberOrSku, planWishedProduct } from '../../gift/wish.ts'
import { isRegistryOpen } from '../../registry/registry.rules.ts'
import { lockRegistry, type RegistryRow } from '../../registry/registry.sql.ts'
import { isSurpriseActive } from '../../registry/surprise.rules.ts'
import type { StaffContext } from '../../server/context/request-context.ts'
import type { Db } from '../../server/postgres/tables.ts'
import type { RunOf } from './action.ts'
import { lockRegistryOfField, registryOfField } from './fields.ts'

/**
 * Takes a gift off for a host on the telephone (R974) by the rules of hosts: none that was given (R309), none while
 * surprise mode is on (R222).
 */
export const giftRemoval: RunOf<'gift_removed'> = {
  findRegistryId: async (db, { gift }) =>
    gift === undefined ? undefined : (await findGiftById(db, gift, 'en'))?.registry_id,
  async look(tx, { gift: id }, _, ctx) {
    const { registry_id: registryId } = orNotFound(await findGiftById(tx, id, ctx.language))
    const registry = orNotFound(await lockRegistry(tx, registryId))
    const gift = orNotFound(await findGiftById(tx, id, ctx.language))
    const given = (await sumGivenByGift(tx, [id], ctx.now)).get(id) ?? nothingGiven
    const isSurprise = isSurpriseActive(registry, dayInAthens(ctx.now))
    const lock = isSurprise ? 'gift_secret_locked' : giftLockReason(given)
    if (lock) throw new AppError(lock, 409)
    return {
      registryId,
      history: { what: 'shop_gift_removed', about: gift.name },
      before: { gift: gift.name, units: gift.quantity },
      after: { gift: null, units: 0 },
      async apply() {
        await updateGift(tx, id, { removed_at: ctx.now })
        await ctx.registryChanged(tx, registryId)
      },
    }
  },
}

/** Adds a product to an open registry for a host on the telephone (R974), by the rules of hosts (R308). */
export const giftAdding: RunOf<'gift_added'> = {
  async look(tx, { registry: typed, quantity, group, ...input }, _, ctx) {
    const registry = await lockRegistryOfField(tx, typed)
    if (!isRegistryOpen(registry, dayInAthens(ctx.now)))
      throw new AppError('staff_registry_closed', 409, { fields: { registry: 'staff_registry_closed' } })
    const { product, named } = await productOfField(tx, input.product, ctx)
    const variantId = named ?? input.variant
    const wish = {
      product_id: product.id,
      ...(variantId !== undefined && { variant_id: variantId }),
      ...(group !== undefined && { is_group_gifting: group === 'yes' }),
      quantity,
      must_have: false,
      once: false,
    }
    const plan = await planAsStaff(tx, registry, wish)
    const { existing, choice } = plan
    const variant = product.variants.find(one => one.id === choice.variant_id)
    const facts = {
      product: product.name,
      variant: variant && product.has_options ? optionsText(variant) : null,
      price_cents: choice.price_cents,
    }
    return {
      registryId: registry.id,
      history: { what: 'shop_gift_added', about: product.name },
      before: { ...facts, units: existing?.quantity ?? 0, is_group: existing?.is_group ?? null },
      after: { ...facts, units: plan.quantity, is_group: plan.is_group },
      state: [choice.product_id, choice.variant_id],
      async apply() {
        await addWishedProducts(tx, registry, [wish])
        await ctx.registryChanged(tx, registry.id)
      },
    }
  },
  async choices({ registry, product: typed }, ctx) {
    if (registry !== undefined) await registryOfField(ctx.db, registry)
    if (typed === undefined) return { product: [], variant: [], group: [] }
    const some = await findProductsToChoose(typed, ctx)
    if (some.length > 0) return { product: some, variant: [], group: [] }
    const { product, named } = await productOfField(ctx.db, typed, ctx)
    const variants = sellableVariants(product)
    if (!product.available || (product.has_options && variants.length === 0))
      throw wrongField('product', 'gift_not_available')
    const isGroupPossible = product.type !== giftCardType && product.min_quantity === 1
    return {
      product: [],
      variant: named ? [] : variants.map(one => toVariantChoice(product, one, ctx)),
      group: isGroupPossible ? ['no', 'yes'].map(value => ({ value, label: value })) : [],
    }
  },
}

const maxProducts = 12

/** Products whose names have the typed words; none where a number or SKU already names one product. */
async function findProductsToChoose(typed: string, { db, now, language, config }: StaffContext) {
  if (await findProductByNumberOrSku(db, typed)) return []
  const words = phoneticQueryKeys(typed)
  if (words.length === 0) return []
  const filter = { words, sort: 'best-selling', page: 1, perPage: maxProducts } as const
  const { ids } = await searchProductListings(db, filter, { now })
  const products = await findProductsInOrder(db, ids, language)
  return products.map(product => {
    const { id, name, image, price } = toProductCard(product, language, config.storefronts)
    const label = price === null ? name : `${name}, ${formatEuro(price, language)}`
    return { value: String(id), label, image }
  })
}

type ProductWithVariants = StoredProduct & { variants: StoredVariant[] }

const wrongField = (name: string, key: string) =>
  new AppError('refused_fields', 422, { fields: { [name]: key } })

/** The typed product, and its variant when a SKU names one. Throws `refused_fields` 422 for one that isn't sold. */
async function productOfField(db: Db, typed: string, { language }: Pick<StaffContext, 'language'>) {
  const found = await findProductByNumberOrSku(db, typed)
  const product = found && (await findProductsByIds(db, [found.product_id], language)).get(found.product_id)
  if (!product?.listed) throw wrongField('product', 'staff_product_missing')
  return { product, named: found?.variant_id ?? null }
}

function sellableVariants({ has_options, variants }: ProductWithVariants): StoredVariant[] {
  return has_options ? variants.filter(one => one.available) : []
}

const optionsText = ({ options }: StoredVariant) => options.map(one => one.value).join(', ')

function toVariantChoice(
  product: ProductWithVariants,
  variant: StoredVariant,
  { language }: Pick<StaffContext, 'language'>,
) {
  const price = priceOf(product, variant)
  const words =
    price === null ? optionsText(variant) : `${optionsText(variant)}, ${formatEuro(price, language)}`
  return { value: String(variant.id), label: `${words} (${variant.sku})` }
}

/** Fields of the hosts' form by their names in this form. */
const fieldNames: Record<string, string> = {
  product_id: 'product',
  variant_id: 'variant',
  quantity: 'quantity',
  is_group_gifting: 'group',
}

/**
 * The gift as it will be. What hosts are refused is a wrong field of this form. Throws `staff_gift_there` 409 for a
 * group gift or a gift card that is on the registry already, and `refused_fields` 422 when a gift would change to a
 * group gift.
 */
async function planAsStaff(tx: Db, registry: RegistryRow, wish: Parameters<typeof planWishedProduct>[2]) {
  const plan = await planWishedProduct(tx, registry, wish).catch(error => {
    if (!(error instanceof AppError && error.fields)) throw error
    const fields = Object.entries(error.fields).map(([name, key]) => {
      const last = name.split('.').at(-1) ?? ''
      return [fieldNames[last] ?? last, key]
    })
    throw new AppError('refused_fields', 422, { fields: Object.fromEntries(fields) })
  })
  const { existing, choice } = plan
  if (existing && (existing.is_group || choice.isCard))
    throw new AppError('staff_gift_there', 409, { fields: { product: 'staff_gift_there' } })
  if (existing && wish.is_group_gifting) throw wrongField('group', 'staff_gift_whole')
  return plan
}
