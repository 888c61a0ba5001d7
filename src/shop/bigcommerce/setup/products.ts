import { z } from 'zod'
import { getJson, getOne, nullIfMissing } from '../rest-client.ts'
import { storeChannels } from './channels.ts'
import { createIfAllowed, reportCorrect, reportWrong, type SetupContext } from './setup-context.ts'

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
  const product =
    (await findProduct(ctx, ctx.request.groupProductId, groupGiftSku)) ??
    (await createIfAllowed(ctx, name, 'a hidden digital product for contributions', () =>
      createProduct(ctx, {
        name: 'Group gift contribution',
        sku: groupGiftSku,
        price: 0,
        tax_class_id: taxClass,
        is_visible: false,
        description: '<p>A share of the price of a gift that several people give together.</p>',
      }),
    ))
  if (!product) return
  ctx.products.group = product.id
  const faults = [
    ...(product.type === 'digital' ? [] : ['must be digital']),
    ...(product.tax_class_id === taxClass
      ? []
      : [`must have tax class ${taxClass}, or SHOP_GROUP_TAX_CLASS its own one, so that 40 € stay 40.00 €`]),
    ...(product.inventory_tracking === 'none' ? [] : ['must not track its stock']),
    ...(product.availability === 'available' ? [] : ['must be available for purchase']),
    ...(product.is_visible ? ['must be hidden on the storefront'] : []),
    // Only our carts give it a price: whoever adds it elsewhere pays nothing for it (R1310).
    ...(product.price === 0 ? [] : ['must have the price 0']),
  ]
  if (faults.length === 0) reportCorrect(ctx, name, `product ${product.id}, “${product.name}”`)
  else reportWrong(ctx, name, `product ${product.id} ${faults.join('; ')}`)
  await assignToChannels(ctx, name, product.id)
  await setUpTextOptions(ctx, product.id)
}

async function setUpTextOptions(ctx: SetupContext, productId: number): Promise<void> {
  const path = `/v3/catalog/products/${productId}/modifiers`
  const existingOptions = (await getJson(ctx.rest, modifiersSchema, path)).data
  for (const [index, { name, required }] of textOptions.entries()) {
    const title = `group gift: ${name}`
    const body = { type: 'text', display_name: name, required, sort_order: index }
    const existing = existingOptions.find(option => option.display_name === name)
    const option =
      existing ??
      (await createIfAllowed(ctx, title, `a line of text named “${name}”`, async () => {
        return (await ctx.rest(oneModifierSchema, { method: 'POST', path, body, repeatable: false })).data
      }))
    if (!option) continue
    ctx.products.options[name] = option.id
    if (option.type !== 'text') reportWrong(ctx, title, `is ${option.type}, not text`)
    else if (option.required !== required)
      reportWrong(ctx, title, `must ${required ? '' : 'not '}be required`)
    else if (existing) reportCorrect(ctx, title, `modifier ${option.id}`)
  }
}

/** The product whose variants are the gift cards: found by id or SKU, or created. */
export async function setUpGiftCardProduct(ctx: SetupContext, taxClass: number): Promise<void> {
  const name = 'gift card'
  const product =
    (await findProduct(ctx, ctx.request.giftCardProductId, giftCardSku)) ??
    (await createIfAllowed(ctx, name, `a digital product in ${giftCardEuros.length} values`, () =>
      createProduct(ctx, {
        name: 'Gift card',
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
    ))
  if (!product) return
  ctx.products.card = product.id
  const { data } = await getJson(ctx.rest, variantsSchema, `/v3/catalog/products/${product.id}/variants`)
  if (product.tax_class_id !== taxClass)
    reportWrong(ctx, name, `product ${product.id} must have tax class ${taxClass}`)
  else reportCorrect(ctx, name, `product ${product.id}, “${product.name}”, in ${data.length} values`)
  if (product.sku === giftCardSku) await takeOffSale(ctx, name, product)
  await assignToChannels(ctx, name, product.id)
}

/** The gift card that we made is bought from registries alone; one that the shop had before is its own business (R1310). */
async function takeOffSale(
  ctx: SetupContext,
  name: string,
  { id, availability }: StoreProduct,
): Promise<void> {
  ctx.products.made = id
  if (availability === 'disabled') return
  await createIfAllowed(ctx, `${name}: sale`, 'not for sale outside of registries', () => {
    const path = `/v3/catalog/products/${id}`
    return ctx.rest(oneProductSchema, {
      method: 'PUT',
      path,
      body: { availability: 'disabled' },
      repeatable: true,
    })
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

async function createProduct(ctx: SetupContext, fields: object): Promise<StoreProduct> {
  const body = {
    type: 'digital',
    weight: 0,
    inventory_tracking: 'none',
    availability: 'available',
    categories: [],
    ...fields,
  }
  const path = '/v3/catalog/products'
  return (await ctx.rest(oneProductSchema, { method: 'POST', path, body, repeatable: false })).data
}

/** Only products that are assigned to a channel can be put into its carts. */
async function assignToChannels(ctx: SetupContext, name: string, id: number): Promise<void> {
  const path = '/v3/catalog/products/channel-assignments'
  const { data } = await getJson(ctx.rest, assignmentsSchema, `${path}?product_id:in=${id}`)
  const channels = storeChannels(ctx).map(({ id: channel }) => channel)
  const missing = channels.filter(channel => !data.some(one => one.channel_id === channel))
  if (missing.length === 0) return reportCorrect(ctx, `${name}: channels`, 'sold on all of ours')
  await createIfAllowed(ctx, `${name}: channels`, `sold on channel ${missing.join(' and ')}`, () => {
    const body = missing.map(channel_id => ({ product_id: id, channel_id }))
    return ctx.rest(z.unknown(), { method: 'PUT', path, body, repeatable: true })
  })
}
