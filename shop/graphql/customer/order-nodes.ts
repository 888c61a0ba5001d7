import { GraphQLError } from 'graphql'
import {
  type Address,
  AWAITING_PAYMENT,
  findLinesByOrder,
  findOrderLines,
  INCOMPLETE,
  type Order,
  type OrderLine,
  orderStatuses,
  PENDING,
  taxesByName,
  toNewLine,
} from '../../orders/orders.ts'
import { moneyNode, type QueryContext } from '../common-nodes.ts'
import { globalId, type PageArgs, toConnection } from '../connection.ts'
import { orderLineConnection } from './order-line-nodes.ts'

export interface OrdersArgs extends PageArgs {
  filters?: {
    status?: string | null
    dateRange?: { from: string; to?: string | null } | null
  } | null
}

/** A customer's orders, the newest first, without incomplete ones. */
export async function orderConnection(ctx: QueryContext, customerId: number, args: OrdersArgs) {
  const { status, dateRange } = args.filters ?? {}
  const { rows } = await ctx.store.db.query<Order>(
    `select * from shop."order" where customer_id = $1 and status_id <> ${INCOMPLETE} and not is_deleted
     and ($2::int is null or status_id = $2) and created >= coalesce($3, created) and created <= coalesce($4, created)
     order by created desc, id desc`,
    [customerId, status ? statusId(status) : null, readTime(dateRange?.from), readTime(dateRange?.to)],
  )
  const lines = await findLinesByOrder(
    ctx.store.db,
    rows.map(order => order.id),
  )
  return toConnection(rows, args, order => orderNode(ctx, order, lines.get(order.id) ?? [], 'Order'))
}

/** An order for whoever placed it: the customer, or a guest who still has the id of its cart. */
export async function findCallersOrder(
  ctx: QueryContext,
  filter: { entityId: number; cartEntityId?: string | null } | null | undefined,
) {
  if (!filter) return null
  const { rows } = await ctx.store.db.query<Order>(
    `select * from shop."order" where id = $1 and status_id <> ${INCOMPLETE}
     and (customer_id = $2 or (customer_id = 0 and cart_id::text = $3))`,
    [filter.entityId, ctx.caller.customer?.id ?? -1, filter.cartEntityId ?? null],
  )
  const [order] = rows
  return order
    ? orderNode(ctx, order, await findOrderLines(ctx.store.db, order.id), 'OrderWithPayments')
    : null
}

/** Throws for a text that is no time. */
function readTime(text: string | null | undefined): Date | null {
  if (text == null) return null
  const time = new Date(text)
  if (Number.isNaN(time.getTime())) throw new GraphQLError(`Invalid DateTime: ${text}`)
  return time
}

const statusName = (id: number): string => (orderStatuses[id] ?? '').toUpperCase().replaceAll(' ', '_')
const statusId = (name: string): number => orderStatuses.findIndex((_, id) => statusName(id) === name)

function orderNode(
  ctx: QueryContext,
  order: Order,
  lines: OrderLine[],
  __typename: 'Order' | 'OrderWithPayments',
) {
  const money = (cents: number) => moneyNode(ctx, cents)
  return {
    __typename,
    id: globalId(__typename, order.id),
    entityId: order.id,
    orderedAt: { utc: order.created.toISOString() },
    updatedAt: { utc: order.modified.toISOString() },
    status: { value: statusName(order.status_id), label: orderStatuses[order.status_id] },
    billingAddress: addressOf(order, order.address),
    isTaxIncluded: true,
    consignments: () => consignments(ctx, order, lines),
    subTotal: money(lines.reduce((sum, line) => sum + line.price_cents * line.quantity, 0)),
    discounts: {
      nonCouponDiscountTotal: money(order.discount_cents),
      couponDiscounts: couponDiscounts(ctx, order, lines),
    },
    wrappingCostTotal: money(0),
    shippingCostTotal: money(order.shipping_cents),
    handlingCostTotal: money(order.handling_cents),
    taxTotal: money(order.tax_cents),
    taxes: taxesByName([...lines.map(toNewLine), ...order.fees]).map(({ name, cents }) => ({
      name,
      amount: money(cents),
    })),
    totalIncTax: money(order.total_cents),
    customerMessage: order.customer_message || null,
    totalProductQuantity: lines.reduce((sum, line) => sum + line.quantity, 0),
    payments: (args: PageArgs & { filters?: { status?: string | null } | null }) => {
      const { status } = args.filters ?? {}
      const listed = status && status !== paymentResult(order) ? [] : payments(ctx, order)
      return toConnection(listed, args, payment => payment)
    },
  }
}

