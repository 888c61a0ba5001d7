import { beforeAll, expect, test } from 'vitest'
import { opened } from '../../../test/opened.ts'
import { openTestShop } from '../../../test/shop.ts'

const testShop = opened(() => openTestShop())
let customerId: number
beforeAll(async () => {
  const person = { email: 'a@example.org', first_name: 'a', last_name: 'b' }
  const made = await testShop.rest('POST', '/v3/customers', [person])
  customerId = made.json<{ data: { id: number }[] }>().data[0]!.id
})

const path = '/v3/customers/attributes'
const valuesPath = '/v3/customers/attribute-values'
type Rows = { data: { id: number }[] }
const rowsOf = async (where: string) => (await testShop.rest('GET', where)).json<Rows>().data
const make = async (...attributes: object[]) =>
  (await testShop.rest('POST', path, attributes)).json<Rows>().data.map(({ id }) => id)
const write = (...values: object[]) => testShop.rest('PUT', valuesPath, values)
const countOf = async () =>
  (await rowsOf(`/v3/customers?id:in=${customerId}`)) as unknown as { attribute_count: number }[]

test('a value is written once for a customer and an attribute, and goes with either', async () => {
  const [size, day] = await make({ name: 'Size', type: 'number' }, { name: 'Name day', type: 'date' })
  const first = await write({ attribute_id: size, customer_id: customerId, value: '42' })
  expect(first.status).toBe(200)
  await write(
    { attribute_id: size, customer_id: customerId, value: '43' },
    { attribute_id: day, customer_id: customerId, value: '2027-12-06' },
  )
  expect(await rowsOf(`${valuesPath}?customer_id:in=${customerId}`)).toMatchObject([
    {
      id: first.json<Rows>().data[0]!.id,
      attribute_id: size,
      attribute_value: '43',
      customer_id: customerId,
    },
    { attribute_id: day, attribute_value: '2027-12-06' },
  ])
  expect(await rowsOf(`${valuesPath}?name=Size`)).toHaveLength(1)
  expect(await countOf()).toMatchObject([{ attribute_count: 2 }])
  expect((await testShop.rest('DELETE', `${path}?id:in=${size}`)).status).toBe(204)
  expect(await countOf()).toMatchObject([{ attribute_count: 1 }])
  const [value] = await rowsOf(valuesPath)
  expect((await testShop.rest('DELETE', `${valuesPath}?id:in=${value!.id}`)).status).toBe(204)
  await write({ attribute_id: day, customer_id: customerId, value: '2027-12-07' })
  const other = { email: 'b@example.org', first_name: 'a', last_name: 'b' }
  const [leaving] = (await testShop.rest('POST', '/v3/customers', [other])).json<Rows>().data
  await write({ attribute_id: day, customer_id: leaving!.id, value: '2027-12-08' })
  await testShop.rest('DELETE', `/v3/customers?id:in=${leaving!.id}`)
  expect(await rowsOf(valuesPath)).toMatchObject([{ customer_id: customerId }])
  await testShop.rest('DELETE', `${path}?id:in=${day}`)
})

test('names are there once, types stay, and a value is of its attribute’s type', async () => {
  const [size] = await make({ name: 'Size', type: 'number' })
  const refused = [
    ['POST', path, [{ name: 'Size', type: 'string' }]],
    ['POST', path, [{ name: 'Colour', type: 'colour' }]],
    ['POST', path, [{ name: 'n'.repeat(256), type: 'string' }]],
    ['PUT', path, [{ id: size, type: 'date' }]],
    ['PUT', valuesPath, [{ attribute_id: size, customer_id: customerId, value: 'large' }]],
    ['PUT', valuesPath, [{ attribute_id: size, customer_id: customerId }]],
    ['PUT', valuesPath, [{ attribute_id: 999, customer_id: customerId, value: '1' }]],
    ['PUT', valuesPath, [{ attribute_id: size, customer_id: 999, value: '1' }]],
    ['PUT', valuesPath, [{ id: 999, attribute_id: size, customer_id: customerId, value: '1' }]],
    ['DELETE', valuesPath, undefined],
  ] as const
  for (const [method, where, body] of refused)
    expect([method, body, (await testShop.rest(method, where, body)).status]).toEqual([method, body, 422])
  expect(await rowsOf(valuesPath)).toEqual([])
  const [first] = await rowsOf(`${path}?name:like=siz`)
  expect((await testShop.rest('PUT', path, [{ id: first!.id, name: 'Shoes' }])).status).toBe(200)
  expect(await rowsOf(`${path}?type=number`)).toMatchObject([{ name: 'Shoes', type: 'number' }])
})

test('a store has fifty attributes at most', async () => {
  const before = (await rowsOf(`${path}?limit=250`)).length
  const more = Array.from({ length: 50 - before }, (_, index) => ({ name: `n${index}`, type: 'string' }))
  expect(await make(...more)).toHaveLength(50 - before)
  expect((await testShop.rest('POST', path, [{ name: 'One more', type: 'string' }])).status).toBe(422)
})
