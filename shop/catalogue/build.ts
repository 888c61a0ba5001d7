import { tileOf } from './categories.ts'
import type { Option, Product, Variant, Words } from './types.ts'

/** Ids of the shop's tax classes: 24 %, 13 % and 0 %. */
export const taxClass = { standard: 0, reduced: 1, zero: 2 }

export interface Choice {
  name: Words
  values: ChoiceValue[]
}

export interface ChoiceValue {
  label: Words
  colour?: string
  /** Whole cents that this value adds to the product's price. */
  plusCents?: number
}

/** A product as its shelf writes it; what is left out is the usual. */
export interface Draft {
  id: number
  slug: string
  name: Words
  /** Sentences without markup: one paragraph. */
  text: Words
  /** Points listed under the paragraph. */
  points?: Words[]
  brand: number
  /** Whole cents, including VAT. */
  cents: number
  saleCents?: number
  lowest30dCents?: number
  image: string
  /** Further categories beside the shelf's own. */
  also?: number[]
  digital?: true
  taxClass?: number
  choices?: Choice[]
  /** Variants that are sold out, as positions of their values. */
  soldOut?: number[][]
  /** Units of each variant; left out when the shop does not count them. */
  stock?: number
  featured?: number
  sold: number
  /** Day it came to the shop, `2026-03-14`. */
  since: string
  hidden?: true
}

/** The products of one category, in full. */
export function shelf(category: number, drafts: Draft[]): Product[] {
  return drafts.map(draft => product(category, draft))
}

function product(category: number, draft: Draft): Product {
  const choices = draft.choices ?? []
  const sku = `DRN-${draft.id}`
  return {
    id: draft.id,
    slug: draft.slug,
    sku,
    name: draft.name,
    description: { en: html(draft, 'en'), el: html(draft, 'el') },
    brand: draft.brand,
    categories: [category, ...(draft.also ?? [])],
    type: draft.digital ? 'digital' : 'physical',
    taxClass: draft.taxClass ?? taxClass.standard,
    priceCents: draft.cents,
    ...(draft.saleCents && { saleCents: draft.saleCents, lowest30dCents: draft.lowest30dCents }),
    options: optionsOf(draft.id, choices),
    variants: variantsOf(draft, sku),
    image: draft.image,
    tile: tileOf(category),
    featured: draft.featured ?? 0,
    sold: draft.sold,
    createdAt: draft.since,
    visible: !draft.hidden,
    available: true,
    stockTracked: draft.stock !== undefined || draft.soldOut !== undefined,
  }
}

function html(draft: Draft, language: keyof Words): string {
  const points = draft.points?.map(point => `<li>${point[language]}</li>`).join('')
  return `<p>${draft.text[language]}</p>${points ? `<ul>${points}</ul>` : ''}`
}

/** Ids grow out of the product's, so that they stay the same whatever is added elsewhere. */
function optionsOf(productId: number, choices: Choice[]): Option[] {
  return choices.map((choice, i) => ({
    id: productId * 10 + i,
    name: choice.name,
    values: choice.values.map(({ label, colour }, j) => ({
      id: valueId(productId, i, j),
      label,
      ...(colour && { colour }),
    })),
  }))
}

function valueId(productId: number, choice: number, value: number): number {
  return productId * 1000 + choice * 100 + value
}

function variantsOf(draft: Draft, sku: string): Variant[] {
  const choices = draft.choices ?? []
  const soldOut = (draft.soldOut ?? []).map(String)
  return combinations(choices.map(choice => choice.values.length)).map((picks, n) => {
    const plus = picks.reduce((sum, pick, i) => sum + (choices[i]?.values[pick]?.plusCents ?? 0), 0)
    const stock = soldOut.includes(String(picks)) ? 0 : (draft.stock ?? (draft.soldOut ? 25 : undefined))
    return {
      id: draft.id * 100 + n,
      sku: [sku, ...picks.map(pick => pick + 1)].join('-'),
      values: picks.map((pick, i) => valueId(draft.id, i, pick)),
      priceCents: draft.cents + plus,
      ...(stock !== undefined && { stock }),
    }
  })
}

function combinations(sizes: number[]): number[][] {
  return sizes.reduce<number[][]>(
    (rows, size) => rows.flatMap(row => Array.from({ length: size }, (_, pick) => [...row, pick])),
    [[]],
  )
}
