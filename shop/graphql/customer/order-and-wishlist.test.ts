import { beforeAll, expect, test } from 'vitest'
import { opened } from '../../../test/opened.ts'
import { goods, openTestShop, orderByApi } from '../../../test/shop.ts'
import { createToken, storefrontCaller } from '../test-helpers.ts'

const testShop = opened(() => openTestShop())
let call: ReturnType<typeof storefrontCaller>
beforeAll(async () => {
  call = storefrontCaller(testShop, {
    token: await createToken(testShop, 'api-token-customer-impersonation', {}),
  })
})

const { plain } = goods

async function createCustomer(email: string) {
  const made = await testShop.rest('POST', '/v3/customers', [{ email, first_name: 'Μ', last_name: 'Π' }])
  const { id } = made.json<{ data: { id: number }[] }>().data[0]!
  return { id, headers: { 'x-bc-customer-id': String(id) } }
}

interface OrderNode {
  entityId: number
  status: { value: string }
}
interface OrdersAnswer {
  customer: {
    orders: {
      edges: { node: OrderNode; cursor: string }[]
      pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; startCursor: string; endCursor: string }
    }
  }
}

test('orders are listed newest first and paged both ways, for their customer alone', async () => {
  const buyer = await createCustomer('orders@example.org')
  const ids: number[] = []
  for (let n = 0; n < 3; n++) {
    testShop.clock.now = new Date(testShop.clock.now.getTime() + 60_000)
    ids.unshift((await orderByApi(testShop, { customer_id: buyer.id, status_id: 11 })).id)
  }
  const list = async (args: string, headers = buyer.headers) => {
    const { data } = await call<OrdersAnswer>(
      `{ customer { orders${args} { pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
        edges { cursor node { entityId status { value label } } } } } }`,
      {},
      headers,
    )
    return data.customer.orders
  }
  const first = await list('(first: 2)')
  expect(first.edges.map(edge => edge.node.entityId)).toEqual(ids.slice(0, 2))
  expect(first.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: false })
  const next = await list(`(first: 2, after: "${first.pageInfo.endCursor}")`)
  expect(next.edges.map(edge => edge.node.entityId)).toEqual(ids.slice(2))
  expect(next.pageInfo).toMatchObject({ hasNextPage: false, hasPreviousPage: true })
  const back = await list(`(last: 2, before: "${next.pageInfo.startCursor}")`)
  expect(back.edges.map(edge => edge.node.entityId)).toEqual(ids.slice(0, 2))
  expect((await list('(filters: { status: COMPLETED })')).edges).toEqual([])
  const other = await createCustomer('no-orders@example.org')
  expect((await list('', other.headers)).edges).toEqual([])
})

test('an order tells its lines, payments and where it goes', async () => {
  const buyer = await createCustomer('details@example.org')
  const { id } = await orderByApi(testShop, {
    customer_id: buyer.id,
    status_id: 11,
    products: [{ product_id: plain.id, quantity: 2 }],
  })
  const read = (headers: Record<string, string>) =>
    call<{ site: { order: object | null } }>(
      `query ($filter: OrderFilterInput) { site { order(filter: $filter) {
        entityId status { value label } subTotal { value } totalIncTax { value } taxTotal { value }
        payments { edges { node { paymentMethodName amount { value } detail { __typename } } } }
        consignments { downloads { recipientEmail } shipping { edges { node {
          shippingAddress { firstName postalCode countryCode }
          lineItems { edges { node { productEntityId name quantity subTotalListPrice { value } productOptions { name }
            baseCatalogProduct { path } image { url: urlTemplate } } } }
          shipments { edges { node { entityId } } } } } } }
      } } }`,
      { filter: { entityId: id } },
      headers,
    )
  const euros = (plain.priceCents * 2) / 100
  expect((await read(buyer.headers)).data.site.order).toMatchObject({
    entityId: id,
    status: { value: 'AWAITING_FULFILLMENT', label: 'Awaiting Fulfillment' },
    subTotal: { value: euros },
    totalIncTax: { value: euros },
    payments: { edges: [{ node: { amount: { value: euros } } }] },
    consignments: {
      downloads: [],
      shipping: {
        edges: [
          {
            node: {
              shippingAddress: { firstName: 'Μαρία', countryCode: 'GR' },
              lineItems: {
                edges: [
                  {
                    node: {
                      productEntityId: plain.id,
                      quantity: 2,
                      baseCatalogProduct: { path: `/${plain.slug}/` },
                    },
                  },
                ],
              },
              shipments: { edges: [] },
            },
          },
        ],
      },
    },
  })
  const other = await createCustomer('curious@example.org')
  expect((await read(other.headers)).data.site.order).toBeNull()
  expect((await read({})).data.site.order).toBeNull()
})

