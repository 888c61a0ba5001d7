import { trimSlashes } from '../trim-slashes.ts'
import type { Brand } from './types.ts'

/** The shop's brands, all invented; their ids follow this order. */
const names = [
  'Doron',
  'Keramos',
  'Oikos Living',
  'Krystallo',
  'Podilato',
  'Taxidi',
  'Fos',
  'Kipos',
  'Melissa',
  'Ichos',
  'Lino',
  'Experiences',
  'Chytra',
  'Kopsi',
  'Xylino',
  'Synnefo',
  'Anemi',
  'Selido',
  'Galini',
  'Kyma',
  'Argyro',
  'Pyxida',
  'Methodos',
  'Psifida',
]

export const brands: Brand[] = names.map((name, index) => ({ id: index + 1, name }))

/** A brand's path in the storefront: `/brands/oikos-living/`. */
export const brandPath = (brand: Brand): string => `/brands/${brand.name.toLowerCase().replaceAll(' ', '-')}/`

export const findBrandByPath = (path: string): Brand | undefined =>
  brands.find(brand => brandPath(brand) === `/${trimSlashes(path)}/`)
