import { addRequestedLines, type CartLine, createCartLine, setLineQuantity } from '../../carts/cart-lines.ts'
import {
  type Cart,
  changeCart,
  createCart,
  createRedirectUrls,
  deleteCart,
  setCartCustomer,
} from '../../carts/carts.ts'
import type { LineRequest } from '../../carts/line-request.ts'
import type { LiveCatalogue } from '../../catalogue/live-catalogue.ts'
import { ShopError } from '../../store.ts'
import { errorNode, type QueryContext } from '../common-nodes.ts'
import { cartNode, findCallersCart, getCallersCart } from './cart-node.ts'
import { readSelectedOptions, type SelectedOptions } from './selected-options.ts'

interface LineInput {
  quantity: number
  productEntityId?: number | null
  variantEntityId?: number | null
  sku?: string | null
  selectedOptions?: SelectedOptions | null
}
interface CartInput {
  cartEntityId: string
  version?: number | null
}
interface Input<T> {
  input: T
}

/** The changes of carts; what is wrong with a line is told as an error of the field, with `cart` null. */
export const cartMutations = (ctx: QueryContext) => ({
  createCart: async ({
    input,
  }: Input<{ lineItems?: LineInput[] | null; currencyCode?: string | null; locale?: string | null }>) => {
    requireEuro(input.currencyCode)
    const newCart = {
      channelId: ctx.channelId,
      locale: input.locale ?? ctx.language,
      fromApi: false,
      displayCurrency: ctx.displayCurrency.code,
      ...(ctx.caller.customer && { customerId: ctx.caller.customer.id }),
    }
    return { cart: cartNode(ctx, await createCart(ctx.store, newCart, readLines(ctx, input.lineItems))) }
  },
  addCartLineItems: ({ input }: Input<CartInput & { data: { lineItems?: LineInput[] | null } }>) => {
    const requests = readLines(ctx, input.data.lineItems)
    return changeCallersCart(ctx, input, (cart, live) => addRequestedLines(cart, live, requests))
  },
  updateCartLineItem: ({
    input,
  }: Input<CartInput & { lineItemEntityId: string; data: { lineItem?: LineInput | null } }>) => {
    const { lineItem } = input.data
    if (!lineItem || lineItem.quantity < 0)
      throw new ShopError(422, 'The line item is missing or less than none.')
    return changeCallersCart(ctx, input, (cart, live) =>
      updateLine(ctx, cart, live, input.lineItemEntityId, lineItem),
    )
  },
  deleteCartLineItem: async ({ input }: Input<CartInput & { lineItemEntityId: string }>) => {
    const { lineItemEntityId, cartEntityId } = input
    const { cart } = await changeCallersCart(ctx, input, current =>
      setLineQuantity(current, lineItemEntityId, 0),
    )
    // A cart ends with its last line.
    return {
      cart,
      deletedLineItemEntityId: lineItemEntityId,
      deletedCartEntityId: cart ? null : cartEntityId,
    }
  },
  deleteCart: async ({ input }: Input<CartInput>) => {
    const cart = await getCallersCart(ctx, input.cartEntityId)
    await deleteCart(ctx.store, ctx.store.db, cart.id)
    return { deletedCartEntityId: cart.id }
  },
  updateCartCurrency: async ({ input }: Input<CartInput & { data: { currencyCode: string } }>) => {
    requireEuro(input.data.currencyCode)
    return { cart: cartNode(ctx, await getCallersCart(ctx, input.cartEntityId)) }
  },
  assignCartToCustomer: ({ input }: Input<CartInput>) => {
    const { customer } = ctx.caller
    if (!customer) throw new ShopError(422, 'No customer is signed in.')
    return setCartsCustomer(ctx, input, customer.id)
  },
  unassignCartFromCustomer: ({ input }: Input<CartInput>) => setCartsCustomer(ctx, input, 0),
  createCartRedirectUrls: (args: { input?: RedirectInput | null }) => createRedirects(ctx, args.input ?? {}),
})

