import { type Context, Hono } from 'hono'
import { catalogue } from '../catalogue/index.ts'
import { channels, languageOf } from '../channels.ts'
import { isBlog, isPost } from '../graphql/blog.ts'
import { taxClasses } from '../money.ts'
import { ShopError, type Store } from '../store.ts'
import { data, idsQuery, pathId, slice, wholeQuery } from './answers.ts'
import { storeJson } from './store-json.ts'

const SINCE = '2026-01-01T00:00:00.000Z'

/** v3: tax, channels and their sites, pages. */
export function settingsV3(store: Store): Hono {
  const app = new Hono()
  app.get('/tax/rates', c => taxRates(c))
  app.get('/tax/zones', c => slice(c, [taxZone]))
  app.get('/channels', c => slice(c, channels.map(channelJson)))
  app.get('/channels/:id', c => data(c, channelJson(channelOf(c))))
  app.get('/channels/:id/site', c => data(c, siteJson(store, channelOf(c))))
  app.get('/channels/:id/currency-assignments', c =>
    data(c, { channel_id: channelOf(c).id, enabled_currencies: ['EUR'], default_currency: 'EUR' }),
  )
  app.get('/sites', c =>
    slice(
      c,
      channels.map(channel => siteJson(store, channel)),
    ),
  )
  app.get('/content/pages', c => pages(c))
  app.get('/content/pages/:id', c => {
    const page = catalogue.pages.find(candidate => candidate.id === pathId(c, 'id'))
    if (!page) throw new ShopError(404, 'The requested page was not found.')
    return data(c, pageJson(page, wholeQuery(c, 'channel_id') ?? 1, true))
  })
  return app
}

/** v2: the clock, the store's own data, tax classes. */
export function settingsV2(store: Store): Hono {
  const app = new Hono()
  app.get('/time', c => c.json({ time: Math.floor(store.now().getTime() / 1000) }))
  app.get('/store', c => c.json(storeJson(store)))
  app.get('/tax_classes', c => c.json(taxClasses.map(taxClassJson)))
  app.get('/tax_classes/:id', c => {
    const found = taxClasses.find(taxClass => taxClass.id === pathId(c, 'id'))
    if (!found) throw new ShopError(404, 'The requested resource was not found.')
    return c.json(taxClassJson(found))
  })
  return app
}

const taxClassJson = (taxClass: (typeof taxClasses)[number]) => ({
  id: String(taxClass.id),
  name: taxClass.name,
  created_at: SINCE,
  updated_at: SINCE,
})

function taxRates(c: Context): Response {
  const zones = idsQuery(c, 'tax_zone_id:in')
  const rates = {
    id: 1,
    name: 'ΦΠΑ',
    enabled: true,
    priority: 1,
    tax_zone_id: 1,
    class_rates: taxClasses.map(taxClass => ({ rate: taxClass.rate, tax_class_id: taxClass.id })),
  }
  return slice(c, !zones || zones.includes(1) ? [rates] : [])
}

const taxZone = {
  id: 1,
  name: 'Greece',
  enabled: true,
  price_display_settings: {
    show_inclusive: true,
    show_both_on_detail_view: false,
    show_both_on_list_view: false,
  },
  shopper_target_settings: {
    locations: [{ country_code: 'GR', subdivision_codes: [], postal_codes: [] }],
    customer_groups: [],
  },
}

function channelOf(c: Context) {
  const channel = channels.find(candidate => candidate.id === pathId(c, 'id'))
  if (!channel) throw new ShopError(404, 'The requested channel was not found.')
  return channel
}

const channelJson = (channel: (typeof channels)[number]) => ({
  id: channel.id,
  name: channel.name,
  type: 'storefront',
  platform: 'custom',
  status: 'active',
  external_id: '',
  icon_url: '',
  is_listable_from_ui: true,
  is_enabled: true,
  is_visible: true,
  date_created: SINCE,
  date_modified: SINCE,
})

const siteJson = (store: Store, channel: (typeof channels)[number]) => ({
  id: channels.indexOf(channel) + 1,
  url: store.base,
  channel_id: channel.id,
  created_at: SINCE,
  updated_at: SINCE,
  ssl_status: 'dedicated',
  urls: ['primary', 'canonical', 'checkout'].map(type => ({
    url: store.base,
    type,
    created_at: SINCE,
    updated_at: SINCE,
  })),
  is_checkout_url_customized: false,
})

function pages(c: Context): Response {
  const ids = idsQuery(c, 'id:in')
  const name = c.req.query('name')
  const withBody = (c.req.query('include') ?? '').split(',').includes('body')
  const channelId = wholeQuery(c, 'channel_id') ?? 1
  const found = catalogue.pages
    .filter(page => !isPost(page))
    .map(page => pageJson(page, channelId, withBody))
    .filter(page => (!ids || ids.includes(page.id)) && (!name || page.name === name))
  return slice(c, found)
}

function pageJson(page: (typeof catalogue.pages)[number], channelId: number, withBody: boolean) {
  const language = languageOf(channelId)
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
