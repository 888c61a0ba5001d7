import type { Option, TextModifier, Variant } from '../catalogue/types.ts'
import { withoutTax } from '../money.ts'
import { currentPrice, type Item, inStock, purchasable, variantByValues } from '../shelf.ts'
import { brandNode, categoryNode } from './category.ts'
import { connection, globalId, type PageArgs } from './connection.ts'
import { image, money, plainText, seo, type View } from './view.ts'

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

/** A product as the document may ask for it; `chosen` is the variant that options or ids picked. */
export function productNode(view: View, item: Item, chosen?: Variant) {
  const name = item.name[view.language]
  const variant = chosen ?? item.variants[0]!
  return {
    __typename: 'Product',
    id: globalId('Product', item.id),
    entityId: item.id,
    sku: chosen?.sku ?? item.sku,
    path: `/${item.slug}/`,
    name,
    description: item.description[view.language],
    plainTextDescription: ({ characterLimit }: { characterLimit: number }) =>
      plainText(item.description[view.language], characterLimit),
    warranty: '',
    addToCartUrl: `${view.store.base}/cart.php?action=add&product_id=${item.id}`,
    prices: ({ includeTax = false }: TaxArgs) => prices(view, item, includeTax, chosen),
    options: (args: PageArgs) => plainOptions(view, item.options, args),
    productOptions: (args: PageArgs) => productOptions(view, item, args, chosen),
    reviewSummary: { numberOfReviews: 0, summationOfRatings: 0 },
    type: item.type === 'physical' ? 'Physical' : 'Digital',
    availabilityV2: availability(item),
    categories: (args: PageArgs) => connection(item.categories, args, id => categoryNode(view, id)),
    brand: () => brandNode(view, item.brand),
    variants: (args: VariantArgs) => variants(view, item, args),
    customFields: (args: PageArgs & { names: string[] }) => customFields(item, args),
    images: (args: PageArgs) => connection([item.image], args, file => image(view, file, name)),
    defaultImage: () => image(view, item.image, name),
    inventory: () => productInventory(item),
    seo: () => seo(name, plainText(item.description[view.language], 160)),
    condition: 'NEW',
    showCartAction: purchasable(item, variant),
  }
}

function prices(view: View, item: Item, includeTax: boolean, chosen?: Variant) {
  const shown = (amount: number) => money(view, includeTax ? amount : withoutTax(amount, item.taxClass))
  const variant = chosen ?? item.variants[0]!
  const all = (chosen ? [chosen] : item.variants).map(each => currentPrice(item, each))
  const now = currentPrice(item, variant)
  const onSale = now < variant.priceCents
  return {
    price: shown(now),
    salePrice: onSale ? shown(now) : null,
    basePrice: shown(variant.priceCents),
    saved: onSale ? shown(variant.priceCents - now) : null,
    priceRange: { min: shown(Math.min(...all)), max: shown(Math.max(...all)) },
  }
}

function availability(item: Item) {
  return item.available
    ? { __typename: 'ProductAvailable', status: 'Available', description: '' }
    : { __typename: 'ProductUnavailable', status: 'Unavailable', description: '', message: null }
}

function productInventory(item: Item) {
  const left = item.variants.reduce((sum, variant) => sum + (variant.stock ?? 0), 0)
  return {
    isInStock: item.variants.some(variant => inStock(item, variant)),
    hasVariantInventory: item.stockTracked && item.options.length > 0,
    aggregated: item.stockTracked ? { availableToSell: left, warningLevel: 0 } : null,
  }
}

function customFields(item: Item, args: PageArgs & { names: string[] }) {
  const all =
    item.lowest30dCents === undefined
      ? []
      : [{ entityId: item.id, name: 'lowest_30d', value: (item.lowest30dCents / 100).toFixed(2) }]
  const wanted = all.filter(field => args.names.length === 0 || args.names.includes(field.name))
  return connection(wanted, args, field => field)
}

function variants(view: View, item: Item, args: VariantArgs) {
  const byOptions = variantByValues(
    item,
    args.optionValueIds.map(choice => choice.valueEntityId),
  )
  const found = item.variants.filter(
    variant =>
      (args.entityIds.length === 0 || args.entityIds.includes(variant.id)) &&
      (args.skus.length === 0 || args.skus.includes(variant.sku)) &&
      (args.optionValueIds.length === 0 || variant === byOptions) &&
      (args.isPurchasable == null || args.isPurchasable === purchasable(item, variant)),
  )
  return connection(found, args, variant => variantNode(view, item, variant))
}

function variantNode(view: View, item: Item, variant: Variant) {
  return {
    __typename: 'Variant',
    id: globalId('Variant', variant.id),
    entityId: variant.id,
    sku: variant.sku,
    options: (args: PageArgs) => plainOptions(view, ownOptions(item, variant), args),
    productOptions: (args: PageArgs) =>
      connection(ownOptions(item, variant), args, option => choiceOption(view, option, variant)),
    defaultImage: () => image(view, item.image, item.name[view.language]),
    prices: ({ includeTax = false }: TaxArgs) => prices(view, item, includeTax, variant),
    inventory: {
      isInStock: inStock(item, variant),
      aggregated: item.stockTracked ? { availableToSell: variant.stock ?? 0, warningLevel: 0 } : null,
    },
    isPurchasable: purchasable(item, variant),
  }
}

/** The product's options with only the values that make this variant. */
function ownOptions(item: Item, variant: Variant): Option[] {
  return item.options.map(option => ({
    ...option,
    values: option.values.filter(value => variant.values.includes(value.id)),
  }))
}

function plainOptions(view: View, options: Option[], args: PageArgs) {
  return connection(options, args, option => ({
    entityId: option.id,
    displayName: option.name[view.language],
    isRequired: true,
    values: (inner: PageArgs) =>
      connection(option.values, inner, value => ({ entityId: value.id, label: value.label[view.language] })),
  }))
}

function productOptions(view: View, item: Item, args: PageArgs, chosen?: Variant) {
  const all = [
    ...item.options.map(option => choiceOption(view, option, chosen)),
    ...(item.modifiers ?? []).map(modifier => textOption(view, modifier)),
  ]
  return connection<(typeof all)[number], unknown>(all, args, option => option)
}

function choiceOption(view: View, option: Option, chosen?: Variant) {
  const swatches = option.values.some(value => value.colour)
  return {
    __typename: 'MultipleChoiceOption',
    entityId: option.id,
    displayName: option.name[view.language],
    displayStyle: swatches ? 'Swatch' : 'RectangleBoxes',
    isRequired: true,
    isVariantOption: true,
    values: (args: PageArgs) =>
      connection(option.values, args, value => ({
        __typename: swatches ? 'SwatchOptionValue' : 'MultipleChoiceOptionValue',
        entityId: value.id,
        label: value.label[view.language],
        hexColors: value.colour ? [value.colour] : [],
        isDefault: false,
        isSelected: chosen ? chosen.values.includes(value.id) : null,
      })),
  }
}

function textOption(view: View, modifier: TextModifier) {
  return {
    __typename: 'TextFieldOption',
    entityId: modifier.id,
    displayName: modifier.name[view.language],
    isRequired: modifier.required,
    isVariantOption: false,
    maxLength: 255,
  }
}
