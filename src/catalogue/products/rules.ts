import type { Language } from '../../base/language.ts'
import type { Cents } from '../../base/money.ts'
import { storefrontLink } from '../../base/paths.ts'
import type { ProductCard } from './contract.ts'

/** How many tile colours the design has. */
const tileColourCount = 6

/** The colour behind a product's picture, 0 to 5: by its first category, always the same for one product. */
export function tileColourOf(product: { id: number; category_ids: number[] }): number {
  return (product.category_ids[0] ?? product.id) % tileColourCount
}

/** What one unit costs, in cents incl. VAT: the variant's own price, else the product's; null when the shop shows none. */
export function priceOf(
  product: { price_cents: Cents | null },
  variant?: { price_cents: Cents | null } | undefined,
): Cents | null {
  return variant?.price_cents ?? product.price_cents
}

/** Whether options must be chosen before the product can be added (R307); the base variant alone is no choice. */
export function needsOptionChoice(variants: { options: unknown[] }[]): boolean {
  return variants.length > 1 || variants.some(variant => variant.options.length > 0)
}

interface CardProduct {
  id: number
  name: string
  brand: string | null
  image: string | null
  path: string
  type: string
  category_ids: number[]
  price_cents: Cents | null
  available: boolean
  has_options: boolean
  needs_file: boolean
  needs_answers: boolean
}

/** A product as a list shows it. */
export function toProductCard(
  product: CardProduct,
  language: Language,
  storefronts: Record<Language, string>,
): ProductCard {
  return {
    id: product.id,
    name: product.name,
    brand: product.brand,
    image: product.image,
    url: storefrontLink(storefronts, product.path, language),
    tile: tileColourOf(product),
    type: product.type,
    price: product.price_cents,
    available: product.available && !product.needs_file,
    has_options: product.has_options,
    needs_file: product.needs_file,
    needs_answers: product.needs_answers,
  }
}
