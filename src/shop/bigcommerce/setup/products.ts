import { z } from 'zod'
import { getJson, nullIfMissing } from '../rest-client.ts'
import { createIfAllowed, reportCorrect, reportWrong, type SetupContext } from './setup-context.ts'

const product = z.object({
  id: z.int(),
  name: z.string(),
  type: z.string(),
  tax_class_id: z.int(),
  is_visible: z.boolean(),
  inventory_tracking: z.string(),
  availability: z.string(),
})
type StoreProduct = z.output<typeof product>
const products = z.object({ data: z.array(product) })
const oneProduct = z.object({ data: product })
const modifier = z.object({
  id: z.int(),
  display_name: z.string(),
  type: z.string(),
  required: z.boolean(),
})
const modifiers = z.object({ data: z.array(modifier) })
const oneModifier = z.object({ data: modifier })
const variants = z.object({ data: z.array(z.object({ id: z.int() })) })
const assignments = z.object({ data: z.array(z.object({ channel_id: z.int() })) })

const groupSku = 'REGISTRY-GROUP-GIFT'
const cardSku = 'REGISTRY-GIFT-CARD'
/** Values that a new gift card comes in, in euro. */
const cardValues = [25, 50, 100, 150, 200, 300]

/** The three lines of text of the group gift; the reference is ours alone, so that an order without it still counts. */
const texts = [
  { name: 'product', setting: 'SHOP_GROUP_OPTION_PRODUCT', required: true },
  { name: 'variant', setting: 'SHOP_GROUP_OPTION_VARIANT', required: true },
  { name: 'reference', setting: 'SHOP_GROUP_OPTION_REFERENCE', required: false },
]

/** The hidden product that contributions are ordered as: found by its id or its SKU, or made. */
export async function setUpGroupGiftProduct(ctx: SetupContext, taxClass: number): Promise<void> {
  const name = 'group gift'
  const found =
    (await byIdOrSku(ctx, ctx.request.groupProductId, groupSku)) ??
    (await createIfAllowed(ctx, name, 'a hidden digital product for contributions', () =>
      createProduct(ctx, {
        name: 'Group gift contribution',
        sku: groupSku,
        price: 0,
        tax_class_id: taxClass,
        is_visible: false,
        description: '<p>A share of the price of a gift that several people give together.</p>',
      }),
    ))
  if (!found) return
  ctx.settings.SHOP_GROUP_PRODUCT = String(found.id)
  const faults = [
    ...(found.type === 'digital' ? [] : ['must be digital']),
    ...(found.tax_class_id === taxClass
      ? []
      : [`must have tax class ${taxClass}, so that 40 € stay 40.00 €`]),
    ...(found.inventory_tracking === 'none' ? [] : ['must not track its stock']),
    ...(found.availability === 'available' ? [] : ['must be available for purchase']),
    ...(found.is_visible ? ['must be hidden on the storefront'] : []),
  ]
  if (faults.length === 0) reportCorrect(ctx, name, `product ${found.id}, “${found.name}”`)
  else reportWrong(ctx, name, `product ${found.id} ${faults.join('; ')}`)
  await onBothChannels(ctx, name, found.id)
  await textsOf(ctx, found.id)
}

async function textsOf(ctx: SetupContext, productId: number): Promise<void> {
  const path = `/v3/catalog/products/${productId}/modifiers`
  const known = (await getJson(ctx.rest, modifiers, path)).data
  for (const [index, { name, setting, required }] of texts.entries()) {
    const title = `group gift: ${name}`
    const body = { type: 'text', display_name: name, required, sort_order: index }
    const there = known.find(one => one.display_name === name)
    const found =
      there ??
      (await createIfAllowed(ctx, title, `a line of text named “${name}”`, async () => {
        return (await ctx.rest(oneModifier, { method: 'POST', path, body, repeatable: false })).data
      }))
    if (!found) continue
    ctx.settings[setting] = String(found.id)
    if (found.type !== 'text') reportWrong(ctx, title, `is ${found.type}, not text`)
    else if (found.required !== required) reportWrong(ctx, title, `must ${required ? '' : 'not '}be required`)
    else if (there) reportCorrect(ctx, title, `modifier ${found.id}`)
  }
}

/** The product whose variants are the gift cards: found by its id or its SKU, or made. */
export async function setUpGiftCardProduct(ctx: SetupContext, taxClass: number): Promise<void> {
  const name = 'gift card'
  const found =
    (await byIdOrSku(ctx, ctx.request.giftCardProductId, cardSku)) ??
    (await createIfAllowed(ctx, name, `a digital product in ${cardValues.length} values`, () =>
      createProduct(ctx, {
        name: 'Gift card',
        sku: cardSku,
        price: cardValues[0],
        tax_class_id: taxClass,
        is_visible: true,
        description: '<p>It buys anything in the shop, in one go or in several.</p>',
        variants: cardValues.map(value => ({
          sku: `${cardSku}-${value}`,
          price: value,
          option_values: [{ option_display_name: 'Value', label: `€${value}` }],
        })),
      }),
    ))
  if (!found) return
  ctx.settings.SHOP_GIFT_CARD_PRODUCT = String(found.id)
  const { data } = await getJson(ctx.rest, variants, `/v3/catalog/products/${found.id}/variants`)
  if (found.tax_class_id !== taxClass)
    reportWrong(ctx, name, `product ${found.id} must have tax class ${taxClass}`)
  else reportCorrect(ctx, name, `product ${found.id}, “${found.name}”, in ${data.length} values`)
  await onBothChannels(ctx, name, found.id)
}

async function byIdOrSku(
  ctx: SetupContext,
  id: number | undefined,
  sku: string,
): Promise<StoreProduct | null> {
  const known = id && (await nullIfMissing(() => getJson(ctx.rest, oneProduct, `/v3/catalog/products/${id}`)))
  if (known) return known.data
  const { data } = await getJson(ctx.rest, products, `/v3/catalog/products?sku=${sku}`)
  return data[0] ?? null
}

async function createProduct(ctx: SetupContext, wanted: object): Promise<StoreProduct> {
  const body = {
    type: 'digital',
    weight: 0,
    inventory_tracking: 'none',
    availability: 'available',
    categories: [],
    ...wanted,
  }
  const path = '/v3/catalog/products'
  return (await ctx.rest(oneProduct, { method: 'POST', path, body, repeatable: false })).data
}

/** A product that is not assigned to a channel can't be put into its carts. */
async function onBothChannels(ctx: SetupContext, name: string, id: number): Promise<void> {
  const path = '/v3/catalog/products/channel-assignments'
  const { data } = await getJson(ctx.rest, assignments, `${path}?product_id:in=${id}`)
  const missing = Object.values(ctx.request.channels).filter(
    channel => !data.some(one => one.channel_id === channel),
  )
  if (missing.length === 0) return reportCorrect(ctx, `${name}: channels`, 'sold on both')
  await createIfAllowed(ctx, `${name}: channels`, `sold on channel ${missing.join(' and ')}`, () => {
    const body = missing.map(channel_id => ({ product_id: id, channel_id }))
    return ctx.rest(z.unknown(), { method: 'PUT', path, body, repeatable: true })
  })
}
