import type { Hono } from 'hono'
import { html } from 'hono/html'
import type { Store } from '../store.ts'
import { createPageContext, type PageContext, renderPage } from '../storefront/layout.ts'
import { requeueDelivery, type WebhookSubscription } from '../webhooks.ts'

interface DeliveryRow {
  id: number
  webhook_id: number
  scope: string
  body: string
  state: string
  attempts: number
  last_response: string
  created: Date
}

/** Webhooks and their deliveries: send one again, or drop all from now on. */
export function addWebhookPages(app: Hono, store: Store): void {
  app.get('/hooks', async c => {
    const webhooks = await store.db.query<WebhookSubscription>('select * from shop.webhook order by id')
    const deliveries = await store.db.query<DeliveryRow>(
      'select * from shop.webhook_delivery order by id desc limit 100',
    )
    return renderWebhooksPage(createPageContext(store, c, 'en'), webhooks.rows, deliveries.rows)
  })
  app.post('/hooks/drop', async c => {
    const form = await c.req.parseBody()
    store.faults.hooks.drop = form.drop === '1'
    return c.redirect(`${store.basePath}/admin/hooks`, 303)
  })
  app.post('/hooks/:id{[0-9]+}', async c => {
    await requeueDelivery(store, Number(c.req.param('id')))
    return c.redirect(`${store.basePath}/admin/hooks`, 303)
  })
}

function renderWebhooksPage(
  ctx: PageContext,
  webhooks: WebhookSubscription[],
  deliveries: DeliveryRow[],
): Promise<Response> {
  const isDropping = ctx.store.faults.hooks.drop === true
  return renderPage(ctx, {
    title: 'Webhooks',
    body: html`<h1>Webhooks</h1>
<form method="post" action="${ctx.url('/admin/hooks/drop')}">
<p>${isDropping ? 'Every event is dropped.' : 'Events are delivered.'}</p>
<input type="hidden" name="drop" value="${isDropping ? '0' : '1'}">
<button>${isDropping ? 'Deliver again from now on' : 'Drop all from now on'}</button></form>
<h2>Hooks</h2><table>${webhooks.map(
      webhook => html`<tr><td>${webhook.id}</td><td>${webhook.scope}</td><td>${webhook.destination}</td>
<td>${webhook.is_active ? 'active' : 'off'}</td></tr>`,
    )}</table>
<h2>Deliveries</h2><table>${deliveries.map(
      delivery => html`<tr><td>${delivery.id}</td><td>${delivery.scope}<br><span class="soft">${delivery.body}</span></td>
<td>${delivery.state}, ${delivery.attempts} tries ${delivery.last_response}</td>
<td><form method="post" action="${ctx.url(`/admin/hooks/${delivery.id}`)}"><button class="quiet">Send again</button></form></td></tr>`,
    )}</table>`,
  })
}
