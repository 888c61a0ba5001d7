import type { ColumnType } from 'kysely'
import type { Language } from '../../base/language.ts'
import type { HostAnswer, ModifierAnswer, ShopModifier } from '../../base/shop-modifiers.ts'
import type { Generated } from './tables.generated.ts'

/** Read as parsed JSON, written as text: the driver would write a list as an array of PostgreSQL. */
type Json<T> = ColumnType<T, string, string>

interface StoredTaxClass {
  id: number
  name: string
  /** From net to gross; null when no rate of it is known. */
  factor: number | null
}

export interface ChosenOption {
  option: string
  value: string
  option_id: number
  value_id: number
}

interface PostalAddress {
  street: string
  country: string
  region: string
  city: string
  postcode: string
  phone: string
}

/** Facts before or after what staff did, by name. */
type AuditFacts = Record<string, string | number | boolean | null>

/** What the columns of each table hold whose type PostgreSQL calls `jsonb`. */
export interface JsonColumns {
  gift: {
    selected_options: Json<{ option_id: number; value_id: number }[]>
    modifiers: Generated<Json<HostAnswer[]>>
  }
  outbox: { props: Json<Record<string, unknown>> }
  payout: { modifiers: Generated<Json<ModifierAnswer[]>> }
  product: {
    modifiers: Generated<Json<Partial<Record<Language, ShopModifier[]>>>>
    seen_in: Generated<Json<Partial<Record<Language, string>>>>
  }
  registry: { home_address: Json<PostalAddress> | null; shipping_address: Json<PostalAddress> | null }
  staff_audit_value: { before: Json<AuditFacts> | null; after: Json<AuditFacts> | null }
  staff_money_act: {
    input: Json<object> | null
    before: Json<AuditFacts> | null
    after: Json<AuditFacts> | null
  }
  store_state: {
    storefronts: Generated<
      Json<{ language: Language; setting: string; url: string; checkoutOrigins: string[] }[]>
    >
  }
  store_tax: { classes: Json<StoredTaxClass[]> }
  variant: { options: Json<Record<Language, ChosenOption[]>> }
}
