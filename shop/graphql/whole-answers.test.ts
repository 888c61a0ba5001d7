import {
  type GraphQLField,
  getNamedType,
  isAbstractType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
} from 'graphql'
import { expect, test } from 'vitest'
import { opened } from '../../test/opened.ts'
import { goods, openTestShop, orderByApi } from '../../test/shop.ts'
import { catalogue } from '../catalogue/index.ts'
import { storefrontSchema } from './storefront-schema.ts'
import { createToken, storefrontCaller } from './test-helpers.ts'

const testShop = opened(() => openTestShop())

/** Values of the arguments that a field cannot be asked without. */
const requiredArguments: Record<string, string> = { width: '80', depth: '3', currencyCode: 'EUR' }

/** Every field of a type, with what is in them to a depth; under names of their types, so that none stands for two. */
function selectAll(typeName: string, depth: number): string {
  const type = storefrontSchema.getType(typeName)
  if (isAbstractType(type)) {
    const kinds = storefrontSchema.getPossibleTypes(type)
    return `__typename ${kinds.map(kind => `... on ${kind.name} { ${selectAll(kind.name, depth)} }`).join(' ')}`
  }
  if (!isObjectType(type)) return ''
  const isPage = /(Connection|Edge)$/.test(typeName)
  const fields = Object.values(type.getFields()).flatMap(field => {
    const asked = askFor(field, isPage ? depth : depth - 1)
    return asked ? [`${typeName}_${asked}`] : []
  })
  return ['__typename', ...fields].join(' ')
}

function askFor(field: GraphQLField<unknown, unknown>, depth: number): string | undefined {
  const required = field.args.filter(isRequiredArgument)
  if (required.some(({ name }) => !(name in requiredArguments))) return undefined
  const given = required.map(({ name }) => `${name}: ${requiredArguments[name]}`)
  const paged = field.args.some(({ name }) => name === 'first') ? ['first: 2'] : []
  const list = [...given, ...paged].join(', ')
  const call = `${field.name}: ${field.name}${list && `(${list})`}`
  const { name } = getNamedType(field.type)
  if (isLeafType(getNamedType(field.type))) return call
  return depth > 0 ? `${call} { ${selectAll(name, depth)} }` : undefined
}

test('the shop answers every field of its schema', async () => {
  const customerId = await createCustomer()
  await orderByApi(testShop, { customer_id: customerId, status_id: 11 })
  const token = await createToken(testShop, 'api-token-customer-impersonation', {})
  const call = storefrontCaller(testShop, { token })
  const ask = <T>(query: string) => call<T>(query, {}, { 'x-bc-customer-id': String(customerId) })
  const made = await ask<{
    cart: { createCart: { cart: { entityId: string } } }
  }>(`mutation { cart { createCart(input: { lineItems: [
    { quantity: 1, productEntityId: ${goods.plain.id} }, { quantity: 1, sku: "${goods.twoOptions.variants[0]!.sku}" }] }) { cart { entityId } } } }`)
  await ask(
    `mutation { wishlist { createWishlist(input: { name: "Σπίτι", isPublic: true, items: [{ productEntityId: ${goods.plain.id} }] }) { result { entityId } } } }`,
  )
  await ask(
    `mutation { customer { addCustomerAddress(input: { firstName: "Α", lastName: "Β", address1: "Γ", city: "Δ", countryCode: "GR" }) { errors { __typename } } } }`,
  )
  const cartId = made.data.cart.createCart.cart.entityId
  const page = catalogue.pages.find(({ path }) => path === '/about-us')!
  const roots: [field: string, type: string, depth: number][] = [
    [`product(entityId: ${goods.tracked.id})`, 'Product', 2],
    [`product(entityId: ${goods.twoOptions.id})`, 'Product', 2],
    ...catalogue.products
      .filter(({ modifiers, visible }) => modifiers && visible)
      .map(({ id }): [string, string, number] => [`product(entityId: ${id})`, 'Product', 1]),
    [`category(entityId: ${goods.plain.categories[0]})`, 'Category', 2],
    [`brand(entityId: ${catalogue.brands[0]!.id})`, 'Brand', 2],
    ['categoryTree', 'CategoryTreeItem', 2],
    ['search { searchProducts(filters: {})', 'SearchProducts', 3],
    ['settings', 'Settings', 4],
    ['content { blog', 'Blog', 3],
    [`content { page(entityId: ${page.id})`, 'WebPage', 2],
    ['route(path: "/gift-vouchers")', 'Route', 2],
    ['currency(currencyCode: EUR)', 'Currency', 2],
    [`cart(entityId: "${cartId}")`, 'Cart', 3],
    [`checkout(entityId: "${cartId}")`, 'Checkout', 2],
    ['order(filter: { entityId: 100 })', 'OrderWithPayments', 4],
  ]
  const queries = roots.map(([field, type, depth]) => {
    const query = `{ site { ${field} { ${selectAll(type, depth)}`
    return query + ' }'.repeat(query.split('{').length - query.split('}').length)
  })
  queries.push(`{ customer { ${selectAll('Customer', 3)} } geography { ${selectAll('Geography', 3)} } }`)
  for (const query of queries) {
    const { data, errors } = await ask<object>(query)
    expect({ query: query.slice(0, 60), errors }).toEqual({ query: query.slice(0, 60), errors: undefined })
    expect(JSON.stringify(data)).toContain('__typename')
  }
})

async function createCustomer(): Promise<number> {
  const made = await testShop.rest('POST', '/v3/customers', [
    { email: 'whole@example.org', first_name: 'Μ', last_name: 'Π' },
  ])
  return made.json<{ data: { id: number }[] }>().data[0]!.id
}
