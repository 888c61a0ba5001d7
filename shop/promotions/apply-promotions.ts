import { type PricedFee, priceFees } from '../carts/cart-fees.ts'
import { type CartLine, cartTotalCents } from '../carts/cart-lines.ts'
import type { Cart, ManualDiscounts } from '../carts/carts.ts'
import type { LiveCatalogue } from '../catalogue/live-catalogue.ts'
import type { Queryable } from '../database.ts'
import { parseCents } from '../money.ts'
import { manualDiscount, takeOff } from '../orders/discounts.ts'
import { isGiftCardLine } from '../orders/gift-certificates.ts'
import { type NewLine, orderTotals } from '../orders/orders.ts'
import { ShopError, type Store } from '../store.ts'
import type { CouponCode, Discount, ItemMatcher, Promotion, PromotionRule } from './promotions.ts'

/** Lines of a cart after its promotions, with the tax that they have now. */
export interface DiscountedCart {
  lines: (CartLine & Pick<NewLine, 'taxRates' | 'discountCents' | 'appliedDiscounts'>)[]
  /** What was taken off, in the order it was. */
  discounts: { name: string; cents: number }[]
  /** What is added to them. */
  fees: PricedFee[]
  coupon?: AppliedCoupon
}

export interface AppliedCoupon {
  code: CouponCode
  rule: PromotionRule
  cents: number
}

/**
 * Takes the promotions that need no code off a cart, and then a coupon's. With a transaction the coupon is locked until
 * its end. Throws 422 for a code that can't be used.
 */
export async function applyPromotions(
  store: Store,
  db: Queryable,
  cart: Cart,
  buyer: { code?: string | undefined; email?: string },
): Promise<DiscountedCart> {
  const catalogue = await store.liveCatalogue()
  const lines = cart.lines.map(line => ({ ...line, taxRates: catalogue.taxRates.get(line.taxClass) ?? [] }))
  const fees = priceFees(store, catalogue.taxRates, cart.fees)
  const result: DiscountedCart = { lines, discounts: [], fees }
  const apply = (promotion: Promotion, code: CouponCode | null): number => {
    const before = discountOf(result.lines)
    for (const rule of promotion.rules) {
      const sum = discountOf(result.lines)
      const goods = result.lines.filter(line => !isCard(line))
      const changed = applyRule(catalogue, goods, { promotion, rule }, code?.code ?? null)
      result.lines = result.lines.map(line => changed.find(({ id }) => id === line.id) ?? line)
      if (rule.stop && discountOf(result.lines) > sum) break
    }
    const cents = discountOf(result.lines) - before
    if (cents > 0) result.discounts.push({ name: promotion.display_name ?? promotion.name, cents })
    return cents
  }
  if (cart.manual_discounts) {
    result.lines = takeOffManually(catalogue, lines, cart.manual_discounts)
    result.discounts.push({ name: manualDiscount.name, cents: discountOf(result.lines) })
  }
  // What a program takes off stands in place of promotions.
  const promotions = cart.manual_discounts ? [] : await findRunning(store, db, cart)
  for (const promotion of promotions) if (apply(promotion, null) > 0 && promotion.stop) break
  if (buyer.code) {
    const { promotion, code } = await lockCoupon(store, db, cart, buyer.code, buyer.email ?? '')
    const cents = apply(promotion, code)
    if (cents === 0) throw new ShopError(422, 'This coupon does not fit the cart.', { coupon: buyer.code })
    result.coupon = { code, rule: promotion.rules[0]!, cents }
  }
  return result
}

/** The cart after its promotions and the coupon it has, which takes nothing off when it can no longer be used. */
export async function discountedCart(store: Store, cart: Cart): Promise<DiscountedCart> {
  try {
    return await applyPromotions(store, store.db, cart, { code: cart.coupon_code })
  } catch (error) {
    if (!(error instanceof ShopError)) throw error
    return applyPromotions(store, store.db, cart, {})
  }
}

