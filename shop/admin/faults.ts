import type { Context, Hono } from 'hono'
import { html } from 'hono/html'
import { type HookFaults, mend, type RouteFault, WRONG_ANSWERS } from '../faults.ts'
import { isBody } from '../rest/answers.ts'
import { ShopError, type Store } from '../store.ts'
import { type Desk, desk, page } from '../storefront/layout.ts'

const EXAMPLES: Record<string, RouteFault> = {
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

/** The fault switches, as a page and as JSON: `{ routes: RouteFault[], hooks: HookFaults }`. */
export function faultPages(app: Hono, store: Store): void {
  app.get('/faults', async c =>
    c.req.header('accept')?.includes('application/json')
      ? c.json(store.faults)
      : faultsPage(desk(store, c, 'en')),
  )
  app.post('/faults', async c => {
    if (c.req.header('content-type')?.includes('application/json')) return setByJson(store, c)
    const form = await c.req.parseBody()
    const example = EXAMPLES[String(form.example)]
    if (form.mend) mend(store.faults)
    else if (example) store.faults.routes.push({ ...example })
    else store.faults.hooks = hookFaults(form)
    return c.redirect(`${store.path}/admin/faults`, 303)
  })
}

async function setByJson(store: Store, c: Context): Promise<Response> {
  const sent: unknown = await c.req.json().catch(() => undefined)
  if (!isBody(sent)) throw new ShopError(400, 'A JSON object is expected.')
  if (sent.routes !== undefined) store.faults.routes = routeFaults(sent.routes)
  if (sent.hooks !== undefined) store.faults.hooks = hookFaults(isBody(sent.hooks) ? sent.hooks : {})
  return c.json(store.faults)
}

function routeFaults(sent: unknown): RouteFault[] {
  if (!Array.isArray(sent)) throw new ShopError(400, 'routes must be a list.')
  return sent.filter(isBody).map(one => ({
    path: String(one.path ?? '/'),
    method: typeof one.method === 'string' ? one.method : undefined,
    slow: Number(one.slow) || undefined,
    answer: WRONG_ANSWERS.find(answer => answer === one.answer),
    times: Number(one.times) || undefined,
  }))
}

const hookFaults = (sent: Record<string, unknown>): HookFaults => ({
  duplicate: Boolean(sent.duplicate),
  reorder: Boolean(sent.reorder),
  drop: Boolean(sent.drop),
  delay: Number(sent.delay) || 0,
})

function faultsPage(d: Desk): Promise<Response> {
  const { routes, hooks } = d.store.faults
  const pick = (name: 'duplicate' | 'reorder' | 'drop', label: string) =>
    html`<label class="pick"><input type="checkbox" name="${name}" value="1" ${hooks[name] ? 'checked' : ''}>${label}</label>`
  return page(d, {
    title: 'Faults',
    body: html`<h1>Faults</h1>
<h2>Now</h2><ul>${routes.map(route => html`<li><code>${JSON.stringify(route)}</code></li>`)}</ul>
<form method="post"><p><button name="mend" value="1">Put everything right</button></p></form>
<h2>Calls</h2><form method="post" class="actions">${Object.keys(EXAMPLES).map(
      name => html`<button class="quiet" name="example" value="${name}">${name}</button>`,
    )}</form>
<h2>Webhooks</h2><form method="post" class="narrow">
${pick('duplicate', 'Sent twice')}${pick('reorder', 'In the wrong order')}${pick('drop', 'Dropped')}
<label>Delay, milliseconds <input type="number" name="delay" min="0" value="${hooks.delay ?? 0}"></label>
<p><button>Set</button></p></form>`,
  })
}
