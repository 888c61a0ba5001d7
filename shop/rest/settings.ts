import { type Context, Hono } from 'hono'
import { catalogue } from '../catalogue/index.ts'
import { channels, languageOf } from '../channels.ts'
import { taxClasses } from '../money.ts'
import { ShopError, type Store } from '../store.ts'
import { data, idsQuery, pathId, slice, wholeQuery } from './answers.ts'

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
    type: 'page',
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

function storeJson(store: Store) {
  return {
    id: store.credentials.storeHash,
    account_uuid: '00000000-0000-4000-8000-000000000000',
    domain: new URL(store.base).host,
    secure_url: store.base,
    control_panel_base_url: `${store.base}/admin`,
    status: 'live',
    name: 'Doron Shop',
    first_name: '',
    last_name: '',
    address: '',
    country: 'Greece',
    country_code: 'GR',
    phone: '',
    admin_email: '',
    order_email: '',
    favicon_url: '',
    timezone: {
      name: 'Europe/Athens',
      raw_offset: 7200,
      dst_offset: 10800,
      dst_correction: true,
      date_format: { display: 'j M Y', export: 'j M Y', extended_display: 'j M Y H:i' },
    },
    language: 'en',
    currency: 'EUR',
    currency_symbol: '€',
    decimal_separator: '.',
    thousands_separator: ',',
    decimal_places: 2,
    currency_symbol_location: 'left',
    weight_units: 'KGS',
    dimension_units: 'Centimeters',
    plan_name: 'Embedded',
    plan_level: 'Embedded',
    plan_is_trial: false,
    industry: '',
    logo: [],
    is_price_entered_with_tax: true,
    store_id: 1025646,
    default_channel_id: 1,
    default_site_id: 1,
    active_comparison_modules: [],
    features: {
      stencil_enabled: false,
      sitewidehttps_enabled: store.base.startsWith('https:'),
      facebook_catalog_id: '',
      checkout_type: 'optimized',
      wishlists_enabled: false,
      graphql_storefront_api_enabled: true,
      shopper_consent_tracking_enabled: false,
      multi_storefront_enabled: true,
      storefront_limits: { active: channels.length, total_including_inactive: channels.length },
    },
  }
}
