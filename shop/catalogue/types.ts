export interface Translated {
  en: string
  el: string
}

export interface Category {
  id: number
  /** Id of the category above; 0 = a top category. */
  parent: number
  slug: string
  name: Translated
  description: Translated
  position: number
}

export interface Brand {
  id: number
  name: string
}

export interface OptionValue {
  id: number
  label: Translated
  /** Hex colour, for an option shown as swatches. */
  colour?: string
}

/** An option that variants differ by; option and value ids are unique in the catalogue. */
export interface ProductOption {
  id: number
  name: Translated
  values: OptionValue[]
}

export interface ProductVariant {
  id: number
  sku: string
  /** The value ids of each option; empty for the base variant of a product without options. */
  values: number[]
  /** Cents including VAT. */
  priceCents: number
  stock?: number
  /** Whether staff have taken it out of sale. */
  isDisabled?: boolean
  /** Its own sale price, before those of groups. */
  saleCents?: number
  /** Fields of the API that only the API tells of. */
  details?: Record<string, unknown>
  /** What it costs now where that is no sale of its product: the price of a group or a price list. */
  currentCents?: number
}

/** What the shopper, or whoever makes the cart, adds to a product; the types are those of the platform's REST API. */
export type Modifier = { id: number; name: Translated; required: boolean } & ModifierType

export type ModifierType =
  | { type: 'text'; minLength?: number; maxLength?: number; default?: string }
  | { type: 'multi_line_text'; minLength?: number; maxLength?: number; maxLines?: number; default?: string }
  | {
      type: 'numbers_only_text'
      lowest?: number
      highest?: number
      integersOnly?: boolean
      default?: number
    }
  /** Days as `2027-06-15`. */
  | { type: 'date'; earliest?: string; latest?: string; default?: string }
  /** The two values that a checkbox is sent as. */
  | {
      type: 'checkbox'
      label: Translated
      checkedId: number
      uncheckedId: number
      checkedByDefault?: boolean
    }
  | { type: (typeof choiceModifierTypes)[number]; values: OptionValue[]; defaultId?: number }
  /** The size is in megabytes. */
  | { type: 'file'; fileTypes: string[]; maxSize: number }

export const choiceModifierTypes = ['dropdown', 'radio_buttons', 'rectangles', 'swatch'] as const

/** A product of the catalogue. Products created through the API are stored in this form. */
export interface Product {
  id: number
  slug: string
  /** A path that staff chose in its place, without slashes around it. */
  customPath?: string | null | undefined
  sku: string
  name: Translated
  /** HTML of `<p>` and `<ul>`. */
  description: Translated
  brand: number
  categories: number[]
  type: 'physical' | 'digital' | 'giftcertificate'
  taxClass: number
  /** Cents including VAT. */
  priceCents: number
  saleCents?: number
  lowest30dCents?: number
  options: ProductOption[]
  /** At least one: a product without options has a base variant. */
  variants: ProductVariant[]
  modifiers?: Modifier[]
  /** Name of the file in `pictures/products/`; empty for a product without a picture, as merchants have some. */
  image: string
  /** The file of its second picture. */
  nearerImage?: string
  /** Number of the colour behind the picture. */
  tile: 0 | 1 | 2 | 3 | 4 | 5
  /** Rank, 1 = first; 0 = not featured. */
  featured: number
  /** Units sold so far, by which best sellers are sorted. */
  sold: number
  createdAt: string
  visible: boolean
  available: boolean
  stockTracked: boolean
  /** The fewest and most units that one order may hold, over all variants; 0 for no limit. */
  minQuantity?: number
  maxQuantity?: number
  /** Pictures that were added through the API; the catalogue's own picture is the first while it is among them. */
  pictures?: ProductPicture[]
  /** How many units are sold beyond those in stock. */
  backorder?: number
  customFields?: { id: number; name: string; value: string }[]
  /** What several units of it cost, by how many there are. */
  bulkPricing?: BulkPrice[]
  /** What changes with what is chosen. */
  complexRules?: ComplexRule[]
  /** Fields of the API that only the API tells of, such as its weight. */
  details?: Record<string, unknown>
  /** Ids of the channels that sell it; undefined for all. */
  channels?: number[]
}

export interface ProductPicture {
  id: number
  /** An address, or the name of a file of the catalogue. */
  image_url: string
  description: string
  is_thumbnail: boolean
  sort_order: number
}

export interface BulkPrice {
  id: number
  quantity_min: number
  /** 0 for any number. */
  quantity_max: number
  type: 'price' | 'percent' | 'fixed'
  /** In euro or percent. */
  amount: number
}

/** What staff say of a product as it is chosen: another price, or that it can't be bought like this. */
export interface ComplexRule {
  id: number
  sort_order: number
  enabled: boolean
  /** Whether the rules after it no longer count. */
  stop: boolean
  price_adjuster: { adjuster?: 'relative' | 'percentage' | null; adjuster_value?: number }
  purchasing_disabled: boolean
  purchasing_disabled_message: string
  purchasing_hidden: boolean
  /** All of them must be met. */
  conditions: {
    modifier_id?: number | null
    modifier_value_id?: number | null
    variant_id?: number | null
  }[]
}

export interface ContentPage {
  id: number
  parent: number
  /** Path from the root, such as `/about-us`. */
  path: string
  title: Translated
  /** HTML. */
  body: Translated
  position: number
  inNavigation: boolean
  updated: string
  /** Name of its picture in `pictures/`, without `.avif`: 960 × 640 pixels. */
  picture?: string
}

export interface Catalogue {
  categories: Category[]
  brands: Brand[]
  products: Product[]
  pages: ContentPage[]
}
