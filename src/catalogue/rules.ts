import type { Cents } from '../base/money.ts'

/** How many colours the look has for what lies behind a picture. */
const tiles = 6

/** The colour behind a product's picture: by its (first) category, steady for one product. */
export function tileOf(product: { id: number; category_ids: number[] }): number {
  return (product.category_ids[0] ?? product.id) % tiles
}

/** What one unit costs as the mirror knows it: the variant's own price, else the product's; null when none is shown. */
export function priceOf(
  product: { price_cents: Cents | null },
  variant?: { price_cents: Cents | null } | undefined,
): Cents | null {
  return variant?.price_cents ?? product.price_cents
}

/** Whether a person must choose before the product can be wished for; the base variant alone is no choice. */
export function hasChoices(variants: { options: unknown[] }[]): boolean {
  return variants.length > 1 || variants.some(variant => variant.options.length > 0)
}

/** Whether one typo is forgiven between a key asked for and one of the shelf: only in words of five letters or more. */
export function forgivesTypo(asked: string, known: string): boolean {
  const isSound = (key: string) => key.startsWith('~')
  const letters = (key: string) => (isSound(key) ? key.length - 1 : key.length)
  return isSound(asked) === isSound(known) && letters(asked) >= 5 && letters(known) >= 5
}
