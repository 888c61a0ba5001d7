import { expect, test } from 'vitest'
import { opened } from '../../test/opened.ts'
import { testApp } from '../../test/test-app.ts'
import type { ReplyOf } from '../base/endpoint.ts'
import { languages } from '../base/language.ts'
import { findEventTypes } from '../registry/event-type.ts'
import { getShopPage } from './content.contract.ts'
import { isShopPagePath, isSitePath, shopPagePaths, shopSectionPaths } from './content.rules.ts'
import { buildCategoryTree } from './menus.rules.ts'

type Page = ReplyOf<typeof getShopPage>

const app = opened(() => testApp())

/** The links of a page within the site and its storefront. */
function linksOf({ html, children }: Page): string[] {
  const linksInText = [...html.matchAll(/href="(\/[^"]*)"/g)].map(match => match[1] ?? '')
  return [...linksInText, ...children.map(({ path }) => path)].map(path => path.replace(/[?#].*$/, ''))
}

test.each(languages)('no link of the shop’s pages is broken (%s)', async lang => {
  const queue: string[] = [...shopPagePaths, ...shopSectionPaths]
  const seen = new Set(queue)
  const eventTypes = (await findEventTypes(app.db, lang)).map(({ slug }) => slug)
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    const { status, data } = await app.call<Page>(getShopPage, { path, lang })
    expect([path, status]).toEqual([path, 200])
    expect(data.title).not.toBe('')
    expect(data.html).not.toMatch(/<h1|<script|style=/)
    for (const link of linksOf(data).filter(other => !seen.has(other))) {
      seen.add(link)
      if (isShopPagePath(link)) queue.push(link)
      else if (!isSitePath(link, eventTypes))
        expect([link, await storefrontStatus(link)]).toEqual([link, 200])
    }
  }
  expect(seen.size).toBeGreaterThan(25)
})

async function storefrontStatus(path: string): Promise<number> {
  const response = await app.shop.app.request(path.replace(/^\/shop/, '') || '/')
  return response.status
}

test('categories are below their parents, those without one at the top', () => {
  const category = (entityId: number, parentEntityId: number) => ({
    entityId,
    parentEntityId,
    name: `No. ${entityId}`,
    path: `/${entityId}/`,
  })
  const [home, orphan] = buildCategoryTree([
    category(1, 0),
    category(11, 1),
    category(111, 11),
    category(7, 99),
  ])
  expect(home?.children[0]?.children[0]?.name).toBe('No. 111')
  expect(orphan).toMatchObject({ id: 7, children: [] })
})
