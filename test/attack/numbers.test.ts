import { beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { createCart } from '../../src/checkout/hand-off.contract.ts'
import { showGifts } from '../../src/gift/gift.contract.ts'
import { callAsVisitor, callName, inputFor, publicCalls, setField } from '../access/call-inputs.ts'
import { aPrivateRegistry, type PrivateRegistry } from '../access/private-registry.ts'
import type { JsonSchema } from '../access/text-fields.ts'
import { aGift, aGiftCard, aHost, aRegistry, lineOf } from '../builders.ts'
import { opened } from '../opened.ts'
import { testApp } from '../test-app.ts'

/** Numbers from outside are multiplied and summed; none of them may end in a failure of ours. */
const app = opened(() => testApp())
let owned: PrivateRegistry
beforeAll(async () => {
  owned = await aPrivateRegistry(app)
})

/** The edges of our columns, of JavaScript's numbers, and what forms send in their place. */
const extremes = [
  ...[-1, 0, -0.001, 0.005, 1e-320, 2 ** 31 - 1, 2 ** 31, 2 ** 32, 2 ** 53 - 1, 2 ** 53, 2 ** 63, 1e308],
  ...[21_474_836.47, 21_474_836.48, 1_000_000, 999_999.99],
  ...[
    '9223372036854775807',
    '9223372036854775808',
    '1e999',
    'NaN',
    '-0',
    '0x7fffffff',
    '٣',
    '１２',
    '1,5',
    '',
    ' 7 ',
  ],
]

const numberFields = publicCalls.flatMap(call => {
  const schema: object = z.toJSONSchema(call.endpoint.input, { io: 'input', unrepresentable: 'any' })
  return findNumberFields(schema).map(path => [callName(call), path.join('.'), call, path] as const)
})
/** In the quick run each field gets a third of the numbers, in turn. */
const turns = process.env.TEST_FULL ? 1 : 3
const fieldsWithNumbers = numberFields.map(
  (field, turn) => [...field, extremes.filter((_, index) => index % turns === turn % turns)] as const,
)

test.each(fieldsWithNumbers)('%s takes or refuses every number as %s', async (_, __, call, path, numbers) => {
  for (const number of numbers) {
    const { status } = await callAsVisitor(
      app,
      call,
      setField(inputFor(call, owned), path, number),
      owned.owner.token,
    )
    expect({ number, fails: status >= 500 }).toEqual({ number, fails: false })
  }
})

test.each([
  '/sitemap.xml?part=',
  '/api/registry/find?page=',
  '/api/bigcommerce/products?page=',
  '/api/v2/find-registry?q=maria&page=',
  '/api/v2/find-registry?q=maria&month=5&year=',
])('%s takes or refuses every number', async path => {
  for (const number of extremes) {
    const { status } = await app.request(path + encodeURIComponent(number))
    expect({ number, fails: status >= 500 }).toEqual({ number, fails: false })
  }
})

describe('many lines of a cart', () => {
  test('of a gift card add up to no more than can be stored, nor do many carts', async () => {
    const registry = await aRegistry(app, await aHost(app))
    const card = await aGiftCard(app, registry)
    const handOff = (count: number, quantity: number) =>
      app.call<{ code: string; keys: object }>(createCart, {
        registry_id: registry.code,
        line_items: Array.from({ length: count }, () => ({
          ...lineOf(card, { units: quantity }),
          list_price: 100,
        })),
      })
    expect((await handOff(200, 999)).status).toBe(422)
    expect((await handOff(1, 999)).status).toBe(200)
    for (let index = 0; index < 40; index++) expect((await handOff(8, 999)).status).toBe(200)
    expect(await app.call(showGifts, { registry_id: registry.code })).toMatchObject({ status: 200 })
  })

  test('of gifts and shares are refused as a whole', async () => {
    const registry = await aRegistry(app, await aHost(app))
    const gift = await aGift(app, registry, { quantity: 99 })
    const group = await aGift(app, registry, { group: true, cents: 90_000_000 })
    const handOff = async (line: object) =>
      (await app.call(createCart, { registry_id: registry.code, line_items: Array(200).fill(line) })).data
        .code
    expect(await handOff(lineOf(gift, { units: 999 }))).toBe('cart_lost')
    expect(await handOff({ ...lineOf(group, { cents: 99_999_999 }), quantity: 999 })).toBe('refused_fields')
    expect(await handOff({ ...lineOf(group, { cents: 40_000_000 }), quantity: 1 })).toBe('refused_fields')
  })
})

/** The paths of an input at which a number may be sent. */
function findNumberFields(schema: JsonSchema, path: (string | number)[] = []): (string | number)[][] {
  if (schema.properties)
    return Object.entries(schema.properties).flatMap(([name, inner]) =>
      findNumberFields(inner, [...path, name]),
    )
  if (schema.items) return findNumberFields(schema.items, [...path, 0])
  const types = [schema, ...(schema.anyOf ?? [])].flatMap(({ type }) => type ?? [])
  // What may be a boolean too is a checkbox.
  return types.some(type => ['number', 'integer'].includes(type)) && !types.includes('boolean') ? [path] : []
}
