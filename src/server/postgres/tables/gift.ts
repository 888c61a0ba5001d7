import type { Generated } from 'kysely'
import type { HostAnswer } from '../../../base/shop-modifiers.ts'
import type { GeneratedJson, Id, Json, Since, Stamp } from '../columns.ts'

export interface GiftTables {
  gift: GiftTable
}

export interface ChosenOption {
  option: string
  value: string
  option_id: number
  value_id: number
}

export interface GiftTable {
  id: Id
  registry_id: number
  product_id: number
  /** 0 when the product has no variant of its own. */
  variant_id: number
  sku: string
  quantity: number
  is_group: boolean
  /** The price, incl. VAT, when the gift was added or last read from the shop; gift cards keep it as their own (R302). */
  price_cents: number
  /** The shop's option ids to value ids of the chosen variant, for the hand-off. */
  selected_options: Json<{ option_id: number; value_id: number }[]>
  /** The host's answers to the product's modifiers (R322). */
  modifiers: GeneratedJson<HostAnswer[]>
  note: string | null
  must_have: Generated<boolean>
  position: number
  created_at: Stamp
  removed_at: Since
}
