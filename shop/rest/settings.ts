import { type Context, Hono } from 'hono'
import { isBlog, isBlogPost } from '../catalogue/content-pages.ts'
import { catalogue } from '../catalogue/index.ts'
import { languageOfChannel } from '../channels.ts'
import { ShopError, type Store } from '../store.ts'
import { taxClasses } from '../tax/taxes.ts'
import { accepts, pagingQuery } from './accepts.ts'
import { parsePathId, queryIds, queryInteger, queryPaging } from './requests.ts'
import { sendData, sendRequestedPage } from './responses.ts'
import { storeJson } from './store-json.ts'

/** When tax classes were created and updated. */
const createdAt = '2026-01-01T00:00:00.000Z'

/** v3: pages. */
export function createSettingsV3Api(): Hono {
  const app = new Hono()
  app.get(
    '/content/pages',
    accepts({ query: [...pagingQuery, 'channel_id', 'id:in', 'name'], include: ['body'] }),
    c => listPages(c),
  )
  app.get('/content/pages/:id', accepts({ include: ['body'] }), c => {
    const page = catalogue.pages.find(candidate => candidate.id === parsePathId(c, 'id'))
    if (!page) throw new ShopError(404, 'The requested page was not found.')
    return sendData(c, pageJson(page, 1, c.req.query('include') === 'body'))
  })
  return app
}

/** v2: time, store information and tax classes. */
export function createSettingsV2Api(store: Store): Hono {
  const app = new Hono()
  app.get('/time', accepts(), c => c.json({ time: Math.floor(store.now().getTime() / 1000) }))
  app.get('/store', accepts(), c => c.json(storeJson(store)))
  app.get('/tax_classes', accepts({ query: pagingQuery }), c => {
    const { page, limit } = queryPaging(c)
    return c.json(taxClasses.slice((page - 1) * limit, page * limit).map(taxClassJson))
  })
  app.get('/tax_classes/:id', accepts(), c => {
    const taxClass = taxClasses.find(candidate => candidate.id === parsePathId(c, 'id'))
    if (!taxClass) throw new ShopError(404, 'The requested resource was not found.')
    return c.json(taxClassJson(taxClass))
  })
  return app
}

const taxClassJson = (taxClass: (typeof taxClasses)[number]) => ({
  id: String(taxClass.id),
  name: taxClass.name,
  created_at: createdAt,
  updated_at: createdAt,
})

function listPages(c: Context): Response {
  const ids = queryIds(c, 'id:in')
  const name = c.req.query('name')
  const withBody = (c.req.query('include') ?? '').split(',').includes('body')
  const channelId = queryInteger(c, 'channel_id') ?? 1
  const matching = catalogue.pages
    .filter(page => !isBlogPost(page))
    .map(page => pageJson(page, channelId, withBody))
    .filter(page => (!ids || ids.includes(page.id)) && (!name || page.name === name))
  return sendRequestedPage(c, matching)
}

function pageJson(page: (typeof catalogue.pages)[number], channelId: number, withBody: boolean) {
  const language = languageOfChannel(channelId)
  return {
    id: page.id,
    channel_id: channelId,
    name: page.title[language],
    is_visible: page.inNavigation,
    parent_id: page.parent,
    sort_order: page.position,
    type: isBlog(page) ? 'blog' : 'page',
    is_homepage: false,
    is_customers_only: false,
    url: page.path,
    meta_title: page.title[language],
    meta_keywords: null,
    meta_description: null,
    search_keywords: null,
    ...(withBody ? { body: page.body[language] } : {}),
  }
}
