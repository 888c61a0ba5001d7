import { expect, test } from 'vitest'
import type { Refused } from '../../test/client.ts'
import { opened } from '../../test/opened.ts'
import { testApp } from '../../test/test-app.ts'
import type { ReplyOf } from '../base/endpoint.ts'
import { getNavigation } from './menus.contract.ts'
import { buildSubmenus } from './menus.rules.ts'

type Tree = ReplyOf<typeof getNavigation>

const app = opened(() => testApp())

test('the shop’s menus are a tree, in both languages', async () => {
  const { data: tree } = await app.call<Tree>(getNavigation, { lang: 'el' })
  const events = tree.find(({ path }) => path === '/events?lang=el')
  expect(events?.title).toMatch(/^\p{Script=Greek}/u)
  expect(events?.children.map(({ path }) => path)).toContain('/events/wedding?lang=el')
  expect(tree.map(({ path }) => path)).not.toContain('/events/wedding?lang=el')
  const english = await app.call<Tree>(getNavigation, { lang: 'en' })
  expect(buildSubmenus(english.data)['/inspiration']).toContainEqual({
    title: expect.any(String),
    path: '/inspiration/first-home?lang=en',
  })
})

test('there are no menus while the shop can’t be reached and none are cached', async () => {
  const other = await testApp({ shopFaults: { routes: [{ path: '/graphql', answer: '500' }] } })
  try {
    const response = await other.call<Refused>(getNavigation, {})
    expect(response).toMatchObject({ status: 502, data: { code: 'refused_shop_away' } })
  } finally {
    await other.close()
  }
})

const pagesBelow = (parent_id: number, count: number) =>
  Array.from({ length: count }, (_, n) => ({ parent_id, title: `Page ${n}`, path: `/page-${n}` }))

test('events have only the children of two pages, other entries at most twenty (R804)', () => {
  const tree = [
    {
      title: 'Events',
      path: '/events/?lang=el',
      children: [...pagesBelow(29, 2), ...pagesBelow(7, 2), ...pagesBelow(34, 1)],
    },
    { title: 'Funding', path: '/funding/', children: pagesBelow(7, 25) },
    { title: 'Invitations', path: '/invitations', children: [] },
  ]
  const menus = buildSubmenus(tree)
  expect(menus['/events']).toHaveLength(3)
  expect(menus['/funding']).toHaveLength(20)
  expect(Object.keys(menus)).toEqual(['/events', '/funding'])
})
