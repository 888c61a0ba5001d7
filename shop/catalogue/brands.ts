import type { Queryable } from '../database.ts'
import { findRecords } from '../records.ts'
import { trimSlashes } from '../trim-slashes.ts'
import type { Brand } from './types.ts'

/** The brands that the catalogue comes with, all invented; their ids follow this order. */
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

export const catalogueBrands: Brand[] = names.map((name, index) => ({ id: index + 1, name }))

/** A brand as it is now; what staff left out is missing. */
export interface LiveBrand extends Brand {
  page_title?: string
  meta_keywords?: string[]
  meta_description?: string
  search_keywords?: string
  /** Null where its path follows from its name. */
  custom_url?: { url: string; is_customized: boolean } | null
}

/** The brands that the catalogue came with, unless staff deleted them, and those that were made. */
export const loadBrands = (db: Queryable): Promise<LiveBrand[]> => findRecords<LiveBrand>(db, 'brand')

/** The path that a name leads to: `/brands/oikos-living/`. */
export const pathOfName = (name: string): string =>
  `/brands/${trimDashes(name.toLowerCase().replaceAll(/[^a-z0-9]/g, '-'))}/`

/** Words with one dash between them; `brand` where there are none. */
const trimDashes = (text: string): string => text.split('-').filter(Boolean).join('-') || 'brand'

export const brandPath = ({ name, custom_url: own }: LiveBrand): string =>
  own ? `/${trimSlashes(own.url)}/` : pathOfName(name)

export const findBrandByPath = (all: LiveBrand[], path: string): LiveBrand | undefined =>
  all.find(brand => brandPath(brand) === `/${trimSlashes(path)}/`)
