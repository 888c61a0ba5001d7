import { expect, test } from 'vitest'
import { contracts } from '../../../test/contracts.ts'
import { goods } from '../../../test/shop.ts'
import { connectTestShop } from '../../../test/shop-connector.ts'

const connected = connectTestShop()

test.each(['500', '429', '429-bare', 'truncated', 'refused', 'lost'] as const)(
  'one failure of the kind "%s" is recovered from',
  async answer => {
    connected.far.shop.faults.routes = [{ path: '/graphql', answer, times: 1 }]
    expect(await connected.shop.fetchProduct(goods.plain.id, 'en')).toMatchObject({ id: goods.plain.id })
  },
)

test('a GraphQL reply with wrong types is named, and not requested again', async () => {
  connected.far.shop.faults.routes = [{ path: '/graphql', answer: 'mistyped', times: 1 }]
  const failure = connected.shop.fetchProduct(goods.plain.id, 'en')
  await expect(failure).rejects.toMatchObject({
    kind: 'shape',
    message: expect.stringMatching(/^ProductDetails\.site\.product\.entityId/),
  })
})

test('a REST reply with wrong types is refused', async () => {
  const line = {
    kind: 'product' as const,
    productId: goods.plain.id,
    variantId: goods.plain.variants[0]!.id,
    quantity: 1,
    options: [],
    modifiers: [],
  }
  const cart = await connected.shop.createCart({ language: 'en', customerId: 0, lines: [line] })
  const { id } = await connected.far.shop.actions.pay(cart.id)
  connected.far.shop.faults.routes = [{ path: '/stores/:hash/v2/orders', answer: 'mistyped' }]
  await expect(connected.shop.fetchOrder(id)).rejects.toMatchObject({ kind: 'shape' })
  expect(connected.mistakes.splice(0).length > 0).toBe(contracts)
})
