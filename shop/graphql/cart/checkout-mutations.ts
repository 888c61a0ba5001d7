import { randomUUID } from 'node:crypto'
import type { Cart, Consignment } from '../../carts/carts.ts'
import { shippingOptions } from '../../carts/shipping-options.ts'
import { findUsableCertificate } from '../../orders/gift-certificates.ts'
import { applyPromotions } from '../../promotions/apply-promotions.ts'
import { ShopError } from '../../store.ts'
import { emitEvent } from '../../webhooks.ts'
import { tryOnce } from '../../wrong-tries.ts'
import type { QueryContext } from '../common-nodes.ts'
import { getCallersCart } from './cart-node.ts'
import { checkoutNode } from './checkout-node.ts'

interface CheckoutInput {
  checkoutEntityId: string
  version?: number | null
}
interface Input<T> {
  input: CheckoutInput & T
}
interface ConsignmentInput {
  address: Record<string, string | boolean | null | undefined>
  lineItems: { lineItemEntityId: string; quantity: number }[]
}

export const checkoutMutations = (ctx: QueryContext) => ({
  applyCheckoutCoupon: async ({ input }: Input<{ data: { couponCode: string } }>) => {
    const code = input.data.couponCode.trim()
    let couponId: number | undefined
    const answer = await changeCheckout(ctx, input, async cart => {
      couponId = (await applyPromotions(ctx.store, ctx.store.db, cart, { code })).coupon?.code.id
      return { coupon_code: code }
    })
    const data = { type: 'cart', id: input.checkoutEntityId, couponId }
    await emitEvent(ctx.store, ctx.store.db, 'store/cart/couponApplied', data)
    return answer
  },
  unapplyCheckoutCoupon: ({ input }: Input<{ data: { couponCode: string } }>) =>
    changeCheckout(ctx, input, cart => ({ coupon_code: without(cart.coupon_code, input.data.couponCode) })),
  applyCheckoutGiftCertificate: ({ input }: Input<{ data: { giftCertificateCode: string } }>) =>
    changeCheckout(ctx, input, async ({ id }) => {
      const code = input.data.giftCertificateCode.trim()
      const find = () => findUsableCertificate(ctx.store, code)
      const certificate = await tryOnce(ctx.store, `certificate ${id}`, find)
      if (!certificate) throw new ShopError(422, 'This gift certificate is not valid.')
      return { certificate_code: certificate.code }
    }),
  unapplyCheckoutGiftCertificate: ({ input }: Input<{ data: { giftCertificateCode: string } }>) =>
    changeCheckout(ctx, input, cart => ({
      certificate_code: without(cart.certificate_code, input.data.giftCertificateCode),
    })),
  addCheckoutShippingConsignments: ({ input }: Input<{ data: { consignments: ConsignmentInput[] } }>) =>
    changeCheckout(ctx, input, cart => ({
      consignments: [
        ...cart.consignments,
        ...input.data.consignments.map(each => readConsignment(cart, each, randomUUID())),
      ],
    })),
  updateCheckoutShippingConsignment: ({
    input,
  }: Input<{ consignmentEntityId: string; data: { consignment: ConsignmentInput } }>) =>
    changeCheckout(ctx, input, cart =>
      replaceConsignment(cart, input.consignmentEntityId, ({ id }) =>
        readConsignment(cart, input.data.consignment, id),
      ),
    ),
  deleteCheckoutConsignment: ({ input }: Input<{ consignmentEntityId: string }>) =>
    changeCheckout(ctx, input, cart => ({
      consignments: cart.consignments.filter(({ id }) => id !== input.consignmentEntityId),
    })),
  selectCheckoutShippingOption: ({
    input,
  }: Input<{ consignmentEntityId: string; data: { shippingOptionEntityId: string } }>) =>
    changeCheckout(ctx, input, cart =>
      replaceConsignment(cart, input.consignmentEntityId, consignment => {
        const optionId = input.data.shippingOptionEntityId
        const options = shippingOptions(cart, consignment.address.country_code ?? '')
        if (!options.some(({ id }) => id === optionId))
          throw new ShopError(422, 'The goods can not be sent in this way.')
        return { ...consignment, optionId }
      }),
    ),
})

type CheckoutChange = Partial<Pick<Cart, 'consignments' | 'coupon_code' | 'certificate_code'>>

async function changeCheckout(
  ctx: QueryContext,
  { checkoutEntityId, version }: CheckoutInput,
  change: (cart: Cart) => CheckoutChange | Promise<CheckoutChange>,
) {
  const cart = await getCallersCart(ctx, checkoutEntityId)
  const { consignments, coupon_code, certificate_code } = { ...cart, ...(await change(cart)) }
  const { rows } = await ctx.store.db.query<Cart>(
    `update shop.cart set consignments = $3, coupon_code = $4, certificate_code = $5, version = version + 1,
       updated = $6 where id = $1 and version = $2 returning *`,
    [
      cart.id,
      version ?? cart.version,
      JSON.stringify(consignments),
      coupon_code,
      certificate_code,
      ctx.store.now(),
    ],
  )
  if (!rows[0]) throw new ShopError(409, 'The checkout has been changed in the meantime.')
  return { checkout: checkoutNode(ctx, rows[0]) }
}

const without = (kept: string, removed: string): string =>
  kept.toUpperCase() === removed.trim().toUpperCase() ? '' : kept

function replaceConsignment(
  cart: Cart,
  id: string,
  replace: (consignment: Consignment) => Consignment,
): CheckoutChange {
  if (!cart.consignments.some(consignment => consignment.id === id))
    throw new ShopError(404, 'The consignment was not found.')
  return {
    consignments: cart.consignments.map(consignment =>
      consignment.id === id ? replace(consignment) : consignment,
    ),
  }
}

/** The names of an address's fields in the other API, which reads the same consignments. */
const addressNames: Record<string, string> = {
  firstName: 'first_name',
  lastName: 'last_name',
  email: 'email',
  company: 'company',
  address1: 'address1',
  address2: 'address2',
  city: 'city',
  phone: 'phone',
  stateOrProvince: 'state_or_province',
  stateOrProvinceCode: 'state_or_province_code',
  countryCode: 'country_code',
  postalCode: 'postal_code',
}

function readConsignment(cart: Cart, { address, lineItems }: ConsignmentInput, id: string): Consignment {
  const quantities: Record<string, number> = {}
  for (const { lineItemEntityId, quantity } of lineItems) {
    const line = cart.lines.find(each => each.type === 'physical' && each.id === lineItemEntityId)
    if (!line || quantity < 1 || quantity > line.quantity)
      throw new ShopError(422, 'There are not so many units of this line.')
    quantities[line.id] = quantity
  }
  const lineIds = Object.keys(quantities)
  if (lineIds.length === 0) throw new ShopError(422, 'There is nothing to send.')
  const fields = Object.entries(addressNames).map(([field, name]) => [
    name,
    String(address[field] ?? '').trim(),
  ])
  return { id, address: Object.fromEntries(fields), lineIds, quantities }
}
