import type { Hono } from 'hono'
import { html } from 'hono/html'
import { type Certificate, certificatesOf } from '../certificates.ts'
import { languageOf } from '../channels.ts'
import { returnAddress } from '../checkout.ts'
import { price } from '../money.ts'
import { linesOf, type Order, type OrderLine, PENDING, STATUSES } from '../orders.ts'
import type { Store } from '../store.ts'
import { messagePage } from './browse.ts'
import { linesTable } from './cart.ts'
import { type Desk, desk, type Html, page } from './layout.ts'
import { readSession } from './session.ts'
import { statusWord } from './words.ts'

/** The page of an order; its address holds an unguessable key, never the number. */
export function orderPages(app: Hono, store: Store): void {
  app.get('/order/:key', async c => {
    const { rows } = await store.db.query<Order>('select * from shop."order" where key = $1', [
      c.req.param('key'),
    ])
    const order = rows[0]
    const session = await readSession(store, c)
    const d = desk(store, c, order && !c.req.query('lang') ? languageOf(order.channel_id) : session.language)
    if (!order) return messagePage(d, 404, d.t('notFound'))
    return orderPage(d, order, await linesOf(store.db, order.id), await certificatesOf(store.db, order.id))
  })
}

function orderPage(d: Desk, order: Order, lines: OrderLine[], cards: Certificate[]): Promise<Response> {
  const back = returnAddress(order.query)
  const shown = lines.map(line => ({ ...line, priceCents: line.price_cents }))
  const status = STATUSES[order.status_id] ?? ''
  return page(d, {
    title: d.t('order', order.id),
    body: html`<h1>${d.t('order', order.id)}</h1>
<p class="notice good" role="status">${order.status_id === PENDING ? d.t('orderPending') : d.t('orderThanks')}</p>
${back ? html`<p class="actions"><a class="button" href="${back}">${d.t('back')}</a></p>` : ''}
<p>${d.t('status')}: ${statusWord(d.language, order.status_id, status)}</p>
${linesTable(d, shown)}
<p class="soft">${d.t('subtotalVat')}: ${price(order.tax_cents, d.language)}</p>
${order.certificate_cents > 0 ? html`<p>${d.t('certificateUsed')}: ${price(order.certificate_cents, d.language)}</p>` : ''}
${cards.length > 0 ? cardsTable(d, cards) : ''}
${order.deliver_to_hosts ? html`<p>${d.t('deliverHosts')}</p>` : ''}
<p><a href="${d.to('/')}">${d.t('continue')}</a></p>`,
  })
}

/** The codes of the gift cards that were bought, with what is left on them. */
const cardsTable = (d: Desk, cards: Certificate[]): Html => html`<h2>${d.t('cards')}</h2>
<p class="help">${d.t('cardsHelp')}</p>
<table>${cards.map(
  card => html`<tr><td><code>${card.code}</code></td>
<td>${card.status === 'active' ? d.t('cardUntil', day(d, card.expires)) : d.t('cardOff')}</td>
<td class="price">${price(card.balance_cents, d.language)}</td></tr>`,
)}</table>`

const day = (d: Desk, moment: Date | null): string =>
  moment?.toLocaleDateString(d.language === 'el' ? 'el-GR' : 'en-GB', {
    dateStyle: 'long',
    timeZone: 'Europe/Athens',
  }) ?? ''
