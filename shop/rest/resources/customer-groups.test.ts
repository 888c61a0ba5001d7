import { expect, test } from 'vitest'
import { opened } from '../../../test/opened.ts'
import { goods, openTestShop, visitor } from '../../../test/shop.ts'
import { categoryPath } from '../../catalogue/category-tree.ts'

const testShop = opened(() => openTestShop())

const own = goods.plain.categories[0]!
const [other] = goods.digital.categories.filter(id => !goods.plain.categories.includes(id))
const setGuests = async (category_access: object) => {
  for (const { id } of await groups()) await testShop.rest('DELETE', `/v2/customer_groups/${id}`)
  const group = { name: 'Guests', is_group_for_guests: true, category_access }
  return testShop.rest('POST', '/v2/customer_groups', group)
}
const groups = async () => {
  const answer = await testShop.rest('GET', '/v2/customer_groups')
  return answer.status === 204 ? [] : answer.json<{ id: number }[]>()
}
const seen = async () => {
  const query = `{ site {
    own: product(entityId: ${goods.plain.id}) { categories { edges { node { entityId } } } }
    digital: product(entityId: ${goods.digital.id}) { entityId }
    category(entityId: ${own}) { entityId }
    otherCategory: category(entityId: ${other}) { entityId }
    tree: categoryTree(rootEntityId: ${other}) { entityId }
  } }`
  const { site } = await testShop.graphql<{ site: Record<string, unknown> }>(query)
  return site
}

test('a group sees the categories that it may enter, and what is sold in them', async () => {
  expect(await seen()).toMatchObject({ digital: {}, otherCategory: {}, tree: [{}] })
  expect((await setGuests({ type: 'specific', categories: [own] })).status).toBe(200)
  expect(await seen()).toMatchObject({
    own: { categories: { edges: [{ node: { entityId: own } }] } },
    category: { entityId: own },
    digital: null,
    otherCategory: null,
    tree: [],
  })
  const guest = visitor(testShop.send)
  expect((await guest.go(categoryPath(own))).status).toBe(200)
  expect((await guest.go(categoryPath(other!))).status).toBe(404)
  expect((await guest.go(`/${goods.digital.slug}/`)).status).toBe(404)
  await setGuests({ type: 'none' })
  expect(await seen()).toMatchObject({ own: null, category: null, tree: [] })
  await setGuests({ type: 'all' })
  expect(await seen()).toMatchObject({ own: {}, digital: {}, tree: [{}] })
})

test.each([{ type: 'some' }, { type: 'specific', categories: [999_999] }])(
  'no group has the access %j',
  async access => {
    expect((await setGuests(access)).status).toBe(400)
    expect(await groups()).toEqual([])
  },
)
