import { globSync, readFileSync } from 'node:fs'
import { buildSchema, NoDeprecatedCustomRule, parse, validate } from 'graphql'
import { describe, expect, test } from 'vitest'
import { contracts, mistakesSent, publishedSchema } from '../../../test/contracts.ts'
import { mistakesInRequest } from '../../../test/published-calls.ts'
import { scripted, testConnection } from '../../../test/scripted-shop.ts'
import { connectShop } from './connect.ts'
import * as graphqlDocuments from './graphql-documents.ts'

test.runIf(process.env.CI === 'true')('the platform’s descriptions are installed where CI is set', () => {
  expect(contracts).toBe(true)
})

test('every document of the connector is one that is checked', () => {
  const checked = Object.values(graphqlDocuments).flatMap(operationsIn)
  expect(checked).toHaveLength(Object.keys(graphqlDocuments).length)
  const written = globSync('src/shop/bigcommerce/**/*.ts')
    .filter(path => !path.endsWith('.test.ts'))
    .flatMap(path => operationsIn(readFileSync(path, 'utf8')))
  expect(written.sort()).toEqual(checked.sort())
  expect(
    operationsIn('`\n  mutation Two($id: Int!) {`, "query One { site }", \'{ channel { id } }\''),
  ).toEqual([...['Two', 'One', '{ channel']])
})

/** The names of the GraphQL operations in a source, of one without a name how it begins. */
function operationsIn(source: string): string[] {
  const operations = /\b(?:query|mutation|subscription)\s+(\w+)\s*[({@]|['"`]\s*(\{\s*\w+)\s*[({]/g
  return [...source.matchAll(operations)].map(([, name, start]) => name ?? start ?? '')
}

describe.skipIf(!contracts)(
  'against the published contracts (skipped where ../shared/contracts is missing)',
  () => {
    const schema = contracts ? buildSchema(publishedSchema()) : undefined

    test.each(Object.entries(graphqlDocuments))(
      '%s is valid and uses nothing deprecated',
      (_name, document) => {
        const parsed = parse(document)
        expect(validate(schema!, parsed).map(error => error.message)).toEqual([])
        expect(validate(schema!, parsed, [NoDeprecatedCustomRule]).map(error => error.message)).toEqual([])
      },
    )

    test('these checks see what is wrong', () => {
      const old = parse('{ site { product(entityId: 1) { availability } } }')
      expect(validate(schema!, old, [NoDeprecatedCustomRule])).toHaveLength(1)
      const cart = { line_items: [{ quantity: 'two', product_id: 7 }] }
      expect(mistakesSent('carts.v3.yml', 'post /carts', cart)).not.toEqual([])
    })

    test.each([
      ['GET', '/v2/orders?cart=c', undefined],
      ['GET', '/v2/orderz', undefined],
      ['DELETE', '/v3/carts', undefined],
      ['POST', '/v3/carts', { line_items: 'none' }],
    ])('a request that is not published is seen: %s %s', (method, path, body) => {
      const request = { method, ...(body && { body: JSON.stringify(body) }) }
      expect(mistakesInRequest(`http://shop.test/shop/stores/abc${path}`, request)).not.toEqual([])
    })

    test('the cart that is made', async () => {
      const url = `${testConnection.storefrontUrls.el}/cart.php`
      const far = scripted({
        body: {
          data: { id: 'c', currency: { code: 'EUR' }, redirect_urls: { cart_url: url, checkout_url: url } },
        },
      })
      await connectShop(testConnection, far).createCart({
        language: 'el',
        customerId: 0,
        lines: [
          {
            kind: 'product',
            productId: 7,
            variantId: 70,
            quantity: 2,
            options: [{ option_id: 1, value_id: 11 }],
            modifiers: [
              { option_id: 1, kind: 'text', value: 'Maria' },
              { option_id: 2, kind: 'date', value: '2027-06-05' },
            ],
          },
          { kind: 'product', productId: 8, variantId: 0, quantity: 1, options: [], modifiers: [] },
          {
            kind: 'contribution',
            cents: 4001,
            name: 'Δώρο',
            productId: 7,
            variantId: 70,
            reference: 'r-1',
          },
        ],
      })
      expect(mistakesSent('carts.v3.yml', 'post /carts', far.calls[0]?.body)).toEqual([])
    })

    test('the webhook that is made, and made active', async () => {
      const far = scripted({ body: { data: {} } }, { body: { data: {} } })
      const shop = connectShop(testConnection, far)
      await shop.createWebhook({
        scope: 'store/order/created',
        destination: 'https://registry.example/hooks',
      })
      await shop.repairWebhook(5)
      expect(mistakesSent('webhooks.v3.yml', 'post /hooks', far.calls[0]?.body)).toEqual([])
      expect(mistakesSent('webhooks.v3.yml', 'put /hooks/{webhook_id}', far.calls[1]?.body)).toEqual([])
    })

    test('the note on an order', async () => {
      const far = scripted({ body: anOrder }, { body: anOrder })
      await connectShop(testConnection, far).addStaffNote(9, 'Registry KH7M')
      expect(far.calls[1]?.body).toEqual({ staff_notes: 'call first\nRegistry KH7M' })
      expect(mistakesSent('orders.v2.oas2.yml', 'put /orders/{order_id}', far.calls[1]?.body)).toEqual([])
    })
  },
)

const anOrder = {
  id: 9,
  cart_id: null,
  status_id: 11,
  channel_id: 1,
  default_currency_code: 'EUR',
  currency_code: 'EUR',
  total_inc_tax: '10.0000',
  date_created: 'Sat, 21 Nov 2026 10:00:00 +0000',
  date_modified: 'Sat, 21 Nov 2026 10:00:00 +0000',
  staff_notes: 'call first',
  billing_address: {},
}
