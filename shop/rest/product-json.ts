import type { Context } from 'hono'
import { currentPriceCents, type LiveProduct } from '../catalogue/live-catalogue.ts'
import { pictureAddress, picturesOf, variantPicture } from '../catalogue/pictures-of.ts'
import type { OptionValue } from '../catalogue/types.ts'
import { toEnteredCents, toEuros } from '../money.ts'
import type { Store } from '../store.ts'
import { modifiersJson } from './catalog/modifier-json.ts'
import { productDetails, shownDetails, variantDetails } from './catalog/product-fields.ts'

/** A product as v3 shows it, with what `include` of the query asks for. */
export function productJson(store: Store, c: Context, product: LiveProduct) {
  const include = (c.req.query('include') ?? '').split(',')
  const images = imagesJson(store, product)
  const primary = images.find(image => image.is_thumbnail) ?? images[0]
  const entered = (cents: number) => toEuros(toEnteredCents(store, cents, product.taxRates))
  return {
    id: product.id,
    name: product.name.en,
    type: product.type === 'physical' ? 'physical' : 'digital',
    sku: product.sku,
    description: product.description.en,
    ...shownDetails(productDetails, product.details),
    price: entered(product.priceCents),
    sale_price: product.saleCents === undefined ? 0 : entered(product.saleCents),
    calculated_price: entered(currentPriceCents(product, product.variants[0]!)),
    tax_class_id: product.taxClass,
    categories: product.categories,
    brand_id: product.brand,
    inventory_level: product.variants.reduce((sum, variant) => sum + (variant.stock ?? 0), 0),
    inventory_tracking: product.stockTracked ? (product.options.length > 0 ? 'variant' : 'product') : 'none',
    order_quantity_minimum: product.minQuantity ?? 0,
    order_quantity_maximum: product.maxQuantity ?? 0,
    is_visible: product.visible,
    is_featured: product.featured > 0,
    availability: availabilityOf(product),
    total_sold: product.sold,
    custom_url: { url: `/${product.slug}/`, is_customized: product.customPath != null },
    ...(product.options.length === 0 ? { base_variant_id: product.variants[0]!.id } : {}),
    date_created: new Date(product.createdAt).toISOString(),
    date_modified: product.modified.toISOString(),
    ...(include.includes('variants') ? { variants: variantsJson(store, product) } : {}),
    ...(include.includes('modifiers') ? { modifiers: modifiersJson(product) } : {}),
    ...(include.includes('options') ? { options: optionsJson(product) } : {}),
    ...(include.includes('images') ? { images } : {}),
    ...(include.includes('primary_image') && primary ? { primary_image: primary } : {}),
    ...(include.includes('custom_fields') ? { custom_fields: product.customFields ?? [] } : {}),
    ...(include.includes('bulk_pricing_rules') ? { bulk_pricing_rules: product.bulkPricing ?? [] } : {}),
  }
}

/** A pre-order can be bought like any available product. */
const availabilityOf = ({ available, details }: LiveProduct): string =>
  available ? (details?.availability === 'preorder' ? 'preorder' : 'available') : 'disabled'

/** The pictures: the catalogue's own, whose id is that of its product, and those that were added. */
export function imagesJson(store: Store, product: LiveProduct) {
  return picturesOf(product).map(({ image_url, ...picture }) => {
    const url = pictureAddress(store.baseUrl, image_url)
    return {
      ...picture,
      product_id: product.id,
      image_file: image_url.split('/').at(-1) ?? '',
      url_zoom: url,
      url_standard: url,
      url_thumbnail: url,
      url_tiny: url,
      date_modified: product.modified.toISOString(),
    }
  })
}

export const optionsJson = (product: LiveProduct) =>
  product.options.map((option, index) => ({
    id: option.id,
    product_id: product.id,
    display_name: option.name.en,
    type: option.values.some(value => value.colour) ? 'swatch' : 'rectangles',
    sort_order: index,
    config: {},
    option_values: option.values.map(optionValueJson),
  }))

export const optionValueJson = (value: OptionValue, index: number) => ({
  id: value.id,
  label: value.label.en,
  sort_order: index,
  is_default: false,
  value_data: value.colour ? { colors: [value.colour] } : null,
})

export const variantsJson = (store: Store, product: LiveProduct) =>
  product.variants.map(variant => ({
    id: variant.id,
    product_id: product.id,
    sku: variant.sku,
    sku_id: variant.id,
    ...shownDetails(variantDetails, variant.details),
    image_url: variantPicture(store, variant) ?? '',
    price: toEuros(toEnteredCents(store, variant.priceCents, product.taxRates)),
    calculated_price: toEuros(toEnteredCents(store, currentPriceCents(product, variant), product.taxRates)),
    sale_price:
      variant.saleCents === undefined
        ? null
        : toEuros(toEnteredCents(store, variant.saleCents, product.taxRates)),
    inventory_level: variant.stock ?? 0,
    purchasing_disabled: !product.available || variant.isDisabled === true,
    option_values: product.options.flatMap(option =>
      option.values
        .filter(value => variant.values.includes(value.id))
        .map(value => ({
          id: value.id,
          label: value.label.en,
          option_id: option.id,
          option_display_name: option.name.en,
        })),
    ),
  }))
