import { type Choice, rulesMet } from '../catalogue/complex-rules.ts'
import { findVariantByValues, isPurchasable, type LiveProduct } from '../catalogue/live-catalogue.ts'
import { pictureAddress, picturesOf, variantPicture } from '../catalogue/pictures-of.ts'
import type { ProductOption, ProductPicture, ProductVariant } from '../catalogue/types.ts'
import { storefrontUrlOf } from '../storefronts.ts'
import { availabilityNode, pricesNode, productStockNode, variantStockNode } from './catalogue/offer-nodes.ts'
import { relatedProducts } from './catalogue/related-products.ts'
import { reviewConnection, reviewSummaryNode } from './catalogue/review-nodes.ts'
import { brandNode, categoryNode } from './category-node.ts'
import { imageNodeOf, type QueryContext, seoNode, toPlainText } from './common-nodes.ts'
import { globalId, maxProductsPerPage, type PageArgs, toConnection } from './connection.ts'
import { modifierNode } from './modifier-node.ts'

interface OptionValueId {
  optionEntityId: number
  valueEntityId: number
}
interface PriceArgs {
  includeTax?: boolean
  currencyCode?: string | null
}
interface VariantArgs extends PageArgs {
  isPurchasable?: boolean | null
  entityIds: number[]
  optionValueIds: OptionValueId[]
  skus: string[]
}

/** A product; `chosenVariant` is the variant that the query's options or ids choose, of all that is `chosen`. */
export function productNode(
  ctx: QueryContext,
  product: LiveProduct,
  chosenVariant?: ProductVariant,
  chosen: Choice[] = [],
) {
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
    addToCartUrl: `${storefrontUrlOf(ctx.store, ctx.channelId)}/cart.php?action=add&product_id=${product.id}`,
    prices: (args: PriceArgs) => pricesNode(ctx, product, args, chosenVariant, chosen),
    options: (args: PageArgs) => optionConnection(ctx, product.options, args),
    productOptions: (args: PageArgs) => productOptionConnection(ctx, product, args, chosenVariant),
    reviewSummary: () => reviewSummaryNode(ctx, product.id),
    reviews: (args: Parameters<typeof reviewConnection>[2]) => reviewConnection(ctx, product.id, args),
    type: product.type === 'physical' ? 'Physical' : 'Digital',
    availability: product.available ? 'Available' : 'Unavailable',
    availabilityDescription: '',
    availabilityV2: availabilityNode(product),
    categories: (args: PageArgs) =>
      toConnection(product.categories.filter(ctx.catalogue.seesCategory), args, id => categoryNode(ctx, id)),
    brand: () => brandNode(ctx, product.brand),
    variants: (args: VariantArgs) => variantConnection(ctx, product, args),
    customFields: (args: PageArgs & { names: string[] }) => customFieldConnection(product, args),
    images: (args: PageArgs) =>
      toConnection(picturesOf(product), args, picture => pictureNode(ctx, product, picture)),
    defaultImage: () => defaultImageNode(ctx, product),
    inventory: () => productStockNode(product),
    relatedProducts: (args: PageArgs & { hideOutOfStock?: boolean | null }) =>
      toConnection(
        relatedProducts(ctx, product, args.hideOutOfStock ?? false),
        args,
        ctx.productNode,
        maxProductsPerPage,
      ),
    minPurchaseQuantity: product.minQuantity || null,
    maxPurchaseQuantity: product.maxQuantity || null,
    weight: null,
    height: null,
    width: null,
    depth: null,
    upc: null,
    mpn: null,
    gtin: null,
    createdAt: { utc: `${product.createdAt}T00:00:00Z` },
    seo: () => seoNode(name, toPlainText(product.description[ctx.language], 160)),
    condition: 'NEW',
    showCartAction:
      isPurchasable(product, variant, chosen) &&
      !rulesMet(product, variant, chosen).some(rule => rule.purchasing_hidden),
  }
}

function pictureNode(ctx: QueryContext, product: LiveProduct, picture: ProductPicture) {
  const { image_url, description, is_thumbnail: isDefault } = picture
  const altText = description || product.name[ctx.language]
  return { ...imageNodeOf(pictureAddress(ctx.store.baseUrl, image_url), altText), isDefault }
}

/** The picture of a variant, or else the thumbnail of its product. */
function defaultImageNode(ctx: QueryContext, product: LiveProduct, variant?: ProductVariant) {
  const ofVariant = variant && variantPicture(ctx.store, variant)
  if (ofVariant) return imageNodeOf(ofVariant, product.name[ctx.language])
  const pictures = picturesOf(product)
  const picture = pictures.find(({ is_thumbnail }) => is_thumbnail) ?? pictures[0]
  return picture ? pictureNode(ctx, product, picture) : null
}

function customFieldConnection(product: LiveProduct, args: PageArgs & { names: string[] }) {
  const fields =
    product.lowest30dCents === undefined
      ? []
      : [{ entityId: product.id, name: 'lowest_30d', value: (product.lowest30dCents / 100).toFixed(2) }]
  const own = (product.customFields ?? []).map(({ id, name, value }) => ({ entityId: id, name, value }))
  const requested = [...fields, ...own].filter(
    field => args.names.length === 0 || args.names.includes(field.name),
  )
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
    defaultImage: () => defaultImageNode(ctx, product, variant),
    prices: (args: PriceArgs) => pricesNode(ctx, product, args, variant),
    inventory: () => variantStockNode(product, variant),
    isPurchasable: isPurchasable(product, variant),
    upc: null,
    mpn: null,
    gtin: null,
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
    ...(product.modifiers ?? []).map(modifier => modifierNode(ctx, modifier)),
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
