import { randomUUID } from 'node:crypto'
import type { Cart, Consignment } from '../../carts/carts.ts'
import {
  applyCoupon,
  type CheckoutChange,
  changeCheckout,
  replaceConsignment,
  withoutCode,
  withShippingOption,
} from '../../carts/checkout-changes.ts'
import { findUsableCertificate } from '../../orders/gift-certificates.ts'
import { ShopError } from '../../store.ts'
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
    const cart = await getCallersCart(ctx, input.checkoutEntityId)
    const code = input.data.couponCode.trim()
    const changed = await applyCoupon(ctx.store, cart, code, input.version ?? undefined)
    return { checkout: checkoutNode(ctx, changed) }
  },
  unapplyCheckoutCoupon: ({ input }: Input<{ data: { couponCode: string } }>) =>
    change(ctx, input, cart => ({ coupon_code: withoutCode(cart.coupon_code, input.data.couponCode) })),
  applyCheckoutGiftCertificate: ({ input }: Input<{ data: { giftCertificateCode: string } }>) =>
    change(ctx, input, async ({ id }) => {
      const code = input.data.giftCertificateCode.trim()
      const find = () => findUsableCertificate(ctx.store, code)
      const certificate = await tryOnce(ctx.store, `certificate ${id}`, find)
      if (!certificate) throw new ShopError(422, 'This gift certificate is not valid.')
      return { certificate_code: certificate.code }
    }),
  unapplyCheckoutGiftCertificate: ({ input }: Input<{ data: { giftCertificateCode: string } }>) =>
    change(ctx, input, cart => ({
      certificate_code: withoutCode(cart.certificate_code, input.data.giftCertificateCode),
    })),
  addCheckoutShippingConsignments: ({ input }: Input<{ data: { consignments: ConsignmentInput[] } }>) =>
    change(ctx, input, cart => ({
      consignments: [
        ...cart.consignments,
        ...input.data.consignments.map(each => readConsignment(cart, each, randomUUID())),
      ],
    })),
  updateCheckoutShippingConsignment: ({
    input,
  }: Input<{ consignmentEntityId: string; data: { consignment: ConsignmentInput } }>) =>
    change(ctx, input, cart => ({
      consignments: replaceConsignment(cart, input.consignmentEntityId, ({ id }) =>
        readConsignment(cart, input.data.consignment, id),
      ),
    })),
  deleteCheckoutConsignment: ({ input }: Input<{ consignmentEntityId: string }>) =>
    change(ctx, input, cart => ({
      consignments: cart.consignments.filter(({ id }) => id !== input.consignmentEntityId),
    })),
  selectCheckoutShippingOption: ({
    input,
  }: Input<{ consignmentEntityId: string; data: { shippingOptionEntityId: string } }>) =>
    change(ctx, input, cart => ({
      consignments: replaceConsignment(cart, input.consignmentEntityId, consignment =>
        withShippingOption(cart, consignment, input.data.shippingOptionEntityId),
      ),
    })),
})

async function change(
  ctx: QueryContext,
  { checkoutEntityId, version }: CheckoutInput,
  toChange: (cart: Cart) => CheckoutChange | Promise<CheckoutChange>,
) {
  const cart = await getCallersCart(ctx, checkoutEntityId)
  const changed = await changeCheckout(ctx.store, cart, await toChange(cart), version ?? undefined)
  return { checkout: checkoutNode(ctx, changed) }
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
