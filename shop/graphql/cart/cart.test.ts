import { beforeAll, expect, test } from 'vitest'
import { opened } from '../../../test/opened.ts'
import { goods, openTestShop, visitor } from '../../../test/shop.ts'
import { storefrontCaller } from '../test-helpers.ts'

const testShop = opened(() => openTestShop())
let call: ReturnType<typeof storefrontCaller>
beforeAll(() => {
  call = storefrontCaller(testShop)
})

const cartFields = `
  fragment Bag on Cart {
    entityId version currencyCode isTaxIncluded amount { value currencyCode formattedV2 }
    lineItems {
      totalQuantity
      physicalItems {
        entityId productEntityId variantEntityId sku name brand quantity url path
        salePrice { value } extendedListPrice { value }
        image { url: urlTemplate }
        selectedOptions {
          entityId name
          ... on CartSelectedMultipleChoiceOption { value valueEntityId }
          ... on CartSelectedTextFieldOption { text }
          ... on CartSelectedDateFieldOption { date { utc } }
        }
        catalogProductWithOptionSelections { sku prices(includeTax: true) { price { value } } }
      }
      digitalItems { productEntityId quantity }
    }
  }`

interface Line {
  entityId: string
  quantity: number
  selectedOptions: object[]
}
interface Bag {
  entityId: string
  version: number
  amount: { value: number }
  lineItems: { totalQuantity: number; physicalItems: Line[]; digitalItems: object[] }
}

async function createBag(lineItems: object[]): Promise<Bag> {
  const { data, errors } = await call<{ cart: { createCart: { cart: Bag } } }>(
    `mutation ($input: CreateCartInput!) { cart { createCart(input: $input) { cart { ...Bag } } } } ${cartFields}`,
    { input: { lineItems } },
  )
  if (errors) throw new Error(JSON.stringify(errors))
  return data.cart.createCart.cart
}

const { plain, twoOptions, digital } = goods
const choices = (variant = twoOptions.variants[0]!) => ({
  multipleChoices: variant.values.map((optionValueEntityId, i) => ({
    optionEntityId: twoOptions.options[i]!.id,
    optionValueEntityId,
  })),
})

test('a cart is one cart in both APIs, with the chosen options and what it comes to', async () => {
  const variant = twoOptions.variants[0]!
  const bag = await createBag([
    { quantity: 2, productEntityId: plain.id },
    { quantity: 1, productEntityId: twoOptions.id, selectedOptions: choices() },
    { quantity: 1, productEntityId: digital.id },
  ])
  const cents = plain.priceCents * 2 + variant.priceCents + digital.priceCents
  expect(bag).toMatchObject({ currencyCode: 'EUR', isTaxIncluded: true, amount: { value: cents / 100 } })
  expect(bag.lineItems.totalQuantity).toBe(4)
  expect(bag.lineItems.physicalItems[1]).toMatchObject({
    variantEntityId: variant.id,
    sku: variant.sku,
    url: `http://shop.test/shop/${twoOptions.slug}/`,
    catalogProductWithOptionSelections: {
      sku: variant.sku,
      prices: { price: { value: variant.priceCents / 100 } },
    },
  })
  const chosen = bag.lineItems.physicalItems[1]!.selectedOptions.map(option =>
    'valueEntityId' in option ? option.valueEntityId : 0,
  )
  expect(chosen).toEqual(variant.values)
  const rest = await testShop.rest('GET', `/v3/carts/${bag.entityId}`)
  expect(rest.json<{ data: { cart_amount: number } }>().data.cart_amount).toBe(cents / 100)
})

test('lines are added, changed and removed; the last one takes the cart along', async () => {
  const { entityId } = await createBag([{ quantity: 1, productEntityId: plain.id }])
  const added = await call<{ cart: { addCartLineItems: { cart: Bag } } }>(
    `mutation ($input: AddCartLineItemsInput!) { cart { addCartLineItems(input: $input) { cart { ...Bag } } } } ${cartFields}`,
    {
      input: {
        cartEntityId: entityId,
        data: {
          lineItems: [
            { quantity: 2, productEntityId: plain.id },
            { quantity: 1, sku: twoOptions.variants[0]!.sku },
          ],
        },
      },
    },
  )
  const lines = added.data.cart.addCartLineItems.cart.lineItems.physicalItems
  expect(lines.map(line => line.quantity)).toEqual([3, 1])
  const other = twoOptions.variants.find(variant => variant !== twoOptions.variants[0])!
  const changed = await call<{ cart: { updateCartLineItem: { cart: Bag } } }>(
    `mutation ($input: UpdateCartLineItemInput!) { cart { updateCartLineItem(input: $input) { cart { ...Bag } } } } ${cartFields}`,
    {
      input: {
        cartEntityId: entityId,
        lineItemEntityId: lines[1]!.entityId,
        data: { lineItem: { quantity: 2, productEntityId: twoOptions.id, selectedOptions: choices(other) } },
      },
    },
  )
  const after = changed.data.cart.updateCartLineItem.cart.lineItems.physicalItems
  expect(after[1]).toMatchObject({ entityId: lines[1]!.entityId, quantity: 2, variantEntityId: other.id })
  const remove = (lineItemEntityId: string) =>
    call<{ cart: { deleteCartLineItem: object } }>(
      `mutation ($input: DeleteCartLineItemInput!) { cart { deleteCartLineItem(input: $input) {
        deletedCartEntityId cart { entityId } } } }`,
      { input: { cartEntityId: entityId, lineItemEntityId } },
    )
  expect((await remove(lines[0]!.entityId)).data.cart.deleteCartLineItem).toEqual({
    deletedCartEntityId: null,
    cart: { entityId },
  })
  expect((await remove(lines[1]!.entityId)).data.cart.deleteCartLineItem).toEqual({
    deletedCartEntityId: entityId,
    cart: null,
  })
  const gone = await call(
    `{ site { cart(entityId: "${entityId}") { entityId } checkout(entityId: "${entityId}") { entityId } } }`,
  )
  expect(gone.data).toEqual({ site: { cart: null, checkout: null } })
})

