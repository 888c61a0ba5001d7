import type { Context, Hono } from 'hono'
import { html } from 'hono/html'
import { clearFaults, faultAnswers, type RouteFault, type WebhookFaults } from '../faults.ts'
import { isJsonObject } from '../rest/requests.ts'
import { ShopError, type Store } from '../store.ts'
import { createPageContext, type PageContext, renderPage } from '../storefront/layout.ts'

const exampleFaults: Record<string, RouteFault> = {
  'Carts: 500, three times': { path: '/stores/:hash/v3/carts', answer: '500', times: 3 },
  'REST: 429 with headers': { path: '/stores', answer: '429' },
  'REST: 429 without headers': { path: '/stores', answer: '429-bare' },
  'GraphQL: ten seconds slow': { path: '/graphql', slow: 10_000 },
  'GraphQL: broken JSON': { path: '/graphql', answer: 'truncated' },
  'GraphQL: wrong types': { path: '/graphql', answer: 'mistyped' },
  'Everything: connections refused': { path: '', answer: 'refused' },
  'New cart: made, but the answer is lost, once': {
    path: '/stores/:hash/v3/carts',
    method: 'POST',
    answer: 'lost',
    times: 1,
  },
}

/** The fault settings, as a page and as JSON: `{ routes, hooks, quota, declinesRefunds }`. */
export function addFaultPages(app: Hono, store: Store): void {
  app.get('/faults', async c =>
    c.req.header('accept')?.includes('application/json')
      ? c.json(store.faults)
      : renderFaultsPage(createPageContext(store, c, 'en')),
  )
  app.post('/faults', async c => {
    if (c.req.header('content-type')?.includes('application/json')) return setFaultsByJson(store, c)
    const form = await c.req.parseBody()
    const example = exampleFaults[String(form.example)]
    if (form.mend) clearFaults(store.faults)
    else if (form.quota) store.faults.quota = { ...store.restQuota, requests: Number(form.quota) || 0 }
    else if (form.refunds) store.faults.declinesRefunds = true
    else if (example) store.faults.routes.push({ ...example })
    else store.faults.hooks = parseWebhookFaults(form)
    return c.redirect(`${store.basePath}/admin/faults`, 303)
  })
}

async function setFaultsByJson(store: Store, c: Context): Promise<Response> {
  const input: unknown = await c.req.json().catch(() => undefined)
  if (!isJsonObject(input)) throw new ShopError(400, 'A JSON object is expected.')
  if (input.routes !== undefined) store.faults.routes = parseRouteFaults(input.routes)
  if (isJsonObject(input.quota))
    store.faults.quota = {
      requests: Number(input.quota.requests) || 0,
      windowMs: Number(input.quota.windowMs) || store.restQuota.windowMs,
    }
  if (input.declinesRefunds !== undefined) store.faults.declinesRefunds = Boolean(input.declinesRefunds)
  if (input.hooks !== undefined)
    store.faults.hooks = parseWebhookFaults(isJsonObject(input.hooks) ? input.hooks : {})
  return c.json(store.faults)
}

function parseRouteFaults(input: unknown): RouteFault[] {
  if (!Array.isArray(input)) throw new ShopError(400, 'routes must be a list.')
  return input.filter(isJsonObject).map(fault => ({
    path: String(fault.path ?? '/'),
    method: typeof fault.method === 'string' ? fault.method : undefined,
    slow: Number(fault.slow) || undefined,
    answer: faultAnswers.find(answer => answer === fault.answer),
    times: Number(fault.times) || undefined,
  }))
}

const parseWebhookFaults = (input: Record<string, unknown>): WebhookFaults => ({
  duplicate: Boolean(input.duplicate),
  reorder: Boolean(input.reorder),
  drop: Boolean(input.drop),
  delay: Number(input.delay) || 0,
})

function renderFaultsPage(ctx: PageContext): Promise<Response> {
  const { routes, hooks, quota, declinesRefunds } = ctx.store.faults
  const checkbox = (name: 'duplicate' | 'reorder' | 'drop', label: string) =>
    html`<label class="pick"><input type="checkbox" name="${name}" value="1" ${hooks[name] ? 'checked' : ''}>${label}</label>`
  return renderPage(ctx, {
    title: 'Faults',
    body: html`<h1>Faults</h1>
<h2>Now</h2><ul>${[
      ...routes,
      ...(quota ? [{ quota }] : []),
      ...(declinesRefunds ? [{ declinesRefunds }] : []),
    ].map(fault => html`<li><code>${JSON.stringify(fault)}</code></li>`)}</ul>
<form method="post"><p><button name="mend" value="1">Put everything right</button></p></form>
<h2>Calls</h2><form method="post" class="actions">${Object.keys(exampleFaults).map(
      name => html`<button class="quiet" name="example" value="${name}">${name}</button>`,
    )}</form>
<form method="post" class="actions"><button class="quiet" name="quota" value="20">REST: 20 calls in 30 seconds</button>
<button class="quiet" name="refunds" value="declined">Refunds: declined</button></form>
<h2>Webhooks</h2><form method="post" class="narrow">
${checkbox('duplicate', 'Sent twice')}${checkbox('reorder', 'In the wrong order')}${checkbox('drop', 'Dropped')}
<label>Delay, milliseconds <input type="number" name="delay" min="0" value="${hooks.delay ?? 0}"></label>
<p><button>Set</button></p></form>`,
  })
}
