import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/test-app.ts'
import type { ReplyOf } from '../../base/endpoint.ts'
import { languages } from '../../base/language.ts'
import { findEventTypes } from '../../registry/registry/event-type-data.ts'
import { buildCategoryTree } from '../menus/rules.ts'
import { getShopPage } from './contract.ts'
import { isShopPagePath, isSitePath, shopPagePaths, shopSectionPaths } from './rules.ts'

type Page = ReplyOf<typeof getShopPage>

let all: TestApp
beforeAll(async () => {
  all = await testApp()
})
afterAll(() => all.close())

/** Where the text links to within the site and its storefront. */
function linksOf({ html, children }: Page): string[] {
  const inText = [...html.matchAll(/href="(\/[^"]*)"/g)].map(match => match[1] ?? '')
  return [...inText, ...children.map(({ path }) => path)].map(path => path.replace(/[?#].*$/, ''))
}

test.each(languages)('from every page of the site, each link leads somewhere (%s)', async lang => {
  const waiting: string[] = [...shopPagePaths, ...shopSectionPaths]
  const seen = new Set(waiting)
  const eventTypes = (await findEventTypes(all.db, lang)).map(({ slug }) => slug)
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const { status, data } = await all.call<Page>(getShopPage, { path, lang })
    expect([path, status]).toEqual([path, 200])
    expect(data.title).not.toBe('')
    expect(data.html).not.toMatch(/<h1|<script|style=/)
    for (const link of linksOf(data).filter(one => !seen.has(one))) {
      seen.add(link)
      if (isShopPagePath(link)) waiting.push(link)
      else if (!isSitePath(link, eventTypes))
        expect([link, await storefrontStatus(link)]).toEqual([link, 200])
    }
  }
  expect(seen.size).toBeGreaterThan(25)
})

async function storefrontStatus(path: string): Promise<number> {
  const answer = await all.shop.app.request(path.replace(/^\/shop/, '') || '/')
  return answer.status
}

test('categories stand under their parents, and those without one at the top', () => {
  const category = (entityId: number, parentEntityId: number) => ({
    entityId,
    parentEntityId,
    name: `No. ${entityId}`,
    path: `/${entityId}/`,
  })
  const [home, lost] = buildCategoryTree([
    category(1, 0),
    category(11, 1),
    category(111, 11),
    category(7, 99),
  ])
  expect(home?.children[0]?.children[0]?.name).toBe('No. 111')
  expect(lost).toMatchObject({ id: 7, children: [] })
})
