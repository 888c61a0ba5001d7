import { expect, test } from 'vitest'
import { contracts, mistakes, mistakesSent } from '../../../test/contracts.ts'
import { opened } from '../../../test/opened.ts'
import { cartByApi, goods, openTestShop, orderByApi } from '../../../test/shop.ts'

const testShop = opened(() => openTestShop())

const note = { permission_set: 'app_only', namespace: 'registry', key: 'hand-off', value: 'ref-1' }
const orderPath = async () => `/v3/orders/${(await orderByApi(testShop)).id}/metafields`
const cartPath = async () => {
  const answer = await cartByApi(testShop, [{ product_id: goods.digital.id, quantity: 1 }])
  return `/v3/carts/${answer.json<{ data: { id: string } }>().data.id}/metafields`
}

test.each([
  ['order', orderPath, 'orders.v3.yml', '/orders/{order_id}/metafields'],
  ['cart', cartPath, 'carts.v3.yml', '/carts/{cart_id}/metafields'],
] as const)(
  'what an app notes on the %s is kept, found, changed and removed',
  async (_, pathOf, file, call) => {
    const path = await pathOf()
    const made = await testShop.rest('POST', path, note)
    expect(made.status).toBe(200)
    const { id } = made.json<{ data: { id: number } }>().data
    await testShop.rest('POST', path, { ...note, key: 'other' })
    const found = await testShop.rest('GET', `${path}?namespace=registry&key=hand-off`)
    expect(found.json<{ data: object[] }>().data).toMatchObject([{ id, value: 'ref-1' }])
    if (contracts) {
      expect(mistakesSent(file, `post ${call}`, note)).toEqual([])
      expect(mistakes(file, `post ${call} 200`, made.json())).toEqual([])
      // The platform's description of a cart's list is that of a single note.
      if (file === 'orders.v3.yml') expect(mistakes(file, `get ${call} 200`, found.json())).toEqual([])
    }
    const changed = await testShop.rest('PUT', `${path}/${id}`, { value: 'ref-2' })
    expect(changed.json<{ data: object }>().data).toMatchObject({ key: 'hand-off', value: 'ref-2' })
    expect((await testShop.rest('PUT', `${path}/${id}`, { key: 'other' })).status).toBe(400)
    expect((await testShop.rest('POST', path, note)).status).toBe(409)
    expect((await testShop.rest('DELETE', `${path}/${id}`)).status).toBe(204)
    expect((await testShop.rest('GET', `${path}/${id}`)).status).toBe(404)
  },
)

test('a cart holds ten notes, and what is not there has none', async () => {
  const path = await cartPath()
  for (let index = 0; index < 10; index++) await testShop.rest('POST', path, { ...note, key: `key ${index}` })
  expect((await testShop.rest('POST', path, { ...note, key: 'one more' })).status).toBe(422)
  expect((await testShop.rest('GET', '/v3/orders/999999/metafields')).status).toBe(404)
  expect((await testShop.rest('GET', `${await orderPath()}/1`)).status).toBe(404)
})

test.each([
  ['no value', { value: '' }],
  ['a key that is too long', { key: 'k'.repeat(65) }],
  ['an unknown permission', { permission_set: 'everybody' }],
])('a note with %s is refused', async (_, more) => {
  expect((await testShop.rest('POST', await orderPath(), { ...note, ...more })).status).toBe(422)
})
