import {
  currentPriceCents,
  findVariantByValues,
  isInStock,
  isPurchasable,
  type LiveProduct,
} from '../catalogue/live-catalogue.ts'
import type { ProductOption, ProductVariant, TextModifier } from '../catalogue/types.ts'
import { netOfTax } from '../money.ts'
import { brandNode, categoryNode } from './category-node.ts'
import { imageNode, moneyNode, type QueryContext, seoNode, toPlainText } from './common-nodes.ts'
import { globalId, type PageArgs, toConnection } from './connection.ts'

interface OptionValueId {
  optionEntityId: number
  valueEntityId: number
}
interface TaxArgs {
  includeTax?: boolean
}
interface VariantArgs extends PageArgs {
  isPurchasable?: boolean | null
  entityIds: number[]
  optionValueIds: OptionValueId[]
  skus: string[]
}

/** A product; `chosenVariant` is the variant that the query's options or ids choose. */
export function productNode(ctx: QueryContext, product: LiveProduct, chosenVariant?: ProductVariant) {
  const name = product.name[ctx.language]
  const variant = chosenVariant ?? product.variants[0]!
  return {
    __typename: 'Product',
    id: globalId('Product', product.id),
    entityId: product.id,
    sku: chosenVariant?.sku ?? product.sku,
    path: `/${product.slug}/`,
    name,
    description: product.description[ctx.language],
    plainTextDescription: ({ characterLimit }: { characterLimit: number }) =>
      toPlainText(product.description[ctx.language], characterLimit),
    warranty: '',
    addToCartUrl: `${ctx.store.baseUrl}/cart.php?action=add&product_id=${product.id}`,
    prices: ({ includeTax = false }: TaxArgs) => pricesNode(ctx, product, includeTax, chosenVariant),
    options: (args: PageArgs) => optionConnection(ctx, product.options, args),
    productOptions: (args: PageArgs) => productOptionConnection(ctx, product, args, chosenVariant),
    reviewSummary: { numberOfReviews: 0, summationOfRatings: 0 },
    type: product.type === 'physical' ? 'Physical' : 'Digital',
    availabilityV2: availabilityNode(product),
    categories: (args: PageArgs) => toConnection(product.categories, args, id => categoryNode(ctx, id)),
    brand: () => brandNode(ctx, product.brand),
    variants: (args: VariantArgs) => variantConnection(ctx, product, args),
    customFields: (args: PageArgs & { names: string[] }) => customFieldConnection(product, args),
    images: (args: PageArgs) => toConnection([product.image], args, file => imageNode(ctx, file, name)),
    defaultImage: () => imageNode(ctx, product.image, name),
    inventory: () => inventoryNode(product),
    seo: () => seoNode(name, toPlainText(product.description[ctx.language], 160)),
    condition: 'NEW',
    showCartAction: isPurchasable(product, variant),
  }
}

function pricesNode(
  ctx: QueryContext,
  product: LiveProduct,
  includeTax: boolean,
  chosenVariant?: ProductVariant,
) {
  const amountNode = (cents: number) => moneyNode(ctx, includeTax ? cents : netOfTax(cents, product.taxClass))
  const variant = chosenVariant ?? product.variants[0]!
  const allCents = (chosenVariant ? [chosenVariant] : product.variants).map(each =>
    currentPriceCents(product, each),
  )
  const currentCents = currentPriceCents(product, variant)
  const isOnSale = currentCents < variant.priceCents
  return {
    price: amountNode(currentCents),
    salePrice: isOnSale ? amountNode(currentCents) : null,
    basePrice: amountNode(variant.priceCents),
    saved: isOnSale ? amountNode(variant.priceCents - currentCents) : null,
    priceRange: { min: amountNode(Math.min(...allCents)), max: amountNode(Math.max(...allCents)) },
  }
}

function availabilityNode(product: LiveProduct) {
  return product.available
    ? { __typename: 'ProductAvailable', status: 'Available', description: '' }
    : { __typename: 'ProductUnavailable', status: 'Unavailable', description: '', message: null }
}

function inventoryNode(product: LiveProduct) {
  const unitsLeft = product.variants.reduce((sum, variant) => sum + (variant.stock ?? 0), 0)
  return {
    isInStock: product.variants.some(variant => isInStock(product, variant)),
    hasVariantInventory: product.stockTracked && product.options.length > 0,
    aggregated: product.stockTracked ? { availableToSell: unitsLeft, warningLevel: 0 } : null,
  }
}

