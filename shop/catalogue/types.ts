/** A text in both languages of the shop. */
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
}

/** A text that the shopper, or whoever makes the cart, writes on a product. */
export interface TextModifier {
  id: number
  name: Translated
  required: boolean
}

/** A product of the catalogue. Products created through the API are stored in this form. */
export interface Product {
  id: number
  slug: string
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
  modifiers?: TextModifier[]
  /** Name of a picture in `@lobehub/fluent-emoji-3d/assets`, without `.webp`. */
  image: string
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
  /** Ids of the channels that sell it; undefined for all. */
  channels?: number[]
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
