import { Hono } from 'hono'
import { html } from 'hono/html'
import type { Store } from '../store.ts'
import { createPageContext, renderPage } from '../storefront/layout.ts'
import { isSameOrigin } from '../storefront/session.ts'
import { addCertificatePages } from './certificate-pages.ts'
import { addFaultPages } from './fault-pages.ts'
import { addLetterPages } from './letter-pages.ts'
import { addOrderAdminPages } from './order-pages.ts'
import { addProductAdminPages } from './product-pages.ts'
import { addWebhookPages } from './webhook-pages.ts'

/** The back office for staff, in English (R951). */
export function createAdminApp(store: Store): Hono {
  const app = new Hono()
  app.use('*', async (c, next) => {
    if (c.req.method !== 'GET' && !isSameOrigin(c)) return c.text('Forms of other sites are refused.', 403)
    await next()
  })
  app.get('/', c => {
    const ctx = createPageContext(store, c, 'en')
    const sections = ['orders', 'products', 'certificates', 'hooks', 'faults', 'letters']
    return renderPage(ctx, {
      title: 'Back office',
      body: html`<h1>Back office</h1><ul>${sections.map(
        section =>
          html`<li><a href="${ctx.url(`/admin/${section}`)}">${section[0]!.toUpperCase()}${section.slice(1)}</a></li>`,
      )}</ul>`,
    })
  })
  addOrderAdminPages(app, store)
  addProductAdminPages(app, store)
  addCertificatePages(app, store)
  addWebhookPages(app, store)
  addFaultPages(app, store)
  addLetterPages(app, store)
  return app
}