function customFieldConnection(product: LiveProduct, args: PageArgs & { names: string[] }) {
  const fields =
    product.lowest30dCents === undefined
      ? []
      : [{ entityId: product.id, name: 'lowest_30d', value: (product.lowest30dCents / 100).toFixed(2) }]
  const requested = fields.filter(field => args.names.length === 0 || args.names.includes(field.name))
  return toConnection(requested, args, field => field)
}

function variantConnection(ctx: QueryContext, product: LiveProduct, args: VariantArgs) {
  const variantOfOptions = findVariantByValues(
    product,
    args.optionValueIds.map(choice => choice.valueEntityId),
  )
  const matching = product.variants.filter(
    variant =>
      (args.entityIds.length === 0 || args.entityIds.includes(variant.id)) &&
      (args.skus.length === 0 || args.skus.includes(variant.sku)) &&
      (args.optionValueIds.length === 0 || variant === variantOfOptions) &&
      (args.isPurchasable == null || args.isPurchasable === isPurchasable(product, variant)),
  )
  return toConnection(matching, args, variant => variantNode(ctx, product, variant))
}

function variantNode(ctx: QueryContext, product: LiveProduct, variant: ProductVariant) {
  return {
    __typename: 'Variant',
    id: globalId('Variant', variant.id),
    entityId: variant.id,
    sku: variant.sku,
    options: (args: PageArgs) => optionConnection(ctx, optionsOfVariant(product, variant), args),
    productOptions: (args: PageArgs) =>
      toConnection(optionsOfVariant(product, variant), args, option =>
        choiceOptionNode(ctx, option, variant),
      ),
    defaultImage: () => imageNode(ctx, product.image, product.name[ctx.language]),
    prices: ({ includeTax = false }: TaxArgs) => pricesNode(ctx, product, includeTax, variant),
    inventory: {
      isInStock: isInStock(product, variant),
      aggregated: product.stockTracked ? { availableToSell: variant.stock ?? 0, warningLevel: 0 } : null,
    },
    isPurchasable: isPurchasable(product, variant),
  }
}

/** The product's options, each with only the variant's value. */
function optionsOfVariant(product: LiveProduct, variant: ProductVariant): ProductOption[] {
  return product.options.map(option => ({
    ...option,
    values: option.values.filter(value => variant.values.includes(value.id)),
  }))
}

function optionConnection(ctx: QueryContext, options: ProductOption[], args: PageArgs) {
  return toConnection(options, args, option => ({
    entityId: option.id,
    displayName: option.name[ctx.language],
    isRequired: true,
    values: (inner: PageArgs) =>
      toConnection(option.values, inner, value => ({ entityId: value.id, label: value.label[ctx.language] })),
  }))
}

function productOptionConnection(
  ctx: QueryContext,
  product: LiveProduct,
  args: PageArgs,
  chosenVariant?: ProductVariant,
) {
  const options = [
    ...product.options.map(option => choiceOptionNode(ctx, option, chosenVariant)),
    ...(product.modifiers ?? []).map(modifier => textOptionNode(ctx, modifier)),
  ]
  return toConnection<(typeof options)[number], unknown>(options, args, option => option)
}

function choiceOptionNode(ctx: QueryContext, option: ProductOption, chosenVariant?: ProductVariant) {
  const hasSwatches = option.values.some(value => value.colour)
  return {
    __typename: 'MultipleChoiceOption',
    entityId: option.id,
    displayName: option.name[ctx.language],
    displayStyle: hasSwatches ? 'Swatch' : 'RectangleBoxes',
    isRequired: true,
    isVariantOption: true,
    values: (args: PageArgs) =>
      toConnection(option.values, args, value => ({
        __typename: hasSwatches ? 'SwatchOptionValue' : 'MultipleChoiceOptionValue',
        entityId: value.id,
        label: value.label[ctx.language],
        hexColors: value.colour ? [value.colour] : [],
        isDefault: false,
        isSelected: chosenVariant ? chosenVariant.values.includes(value.id) : null,
      })),
  }
}

function textOptionNode(ctx: QueryContext, modifier: TextModifier) {
  return {
    __typename: 'TextFieldOption',
    entityId: modifier.id,
    displayName: modifier.name[ctx.language],
    isRequired: modifier.required,
    isVariantOption: false,
    maxLength: 255,
  }
}
