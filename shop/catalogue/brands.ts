import { trimSlashes } from '../trim-slashes.ts'
import type { Brand } from './types.ts'

/** Ids of the shop's brands, all invented. */
export const brandIds = {
  none: 0,
  doron: 1,
  keramos: 2,
  oikos: 3,
  krystallo: 4,
  podilato: 5,
  taxidi: 6,
  fos: 7,
  kipos: 8,
  melissa: 9,
  ichos: 10,
  lino: 11,
  experiences: 12,
  chytra: 13,
  kopsi: 14,
  xylino: 15,
  synnefo: 16,
  anemi: 17,
  selido: 18,
  galini: 19,
  kyma: 20,
  argyro: 21,
  pyxida: 22,
  methodos: 23,
  psifida: 24,
}

export const brands: Brand[] = [
  { id: brandIds.doron, name: 'Doron' },
  { id: brandIds.keramos, name: 'Keramos' },
  { id: brandIds.oikos, name: 'Oikos Living' },
  { id: brandIds.krystallo, name: 'Krystallo' },
  { id: brandIds.podilato, name: 'Podilato' },
  { id: brandIds.taxidi, name: 'Taxidi' },
  { id: brandIds.fos, name: 'Fos' },
  { id: brandIds.kipos, name: 'Kipos' },
  { id: brandIds.melissa, name: 'Melissa' },
  { id: brandIds.ichos, name: 'Ichos' },
  { id: brandIds.lino, name: 'Lino' },
  { id: brandIds.experiences, name: 'Experiences' },
  { id: brandIds.chytra, name: 'Chytra' },
  { id: brandIds.kopsi, name: 'Kopsi' },
  { id: brandIds.xylino, name: 'Xylino' },
  { id: brandIds.synnefo, name: 'Synnefo' },
  { id: brandIds.anemi, name: 'Anemi' },
  { id: brandIds.selido, name: 'Selido' },
  { id: brandIds.galini, name: 'Galini' },
  { id: brandIds.kyma, name: 'Kyma' },
  { id: brandIds.argyro, name: 'Argyro' },
  { id: brandIds.pyxida, name: 'Pyxida' },
  { id: brandIds.methodos, name: 'Methodos' },
  { id: brandIds.psifida, name: 'Psifida' },
]

/** A brand's path in the storefront: `/brands/oikos-living/`. */
export const brandPath = (brand: Brand): string => `/brands/${brand.name.toLowerCase().replaceAll(' ', '-')}/`

export const findBrandByPath = (path: string): Brand | undefined =>
  brands.find(brand => brandPath(brand) === `/${trimSlashes(path)}/`)