test('a line that can not be had is refused with the reason, and nothing is kept', async () => {
  const create = (line: object) =>
    call<{ cart: { createCart: null } }>(
      'mutation ($input: CreateCartInput!) { cart { createCart(input: $input) { cart { entityId } } } }',
      { input: { lineItems: [line] } },
    )
  const wrong: [object, RegExp][] = [
    [{ quantity: 1, productEntityId: 1 }, /could not be found/],
    [{ quantity: 0, productEntityId: plain.id }, /at least 1/],
    [{ quantity: 1, productEntityId: twoOptions.id }, /Choose the options/],
    [{ quantity: 100_000, productEntityId: goods.tracked.id }, /stock/],
    [{ quantity: 1, sku: 'NONE' }, /neither a product/],
  ]
  for (const [line, reason] of wrong) {
    const { data, errors } = await create(line)
    expect(data.cart.createCart).toBeNull()
    expect(errors?.[0]?.message).toMatch(reason)
    expect(errors?.[0]?.path).toEqual(['cart', 'createCart'])
  }
})

test('a version that is no longer the cart’s is refused', async () => {
  const { entityId, version } = await createBag([{ quantity: 1, productEntityId: plain.id }])
  const add = () =>
    call<{ cart: { addCartLineItems: object | null } }>(
      'mutation ($input: AddCartLineItemsInput!) { cart { addCartLineItems(input: $input) { cart { version } } } }',
      {
        input: {
          cartEntityId: entityId,
          version,
          data: { lineItems: [{ quantity: 1, productEntityId: plain.id }] },
        },
      },
    )
  expect((await add()).data.cart.addCartLineItems).toEqual({ cart: { version: version + 1 } })
  const second = await add()
  expect(second.data.cart.addCartLineItems).toBeNull()
  expect(second.errors?.[0]?.message).toContain('changed')
})

test('a cart belongs to its channel', async () => {
  const { entityId } = await createBag([{ quantity: 1, productEntityId: plain.id }])
  const greek = storefrontCaller(testShop, { channel: 1481393 })
  expect((await greek(`{ site { cart(entityId: "${entityId}") { entityId } } }`)).data).toEqual({
    site: { cart: null },
  })
})

test('the address of the checkout leads into it with the cart', async () => {
  const { entityId } = await createBag([{ quantity: 1, productEntityId: plain.id }])
  const redirect = (id: string) =>
    call<{ cart: { createCartRedirectUrls: { redirectUrls: { redirectedCheckoutUrl: string } | null } } }>(
      `mutation ($input: CreateCartRedirectUrlsInput) { cart { createCartRedirectUrls(input: $input) {
        errors { __typename ... on NotFoundError { message } } redirectUrls { redirectedCheckoutUrl embeddedCheckoutUrl } } } }`,
      { input: { cartEntityId: id, queryParams: [{ key: 'from', value: 'storefront' }] } },
    )
  const { redirectUrls } = (await redirect(entityId)).data.cart.createCartRedirectUrls
  expect(redirectUrls?.redirectedCheckoutUrl).toContain('from=storefront')
  const guest = visitor(testShop.send)
  const opened = await guest.go(redirectUrls!.redirectedCheckoutUrl)
  expect(guest.location(opened)).toContain('/checkout')
  expect((await guest.go('/checkout')).text).toContain(plain.name.en)
  expect(
    (await redirect('00000000-0000-4000-8000-000000000000')).data.cart.createCartRedirectUrls,
  ).toMatchObject({
    redirectUrls: null,
    errors: [{ __typename: 'NotFoundError' }],
  })
})
