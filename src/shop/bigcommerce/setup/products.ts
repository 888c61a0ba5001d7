import { z } from 'zod'
import { ShopFailure } from '../../port.ts'
import { getJson, getOne, nullIfMissing } from '../rest-client.ts'
import { ensure, type SetupContext, storeChannels } from './setup-context.ts'

const productSchema = z.object({
  id: z.int(),
  name: z.string(),
  sku: z.string(),
  price: z.number(),
  type: z.string(),
  tax_class_id: z.int(),
  is_visible: z.boolean(),
  inventory_tracking: z.string(),
  availability: z.string(),
})
type StoreProduct = z.output<typeof productSchema>
const productsSchema = z.object({ data: z.array(productSchema) })
const oneProductSchema = z.object({ data: productSchema })
const modifierSchema = z.object({
  id: z.int(),
  display_name: z.string(),
  type: z.string(),
  required: z.boolean(),
})
const modifiersSchema = z.object({ data: z.array(modifierSchema) })
const oneModifierSchema = z.object({ data: modifierSchema })
const variantsSchema = z.object({ data: z.array(z.object({ id: z.int() })) })
const assignmentsSchema = z.object({ data: z.array(z.object({ channel_id: z.int() })) })

const groupGiftSku = 'REGISTRY-GROUP-GIFT'
const giftCardSku = 'REGISTRY-GIFT-CARD'
/** The values of a new gift card, in euro, as the platform has prices. */
const giftCardEuros = [25, 50, 100, 150, 200, 300]

/** The three text options of the group gift; an order without the reference still counts, so that it is optional. */
const textOptions = [
  { name: 'product', required: true },
  { name: 'variant', required: true },
  { name: 'reference', required: false },
] as const

/** The hidden product that contributions are ordered as: found by id or SKU, or created. */
export async function setUpGroupGiftProduct(ctx: SetupContext, taxClass: number): Promise<void> {
  const name = 'group gift'
  const product = await ensure(ctx, {
    name,
    find: () => findProduct(ctx, ctx.request.groupProductId, groupGiftSku),
    demands: one => [
      [one.type === 'digital', 'must be digital'],
      [
        one.tax_class_id === taxClass,
        `must have tax class ${taxClass}, or SHOP_GROUP_TAX_CLASS its own one, so that 40 € stay 40.00 €`,
      ],
      [one.inventory_tracking === 'none', 'must not track its stock'],
      [one.availability === 'available', 'must be available for purchase'],
      [!one.is_visible, 'must be hidden on the storefront'],
      // Only our carts give it a price: whoever adds it elsewhere pays nothing, and it counts for nothing (R1310).
      [one.price === 0, 'must have the price 0'],
    ],
    describe: describeProduct,
    missing: 'a hidden digital product for contributions',
    make: () =>
      createProduct(ctx, 'group', {
        name: 'Group gift contribution',
        sku: groupGiftSku,
        price: 0,
        tax_class_id: taxClass,
        is_visible: false,
        description: '<p>A share of the price of a gift that several people give together.</p>',
      }),
  })
  if (!product) return
  ctx.products.group = product.id
  await assignToChannels(ctx, name, product.id)
  const path = `/v3/catalog/products/${product.id}/modifiers`
  const existing = (await getJson(ctx.rest, modifiersSchema, path)).data
  for (const [sort_order, { name, required }] of textOptions.entries()) {
    const body = { type: 'text', display_name: name, required, sort_order }
    const option = await ensure(ctx, {
      name: `group gift: ${name}`,
      find: async () => existing.find(one => one.display_name === name) ?? null,
      demands: one => [
        [one.type === 'text', `is ${one.type}, not text`],
        [one.required === required, `must ${required ? '' : 'not '}be required`],
      ],
      describe: ({ id }) => `modifier ${id}`,
      missing: `a line of text named “${name}”`,
      make: async () =>
        (await ctx.rest(oneModifierSchema, { method: 'POST', path, body, repeatable: false })).data,
    })
    if (option) ctx.products.options[name] = option.id
  }
}

