import { brands } from './brands.ts'
import { categories } from './categories.ts'
import { events } from './pages/events.ts'
import { help } from './pages/help.ts'
import { inspiration } from './pages/inspiration.ts'
import { site } from './pages/site.ts'
import { terms } from './pages/terms.ts'
import { baptism } from './products/baptism.ts'
import { cards } from './products/cards.ts'
import { children } from './products/children.ts'
import { decor } from './products/decor.ts'
import { garden } from './products/garden.ts'
import { house } from './products/house.ts'
import { kitchen } from './products/kitchen.ts'
import { land } from './products/land.ts'
import { learning } from './products/learning.ts'
import { luggage } from './products/luggage.ts'
import { play } from './products/play.ts'
import { sea } from './products/sea.ts'
import { student } from './products/student.ts'
import { tableware } from './products/tableware.ts'
import { tech } from './products/tech.ts'
import { wellness } from './products/wellness.ts'
import type { Catalogue } from './types.ts'

/** What the shop sells and says. */
export const catalogue: Catalogue = {
  categories,
  brands,
  products: [
    ...tableware,
    ...kitchen,
    ...house,
    ...sea,
    ...land,
    ...learning,
    ...luggage,
    ...children,
    ...play,
    ...baptism,
    ...tech,
    ...garden,
    ...decor,
    ...wellness,
    ...student,
    ...cards,
  ],
  pages: [...site, ...events, ...inspiration, ...help, ...terms],
}
