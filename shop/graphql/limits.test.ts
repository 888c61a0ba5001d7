import { getIntrospectionQuery } from 'graphql'
import { beforeAll, expect, test } from 'vitest'
import { opened } from '../../test/opened.ts'
import { openTestShop } from '../../test/shop.ts'
import { storefrontCaller } from './test-helpers.ts'

const testShop = opened(() => openTestShop())
let ask: ReturnType<typeof storefrontCaller>
beforeAll(() => {
  ask = storefrontCaller(testShop)
})

const tooComplex = expect.stringMatching(
  /^The query is too complex as it has a complexity score of \d+ out of 10000/,
)
const tooMany = expect.stringMatching(/^The query asks for too many values/)

const prices = 'edges { node { variants(first: 250) { edges { node { prices { price { value } } } } } } }'
const repeat = (count: number, write: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => write(index)).join(' ')
/** Fragments that each spread the next one twice: 2^40 selections in two kilobytes. */
const doubled = (type: string, field: string) =>
  repeat(40, index => {
    const next = index < 39 ? `...F${index + 1} ...F${index + 1}` : field
    return `fragment F${index} on ${type} { ${next} }`
  })

test.each([
  [
    'a negative page takes nothing off the others',
    `{ site { less: products(first: -100000) { edges { node { name } } } products(first: 50) { ${prices} } } }`,
  ],
  [
    'the default of a variable counts',
    `query ($n: Int = 250) { site { products(first: 50) { edges { node { variants(first: $n) { edges { node { prices { price { value } } } } } } } } } }`,
  ],
  [
    'a page without a size counts where its entries are in a fragment',
    `{ site { ${repeat(90, index => `p${index}: products { ...P }`)} } } fragment P on ProductConnection { edges { node { variants { edges { node { sku } } } } } }`,
  ],
  ['null is no size', `{ site { products(first: null, last: 50) { ${prices} } } }`],
  [
    'fragments that double are measured once each',
    `{ ...F0 } ${doubled('Query', 'site { settings { storeName } }')}`,
  ],
])('the complexity is that of what is executed: %s', async (_, query) => {
  const { status, errors } = await ask(query)
  expect({ status, message: errors?.[0]?.message }).toEqual({ status: 200, message: tooComplex })
})

test('fragments that double are counted once each among the changes', async () => {
  const { errors } = await ask(`mutation { ...F0 } ${doubled('Mutation', 'logout { result }')}`)
  expect(errors?.[0]?.message).toEqual(tooComplex)
})

test.each([
  [
    'scalars under many names',
    `{ site { products(first: 50) { edges { node { variants(first: 50) { edges { node { ${repeat(900, index => `s${index}: sku`)} } } } } } } } }`,
  ],
  [
    'lists within lists under many names',
    `{ site { categoryTree { ${repeat(20, a => `a${a}: children { ${repeat(20, b => `b${b}: children { name }`)} }`)} } } }`,
  ],
  ['the schema under many names', `{ ${repeat(100, index => `s${index}: __schema { types { name } }`)} }`],
  [
    'fields of the schema under many names',
    `{ __schema { types { ${repeat(50, index => `f${index}: fields { name }`)} } } }`,
  ],
])('an answer has so many values at most: %s', async (_, query) => {
  const { status, errors } = await ask(query)
  expect({ status, message: errors?.[0]?.message }).toEqual({ status: 200, message: tooMany })
})

test('a document is only so long, and only one is read in a request', async () => {
  const long = await ask(`{ site { settings { ${'storeName '.repeat(10_000)} } } }`)
  expect(long.errors?.[0]?.message).toContain('Parsing aborted')
  const batch = await testShop.send('/graphql', {
    method: 'POST',
    headers: { authorization: `Bearer ${testShop.shop.credentials.storefrontTokens['1']}` },
    body: JSON.stringify([{ query: '{ channel { entityId } }' }, { query: '{ channel { entityId } }' }]),
  })
  expect(batch.status).toBe(400)
})

test.each(['/graphql', '/login.php', '/stores/x/v3/carts'])(
  'what is sent to %s is only so long',
  async path => {
    const endless = new ReadableStream({ pull: controller => controller.enqueue(new Uint8Array(100_000)) })
    for (const body of ['x'.repeat(1_000_001), endless]) {
      const init = { method: 'POST', body, duplex: 'half' } as RequestInit
      expect((await testShop.send(path, init)).status).toBe(413)
    }
  },
)

test('what tools ask of the schema is answered', async () => {
  expect((await ask(getIntrospectionQuery())).errors).toBeUndefined()
})
