import { type CartLine, cartTotalCents } from '../../carts/cart-lines.ts'
import { type Cart, findCart } from '../../carts/carts.ts'
import { parseCents } from '../../money.ts'
import { type DiscountedCart, discountedTotalCents } from '../../promotions/apply-promotions.ts'
import { ShopError } from '../../store.ts'
import { storefrontUrlOf } from '../../storefronts.ts'
import { imageNode, inBothCurrencies, moneyNode, type QueryContext } from '../common-nodes.ts'
import { discountedOnce } from './discounted-cart.ts'
import { selectedOptionNode } from './selected-options.ts'

/** The cart with this id, or the signed-in customer's; undefined for one of another channel or customer. */
export async function findCallersCart(
  ctx: QueryContext,
  entityId: string | null | undefined,
): Promise<Cart | undefined> {
  const cart = entityId ? await findCart(ctx.store, ctx.store.db, entityId) : await findCustomersCart(ctx)
  return cart && mayUseCart(ctx, cart) ? cart : undefined
}

/** The same. Throws 404 when there is none. */
export async function getCallersCart(ctx: QueryContext, entityId: string): Promise<Cart> {
  const cart = await findCallersCart(ctx, entityId)
  if (!cart) throw new ShopError(404, 'The requested cart was not found.')
  return cart
}

/** A guest's cart may be used by whoever knows its id, a customer's by that customer alone. */
export const mayUseCart = ({ caller, channelId }: QueryContext, cart: Cart): boolean =>
  cart.channel_id === channelId && (cart.customer_id === 0 || cart.customer_id === caller.customer?.id)

/** The cart that a customer filled last on this channel. */
export async function findCustomersCart(ctx: QueryContext): Promise<Cart | undefined> {
  const { customer } = ctx.caller
  if (!customer) return undefined
  const { rows } = await ctx.store.db.query<{ id: string }>(
    'select id from shop.cart where customer_id = $1 and channel_id = $2 order by updated desc limit 1',
    [customer.id, ctx.channelId],
  )
  return rows[0] && findCart(ctx.store, ctx.store.db, rows[0].id)
}

export function cartNode(ctx: QueryContext, cart: Cart) {
  const discounted = discountedOnce(ctx, cart)
  const items = async (type: CartLine['type']) =>
    (await discounted()).lines.filter(line => line.type === type).map(line => cartLineNode(ctx, cart, line))
  const amounts = {
    baseAmount: () => moneyNode(ctx, cartTotalCents(cart.lines)),
    discountedAmount: async () => {
      const cents = (await discounted()).lines.reduce((sum, line) => sum + promotionCents(line), 0)
      return moneyNode(ctx, cents)
    },
    amount: async () => moneyNode(ctx, discountedTotalCents(await discounted())),
  }
  return {
    __typename: 'Cart',
    id: Buffer.from(`Cart:${cart.id}`).toString('base64'),
    entityId: cart.id,
    currencyCode: 'EUR',
    displayCurrencyCode: ctx.displayCurrency.code,
    isTaxIncluded: ctx.store.pricesEnteredWithTax,
    ...inBothCurrencies(ctx, amounts),
    discounts: [],
    lineItems: {
      physicalItems: () => items('physical'),
      digitalItems: () => items('digital'),
      giftCertificates: [],
      totalQuantity: cart.lines.reduce((sum, line) => sum + line.quantity, 0),
    },
    createdAt: { utc: cart.created.toISOString() },
    updatedAt: { utc: cart.updated.toISOString() },
    locale: cart.locale,
    version: cart.version,
  }
}

type DiscountedLine = DiscountedCart['lines'][number]

/** What coupons took off a line, or else what the promotions did that need none. */
const couponCents = ({ appliedDiscounts = [] }: DiscountedLine): number =>
  appliedDiscounts.reduce((sum, { code, amount }) => sum + (code ? parseCents(amount) : 0), 0)
const promotionCents = (line: DiscountedLine): number => (line.discountCents ?? 0) - couponCents(line)

function cartLineNode(ctx: QueryContext, cart: Cart, line: DiscountedLine) {
  const product = ctx.catalogue.products.get(line.productId)
  const variant = product?.variants.find(({ id }) => id === line.variantId)
  const path = `/${product?.slug ?? ''}/`
  const image = product && imageNode(ctx, product.image, product.name[ctx.language])
  const [price, lineTotal] = [
    moneyNode(ctx, line.priceCents),
    moneyNode(ctx, line.priceCents * line.quantity),
  ]
  const visible = product?.visible ? product : undefined
  return {
    entityId: line.id,
    parentEntityId: null,
    productEntityId: line.productId,
    variantEntityId: line.variantId,
    sku: line.sku,
    name: line.name,
    path,
    url: `${storefrontUrlOf(ctx.store, cart.channel_id)}${path}`,
    image,
    imageUrl: image?.url,
    brand: product?.brandName ?? null,
    quantity: line.quantity,
    isTaxable: true,
    isMutable: true,
    allowGiftWrapping: false,
    isShippingRequired: line.type === 'physical',
    discounts: [],
    ...inBothCurrencies(ctx, {
      discountedAmount: moneyNode(ctx, promotionCents(line)),
      couponAmount: moneyNode(ctx, couponCents(line)),
      listPrice: price,
      originalPrice: moneyNode(ctx, line.originalCents),
      salePrice: price,
      extendedListPrice: lineTotal,
      extendedSalePrice: lineTotal,
    }),
    selectedOptions: () => line.options.map(option => selectedOptionNode(option)),
    baseCatalogProduct: () => (visible ? ctx.productNode(visible) : null),
    catalogProductWithOptionSelections: () => (visible ? ctx.productNode(visible, variant) : null),
  }
}
