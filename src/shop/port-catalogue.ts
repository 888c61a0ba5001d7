import type { Day } from '../base/dates.ts'
import type { Language } from '../base/language.ts'
import type { Cents } from '../base/money.ts'
import type { ShopModifier } from '../base/shop-modifiers.ts'

export type ShopListingOrder = 'newest' | 'featured' | 'best-selling'

/** What the shop sells of a product in one order, whatever the variants. */
export interface QuantityRules {
  /** 1 when the shop names no minimum. */
  minQuantity: number
  /** Null when the shop names none. */
  maxQuantity: number | null
  /**
   * Units left; null when the shop doesn't count them, hides the number, or sells on although none is left. Of a product
   * whose variants are counted apart, their sum.
   */
  stock: number | null
}

export interface CatalogueProduct extends QuantityRules {
  id: number
  sku: string
  /** physical, digital or giftcertificate. */
  type: string
  name: string
  path: string
  /** The shop's HTML, not sanitised. */
  description: string
  brand: string | null
  image: string | null
  /** The maximum of the price range; null when the shop shows no price. */
  priceCents: Cents | null
  categoryIds: number[]
  available: boolean
  /** Sold before it is released, and from which day it is available; no day where the shop says none. */
  preorder: { from: Day | null } | null
  variants: ShopVariant[]
  modifiers: ShopModifier[]
}

export interface ShopSearchFilter {
  language: Language
  /** Empty for everything. */
  query: string
  /** Subcategories included. */
  category?: number | undefined
  /** In cents, both included. */
  priceMin?: Cents | undefined
  priceMax?: Cents | undefined
  sort: ShopListingOrder | 'price-up' | 'price-down'
}

export interface ShopVariant {
  id: number
  sku: string
  priceCents: Cents | null
  available: boolean
  /** Units left of this variant, or of the product where its variants are not counted apart; null when not known. */
  stock: number | null
  image: string | null
  options: { optionId: number; option: string; valueId: number; value: string }[]
}

export interface ProductDetails extends CatalogueProduct {
  images: string[]
  options: { id: number; name: string; values: { id: number; label: string; colour: string | null }[] }[]
}

export interface ShopBrand {
  id: number
  name: string
  path: string
}

export interface ShopCategory {
  id: number
  parentId: number
  name: string
  path: string
}

/** A product or variant whose price is asked; `choices` are what its units are bought with, as that may cost more. */
export interface PricedItem {
  productId: number
  variantId: number
  choices?: ChosenValue[][]
}

/** A value chosen for an option or a modifier. */
export interface ChosenValue {
  optionId: number
  valueId: number
}

/** The price of a product or variant now; its `stock` is that of the variant. */
export interface LivePrice extends QuantityRules {
  productId: number
  variantId: number
  cents: Cents | null
  /** What a unit costs with the dearest of the choices that were asked for; else `cents`. */
  unitCents: Cents | null
  available: boolean
  /** Whether all variants of the product draw on the same stock. */
  sharesStock: boolean
  name: string
}

export interface ShopPageLink {
  id: number
  parentId: number
  title: string
  /** A path of the shop, or the URL of an external link. */
  href: string
}

export interface ShopPageText {
  /** Unsanitised. */
  html: string
  /** The URL of the picture that the shop keeps beside the text. */
  picture: string | null
  /** The day of a blog post; null for other pages. */
  published: Day | null
}

/** A page with so many below it may have more that are not read. */
export const maxListedChildren = 50

export interface ShopPage extends ShopPageText {
  path: string
  title: string
  /** The pages below it with their texts, in the shop's order, hidden from its menus or not; the newest of a blog. */
  children: (ShopPageLink & ShopPageText)[]
}
