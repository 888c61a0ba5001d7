import { expect, test } from 'vitest'
import { contracts, mistakes } from '../../../test/contracts.ts'
import { opened } from '../../../test/opened.ts'
import { goods, openTestShop, orderByApi } from '../../../test/shop.ts'

const testShop = opened(() => openTestShop())

interface Line {
  id: number
  quantity_shipped: number
}

async function orderOfThree() {
  const { id } = await orderByApi(testShop, { products: [{ product_id: goods.plain.id, quantity: 3 }] })
  const path = `/v2/orders/${id}`
  const lines = async () => (await testShop.rest('GET', `${path}/products`)).json<Line[]>()
  const order = async () => (await testShop.rest('GET', path)).json()
  const [line] = await lines()
  const ship = (quantity?: number) =>
    testShop.rest('POST', `${path}/shipments`, {
      tracking_number: 'T1',
      ...(quantity && { items: [{ order_product_id: line!.id, quantity }] }),
    })
  return { path, lines, order, ship }
}

test('an order that is shipped in parts is partially shipped until the last one', async () => {
  const { path, lines, order, ship } = await orderOfThree()
  expect((await testShop.rest('GET', `${path}/shipments`)).status).toBe(204)
  const first = await ship(1)
  expect(first.status).toBe(201)
  expect(await order()).toMatchObject({ status_id: 3, items_shipped: 1 })
  expect(await lines()).toMatchObject([{ quantity_shipped: 1 }])
  expect((await ship(3)).status).toBe(400)
  expect((await ship()).json()).toMatchObject({ items: [{ quantity: 2 }] })
  expect(await order()).toMatchObject({ status_id: 2, items_shipped: 3 })
  expect((await ship()).status).toBe(400)
  const listed = await testShop.rest('GET', `${path}/shipments`)
  expect(listed.json<object[]>()).toHaveLength(2)
  expect((await testShop.rest('GET', `${path}/shipments/count`)).json()).toEqual({ count: 2 })
  if (!contracts) return
  const name = '/orders/{order_id}/shipments'
  expect(mistakes('orders.v2.oas2.yml', `post ${name} 201`, first.json())).toEqual([])
  expect(mistakes('orders.v2.oas2.yml', `get ${name} 200`, listed.json())).toEqual([])
})

test('shipments that were told apart become one', async () => {
  const { path, order, ship } = await orderOfThree()
  await ship(1)
  const { id } = (await ship(2)).json<{ id: number }>()
  const changed = await testShop.rest('PUT', `${path}/shipments/${id}`, { tracking_number: 'T2' })
  expect(changed.json()).toMatchObject({ tracking_number: 'T2', items: [{ quantity: 2 }] })
  expect((await testShop.rest('DELETE', `${path}/shipments`)).status).toBe(204)
  expect(await order()).toMatchObject({ status_id: 11, items_shipped: 0 })
  expect((await ship()).json()).toMatchObject({ items: [{ quantity: 3 }] })
  expect(await order()).toMatchObject({ status_id: 2 })
  expect((await testShop.rest('GET', '/v2/orders/999999/shipments')).status).toBe(404)
})
