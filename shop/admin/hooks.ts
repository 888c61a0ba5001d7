import type { Hono } from 'hono'
import { html } from 'hono/html'
import type { Store } from '../store.ts'
import { type Desk, desk, page } from '../storefront/layout.ts'
import { type Hook, redeliver } from '../webhooks.ts'

interface Sent {
  id: number
  hook_id: number
  scope: string
  body: string
  state: string
  attempts: number
  last_answer: string
  created: Date
}

/** Webhook deliveries: what went out, once more, and the switch that drops all. */
export function hookPages(app: Hono, store: Store): void {
  app.get('/hooks', async c => {
    const hooks = await store.db.query<Hook>('select * from shop.hook order by id')
    const sent = await store.db.query<Sent>('select * from shop.delivery order by id desc limit 100')
    return hooksPage(desk(store, c, 'en'), hooks.rows, sent.rows)
  })
  app.post('/hooks/drop', async c => {
    const form = await c.req.parseBody()
    store.faults.hooks.drop = form.drop === '1'
    return c.redirect(`${store.path}/admin/hooks`, 303)
  })
  app.post('/hooks/:id{[0-9]+}', async c => {
    await redeliver(store, Number(c.req.param('id')))
    return c.redirect(`${store.path}/admin/hooks`, 303)
  })
}

function hooksPage(d: Desk, hooks: Hook[], sent: Sent[]): Promise<Response> {
  const dropping = d.store.faults.hooks.drop === true
  return page(d, {
    title: 'Webhooks',
    body: html`<h1>Webhooks</h1>
<form method="post" action="${d.to('/admin/hooks/drop')}">
<p>${dropping ? 'Every event is dropped.' : 'Events are delivered.'}</p>
<input type="hidden" name="drop" value="${dropping ? '0' : '1'}">
<button>${dropping ? 'Deliver again from now on' : 'Drop all from now on'}</button></form>
<h2>Hooks</h2><table>${hooks.map(
      hook => html`<tr><td>${hook.id}</td><td>${hook.scope}</td><td>${hook.destination}</td>
<td>${hook.is_active ? 'active' : 'off'}</td></tr>`,
    )}</table>
<h2>Deliveries</h2><table>${sent.map(
      one => html`<tr><td>${one.id}</td><td>${one.scope}<br><span class="soft">${one.body}</span></td>
<td>${one.state}, ${one.attempts} tries ${one.last_answer}</td>
<td><form method="post" action="${d.to(`/admin/hooks/${one.id}`)}"><button class="quiet">Send again</button></form></td></tr>`,
    )}</table>`,
  })
}
