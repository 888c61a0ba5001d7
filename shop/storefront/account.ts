import type { Hono } from 'hono'
import { html } from 'hono/html'
import { type JWTPayload, jwtVerify } from 'jose'
import { channelOf, channels, languageOf } from '../channels.ts'
import { type Customer, customerById, customerByPassword } from '../customers.ts'
import { price } from '../money.ts'
import { type Order, STATUSES } from '../orders.ts'
import { addSubscriber } from '../rest/customers.ts'
import type { Store } from '../store.ts'
import { messagePage } from './browse.ts'
import { type Desk, desk, field, page } from './layout.ts'
import { fromOwnPage, readSession, writeSession } from './session.ts'
import { statusWord } from './words.ts'

/** A sign-in link lives this long, as on the platform. */
const LINK_LIFE_S = 30

/** Sign-in by link or password, the account's orders, and the newsletter. */
export function accountPages(app: Hono, store: Store): void {
  app.get('/login/token/:jwt', async c => {
    const session = await readSession(store, c)
    const d = desk(store, c, session.language)
    const claims = await validClaims(store, c.req.param('jwt'))
    if (!claims) return messagePage(d, 400, d.t('signInLinkBad'))
    const language = languageOf(Number(claims.channel_id))
    await writeSession(store, c, { ...session, customer: Number(claims.customer_id), language })
    return c.redirect(insideShop(store, claims.redirect_to), 303)
  })
  app.get('/login.php', async c => {
    const session = await readSession(store, c)
    if (c.req.query('action') !== 'logout') return signInPage(desk(store, c, session.language))
    await writeSession(store, c, { language: session.language })
    return c.redirect(store.path || '/', 303)
  })
  app.post('/login.php', async c => {
    const session = await readSession(store, c)
    const d = desk(store, c, session.language)
    if (!fromOwnPage(c)) return messagePage(d, 403, d.t('tryAgain'))
    const { email, password } = await c.req.parseBody()
    const customer = await customerByPassword(store.db, String(email), String(password))
    if (!customer) return signInPage(d, String(email))
    await writeSession(store, c, { ...session, customer: customer.id })
    return c.redirect(d.to('/account'), 303)
  })
  app.get('/account', async c => {
    const session = await readSession(store, c)
    const d = desk(store, c, session.language)
    const customer = session.customer ? await customerById(store.db, session.customer) : undefined
    return customer ? accountPage(d, customer) : c.redirect(d.to('/login.php'), 303)
  })
  app.post('/subscribe.php', c => subscribe(store, c))
  app.get('/subscribe.php', c => c.redirect(store.path || '/', 303))
}

/** The claims of a fresh link for this shop that nobody has used yet. */
async function validClaims(store: Store, jwt: string): Promise<JWTPayload | undefined> {
  const { clientId, clientSecret, storeHash } = store.credentials
  const verified = await jwtVerify(jwt, new TextEncoder().encode(clientSecret), {
    algorithms: ['HS256'],
    issuer: clientId,
    currentDate: store.now(),
    requiredClaims: ['iat', 'jti'],
  }).catch(() => undefined)
  const claims = verified?.payload
  const age = store.now().getTime() / 1000 - (claims?.iat ?? 0)
  const fits =
    claims?.operation === 'customer_login' &&
    claims.store_hash === storeHash &&
    Math.abs(age) <= LINK_LIFE_S &&
    channels.some(channel => channel.id === claims.channel_id) &&
    (await customerById(store.db, Number(claims.customer_id))) !== undefined
  if (!fits) return undefined
  const { rowCount } = await store.db.query(
    'insert into shop.used_login values ($1, $2) on conflict do nothing',
    [claims.jti, store.now()],
  )
  return rowCount === 1 ? claims : undefined
}

/** Only a relative address is followed; one without the mount's path gets it. */
function insideShop(store: Store, target: unknown): string {
  const home = store.path || '/'
  if (typeof target !== 'string' || !/^\/(?![/\\])/.test(target)) return home
  const url = new URL(target, store.base)
  if (url.origin !== new URL(store.base).origin) return home
  const path = url.pathname.startsWith(`${store.path}/`) ? url.pathname : `${store.path}${url.pathname}`
  return `${path}${url.search}`
}

function signInPage(d: Desk, email?: string): Promise<Response> {
  const error = email === undefined ? undefined : d.t('signInBad')
  return page(d, {
    title: d.t('signIn'),
    status: error ? 422 : 200,
    body: html`<div class="narrow"><h1>${d.t('signIn')}</h1>
${error ? html`<p class="notice" role="alert">${error}</p>` : ''}
<form method="post" action="${d.to('/login.php')}">
${field('email', d.t('email'), { value: email, type: 'email', autocomplete: 'email', required: true })}
${field('password', d.t('password'), { type: 'password', autocomplete: 'current-password', required: true })}
<p><button>${d.t('signIn')}</button></p></form></div>`,
  })
}

async function accountPage(d: Desk, customer: Customer): Promise<Response> {
  const { rows } = await d.store.db.query<Order>(
    `select * from shop."order" where customer_id = $1 and status_id <> 0 order by id desc limit 50`,
    [customer.id],
  )
  return page(d, {
    title: d.t('account'),
    body: html`<h1>${customer.first_name} ${customer.last_name}</h1><p>${customer.email}</p>
<h2>${d.t('orders')}</h2>
${rows.length === 0 ? html`<p>${d.t('ordersNone')}</p>` : html`<table>${rows.map(order => orderRow(d, order))}</table>`}
<p><a href="${d.to('/login.php?action=logout')}">${d.t('signOut')}</a></p>`,
  })
}

const orderRow = (d: Desk, order: Order) => html`<tr>
<td><a href="${d.to(`/order/${order.key}`)}">${d.t('order', order.id)}</a></td>
<td>${statusWord(d.language, order.status_id, STATUSES[order.status_id] ?? '')}</td>
<td class="price">${price(order.total_cents, d.language)}</td></tr>`

/** The newsletter form, ours or one of the registry's pages; the answer never tells who is on the list. */
async function subscribe(store: Store, c: Parameters<typeof desk>[1]): Promise<Response> {
  const session = await readSession(store, c)
  const d = desk(store, c, session.language)
  const form = await c.req.parseBody()
  const email = String(form.nl_email ?? '').trim()
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) return messagePage(d, 400, d.t('emailBad'))
  await addSubscriber(store, {
    email,
    first_name: String(form.nl_first_name ?? ''),
    last_name: '',
    source: 'storefront',
    channel_id: channelOf(session.language),
  })
  return messagePage(d, 200, d.t('subscribed'))
}
