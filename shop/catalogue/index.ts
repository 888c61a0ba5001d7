import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { catalogueBrands } from './brands.ts'
import { buildProducts, productDraft } from './build-products.ts'
import { cardProducts } from './cards.ts'
import { categories } from './categories.ts'
import { eventPages } from './pages/events.ts'
import { helpPages } from './pages/help.ts'
import { inspirationPages } from './pages/inspiration.ts'
import { sitePages } from './pages/site.ts'
import { termsPages } from './pages/terms.ts'
import type { Catalogue, Product } from './types.ts'

/** The files of `products/`, in the order of the catalogue. */
const areas = [
  'tableware',
  'kitchen',
  'house',
  'sea',
  'land',
  'learning',
  'luggage',
  'children',
  'play',
  'baptism',
  'tech',
  'garden',
  'decor',
  'wellness',
  'student',
  'personal',
]

const productFile = z.array(z.strictObject({ category: z.int(), products: z.array(productDraft) }))

/** The products of an area, which its file lists by category. */
function readProducts(area: string): Product[] {
  const text = readFileSync(new URL(`products/${area}.json`, import.meta.url), 'utf8')
  return productFile
    .parse(JSON.parse(text))
    .flatMap(({ category, products }) => buildProducts(category, products))
}

export const catalogue: Catalogue = {
  categories,
  brands: catalogueBrands,
  products: [...areas.flatMap(readProducts), ...cardProducts],
  pages: [...sitePages, ...eventPages, ...inspirationPages, ...helpPages, ...termsPages],
}
