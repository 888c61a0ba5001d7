import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Refused } from '../../../test/client.ts'
import { type TestApp, testApp } from '../../../test/test-app.ts'
import type { ReplyOf } from '../../base/endpoint.ts'
import { getNavigation } from './contract.ts'
import { buildSubmenus } from './rules.ts'

type Tree = ReplyOf<typeof getNavigation>

let all: TestApp
beforeAll(async () => {
  all = await testApp()
})
afterAll(() => all.close())

test('the shop’s menus are told as a tree, in either language', async () => {
  const { data: tree } = await all.call<Tree>(getNavigation, { lang: 'el' })
  const events = tree.find(({ path }) => path === '/events?lang=el')
  expect(events?.title).toMatch(/^\p{Script=Greek}/u)
  expect(events?.children.map(({ path }) => path)).toContain('/events/wedding?lang=el')
  expect(tree.map(({ path }) => path)).not.toContain('/events/wedding?lang=el')
  const english = await all.call<Tree>(getNavigation, { lang: 'en' })
  expect(buildSubmenus(english.data)['/inspiration']).toContainEqual({
    title: expect.any(String),
    path: '/inspiration/first-home',
  })
})

test('no menus are told while the shop is away and none are known', async () => {
  const other = await testApp({ shopFaults: { routes: [{ path: '/graphql', answer: '500' }] } })
  try {
    const answer = await other.call<Refused>(getNavigation, {})
    expect(answer).toMatchObject({ status: 502, data: { code: 'refused_shop_away' } })
  } finally {
    await other.close()
  }
})

const below = (parent_id: number, count: number) =>
  Array.from({ length: count }, (_, n) => ({ parent_id, title: `Page ${n}`, path: `/page-${n}` }))

test('events take the children of two pages alone, other entries twenty at most', () => {
  const tree = [
    {
      title: 'Events',
      path: '/events/?lang=el',
      children: [...below(29, 2), ...below(7, 2), ...below(34, 1)],
    },
    { title: 'Funding', path: '/funding/', children: below(7, 25) },
    { title: 'Invitations', path: '/invitations', children: [] },
  ]
  const menus = buildSubmenus(tree)
  expect(menus['/events']).toHaveLength(3)
  expect(menus['/funding']).toHaveLength(20)
  expect(Object.keys(menus)).toEqual(['/events', '/funding'])
})
