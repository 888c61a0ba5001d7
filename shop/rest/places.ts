import { type Context, Hono } from 'hono'
import { deliveryNames } from '../orders/delivery.ts'
import { ShopError } from '../store.ts'
import { accepts, pagingQuery } from './accepts.ts'
import { type JsonObject, parsePathId } from './requests.ts'
import { matchesQuery } from './resources/filters.ts'
import { sendV2Page } from './responses.ts'

/** The countries that this shop or its tax zones know, with the platform's ids; none has states here. */
const countries = [
  { id: 55, country: 'Cyprus', country_iso2: 'CY', country_iso3: 'CYP' },
  { id: 84, country: 'Greece', country_iso2: 'GR', country_iso3: 'GRC' },
  { id: 206, country: 'Switzerland', country_iso2: 'CH', country_iso3: 'CHE' },
  { id: 225, country: 'United Kingdom', country_iso2: 'GB', country_iso3: 'GBR' },
  { id: 226, country: 'United States', country_iso2: 'US', country_iso3: 'USA' },
].map(country => {
  const resource = `/countries/${country.id}/states`
  return { ...country, states: { url: resource, resource } }
})

const zones = [
  {
    id: 1,
    name: 'Greece',
    type: 'country',
    locations: [{ id: 1, country_iso2: 'GR' }],
    free_shipping: { enabled: false, minimum_sub_total: '0.0000', exclude_fixed_shipping_products: false },
    handling_fees: { fixed_surcharge: '0.0000', display_separately: false },
    enabled: true,
  },
]

const methods = [deliveryNames.courier, deliveryNames.hosts].map((name, index) => ({
  id: index + 1,
  name: name.en,
  type: 'perorder',
  settings: { rate: 0 },
  enabled: true,
  handling_fees: { fixed_surcharge: '0.0000' },
  is_fallback: false,
}))

/** v2 countries, and where the shop sends goods in which way; all of it is the shop's own, so it is only read. */
export function createPlacesApi(): Hono {
  const app = new Hono()
  const filters = ['country', 'country_iso2', 'country_iso3']
  app.get('/countries', accepts({ query: [...pagingQuery, ...filters] }), c =>
    sendV2Page(
      c,
      countries.filter(country => matchesQuery(c, filters, country)),
    ),
  )
  app.get('/countries/count', accepts(), c => c.json({ count: countries.length }))
  app.get('/countries/states', accepts({ query: pagingQuery }), c => sendV2Page(c, []))
  app.get('/countries/states/count', accepts(), c => c.json({ count: 0 }))
  app.get('/countries/:id', accepts(), c => c.json(find(countries, c)))
  app.get('/countries/:id/states', accepts({ query: [...pagingQuery, 'state', 'state_abbreviation'] }), c => {
    find(countries, c)
    return sendV2Page(c, [])
  })
  app.get('/countries/:id/states/count', accepts(), c => {
    find(countries, c)
    return c.json({ count: 0 })
  })
  app.get('/countries/:id/states/:state', accepts(), () => {
    throw new ShopError(404, 'The requested resource was not found.')
  })
  app.get('/shipping/zones', accepts(), c => sendV2Page(c, zones))
  app.get('/shipping/zones/:id', accepts(), c => c.json(find(zones, c)))
  app.get('/shipping/zones/:id/methods', accepts(), c => {
    find(zones, c)
    return sendV2Page(c, methods)
  })
  app.get('/shipping/zones/:id/methods/:method', accepts(), c => {
    find(zones, c)
    return c.json(find(methods, c, 'method'))
  })
  return app
}

/** The one whose id is in the path. Throws 404. */
function find<T extends JsonObject & { id: number }>(values: T[], c: Context, name = 'id'): T {
  const value = values.find(({ id }) => id === parsePathId(c, name))
  if (!value) throw new ShopError(404, 'The requested resource was not found.')
  return value
}
