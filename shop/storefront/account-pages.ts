import type { Context, Hono } from 'hono'
import { html } from 'hono/html'
import { channelOfLanguage, channels, languageOfChannel } from '../channels.ts'
import { type Customer, endSessions, findCustomerById } from '../customers.ts'
import { useLoginToken } from '../login-links.ts'
import { formatPrice } from '../money.ts'
import { addSubscriber } from '../newsletter.ts'
import { type Order, orderStatuses } from '../orders/orders.ts'
import { signInByPassword } from '../sign-in.ts'
import { ShopError, type Store } from '../store.ts'
import { channelAt } from '../storefronts.ts'
import { renderMessage } from './browse-pages.ts'
import { columnHeaders, createPageContext, formField, type PageContext, renderPage } from './layout.ts'
import { orderStatusText } from './messages.ts'
import { findSessionCustomer, isSameOrigin, readSession, signedIn, writeSession } from './session.ts'

/** Sign-in by link or password, the account page, and the newsletter. */
export function addAccountPages(app: Hono, store: Store): void {
  app.get('/login/token/:jwt', async c => {
    const session = await readSession(store, c)
    const ctx = createPageContext(store, c, session.language)
    const here = channelAt(store, c.req.url)
    const accepted = (here ? [here] : channels).map(channel => channel.id)
    const claims = await useLoginToken(store, c.req.param('jwt'), accepted)
    if (!claims) return renderMessage(ctx, 400, ctx.t('signInLinkBad'))
    const language = languageOfChannel(Number(claims.channel_id))
    const customer = await findCustomerById(store.db, Number(claims.customer_id))
    if (!customer) return renderMessage(ctx, 400, ctx.t('signInLinkBad'))
    await writeSession(store, c, signedIn({ ...session, language }, customer))
    return c.redirect(pathInsideShop(store, claims.redirect_to), 303)
  })
  app.get('/login.php', async c => {
    const session = await readSession(store, c)
    if (c.req.query('action') !== 'logout') return renderSignIn(createPageContext(store, c, session.language))
    const customer = await findSessionCustomer(store, session)
    if (customer) await endSessions(store.db, customer.id)
    await writeSession(store, c, { language: session.language })
    return c.redirect(store.basePath || '/', 303)
  })
  app.post('/login.php', async c => {
    const session = await readSession(store, c)
    const ctx = createPageContext(store, c, session.language)
    if (!isSameOrigin(c)) return renderMessage(ctx, 403, ctx.t('tryAgain'))
    const { email, password } = await c.req.parseBody()
    try {
      const customer = await signInByPassword(
        store,
        String(email),
        String(password),
        channelOfLanguage(session.language),
      )
      if (!customer) return renderSignIn(ctx, String(email))
      await writeSession(store, c, signedIn(session, customer))
      return c.redirect(ctx.url('/account'), 303)
    } catch (error) {
      if (!(error instanceof ShopError)) throw error
      return renderMessage(ctx, 429, ctx.t('tooManyTries'))
    }
  })
  app.get('/account', async c => {
    const session = await readSession(store, c)
    const ctx = createPageContext(store, c, session.language)
    const customer = await findSessionCustomer(store, session)
    return customer ? renderAccount(ctx, customer) : c.redirect(ctx.url('/login.php'), 303)
  })
  app.post('/subscribe.php', c => subscribeToNewsletter(store, c))
  app.get('/subscribe.php', c => c.redirect(store.basePath || '/', 303))
}

/** A relative target as a path in the shop; the home page for any other target. */
function pathInsideShop(store: Store, target: unknown): string {
  const home = store.basePath || '/'
  if (typeof target !== 'string' || !/^\/(?![/\\])/.test(target)) return home
  const url = new URL(target, store.baseUrl)
  if (url.origin !== new URL(store.baseUrl).origin) return home
  const path = url.pathname.startsWith(`${store.basePath}/`)
    ? url.pathname
    : `${store.basePath}${url.pathname}`
  return `${path}${url.search}`
}

function renderSignIn(ctx: PageContext, email?: string): Promise<Response> {
  const error = email === undefined ? undefined : ctx.t('signInBad')
  return renderPage(ctx, {
    title: ctx.t('signIn'),
    status: error ? 422 : 200,
    body: html`<div class="narrow"><h1>${ctx.t('signIn')}</h1>
${error ? html`<p class="notice" role="alert">${error}</p>` : ''}
<form method="post" action="${ctx.url('/login.php')}" aria-label="${ctx.t('signIn')}">
${formField('email', ctx.t('email'), { value: email, type: 'email', autocomplete: 'email', required: true })}
${formField('password', ctx.t('password'), { type: 'password', autocomplete: 'current-password', required: true })}
<p><button>${ctx.t('signIn')}</button></p></form></div>`,
  })
}

async function renderAccount(ctx: PageContext, customer: Customer): Promise<Response> {
  const { rows } = await ctx.store.db.query<Order>(
    `select * from shop."order" where customer_id = $1 and status_id <> 0 order by id desc limit 50`,
    [customer.id],
  )
  return renderPage(ctx, {
    title: ctx.t('account'),
    body: html`<h1>${customer.first_name} ${customer.last_name}</h1><p>${customer.email}</p>
<h2>${ctx.t('orders')}</h2>
${rows.length === 0 ? html`<p>${ctx.t('ordersNone')}</p>` : html`<table>${columnHeaders(ctx, ['orders', 'status', 'total'])}${rows.map(order => orderRow(ctx, order))}</table>`}
<p><a href="${ctx.url('/login.php?action=logout')}">${ctx.t('signOut')}</a></p>`,
  })
}

const orderRow = (ctx: PageContext, order: Order) => html`<tr>
<th scope="row"><a href="${ctx.url(`/order/${order.key}`)}">${ctx.t('order', order.id)}</a></th>
<td>${orderStatusText(ctx.language, order.status_id, orderStatuses[order.status_id] ?? '')}</td>
<td class="price">${formatPrice(order.total_cents, ctx.language)}</td></tr>`

/** The newsletter form, here or on the partner's site; the answer is the same for a subscribed address. */
async function subscribeToNewsletter(store: Store, c: Context): Promise<Response> {
  const session = await readSession(store, c)
  const ctx = createPageContext(store, c, session.language)
  const form = await c.req.parseBody()
  const email = String(form.nl_email ?? '').trim()
  if (!/^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(email)) return renderMessage(ctx, 400, ctx.t('emailBad'))
  await addSubscriber(store, {
    email,
    first_name: String(form.nl_first_name ?? ''),
    last_name: '',
    source: 'storefront',
    channel_id: channelOfLanguage(session.language),
  })
  return renderMessage(ctx, 200, ctx.t('subscribed'))
}
