import { z } from 'zod'
import { catalogueBrands } from './brands.ts'
import { tileOfCategory } from './categories.ts'
import type { Modifier, Product, ProductOption, ProductVariant, Translated } from './types.ts'

/** Ids of the shop's tax classes: 24 %, 13 % and 0 %. */
export const taxClassIds = { standard: 0, reduced: 1, zero: 2 }

const translated = z.strictObject({ en: z.string(), el: z.string() })

/** A choice of variants, such as a size. */
const productChoice = z.strictObject({
  name: translated,
  values: z.array(
    z.strictObject({
      label: translated,
      colour: z.string().optional(),
      /** Cents that this value adds to the product's price. */
      extraCents: z.int().optional(),
    }),
  ),
})
type ProductChoice = z.output<typeof productChoice>

/** A product as the files in `products/` have it; missing fields get their defaults. */
export const productDraft = z.strictObject({
  id: z.int(),
  slug: z.string(),
  name: translated,
  /** Plain text: one paragraph. */
  description: translated,
  /** A list below the paragraph. */
  points: z.array(translated).optional(),
  brand: z.enum(catalogueBrands.map(({ name }) => name)).optional(),
  /** Cents including VAT. */
  priceCents: z.int(),
  saleCents: z.int().optional(),
  lowest30dCents: z.int().optional(),
  /** Ids of further categories. */
  otherCategories: z.array(z.int()).optional(),
  isDigital: z.literal(true).optional(),
  taxClass: z.enum(['standard', 'reduced', 'zero']).optional(),
  choices: z.array(productChoice).optional(),
  /** The variants that are sold out, by the indexes of their values. */
  soldOut: z.array(z.array(z.int())).optional(),
  /** Units of each variant; undefined when stock is not tracked. */
  stock: z.int().optional(),
  /** The fewest and most units in one order. */
  minQuantity: z.int().optional(),
  maxQuantity: z.int().optional(),
  modifiers: z.custom<Modifier[]>(Array.isArray).optional(),
  featured: z.int().optional(),
  sold: z.int(),
  /** Day it was added to the shop, `2026-03-14`. */
  createdAt: z.iso.date(),
  /** Whether there is a second picture, from another side and nearer. */
  isSeenNearer: z.literal(true).optional(),
  isHidden: z.literal(true).optional(),
})
type ProductDraft = z.output<typeof productDraft>

export function buildProducts(category: number, drafts: ProductDraft[]): Product[] {
  return drafts.map(draft => buildProduct(category, draft))
}

function buildProduct(category: number, draft: ProductDraft): Product {
  const choices = draft.choices ?? []
  const sku = `DRN-${draft.id}`
  return {
    id: draft.id,
    slug: draft.slug,
    sku,
    name: draft.name,
    description: { en: descriptionHtml(draft, 'en'), el: descriptionHtml(draft, 'el') },
    brand: catalogueBrands.find(({ name }) => name === draft.brand)?.id ?? 0,
    categories: [category, ...(draft.otherCategories ?? [])],
    type: draft.isDigital ? 'digital' : 'physical',
    taxClass: taxClassIds[draft.taxClass ?? 'standard'],
    priceCents: draft.priceCents,
    ...(draft.saleCents && { saleCents: draft.saleCents, lowest30dCents: draft.lowest30dCents }),
    options: buildOptions(draft.id, choices),
    variants: buildVariants(draft, sku),
    ...(draft.modifiers && { modifiers: draft.modifiers }),
    image: `${draft.slug}.webp`,
    ...(draft.isSeenNearer && { nearerImage: `${draft.slug}-nearer.webp` }),
    tile: tileOfCategory(category),
    featured: draft.featured ?? 0,
    sold: draft.sold,
    createdAt: draft.createdAt,
    visible: !draft.isHidden,
    available: true,
    stockTracked: draft.stock !== undefined || draft.soldOut !== undefined,
    ...(draft.minQuantity && { minQuantity: draft.minQuantity }),
    ...(draft.maxQuantity && { maxQuantity: draft.maxQuantity }),
  }
}

function descriptionHtml(draft: ProductDraft, language: keyof Translated): string {
  const points = draft.points?.map(point => `<li>${point[language]}</li>`).join('')
  return `<p>${draft.description[language]}</p>${points ? `<ul>${points}</ul>` : ''}`
}

/** Ids are derived from the product's, so that they stay the same when other products are added. */
function buildOptions(productId: number, choices: ProductChoice[]): ProductOption[] {
  return choices.map((choice, i) => ({
    id: productId * 10 + i,
    name: choice.name,
    values: choice.values.map(({ label, colour }, j) => ({
      id: optionValueId(productId, i, j),
      label,
      ...(colour && { colour }),
    })),
  }))
}

function optionValueId(productId: number, choice: number, value: number): number {
  return productId * 1000 + choice * 100 + value
}

function buildVariants(draft: ProductDraft, sku: string): ProductVariant[] {
  const choices = draft.choices ?? []
  const soldOut = (draft.soldOut ?? []).map(String)
  return listCombinations(choices.map(choice => choice.values.length)).map((indexes, n) => {
    const extraCents = indexes.reduce(
      (sum, index, i) => sum + (choices[i]?.values[index]?.extraCents ?? 0),
      0,
    )
    const colour = choices.findIndex(({ values }) => values[0]?.colour)
    const ofColour = indexes[colour] ?? 0
    const stock = soldOut.includes(String(indexes)) ? 0 : (draft.stock ?? (draft.soldOut ? 25 : undefined))
    return {
      id: draft.id * 100 + n,
      sku: [sku, ...indexes.map(index => index + 1)].join('-'),
      values: indexes.map((index, i) => optionValueId(draft.id, i, index)),
      priceCents: draft.priceCents + extraCents,
      ...(stock !== undefined && { stock }),
      // The product's own picture shows the first colour.
      ...(ofColour > 0 && { details: { image_url: `${draft.slug}-${ofColour + 1}.webp` } }),
    }
  })
}

/** Every combination of indexes below these sizes: [2, 2] → [0, 0], [0, 1], [1, 0], [1, 1]. */
function listCombinations(sizes: number[]): number[][] {
  return sizes.reduce<number[][]>(
    (rows, size) => rows.flatMap(row => Array.from({ length: size }, (_, index) => [...row, index])),
    [[]],
  )
}
