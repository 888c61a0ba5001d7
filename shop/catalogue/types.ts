/** A text in both languages of the shop. */
export interface Words {
  en: string
  el: string
}

export interface Category {
  id: number
  /** Id of the category above; 0 = a top category. */
  parent: number
  slug: string
  name: Words
  description: Words
  position: number
}

export interface Brand {
  id: number
  name: string
}

export interface OptionValue {
  id: number
  label: Words
  /** Hex colour, for an option shown as swatches. */
  colour?: string
}

/** A choice that makes variants; option and value ids are unique in the whole catalogue. */
export interface Option {
  id: number
  name: Words
  values: OptionValue[]
}

export interface Variant {
  id: number
  sku: string
  /** Option value ids, one for each option of the product; empty for the base variant. */
  values: number[]
  /** Whole cents, including VAT. */
  priceCents: number
  stock?: number
}

/** A line of text the shopper (or the cart's maker) writes on the product. */
export interface TextModifier {
  id: number
  name: Words
  required: boolean
}

export interface Product {
  id: number
  slug: string
  sku: string
  name: Words
  /** Small HTML: `<p>`, `<ul>`. */
  description: Words
  brand: number
  categories: number[]
  type: 'physical' | 'digital' | 'giftcertificate'
  taxClass: number
  /** Whole cents, including VAT. */
  priceCents: number
  saleCents?: number
  lowest30dCents?: number
  options: Option[]
  /** At least one: a product without options has its base variant. */
  variants: Variant[]
  modifiers?: TextModifier[]
  /** Name of a picture in `@lobehub/fluent-emoji-3d/assets`, without `.webp`. */
  image: string
  /** Which of the look's six tile colours lies behind the picture. */
  tile: 0 | 1 | 2 | 3 | 4 | 5
  /** Rank, 1 = first; 0 = not featured. */
  featured: number
  /** Units sold before the shop opened its books here; orders "best sellers". */
  sold: number
  createdAt: string
  visible: boolean
  available: boolean
  stockTracked: boolean
  /** Where it is sold; without it on every channel. */
  channels?: number[]
}

export interface Page {
  id: number
  parent: number
  /** Address from the root, such as `/about-us`. */
  path: string
  title: Words
  /** HTML. */
  body: Words
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
  pages: Page[]
}
