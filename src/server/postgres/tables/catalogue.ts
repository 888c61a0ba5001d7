import type { Generated } from 'kysely'
import type { Language } from '../../../base/language.ts'
import type { ShopModifier } from '../../../base/shop-modifiers.ts'
import type { GeneratedJson, Json, Since, Stamp } from '../columns.ts'
import type { ChosenOption } from './gift.ts'

export interface CatalogueTables {
  category: CategoryTable
  product: ProductTable
  product_text: ProductTextTable
  variant: VariantTable
  catalogue_sync: CatalogueSyncTable
  product_picture: ProductPictureTable
  store_tax: StoreTaxTable
  empty_product_search: EmptyProductSearchTable
}

/** A copy of the shop's category tree, one row for each category and language. */
export interface CategoryTable {
  id: number
  language: Language
  parent_id: number
  name: string
  path: string
  position: number
}

export interface ProductTable {
  id: number
  sku: string
  /** The shop's product type in lower case: physical, digital, giftcertificate. */
  type: string
  brand: string | null
  /** The address of its picture, with the picture's kind as fragment (catalogue/pictures/rules.ts). */
  image: string | null
  /** The maximum of the price range, incl. VAT, whole cents; null when the shop shows no price. */
  price_cents: number | null
  category_ids: number[]
  /** Positions in the shop's own sort orders, 1 = first; 0 = not in it (yet). */
  featured: Generated<number>
  sold: Generated<number>
  newest: Generated<number>
  /** Position of the brand in the Greek-aware order of all brands; 0 = no brand. */
  brand_rank: Generated<number>
  available: boolean
  /** False once a sync no longer finds it in the shop. */
  listed: boolean
  has_options: boolean
  /** The fewest and most units that the shop sells in one order. */
  min_quantity: Generated<number>
  max_quantity: Generated<number | null>
  /** Units left in the shop, 100 for more; null when not known. */
  stock: Generated<number | null>
  /** What the shop asks of the buyer, by language. */
  modifiers: GeneratedJson<Partial<Record<Language, ShopModifier[]>>>
  /** Whether it asks for what can't be asked for with a gift (R323). */
  needs_file: Generated<boolean>
  seen_at: Stamp
}

export interface ProductTextTable {
  product_id: number
  language: Language
  name: string
  path: string
  description: string
  /** Search keys of name, brand, SKU and categories, with spaces between (base/greek/phonetic-keys.ts). */
  search: string
}

export interface VariantTable {
  id: number
  product_id: number
  sku: string
  price_cents: number | null
  available: boolean
  /** As the product's; that of the product where the shop doesn't count variants apart. */
  stock: Generated<number | null>
  image: string | null
  /** The chosen options, named in each language: [{ option, value }]. */
  options: Json<Record<Language, ChosenOption[]>>
  option_value_ids: number[]
}

export interface ProductPictureTable {
  /** As the shop says it. */
  url: string
  /** Null until it was looked at. */
  kind: 'cutout' | 'pack' | 'photo' | 'missing' | null
  /** How often it was asked for in vain. */
  attempts: Generated<number>
  /** When it is looked at (again); null when what it is is known. */
  due_at: Stamp | null
  /** When the catalogue had it last. */
  seen_at: Stamp
}

export interface CatalogueSyncTable {
  language: Language
  finished_at: Since
  product_count: number
  /** When the running sync began; null when none is running. */
  started_at: Since
  /** Up to when changes of products have been read since the last complete sync. */
  changes_read_until: Since
  /** The shop's cursor of the last page stored. */
  page_cursor: string | null
  products_read: Generated<number>
  is_complete: Generated<boolean>
  /** Why it can't be read, where a person has to do something. */
  problem: Generated<string | null>
}

interface StoredTaxClass {
  id: number
  name: string
  /** From net to gross; null when no rate of it is known. */
  factor: number | null
}

export interface StoreTaxTable {
  id: Generated<number>
  prices_include_tax: boolean
  classes: Json<StoredTaxClass[]>
  read_at: Date
}

export interface EmptyProductSearchTable {
  words: string
  count: number
  last_at: Stamp
}
