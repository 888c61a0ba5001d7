import type { Context } from 'hono'
import { currentPriceCents, type LiveProduct } from '../catalogue/live-catalogue.ts'
import { pictureFile } from '../catalogue/picture-file.ts'
import { toEnteredCents, toEuros } from '../money.ts'
import type { Store } from '../store.ts'
import { modifiersJson } from './catalog/modifier-json.ts'

/** A product as v3 shows it, with what `include` of the query asks for. */
export function productJson(store: Store, c: Context, product: LiveProduct) {
  const include = (c.req.query('include') ?? '').split(',')
  const image = imageJson(store, product)
  const entered = (cents: number) => toEuros(toEnteredCents(store, cents, product.taxClass))
  return {
    id: product.id,
    name: product.name.en,
    type: product.type === 'physical' ? 'physical' : 'digital',
    sku: product.sku,
    description: product.description.en,
    weight: 0,
    price: entered(product.priceCents),
    sale_price: product.saleCents === undefined ? 0 : entered(product.saleCents),
    retail_price: 0,
    cost_price: 0,
    calculated_price: entered(currentPriceCents(product, product.variants[0]!)),
    tax_class_id: product.taxClass,
    categories: product.categories,
    brand_id: product.brand,
    inventory_level: product.variants.reduce((sum, variant) => sum + (variant.stock ?? 0), 0),
    inventory_warning_level: 0,
    inventory_tracking: product.stockTracked ? (product.options.length > 0 ? 'variant' : 'product') : 'none',
    order_quantity_minimum: product.minQuantity ?? 0,
    order_quantity_maximum: product.maxQuantity ?? 0,
    is_visible: product.visible,
    is_featured: product.featured > 0,
    availability: product.available ? 'available' : 'disabled',
    condition: 'New',
    total_sold: product.sold,
    sort_order: 0,
    custom_url: { url: `/${product.slug}/`, is_customized: false },
    ...(product.options.length === 0 ? { base_variant_id: product.variants[0]!.id } : {}),
    date_created: new Date(product.createdAt).toISOString(),
    date_modified: product.modified.toISOString(),
    ...(include.includes('variants') ? { variants: variantsJson(store, product) } : {}),
    ...(include.includes('modifiers') ? { modifiers: modifiersJson(product) } : {}),
    ...(include.includes('options') ? { options: optionsJson(product) } : {}),
    ...(include.includes('images') ? { images: image ? [image] : [] } : {}),
    ...(include.includes('primary_image') && image ? { primary_image: image } : {}),
  }
}

/** Null for a product without a picture. */
export function imageJson(store: Store, product: LiveProduct) {
  if (!product.image) return null
  const url = `${store.baseUrl}/images/${pictureFile(product.image)}`
  return {
    id: product.id,
    product_id: product.id,
    is_thumbnail: true,
    sort_order: 0,
    description: product.name.en,
    image_file: pictureFile(product.image),
    url_zoom: url,
    url_standard: url,
    url_thumbnail: url,
    url_tiny: url,
    date_modified: product.modified.toISOString(),
  }
}

export const optionsJson = (product: LiveProduct) =>
  product.options.map((option, index) => ({
    id: option.id,
    product_id: product.id,
    display_name: option.name.en,
    type: option.values.some(value => value.colour) ? 'swatch' : 'rectangles',
    sort_order: index,
    option_values: option.values.map((value, valueIndex) => ({
      id: value.id,
      label: value.label.en,
      sort_order: valueIndex,
      is_default: false,
    })),
  }))

export const variantsJson = (store: Store, product: LiveProduct) =>
  product.variants.map(variant => ({
    id: variant.id,
    product_id: product.id,
    sku: variant.sku,
    price: toEuros(toEnteredCents(store, variant.priceCents, product.taxClass)),
    calculated_price: toEuros(toEnteredCents(store, currentPriceCents(product, variant), product.taxClass)),
    inventory_level: variant.stock ?? 0,
    purchasing_disabled: !product.available,
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