/** Gift cards are never sold for less than their value. */
const isCard = (line: CartLine) => isGiftCardLine({ product_id: line.productId })

function takeOffManually(
  { products }: LiveCatalogue,
  lines: DiscountedCart['lines'],
  { orderCents, lineCents }: ManualDiscounts,
): DiscountedCart['lines'] {
  const factorOf = (line: CartLine) => products.get(line.productId)?.enteredFactor ?? 1
  const reduced = lines.map(line => {
    const cents = Math.round((lineCents[line.id] ?? 0) * factorOf(line))
    return takeOff([line], cents, { ...manualDiscount, id: 'manual-line-discount', target: 'product' })[0]!
  })
  const goods = reduced.filter(line => !isCard(line))
  const entered = goods.reduce((sum, line) => sum + (line.priceCents * line.quantity) / factorOf(line), 0)
  const cents = entered === 0 ? 0 : Math.round((orderCents * cartTotalCents(goods)) / entered)
  const spread = takeOff(goods, cents, manualDiscount)
  return reduced.map(line => spread.find(({ id }) => id === line.id) ?? line)
}

const discountOf = (lines: DiscountedCart['lines']): number =>
  lines.reduce((sum, line) => sum + (line.discountCents ?? 0), 0)

/** What lines cost after their discounts, in cents. */
export const discountedTotalCents = ({ lines }: Pick<DiscountedCart, 'lines'>): number =>
  lines.reduce((sum, line) => sum + line.priceCents * line.quantity, 0) - discountOf(lines)

/** What is paid for a cart, and the tax in it, in cents. */
export const grandTotals = ({ lines, fees }: DiscountedCart) => orderTotals([...lines, ...fees])

const running = `status = 'ENABLED' and start_date <= $1 and (end_date is null or end_date > $1)
  and (channel_ids is null or $2 = any(channel_ids)) and (max_uses is null or promotion.current_uses < max_uses)`

async function findRunning(store: Store, db: Queryable, cart: Cart): Promise<Promotion[]> {
  const { rows } = await db.query<Promotion>(
    `select * from shop.promotion where redemption_type = 'AUTOMATIC' and ${running} order by id`,
    [store.now(), cart.channel_id],
  )
  return rows
}

async function lockCoupon(store: Store, db: Queryable, cart: Cart, text: string, email: string) {
  const unusable = new ShopError(422, 'This coupon is not valid.', { coupon: text })
  const codes = await db.query<CouponCode & { used_by_buyer: number }>(
    `select coupon_code.*, (
       select count(*)::int from shop.order_coupon join shop."order" on "order".id = order_id
       where coupon_id = coupon_code.id and status_id > 0 and lower(email) = lower($2)) used_by_buyer
     from shop.coupon_code where upper(code) = upper($1) for update`,
    [text, email],
  )
  const code = codes.rows[0]
  if (!code || (code.max_uses > 0 && code.current_uses >= code.max_uses)) throw unusable
  if (code.max_uses_per_customer > 0 && code.used_by_buyer >= code.max_uses_per_customer) throw unusable
  const { rows } = await db.query<Promotion>(
    `select * from shop.promotion where redemption_type = 'COUPON' and ${running} and id = $3 for update`,
    [store.now(), cart.channel_id, code.promotion_id],
  )
  if (!rows[0]) throw unusable
  return { code, promotion: rows[0] }
}