test('a guest reads the order that a cart became, by the cart’s id alone', async () => {
  const made = await call<{ cart: { createCart: { cart: { entityId: string } } } }>(
    `mutation { cart { createCart(input: { lineItems: [{ quantity: 1, productEntityId: ${plain.id} }] }) { cart { entityId } } } }`,
  )
  const cartId = made.data.cart.createCart.cart.entityId
  const { id } = await testShop.shop.actions.pay(cartId)
  const read = (filter: object, headers = {}) =>
    call(
      'query ($filter: OrderFilterInput) { site { order(filter: $filter) { entityId totalProductQuantity } } }',
      { filter },
      headers,
    )
  expect((await read({ entityId: id, cartEntityId: cartId })).data).toEqual({
    site: { order: { entityId: id, totalProductQuantity: 1 } },
  })
  const nothing = { site: { order: null } }
  expect((await read({ entityId: id })).data).toEqual(nothing)
  expect((await read({ entityId: id, cartEntityId: 'x' })).data).toEqual(nothing)
  const buyer = await createCustomer('owns-that-order@example.org')
  const owned = await orderByApi(testShop, { customer_id: buyer.id, status_id: 11 })
  expect((await read({ entityId: owned.id, cartEntityId: cartId })).data).toEqual(nothing)
})

interface ListAnswer {
  wishlist: Record<string, { result: { entityId: number; token: string; items: { edges: object[] } } }>
}

test('a wish list is its customer’s, and public when the customer says so', async () => {
  const owner = await createCustomer('wishes@example.org')
  const change = (field: string, headers = owner.headers) =>
    call<ListAnswer>(
      `mutation { wishlist { ${field} { result { entityId name isPublic token items { edges { node {
        entityId productEntityId variantEntityId product { name } } } } } } } }`,
      {},
      headers,
    )
  const made = await change(
    `createWishlist(input: { name: "Σπίτι", isPublic: false, items: [{ productEntityId: ${plain.id} }] })`,
  )
  const { entityId, token, items } = made.data.wishlist.createWishlist!.result
  expect(items.edges).toMatchObject([
    { node: { productEntityId: plain.id, variantEntityId: null, product: { name: plain.name.en } } },
  ])
  const add = `addWishlistItems(input: { entityId: ${entityId}, items: [{ productEntityId: ${plain.id} }, { productEntityId: ${goods.digital.id} }] })`
  expect((await change(add)).data.wishlist.addWishlistItems!.result.items.edges).toHaveLength(2)
  const stranger = await createCustomer('wants-too@example.org')
  expect((await change(add, stranger.headers)).errors?.[0]?.message).toContain('not found')
  const shown = () => call(`{ site { publicWishlist(token: "${token}") { name } } }`)
  expect((await shown()).data).toEqual({ site: { publicWishlist: null } })
  await change(`updateWishlist(input: { entityId: ${entityId}, data: { isPublic: true } })`)
  expect((await shown()).data).toEqual({ site: { publicWishlist: { name: 'Σπίτι' } } })
  const withProduct = await call(
    `{ customer { wishlists(filters: { productEntityIds: [${goods.onSale.id}] }) { edges { node { entityId } } } } }`,
    {},
    owner.headers,
  )
  expect(withProduct.data).toEqual({ customer: { wishlists: { edges: [] } } })
  await call(
    `mutation { wishlist { deleteWishlists(input: { entityIds: [${entityId}] }) { result } } }`,
    {},
    stranger.headers,
  )
  expect((await shown()).data).not.toEqual({ site: { publicWishlist: null } })
  await call(
    `mutation { wishlist { deleteWishlists(input: { entityIds: [${entityId}] }) { result } } }`,
    {},
    owner.headers,
  )
  expect((await shown()).data).toEqual({ site: { publicWishlist: null } })
})

test('the newsletter is left and joined', async () => {
  const subscribe = () =>
    call<{ newsletter: { subscribe: { errors: object[] } } }>(
      'mutation { newsletter { subscribe(input: { email: "news@example.org" }) { errors { __typename } } } }',
    )
  expect((await subscribe()).data.newsletter.subscribe.errors).toEqual([])
  expect((await subscribe()).data.newsletter.subscribe.errors).toEqual([
    { __typename: 'CreateSubscriberAlreadyExistsError' },
  ])
  const list = await testShop.rest('GET', '/v3/customers/subscribers?email=news@example.org')
  expect(list.json<{ data: object[] }>().data).toHaveLength(1)
  await call(
    'mutation { newsletter { unsubscribe(input: { email: "news@example.org" }) { errors { __typename } } } }',
  )
  expect((await subscribe()).data.newsletter.subscribe.errors).toEqual([])
})