function requireEuro(currencyCode: string | null | undefined): void {
  if (currencyCode && currencyCode !== 'EUR')
    throw new ShopError(422, `The currency ${currencyCode} is not supported.`)
}

function readLines(ctx: QueryContext, lines: LineInput[] | null | undefined): LineRequest[] {
  if (!lines || lines.length === 0) throw new ShopError(422, 'The cart has no line items.')
  return lines.map(line => readLine(ctx, line))
}

function readLine(ctx: QueryContext, line: LineInput): LineRequest {
  if (!(line.quantity > 0)) throw new ShopError(422, 'The quantity of a line item must be at least 1.')
  const [productId, variantId] = findOrdered(ctx, line)
  return {
    productId,
    ...(variantId !== undefined && { variantId }),
    quantity: line.quantity,
    selections: readSelectedOptions(line.selectedOptions ?? {}),
    hasIsoDates: true,
  }
}

/** A line names a product, or a variant by its number for stock-keeping. */
function findOrdered(ctx: QueryContext, line: LineInput): [productId: number, variantId?: number] {
  if (line.productEntityId != null)
    return [line.productEntityId, ...(line.variantEntityId == null ? [] : [line.variantEntityId])] as [number]
  for (const product of ctx.catalogue.visibleProducts) {
    const variant = product.variants.find(({ sku }) => sku === line.sku)
    if (variant) return [product.id, variant.id]
    if (product.sku === line.sku) return [product.id]
  }
  throw new ShopError(422, 'A line item names neither a product nor a known SKU.')
}

/** The cart's lines with one changed: only in its quantity, or chosen anew with other options. */
function updateLine(
  ctx: QueryContext,
  cart: Cart,
  live: LiveCatalogue,
  lineId: string,
  input: LineInput,
): CartLine[] {
  const line = cart.lines.find(({ id }) => id === lineId)
  const isChosenAnew =
    input.selectedOptions != null || (input.variantEntityId ?? line?.variantId) !== line?.variantId
  if (!line || !isChosenAnew) return setLineQuantity(cart, lineId, input.quantity)
  const request = readLine(ctx, { ...input, productEntityId: input.productEntityId ?? line.productId })
  const chosen = { ...createCartLine(live, cart, request), id: lineId }
  return cart.lines.map(other => (other.id === lineId ? chosen : other))
}

async function changeCallersCart(
  ctx: QueryContext,
  { cartEntityId, version }: CartInput,
  change: (cart: Cart, live: LiveCatalogue) => CartLine[],
) {
  await getCallersCart(ctx, cartEntityId)
  const cart = await changeCart(ctx.store, cartEntityId, change, version ?? undefined)
  return { cart: cart ? cartNode(ctx, cart) : null }
}

async function setCartsCustomer(ctx: QueryContext, input: CartInput, customerId: number) {
  const cart = await getCallersCart(ctx, input.cartEntityId)
  const changed = await setCartCustomer(ctx.store, cart, customerId, input.version ?? undefined)
  return { cart: cartNode(ctx, changed) }
}

interface RedirectInput {
  cartEntityId?: string | null
  queryParams?: { key: string; value: string }[] | null
}

/** The shop counts no visits, so that the input's fields about the visit are ignored. */
async function createRedirects(ctx: QueryContext, { cartEntityId, queryParams }: RedirectInput) {
  const cart = await findCallersCart(ctx, cartEntityId)
  if (!cart)
    return { redirectUrls: null, errors: [errorNode('NotFoundError', 'The requested cart was not found.')] }
  const query = Object.fromEntries((queryParams ?? []).map(({ key, value }) => [key, value]))
  const urls = await createRedirectUrls(ctx.store, cart, query)
  return {
    redirectUrls: {
      redirectedCheckoutUrl: urls.checkout_url,
      embeddedCheckoutUrl: urls.embedded_checkout_url,
    },
    errors: [],
  }
}