function applyRule(
  catalogue: LiveCatalogue,
  lines: DiscountedCart['lines'],
  { promotion, rule }: { promotion: Promotion; rule: PromotionRule },
  code: string | null,
): DiscountedCart['lines'] {
  const { action, condition } = rule
  const times =
    rule.apply_once === false ? timesMet(lines, condition) : Math.min(1, timesMet(lines, condition))
  if (times === 0) return lines
  const { name } = promotion
  if (action.cart_value) {
    const applied = {
      id: code ? 'total-coupon' : `promotion-${promotion.id}`,
      name,
      code,
      target: 'order',
    } as const
    const most = action.cart_value.maximum_allowed_discount_amount
    const off = centsOff(action.cart_value.discount, discountedTotalCents({ lines }), times)
    const cents = most === undefined ? off : Math.min(off, parseCents(most))
    return takeOff(lines, cents, applied)
  }
  const { discount, items = {} } = action.cart_items ?? { discount: {} }
  const id = code ? 'coupon' : `promotion-${promotion.id}`
  return lines.map(line => {
    if (!matches(catalogue, line, items)) return line
    const cost = line.priceCents * line.quantity - (line.discountCents ?? 0)
    return takeOff([line], centsOff(discount, cost, line.quantity), { id, name, code, target: 'product' })[0]!
  })
}

const centsOff = (discount: Discount, cost: number, units: number): number =>
  discount.percentage_amount === undefined
    ? Math.min(cost, (parseCents(discount.fixed_amount) || 0) * units)
    : Math.round((cost * Number(discount.percentage_amount)) / 100)

/** How often the lines meet a condition; once where there is none. */
function timesMet(lines: CartLine[], condition: PromotionRule['condition']): number {
  const { minimum_spend = '0', minimum_quantity = 0 } = condition?.cart ?? {}
  const spent = lines.reduce((sum, line) => sum + line.priceCents * line.quantity, 0)
  const units = lines.reduce((sum, line) => sum + line.quantity, 0)
  const times = [
    ...(parseCents(minimum_spend) > 0 ? [Math.floor(spent / parseCents(minimum_spend))] : []),
    ...(minimum_quantity > 0 ? [Math.floor(units / minimum_quantity)] : []),
  ]
  return times.length === 0 ? 1 : Math.min(...times)
}

function matches(catalogue: LiveCatalogue, line: CartLine, items: ItemMatcher): boolean {
  const product = catalogue.products.get(line.productId)
  return (
    (!items.products || items.products.includes(line.productId)) &&
    (!items.variants || items.variants.includes(line.variantId)) &&
    (!items.categories || items.categories.some(id => product?.categories.includes(id))) &&
    (!items.brands || items.brands.includes(product?.brand ?? 0))
  )
}

const couponTypes = { perItem: 0, percentage: 1, perOrder: 2 }

/** The platform's number for what a coupon does. */
export function couponTypeOf({ action }: PromotionRule): number {
  const { discount } = action.cart_value ?? action.cart_items ?? {}
  if (discount?.percentage_amount !== undefined) return couponTypes.percentage
  return action.cart_value ? couponTypes.perOrder : couponTypes.perItem
}

/** Writes the coupon of an order in place of an earlier attempt's. */
export async function writeOrderCoupon(
  tx: Queryable,
  orderId: number,
  coupon: AppliedCoupon | undefined,
): Promise<void> {
  await tx.query('delete from shop.order_coupon where order_id = $1', [orderId])
  if (!coupon) return
  const { cart_value, cart_items } = coupon.rule.action
  const discount = (cart_value ?? cart_items)?.discount ?? {}
  await tx.query(
    `insert into shop.order_coupon (order_id, coupon_id, code, amount, type, discount_cents)
     values ($1, $2, $3, $4, $5, $6)`,
    [
      ...[orderId, coupon.code.id, coupon.code.code],
      discount.percentage_amount ?? discount.fixed_amount ?? '0',
      couponTypeOf(coupon.rule),
      coupon.cents,
    ],
  )
}

/** Counts the use of an order's coupon, once it has been paid for or will be. */
export async function countCouponUse(tx: Queryable, orderId: number): Promise<void> {
  await tx.query(
    `with used as (
       update shop.coupon_code set current_uses = current_uses + 1
       where id = (select coupon_id from shop.order_coupon where order_id = $1) returning promotion_id)
     update shop.promotion set current_uses = current_uses + 1 where id in (select promotion_id from used)`,
    [orderId],
  )
}