function addressOf(order: Order, address: Address & { first_name?: string; last_name?: string }) {
  return {
    firstName: address.first_name ?? order.first_name,
    lastName: address.last_name ?? order.last_name,
    company: address.company,
    address1: address.street_1,
    address2: address.street_2,
    city: address.city,
    stateOrProvince: address.state,
    stateOrProvinceCode: null,
    country: address.country,
    countryCode: address.country_iso2,
    postalCode: address.zip,
    phone: address.phone,
    email: order.email,
  }
}

/** What is sent, what is downloaded; gift cards are products here, and come as downloads. */
function consignments(ctx: QueryContext, order: Order, lines: OrderLine[]) {
  const goods = lines.filter(line => line.type === 'physical')
  const downloads = lines.filter(line => line.type !== 'physical')
  const addresses = order.shipping_addresses.length > 0 ? order.shipping_addresses : [order.address]
  const parcels = addresses
    .map((address, number) => ({
      address,
      number,
      own: goods.filter(line => line.address_number === number),
    }))
    .filter(({ own }) => own.length > 0)
  return {
    shipping: (args: PageArgs) =>
      toConnection(parcels, args, ({ address, number, own }) => ({
        entityId: order.id + number,
        shippingAddress: addressOf(order, address),
        lineItems: (inner: PageArgs) => orderLineConnection(ctx, own, inner),
        shippingCost: moneyNode(ctx, number === 0 ? order.shipping_cents : 0),
        handlingCost: moneyNode(ctx, number === 0 ? order.handling_cents : 0),
        shipments: (inner: PageArgs) => toConnection([], inner, shipment => shipment),
      })),
    downloads:
      downloads.length === 0
        ? []
        : [
            {
              recipientEmail: order.email,
              lineItems: (inner: PageArgs) => orderLineConnection(ctx, downloads, inner),
            },
          ],
    email: { giftCertificates: (inner: PageArgs) => toConnection([], inner, certificate => certificate) },
  }
}

function couponDiscounts(ctx: QueryContext, order: Order, lines: OrderLine[]) {
  const code = lines.flatMap(line => line.applied_discounts).find(discount => discount.code)?.code
  return order.coupon_cents > 0
    ? [{ couponCode: code ?? '', discountedAmount: moneyNode(ctx, order.coupon_cents) }]
    : []
}

/** How its payment went, as payments are filtered by. */
function paymentResult({ payment_status, status_id }: Order): string {
  if (payment_status === 'declined') return 'FAILURE'
  return payment_status === 'pending' || status_id === PENDING || status_id === AWAITING_PAYMENT
    ? 'PENDING'
    : 'SUCCESS'
}

function payments(ctx: QueryContext, order: Order) {
  const paidCents = order.total_cents - order.certificate_cents
  const payment = {
    paymentMethodId: order.payment_method.toLowerCase().replaceAll(' ', '_'),
    paymentMethodName: order.payment_method,
    amount: moneyNode(ctx, paidCents),
    detail: null,
  }
  const certificate = {
    paymentMethodId: 'giftcertificate',
    paymentMethodName: 'Gift Certificate',
    amount: moneyNode(ctx, order.certificate_cents),
    detail: { __typename: 'GiftCertificatePaymentInstrument', code: order.certificate_code },
  }
  return [...(paidCents > 0 ? [payment] : []), ...(order.certificate_cents > 0 ? [certificate] : [])]
}
