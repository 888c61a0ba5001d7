import { beforeAll, expect, test } from 'vitest'
import { opened } from '../../../test/opened.ts'
import { goods, openTestShop, visitor } from '../../../test/shop.ts'
import { storefrontCaller } from '../test-helpers.ts'

const testShop = opened(() => openTestShop())
let call: ReturnType<typeof storefrontCaller>
beforeAll(() => {
  call = storefrontCaller(testShop)
})

const { plain } = goods

interface Checkout {
  version: number
  grandTotal: { value: number }
  shippingConsignments: { entityId: string; availableShippingOptions: { entityId: string }[] }[]
}
const checkoutFields = `fragment Total on Checkout {
  entityId version subtotal { value } grandTotal { value } taxTotal { value } outstandingBalance { value }
  shippingCostTotal { value } handlingCostTotal { value }
  coupons { code discountedAmount { value } } giftCertificates { code balance { value } used { value } }
  cart { baseAmount { value } discountedAmount { value } amount { value } lineItems { physicalItems { couponAmount { value } discountedAmount { value } } } }
  shippingConsignments { entityId lineItemIds address { city countryCode postalCode }
    availableShippingOptions { entityId description cost { value } isRecommended } selectedShippingOption { entityId description } }
}`

async function createCart() {
  const { data } = await call<{
    cart: { createCart: { cart: { entityId: string; lineItems: { physicalItems: { entityId: string }[] } } } }
  }>(
    `mutation { cart { createCart(input: { lineItems: [{ quantity: 2, productEntityId: ${plain.id} }] }) {
      cart { entityId lineItems { physicalItems { entityId } } } } } }`,
  )
  const { entityId, lineItems } = data.cart.createCart.cart
  return { entityId, lineId: lineItems.physicalItems[0]!.entityId }
}

const change = (name: string, input: object) =>
  call<{ checkout: Record<string, { checkout: Checkout } | null> }>(
    `mutation ($input: ${name[0]!.toUpperCase()}${name.slice(1)}Input!) { checkout { ${name}(input: $input) { checkout { ...Total } } } } ${checkoutFields}`,
    { input },
  )
const read = async (entityId: string) => {
  const { data } = await call<{ site: { checkout: Checkout } }>(
    `query ($id: String) { site { checkout(entityId: $id) { ...Total } } } ${checkoutFields}`,
    { id: entityId },
  )
  return data.site.checkout
}
const cents = plain.priceCents * 2

async function createCoupon(code: string): Promise<void> {
  const rules = [{ action: { cart_value: { discount: { percentage_amount: '10' } } } }]
  const made = await testShop.rest('POST', '/v3/promotions', {
    name: 'Ten off',
    redemption_type: 'COUPON',
    rules,
  })
  const { id } = made.json<{ data: { id: number } }>().data
  expect((await testShop.rest('POST', `/v3/promotions/${id}/codes`, { code })).status).toBe(201)
}

test('a coupon comes off what is to be paid, and waits in the shop’s own checkout', async () => {
  await createCoupon('TEN')
  const { entityId } = await createCart()
  const off = Math.round(cents / 10) / 100
  const applied = await change('applyCheckoutCoupon', {
    checkoutEntityId: entityId,
    data: { couponCode: 'ten' },
  })
  expect(applied.data.checkout.applyCheckoutCoupon?.checkout).toMatchObject({
    subtotal: { value: cents / 100 },
    grandTotal: { value: (cents - Math.round(cents / 10)) / 100 },
    coupons: [{ code: 'TEN', discountedAmount: { value: off } }],
    cart: {
      baseAmount: { value: cents / 100 },
      discountedAmount: { value: 0 },
      lineItems: { physicalItems: [{ couponAmount: { value: off }, discountedAmount: { value: 0 } }] },
    },
  })
  const redirect = await call<{
    cart: { createCartRedirectUrls: { redirectUrls: { redirectedCheckoutUrl: string } } }
  }>(
    `mutation { cart { createCartRedirectUrls(input: { cartEntityId: "${entityId}" }) { redirectUrls { redirectedCheckoutUrl } } } }`,
  )
  const guest = visitor(testShop.send)
  await guest.go(redirect.data.cart.createCartRedirectUrls.redirectUrls.redirectedCheckoutUrl)
  expect((await guest.go('/checkout')).text).toMatch(
    /name="coupon"[^>]*value="ten"|value="ten"[^>]*name="coupon"/,
  )
  const removed = await change('unapplyCheckoutCoupon', {
    checkoutEntityId: entityId,
    data: { couponCode: 'TEN' },
  })
  expect(removed.data.checkout.unapplyCheckoutCoupon?.checkout).toMatchObject({
    grandTotal: { value: cents / 100 },
    coupons: [],
  })
  const wrong = await change('applyCheckoutCoupon', {
    checkoutEntityId: entityId,
    data: { couponCode: 'NONE' },
  })
  expect(wrong.data.checkout.applyCheckoutCoupon).toBeNull()
  expect(wrong.errors?.[0]?.message).toContain('not valid')
})

