import { readFileSync, writeFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { contracts, mistakes } from '../../test/contracts.ts'
import { type DescribedCall, describedCalls } from '../../test/described-calls.ts'
import { opened } from '../../test/opened.ts'
import { openTestShop } from '../../test/shop.ts'
import { type DeclaredRoute, declaredRoutes, foreignFields } from './accepts.ts'
import { publishedCalls } from './published-calls.ts'

const testShop = opened(() => openTestShop())
let routes: DeclaredRoute[]
beforeAll(() => {
  routes = declaredRoutes(testShop.shop.app)
})

const shapeOf = (path: string) => path.replaceAll(/\{\w+\}|:\w+/g, '…').replace(/\/$/, '')
const routeOf = ({ method, path }: DescribedCall) =>
  routes.find(route => route.method === method && shapeOf(route.path) === shapeOf(path))
const callOf = ({ method, path }: DeclaredRoute) =>
  describedCalls().find(call => call.method === method && shapeOf(call.path) === shapeOf(path))
const ask = ({ method, path }: { method: string; path: string }, query = '', body?: object) =>
  testShop.rest(
    method,
    path.replaceAll(/\{\w+\}|:\w+/g, '1').replace(/\/$/, '') + query,
    method === 'GET' ? undefined : (body ?? {}),
  )

/** Served by the platform, but in none of the descriptions that are published with the others. */
const undescribed = [
  '/v2/countries',
  '/v2/shipping',
  '/v3/inventory',

  '/v3/catalog/products/:id/options',
  '/v2/currencies',
  '/v2/customer_groups',
  '/v3/pricelists',
]
/** Described in prose only, or paging that every list of the platform has. */
const toldQuery = ['is_deleted', 'page', 'limit']
/** What values of modifiers consist of is described by examples only, like some versions. */
const isTold = (field: string) => /^option_values\.\w+$|^is_deleted$|^version$/.test(field)

test('every route says what it honours', () => {
  const silent = testShop.shop.app.routes
    .filter(route => /\/v[23]\//.test(route.path) && route.method !== 'ALL')
    .filter(route => !routes.some(other => route.path.endsWith(other.path) && other.method === route.method))
  expect(silent.map(route => `${route.method} ${route.path}`)).toEqual([])
  expect(routes.length).toBeGreaterThan(60)
})

test('a path with another method is 405 and names the methods there are; an unknown path is 404', async () => {
  const answer = await testShop.rest('DELETE', '/v2/store')
  expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET'])
  expect(answer.json()).toEqual([{ status: 405, message: 'DELETE is not a method of this resource.' }])
  const unknown = await testShop.rest('GET', '/v3/pricelist')
  expect([unknown.status, unknown.json<{ title: string }>().title]).toEqual([
    404,
    'The requested resource was not found.',
  ])
})

/** A line for each path: what is served, and what the platform has besides. */
function callTable(): string {
  const served = Map.groupBy(routes, ({ path }) => shapeOf(path))
  const published = Map.groupBy(publishedCalls, ({ path }) => shapeOf(path))
  const shapes = [...new Set([...served.keys(), ...published.keys()])].sort()
  const rows = shapes.map(shape => {
    const own = [...new Set(served.get(shape)?.map(({ method }) => method))]
    const lacking = (published.get(shape) ?? [])
      .flatMap(({ methods }) => methods)
      .filter(name => !own.includes(name))
    return `| \`${shape}\` | ${inOrder(own)} | ${inOrder(lacking)} |`
  })
  return ['| path | served | 501 |', '|---|---|---|', ...rows].join('\n')
}

const methodOrder = ['GET', 'POST', 'PUT', 'DELETE']
const inOrder = (methods: string[]) => methodOrder.filter(name => methods.includes(name)).join(' ')

test('docs/shop-contract.md has the table of all calls', () => {
  const text = readFileSync('docs/shop-contract.md', 'utf8')
  const table = callTable()
  if (process.env.WRITE_CALLS)
    writeFileSync('docs/shop-contract.md', text.replace(/\| path \| served[\s\S]*?\n(?!\|)/, `${table}\n`))
  expect(text.includes(table), 'WRITE_CALLS=1 writes the table').toBe(true)
})

test('fields are compared at every depth', () => {
  const body = { a: 1, b: { c: 1, d: 2 }, list: [{ e: 1 }, { f: 1 }], any: { x: 1 } }
  expect(foreignFields(body, ['a', 'b.c', 'list.e', 'any.*'])).toEqual(['b.d', 'list.f'])
})

describe.skipIf(!contracts)('by the published descriptions (skipped where they are missing)', () => {
  test('the list of published calls is that of the descriptions', () => {
    const described = describedCalls().map(({ method, path }) => `${method} ${shapeOf(path)}`)
    const listed = publishedCalls.flatMap(({ path, methods }) =>
      methods.map(method => `${method} ${shapeOf(path)}`),
    )
    expect(listed.sort()).toEqual([...new Set(described)].sort())
  })

  test('what the platform has and the shop lacks is 501 by its title', async () => {
    const silent: string[] = []
    for (const call of describedCalls().filter(described => !routeOf(described))) {
      const { status, text } = await ask(call)
      if (status !== 501 || !text.includes('The embedded shop does not serve this call of the platform'))
        silent.push(`${call.method} ${call.path}: ${status}`)
    }
    expect(silent).toEqual([])
  })

  test('a name of the query that is not honoured is 422 by its name', async () => {
    const silent: string[] = []
    for (const call of describedCalls()) {
      const route = routeOf(call)
      const honoured = [...(route?.query ?? []), ...(route?.include ? ['include'] : [])]
      for (const name of route ? call.query.filter(query => !honoured.includes(query)) : []) {
        const answer = await ask(call, `?${name}=1`)
        if (answer.status !== 422 || !answer.text.includes(name))
          silent.push(`${call.method} ${call.path} ${name}`)
      }
    }
    expect(silent).toEqual([])
  })

  test('a field of the body that is not honoured is 422 by its name', async () => {
    const silent: string[] = []
    for (const call of describedCalls()) {
      const route = routeOf(call)
      const isForeign = (field: string) =>
        !field.includes('.') && foreignFields({ [field]: 'x' }, route?.body ?? []).length > 0
      const isParent = (field: string) => route?.body?.some(other => other.startsWith(`${field}.`))
      for (const field of route ? call.fields.filter(name => isForeign(name) && !isParent(name)) : []) {
        const answer = await ask(call, '', { [field]: 'x' })
        if (answer.status !== 422 || !answer.text.includes(field))
          silent.push(`${call.method} ${call.path} ${field}`)
      }
    }
    expect(silent).toEqual([])
  })

  test('nothing is honoured that the platform does not know', () => {
    const invented = routes.flatMap(route => {
      const name = `${route.method} ${route.path}`
      const call = callOf(route)
      if (!call) return undescribed.some(path => route.path.startsWith(path)) ? [] : [name]
      const names = [...(route.query ?? []), ...(route.include ? ['include'] : [])]
      const fields = (route.body ?? []).map(field => field.replace(/\.?\*$/, '')).filter(Boolean)
      return [
        ...names
          .filter(query => ![...call.query, ...toldQuery].includes(query))
          .map(query => `${name}?${query}`),
        ...fields
          .filter(field => !call.fields.includes(field) && !isTold(field))
          .map(field => `${name} ${field}`),
      ]
    })
    expect(invented).toEqual([])
  })

  // Each look is compiled anew, which takes seconds.
  test.runIf(process.env.TEST_FULL)('errors look as published, where their looks are', async () => {
    const wrong: string[] = []
    let compared = 0
    for (const call of describedCalls().filter(routeOf)) {
      for (const answer of [await ask(call, '?nonsense=1'), await ask(call)]) {
        if (answer.status < 400) continue
        const name = `${call.method.toLowerCase()} ${call.path.replace(/^\/v[23]/, '')} ${answer.status}`
        const found = mistakes(call.file, name, answer.json())
        if (found.some(mistake => mistake.endsWith(`has no ${name}`))) continue
        compared++
        wrong.push(...found.map(mistake => `${name}: ${mistake}`))
      }
    }
    expect(wrong).toEqual([])
    expect(compared).toBeGreaterThan(20)
  })
})
