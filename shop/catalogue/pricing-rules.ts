import type { Queryable } from '../database.ts'
import { findRecords } from '../records.ts'

export interface CustomerGroup {
  name: string
  is_default: boolean
  is_group_for_guests: boolean
  discount_rules: DiscountRule[]
  category_access?: CategoryAccess
}

/** Which categories a group may enter; of those below one each has to be named. */
export interface CategoryAccess {
  type: 'all' | 'specific' | 'none'
  categories?: number[]
}

/** What a group pays less for, or the price list it has. */
export interface DiscountRule {
  type: 'all' | 'category' | 'product' | 'price_list'
  method?: 'percent' | 'fixed' | 'price'
  /** With a decimal point, in euro or percent. */
  amount?: string
  category_id?: number | string
  product_id?: number | string
  price_list_id?: number
}

/** A variant's prices in one price list, in euro as the merchant enters prices. */
export interface PriceRecord {
  variant_id: number
  currency: string
  price: number | null
  sale_price: number | null
}

export interface PriceListAssignment {
  price_list_id: number
  customer_group_id: number | null
  channel_id: number | null
}

/** What prices depend on besides the product; read with the catalogue, whose version changes with it. */
export interface PricingRules {
  groups: Map<number, CustomerGroup>
  assignments: PriceListAssignment[]
  /** Of the active price lists, by list and variant, in the store's currency. */
  records: Map<number, Map<number, PriceRecord>>
}

export async function loadPricingRules(db: Queryable): Promise<PricingRules> {
  const groups = await findRecords<CustomerGroup>(db, 'customer_group')
  const lists = await findRecords<{ active: boolean }>(db, 'price_list')
  const records = await findRecords<PriceRecord>(db, 'price_record')
  const recordsOf = (id: number) =>
    records.filter(record => record.parent_id === id && record.currency.toUpperCase() === 'EUR')
  return {
    groups: new Map(groups.map(group => [group.id, group])),
    assignments: await findRecords<PriceListAssignment>(db, 'price_list_assignment'),
    records: new Map(
      lists
        .filter(list => list.active)
        .map(list => [list.id, new Map(recordsOf(list.id).map(record => [record.variant_id, record]))]),
    ),
  }
}