test('a gift card pays as far as it goes', async () => {
  const made = await testShop.rest('POST', '/v2/gift_certificates', {
    to_name: 'Α',
    to_email: 'a@example.org',
    from_name: 'Β',
    from_email: 'b@example.org',
    amount: '5.00',
    code: 'CARD-5',
  })
  expect(made.status).toBe(201)
  const found = await call(
    '{ site { giftCertificate(code: "card-5") { code balance { value } status theme recipient { name } sender { name } expiresAt { utc } } } }',
  )
  expect(found.data).toEqual({
    site: {
      giftCertificate: {
        code: 'CARD-5',
        balance: { value: 5 },
        status: 'ACTIVE',
        theme: 'GENERAL',
        recipient: { name: 'Α' },
        sender: { name: 'Β' },
        expiresAt: null,
      },
    },
  })
  const { entityId } = await createCart()
  const data = { giftCertificateCode: 'card-5' }
  const applied = await change('applyCheckoutGiftCertificate', { checkoutEntityId: entityId, data })
  expect(applied.data.checkout.applyCheckoutGiftCertificate?.checkout).toMatchObject({
    grandTotal: { value: cents / 100 },
    outstandingBalance: { value: (cents - 500) / 100 },
    giftCertificates: [{ code: 'CARD-5', balance: { value: 5 }, used: { value: 5 } }],
  })
  const removed = await change('unapplyCheckoutGiftCertificate', { checkoutEntityId: entityId, data })
  expect(removed.data.checkout.unapplyCheckoutGiftCertificate?.checkout).toMatchObject({
    outstandingBalance: { value: cents / 100 },
    giftCertificates: [],
  })
})

test('goods are sent somewhere, in a way that is chosen of those there are', async () => {
  const { entityId, lineId } = await createCart()
  const to = (countryCode: string) => ({
    consignments: [
      {
        address: { countryCode, city: 'Βόλος', postalCode: '38221', shouldSaveAddress: false },
        lineItems: [{ lineItemEntityId: lineId, quantity: 2 }],
      },
    ],
  })
  const added = await change('addCheckoutShippingConsignments', {
    checkoutEntityId: entityId,
    data: to('GR'),
  })
  const { checkout } = added.data.checkout.addCheckoutShippingConsignments!
  const [consignment] = checkout.shippingConsignments
  expect(consignment).toMatchObject({
    lineItemIds: [lineId],
    address: { city: 'Βόλος', countryCode: 'GR' },
    availableShippingOptions: [{ entityId: '1', description: 'Courier' }],
    selectedShippingOption: null,
  })
  const choose = (shippingOptionEntityId: string) =>
    change('selectCheckoutShippingOption', {
      checkoutEntityId: entityId,
      consignmentEntityId: consignment!.entityId,
      data: { shippingOptionEntityId },
    })
  expect((await choose('9')).errors?.[0]?.message).toContain('can not be sent')
  await choose('1')
  expect((await read(entityId)).shippingConsignments).toMatchObject([
    { selectedShippingOption: { entityId: '1' } },
  ])
  const both = await testShop.rest('GET', `/v3/checkouts/${entityId}`)
  expect(both.json<{ data: { consignments: { id: string }[] } }>().data.consignments[0]?.id).toBe(
    consignment!.entityId,
  )
  const moved = await change('updateCheckoutShippingConsignment', {
    checkoutEntityId: entityId,
    consignmentEntityId: consignment!.entityId,
    data: { consignment: to('DE').consignments[0] },
  })
  expect(moved.data.checkout.updateCheckoutShippingConsignment?.checkout.shippingConsignments).toMatchObject([
    { entityId: consignment!.entityId, availableShippingOptions: [], selectedShippingOption: null },
  ])
})

test('a version that is no longer the checkout’s is refused', async () => {
  const { entityId, lineId } = await createCart()
  const { version } = await read(entityId)
  const send = () =>
    change('addCheckoutShippingConsignments', {
      checkoutEntityId: entityId,
      version,
      data: {
        consignments: [
          {
            address: { countryCode: 'GR', shouldSaveAddress: false },
            lineItems: [{ lineItemEntityId: lineId, quantity: 2 }],
          },
        ],
      },
    })
  expect((await send()).errors).toBeUndefined()
  expect((await send()).errors?.[0]?.message).toContain('changed')
  expect((await read(entityId)).shippingConsignments).toHaveLength(1)
})
