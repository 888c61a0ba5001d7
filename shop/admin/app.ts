import { Hono } from 'hono'
import { html } from 'hono/html'
import type { Store } from '../store.ts'
import { desk, page } from '../storefront/layout.ts'
import { fromOwnPage } from '../storefront/session.ts'
import { faultPages } from './faults.ts'
import { hookPages } from './hooks.ts'
import { orderPages } from './orders.ts'
import { productPages } from './products.ts'

/** The back office; the app that mounts the shop opens it on loopback only. In English, for the staff. */
export function adminApp(store: Store): Hono {
  const app = new Hono()
  app.use('*', async (c, next) => {
    if (c.req.method !== 'GET' && !fromOwnPage(c)) return c.text('Forms of other sites are refused.', 403)
    await next()
  })
  app.get('/', c => {
    const d = desk(store, c, 'en')
    const rooms = ['orders', 'products', 'hooks', 'faults']
    return page(d, {
      title: 'Back office',
      body: html`<h1>Back office</h1><ul>${rooms.map(
        room =>
          html`<li><a href="${d.to(`/admin/${room}`)}">${room[0]!.toUpperCase()}${room.slice(1)}</a></li>`,
      )}</ul>`,
    })
  })
  orderPages(app, store)
  productPages(app, store)
  hookPages(app, store)
  faultPages(app, store)
  return app
}
