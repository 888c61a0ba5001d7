import { expect, test } from 'vitest'
import { opened } from '../../test/opened.ts'
import { goods, openTestShop } from '../../test/shop.ts'

const far = opened(() => openTestShop())

const nameBy = async (operation: string, variables = {}, channel = 1) => {
  const document = `${operation} { site { product(entityId: ${goods.plain.id}) { name } } }`
  const { site } = await far.graphql<{ site: { product: { name: string } } }>(document, variables, channel)
  return site.product.name
}

test('a document says which language its texts come in, else the channel does', async () => {
  const { en, el } = goods.plain.name
  expect(await nameBy('query Name')).toBe(en)
  expect(await nameBy('query Name @shopperPreferences(locale: "el")')).toBe(el)
  expect(await nameBy('query Name @shopperPreferences(locale: "el-GR")')).toBe(el)
  expect(await nameBy('query Name($to: String) @shopperPreferences(locale: $to)', { to: 'el' })).toBe(el)
  expect(await nameBy('query Name @shopperPreferences(locale: "en")', {}, 1481393)).toBe(en)
})

test('a language that the shop has no texts in falls back to the channel’s', async () => {
  const { en, el } = goods.plain.name
  expect(await nameBy('query Name @shopperPreferences(locale: "fr")')).toBe(en)
  expect(await nameBy('query Name @shopperPreferences(displayCurrencyCode: "EUR")', {}, 1481393)).toBe(el)
})
