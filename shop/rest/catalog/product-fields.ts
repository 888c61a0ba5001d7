import { type Fields, flag, list, number, oneOf, text, whole } from '../resources/fields.ts'

/** What variants and products are told of that changes nothing that a shopper pays or can buy. */
const measures: Fields = {
  weight: number(0),
  width: number(0),
  depth: number(0),
  height: number(0),
  cost_price: number(0),
  retail_price: number(0),
  map_price: number(0),
  upc: text(''),
  mpn: text(''),
  gtin: text(''),
  bin_picking_number: text(''),
  inventory_warning_level: whole(0),
  is_free_shipping: flag(false),
  fixed_cost_shipping_price: number(0),
}

export const productDetails: Fields = {
  ...measures,
  product_tax_code: text(''),
  warranty: text(''),
  layout_file: text(''),
  search_keywords: text(''),
  availability_description: text(''),
  sort_order: whole(0),
  condition: oneOf(['New', 'Used', 'Refurbished'], 'New'),
  is_condition_shown: flag(false),
  page_title: text(''),
  meta_keywords: list([]),
  meta_description: text(''),
  view_count: whole(0),
  preorder_release_date: text(),
  preorder_message: text(''),
  is_preorder_only: flag(false),
  is_price_hidden: flag(false),
  price_hidden_label: text(''),
  gift_wrapping_options_type: oneOf(['any', 'none', 'list'], 'any'),
  gift_wrapping_options_list: list([]),
  related_products: list([]),
  open_graph_type: text('product'),
  open_graph_title: text(''),
  open_graph_description: text(''),
  open_graph_use_meta_description: flag(true),
  open_graph_use_product_name: flag(true),
  open_graph_use_image: flag(true),
}

const { map_price: _, ...variantMeasures } = measures
export const variantDetails: Fields = {
  ...variantMeasures,
  purchasing_disabled_message: text(''),
  image_url: text(''),
}

/** What the API shows of fields that it alone tells of. */
export const shownDetails = (
  fields: Fields,
  details: Record<string, unknown> = {},
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, details[name] ?? field.fallback ?? null]),
  )