/** The product whose variants are the gift cards: found by id or SKU, or created. */
export async function setUpGiftCardProduct(ctx: SetupContext, taxClass: number): Promise<void> {
  const name = 'gift card'
  const product = await ensure(ctx, {
    name,
    find: async () => {
      const found = await findProduct(ctx, ctx.request.giftCardProductId, giftCardSku)
      ctx.products.card = found?.id
      return found
    },
    demands: one => [[one.tax_class_id === taxClass, `must have tax class ${taxClass}`]],
    describe: async one => {
      const path = `/v3/catalog/products/${one.id}/variants`
      const { data } = await getJson(ctx.rest, variantsSchema, path)
      return `${describeProduct(one)}, in ${data.length} values`
    },
    missing: `a digital product in ${giftCardEuros.length} values`,
    make: () =>
      createProduct(ctx, 'card', {
        name: 'Registry gift card',
        sku: giftCardSku,
        price: giftCardEuros[0],
        tax_class_id: taxClass,
        is_visible: true,
        // Listed, so that registries can show it, and sold by them alone, as an amount (R1310).
        availability: 'disabled',
        description: '<p>It buys anything in the shop, in one go or in several.</p>',
        variants: giftCardEuros.map(value => ({
          sku: `${giftCardSku}-${value}`,
          price: value,
          option_values: [{ option_display_name: 'Value', label: `€${value}` }],
        })),
      }),
  })
  if (!product) return
  ctx.products.card = product.id
  if (product.sku === giftCardSku) await takeOffSale(ctx, name, product)
  await assignToChannels(ctx, name, product.id)
}

const describeProduct = ({ id, name }: StoreProduct) => `product ${id}, “${name}”`

/**
 * Takes the gift card that we made off sale, for only registries sell it; one that the shop had before stays as it is
 * (R1310).
 */
async function takeOffSale(
  ctx: SetupContext,
  name: string,
  { id, availability }: StoreProduct,
): Promise<void> {
  ctx.products.made = id
  if (availability === 'disabled') return
  const call = { method: 'PUT' as const, path: `/v3/catalog/products/${id}`, repeatable: true }
  await ensure(ctx, {
    name: `${name}: sale`,
    find: async () => null,
    describe: describeProduct,
    missing: 'not for sale outside of registries',
    make: async () =>
      (await ctx.rest(oneProductSchema, { ...call, body: { availability: 'disabled' } })).data,
  })
}

async function findProduct(
  ctx: SetupContext,
  id: number | undefined,
  sku: string,
): Promise<StoreProduct | null> {
  const byId =
    id && (await nullIfMissing(() => getOne(ctx.rest, oneProductSchema, `/v3/catalog/products/${id}`)))
  if (byId) return byId.data
  const { data } = await getJson(ctx.rest, productsSchema, `/v3/catalog/products?sku=${sku}`)
  return data[0] ?? null
}

/** `part` is its name in SHOP_PRODUCTS. Throws ShopFailure, of a taken name or SKU with what to do. */
async function createProduct(
  ctx: SetupContext,
  part: 'group' | 'card',
  fields: object,
): Promise<StoreProduct> {
  const body = {
    type: 'digital',
    weight: 0,
    inventory_tracking: 'none',
    availability: 'available',
    categories: [],
    ...fields,
  }
  const path = '/v3/catalog/products'
  try {
    return (await ctx.rest(oneProductSchema, { method: 'POST', path, body, repeatable: false })).data
  } catch (error) {
    if (!(error instanceof ShopFailure) || error.status !== 409) throw error
    const remedy = `set SHOP_PRODUCTS=${part}:ITS_NUMBER, or rename it`
    throw new ShopFailure(error.kind, `the store has another product of that name or SKU; ${remedy}`, {
      ...error,
      cause: error,
    })
  }
}

/** Only products that are assigned to a channel can be put into its carts. */
async function assignToChannels(ctx: SetupContext, name: string, id: number): Promise<void> {
  const path = '/v3/catalog/products/channel-assignments'
  const { data } = await getJson(ctx.rest, assignmentsSchema, `${path}?product_id:in=${id}`)
  const channels = storeChannels(ctx).map(({ id: channel }) => channel)
  const missing = channels.filter(channel => !data.some(one => one.channel_id === channel))
  const body = missing.map(channel_id => ({ product_id: id, channel_id }))
  await ensure(ctx, {
    name: `${name}: channels`,
    find: async () => (missing.length === 0 ? channels : null),
    describe: () => 'sold on all of ours',
    missing: `sold on channel ${missing.join(' and ')}`,
    make: () => ctx.rest(z.unknown(), { method: 'PUT', path, body, repeatable: true }),
  })
}
