import { insertRow, type Queryable, updateRow } from '../database.ts'
import { ShopError, type Store } from '../store.ts'

/** What a promotion does and when, as the platform writes it. */
export interface PromotionRule {
  action: {
    /** Off the whole cart. */
    cart_value?: { discount: Discount; maximum_allowed_discount_amount?: string }
    /** Off each unit of the items that match. */
    cart_items?: { discount: Discount; items?: ItemMatcher }
  }
  condition?: { cart: { minimum_spend?: string; minimum_quantity?: number } }
  /** Whether an amount comes off once, and not as often as its condition is met; so unless it says otherwise. */
  apply_once?: boolean
  /** Whether no rule after it applies. */
  stop?: boolean
}

/** Amounts with a decimal point, in euro or percent. */
export interface Discount {
  fixed_amount?: string
  percentage_amount?: string
}

/** Ids of what an item may be; it has to be in every list that is given. */
export interface ItemMatcher {
  products?: number[]
  variants?: number[]
  categories?: number[]
  brands?: number[]
}

export interface Promotion {
  id: number
  redemption_type: 'AUTOMATIC' | 'COUPON'
  name: string
  display_name: string | null
  /** Null for all channels. */
  channel_ids: number[] | null
  rules: PromotionRule[]
  /** Whether no promotion after it applies. */
  stop: boolean
  /** Null for any number. */
  max_uses: number | null
  current_uses: number
  status: 'ENABLED' | 'DISABLED'
  start_date: Date
  end_date: Date | null
  created: Date
}

export interface CouponCode {
  id: number
  promotion_id: number
  code: string
  /** 0 for any number. */
  max_uses: number
  max_uses_per_customer: number
  current_uses: number
  created: Date
}

export type PromotionFields = Omit<Promotion, 'id' | 'current_uses' | 'created'>

export async function insertPromotion(store: Store, fields: PromotionFields): Promise<Promotion> {
  const row = { ...fields, rules: JSON.stringify(fields.rules), created: store.now() }
  return (await insertRow<Promotion>(store.db, 'shop.promotion', row))!
}

export async function updatePromotion(store: Store, id: number, fields: PromotionFields): Promise<Promotion> {
  const row = { ...fields, rules: JSON.stringify(fields.rules) }
  return (await updateRow<Promotion>(store.db, 'shop.promotion', id, row))!
}

/** The promotion. Throws 404 when there is none. */
export async function getPromotion(db: Queryable, id: number): Promise<Promotion> {
  const { rows } = await db.query<Promotion>('select * from shop.promotion where id = $1', [id])
  if (!rows[0]) throw new ShopError(404, 'The promotion does not exist.')
  return rows[0]
}

export async function findCodes(db: Queryable, promotionId: number): Promise<CouponCode[]> {
  const { rows } = await db.query<CouponCode>(
    'select * from shop.coupon_code where promotion_id = $1 order by id',
    [promotionId],
  )
  return rows
}

/** Adds a code. Throws 422 when the promotion needs none, or when the code exists. */
export async function insertCode(
  store: Store,
  promotion: Promotion,
  code: Pick<CouponCode, 'code' | 'max_uses' | 'max_uses_per_customer'>,
): Promise<CouponCode> {
  if (promotion.redemption_type !== 'COUPON')
    throw new ShopError(422, 'This promotion needs no code.', { promotion_id: String(promotion.id) })
  const { rows } = await store.db.query<CouponCode>(
    `insert into shop.coupon_code (promotion_id, code, max_uses, max_uses_per_customer, created)
     values ($1, $2, $3, $4, $5) on conflict do nothing returning *`,
    [promotion.id, code.code, code.max_uses, code.max_uses_per_customer, store.now()],
  )
  if (!rows[0]) throw new ShopError(422, 'The code exists already.', { code: code.code })
  return rows[0]
}
