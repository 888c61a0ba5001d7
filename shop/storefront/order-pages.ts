import type { Hono } from 'hono'
import { html } from 'hono/html'
import { languageOf } from '../channels.ts'
import { formatPrice } from '../money.ts'
import { deliveryNames } from '../orders/delivery.ts'
import { findCertificatesByOrder, type GiftCertificate } from '../orders/gift-certificates.ts'
import {
  AWAITING_PAYMENT,
  CANCELLED,
  DECLINED,
  findOrderLines,
  INCOMPLETE,
  type Order,
  type OrderLine,
  orderStatuses,
  PENDING,
} from '../orders/orders.ts'
import { returnUrlFrom } from '../orders/place-order.ts'
import type { Store } from '../store.ts'
import { renderMessage } from './browse-pages.ts'
import { columnHeaders, createPageContext, type Html, type PageContext, renderPage } from './layout.ts'
import { type MessageKey, orderStatusText } from './messages.ts'
import { helpList, renderSummary } from './order-summary.ts'
import { readSession } from './session.ts'

/** The page of an order; its address contains a secret key instead of the number. */
export function addOrderPages(app: Hono, store: Store): void {
  app.get('/order/:key', async c => {
    const { rows } = await store.db.query<Order>('select * from shop."order" where key = $1', [
      c.req.param('key'),
    ])
    const order = rows[0]
    const session = await readSession(store, c)
    const ctx = createPageContext(
      store,
      c,
      order && !c.req.query('lang') ? languageOf(order) : session.language,
    )
    if (!order) return renderMessage(ctx, 404, ctx.t('notFound'))
    return renderOrderPage(
      ctx,
      order,
      await findOrderLines(store.db, order.id),
      await findCertificatesByOrder(store.db, order.id),
    )
  })
}

const waitingStatuses = [PENDING, AWAITING_PAYMENT]
/** What an order that comes to nothing says in place of the thanks. */
const endedSentences: Partial<Record<number, MessageKey>> = {
  [INCOMPLETE]: 'orderIncomplete',
  [CANCELLED]: 'orderCancelled',
  [DECLINED]: 'orderCancelled',
}

function renderOrderPage(
  ctx: PageContext,
  order: Order,
  lines: OrderLine[],
  giftCards: GiftCertificate[],
): Promise<Response> {
  const returnUrl = returnUrlFrom(order.query)
  const displayLines = lines.map(line => ({
    ...line,
    productId: line.product_id,
    priceCents: line.price_cents,
  }))
  const ended = endedSentences[order.status_id]
  const sentence = ended ?? (waitingStatuses.includes(order.status_id) ? 'orderPending' : 'orderThanks')
  const status = orderStatuses[order.status_id] ?? ''
  const ofLines = lines.reduce((sum, line) => sum + line.price_cents * line.quantity, 0)
  const takenOff = lines.reduce((sum, line) => sum + line.discount_cents, 0)
  const delivery = order.shipping_cents + order.handling_cents
  return renderPage(ctx, {
    title: ctx.t('order', order.id),
    isCheckout: order.from_api,
    body: html`<div class="narrow"><h1>${ctx.t('order', order.id)}</h1>
<p class="notice${ended ? '' : ' good'}" role="status">${ctx.t(sentence)}</p>
${returnUrl ? html`<p class="actions"><a class="button" href="${returnUrl}">${ctx.t('back')}</a></p>` : ''}
<p>${ctx.t('status')}: ${orderStatusText(ctx.language, order.status_id, status)}</p>
${renderSummary(ctx, displayLines, null, ctx.t(returnUrl ? 'yourGift' : 'yourOrder'))}
${takenOff > 0 ? html`<p>${ctx.t('discounts')}: −${formatPrice(takenOff, ctx.language)}</p>` : ''}
${order.fees.map(fee => html`<p>${fee.display_name}: ${formatPrice(fee.priceCents, ctx.language)}</p>`)}
${delivery > 0 ? html`<p>${ctx.t('delivery')}: ${formatPrice(delivery, ctx.language)}</p>` : ''}
${order.total_cents === ofLines ? '' : html`<p><strong>${ctx.t('total')}: ${formatPrice(order.total_cents, ctx.language)}</strong></p>`}
<p class="soft">${ctx.t('subtotalVat')}: ${formatPrice(order.tax_cents, ctx.language)}</p>
${order.certificate_cents > 0 ? html`<p>${ctx.t('certificateUsed')}: ${formatPrice(order.certificate_cents, ctx.language)}</p>` : ''}
${giftCards.length > 0 ? giftCardTable(ctx, giftCards) : ''}
${order.deliver_to_hosts ? html`<p>${deliveryNames.hosts[ctx.language]}</p>` : ''}
${helpList(ctx, displayLines)}
${returnUrl ? '' : html`<p><a href="${ctx.url('/')}">${ctx.t('continue')}</a></p>`}</div>`,
  })
}

/** The gift cards that were bought: codes and balances. */
const giftCardTable = (
  ctx: PageContext,
  giftCards: GiftCertificate[],
): Html => html`<h2>${ctx.t('cards')}</h2>
<p class="help">${ctx.t('cardsHelp')}</p>
<table>${columnHeaders(ctx, ['cards', 'status', 'balance'])}${giftCards.map(
  giftCard => html`<tr><th scope="row"><code>${giftCard.code}</code></th>
<td>${giftCard.status === 'active' ? ctx.t('cardUntil', formatDay(ctx, giftCard.expires)) : ctx.t('cardOff')}</td>
<td class="price">${formatPrice(giftCard.balance_cents, ctx.language)}</td></tr>`,
)}</table>`

const formatDay = (ctx: PageContext, date: Date | null): string =>
  date?.toLocaleDateString(ctx.language === 'el' ? 'el-GR' : 'en-GB', {
    dateStyle: 'long',
    timeZone: 'Europe/Athens',
  }) ?? ''
