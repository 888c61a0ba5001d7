import { brands } from './brands.ts'
import { categories } from './categories.ts'
import { eventPages } from './pages/events.ts'
import { helpPages } from './pages/help.ts'
import { inspirationPages } from './pages/inspiration.ts'
import { sitePages } from './pages/site.ts'
import { termsPages } from './pages/terms.ts'
import { baptismProducts } from './products/baptism.ts'
import { cardProducts } from './products/cards.ts'
import { childrenProducts } from './products/children.ts'
import { decorProducts } from './products/decor.ts'
import { gardenProducts } from './products/garden.ts'
import { houseProducts } from './products/house.ts'
import { kitchenProducts } from './products/kitchen.ts'
import { landProducts } from './products/land.ts'
import { learningProducts } from './products/learning.ts'
import { luggageProducts } from './products/luggage.ts'
import { personalProducts } from './products/personal.ts'
import { playProducts } from './products/play.ts'
import { seaProducts } from './products/sea.ts'
import { studentProducts } from './products/student.ts'
import { tablewareProducts } from './products/tableware.ts'
import { techProducts } from './products/tech.ts'
import { wellnessProducts } from './products/wellness.ts'
import type { Catalogue } from './types.ts'

/** The shop's categories, brands, products and pages. */
export const catalogue: Catalogue = {
  categories,
  brands,
  products: [
    ...tablewareProducts,
    ...kitchenProducts,
    ...houseProducts,
    ...seaProducts,
    ...landProducts,
    ...learningProducts,
    ...luggageProducts,
    ...childrenProducts,
    ...playProducts,
    ...baptismProducts,
    ...techProducts,
    ...gardenProducts,
    ...decorProducts,
    ...wellnessProducts,
    ...studentProducts,
    ...personalProducts,
    ...cardProducts,
  ],
  pages: [...sitePages, ...eventPages, ...inspirationPages, ...helpPages, ...termsPages],
}
