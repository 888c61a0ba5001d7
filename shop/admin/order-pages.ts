import type { Hono } from 'hono'
import { html, raw } from 'hono/html'
import { formatPrice, parseCents } from '../money.ts'
import { archiveOrder, changeOrderStatus, markMoneyReceived } from '../orders/order-changes.ts'
import { findOrderLines, getOrder, type Order, type OrderLine, orderStatuses } from '../orders/orders.ts'
import { refundOrder } from '../orders/refunds.ts'
import { addressesOf, deliveryTo, shippingAddressJson } from '../rest/orders/order-json.ts'
import { ShopError, type Store } from '../store.ts'
import { createPageContext, type Html, type PageContext, renderPage } from '../storefront/layout.ts'

/** Orders: view, change the status, cancel, refund. */
export function addOrderAdminPages(app: Hono, store: Store): void {
  app.get('/orders', async c => {
    const { rows } = await store.db.query<Order>('select * from shop."order" order by id desc limit 100')
    return renderOrderList(createPageContext(store, c, 'en'), rows)
  })
  app.get('/orders/:id{[0-9]+}', c =>
    renderOrder(store, createPageContext(store, c, 'en'), Number(c.req.param('id'))),
  )
  app.post('/orders/:id{[0-9]+}', async c => {
    const id = Number(c.req.param('id'))
    const form = await c.req.parseBody()
    const ctx = createPageContext(store, c, 'en')
    try {
      if (form.action === 'refund') await refundByForm(store, id, form)
      else if (form.action === 'received') await markMoneyReceived(store, id)
      else if (form.action === 'archive') await archiveOrder(store, id)
      else await changeOrderStatus(store, id, Number(form.status))
      return c.redirect(ctx.url(`/admin/orders/${id}`), 303)
    } catch (error) {
      if (!(error instanceof ShopError)) throw error
      return renderOrder(store, ctx, id, error.message)
    }
  })
}

/** Refunds the amount of the whole order, and the units in the form fields `refund-{lineId}`. */
async function refundByForm(store: Store, id: number, form: Record<string, unknown>): Promise<void> {
  const items = Object.entries(form)
    .filter(([name, value]) => name.startsWith('refund-') && Number(value) > 0)
    .map(([name, value]) => ({ lineId: Number(name.slice('refund-'.length)), quantity: Number(value) }))
  const amount = { type: 'ORDER', cents: parseCents(form.amount) } as const
  const all = [...items, ...(amount.cents > 0 ? [amount] : [])]
  const reason = 'Back office'
  if (all.length > 0) await refundOrder(store, id, { items: all.map(item => ({ ...item, reason })) })
}

function renderOrderList(ctx: PageContext, orders: Order[]): Promise<Response> {
  return renderPage(ctx, {
    title: 'Orders',
    body: html`<h1>Orders</h1><table>${orders.map(
      order => html`<tr><td><a href="${ctx.url(`/admin/orders/${order.id}`)}">${order.id}</a></td>
<td>${order.created.toISOString().slice(0, 16).replace('T', ' ')}</td>
<td>${order.first_name} ${order.last_name}</td><td>${orderStatuses[order.status_id]}</td>
<td class="price">${formatPrice(order.total_cents, 'en')}</td></tr>`,
    )}</table>`,
  })
}

async function renderOrder(store: Store, ctx: PageContext, id: number, errorMessage = ''): Promise<Response> {
  const order = await getOrder(store.db, id)
  const lines = await findOrderLines(store.db, id)
  const title = `Order ${id}`
  return renderPage(ctx, {
    title,
    status: errorMessage ? 422 : 200,
    body: html`<h1>${title}</h1>${errorMessage ? html`<p class="notice" role="alert">${errorMessage}</p>` : ''}
<p>${order.first_name} ${order.last_name}, ${order.email}<br>
${orderStatuses[order.status_id]} · ${order.payment_method} · ${order.payment_status}<br>
cart ${order.cart_id ?? '–'} · own number ${order.external_order_id || '–'}</p>
${lines.some(line => line.type === 'physical') ? addressesOf(order).map((_, number) => shippingAddress(order, number)) : ''}
${order.staff_notes ? html`<p>Notes: ${order.staff_notes}</p>` : ''}
${statusForms(order)}
${refundForm(lines)}`,
  })
}

/** Where the parcel goes, as the REST API says it; the hosts' address is in the notes alone. */
function shippingAddress(order: Order, number: number): Html {
  const address = shippingAddressJson(order, [], number)
  const lines = [
    `${address.first_name} ${address.last_name}`,
    address.company,
    address.street_1,
    address.street_2,
    `${address.zip} ${address.city}`,
    [address.state, address.country].filter(Boolean).join(', '),
    address.phone,
  ]
  const method =
    deliveryTo(order, number) === 'hosts'
      ? 'Deliver to the hosts: their address is in the notes, and the shop’s own stands here.'
      : address.shipping_method
  return html`<h2>Shipping address</h2><p>${method}</p>
<address>${lines
    .map(line => line?.trim())
    .filter(Boolean)
    .map(line => html`${line}<br>`)}</address>`
}

function statusForms(order: Order): Html {
  const options = orderStatuses.map(
    (name, id) =>
      html`<option value="${id}" ${id === order.status_id ? raw('selected') : ''}>${id} ${name}</option>`,
  )
  return html`<form method="post" class="narrow"><label for="status">Status</label>
<select id="status" name="status">${options}</select><p><button>Change status</button></p></form>
${isMoneyOutstanding(order) ? html`<form method="post"><input type="hidden" name="action" value="received"><button>Money received</button></form>` : ''}
<form method="post"><input type="hidden" name="status" value="5"><button class="quiet">Cancel the order</button></form>
${order.is_deleted ? html`<p>Archived.</p>` : html`<form method="post"><input type="hidden" name="action" value="archive"><button class="quiet">Archive</button></form>`}`
}

/** Cash on delivery and bank deposits, until staff have the money. */
const isMoneyOutstanding = (order: Order) =>
  ['', 'pending'].includes(order.payment_status) && order.certificate_cents < order.total_cents

function refundForm(lines: OrderLine[]): Html {
  return html`<h2>Lines</h2><form method="post"><input type="hidden" name="action" value="refund">
<table>${lines.map(
    line => html`<tr><td>${line.name}<br><span class="soft">${line.sku} ${line.options
      .map(option => `${option.name}: ${option.value}`)
      .join(' · ')}</span></td>
<td>× ${line.quantity}${line.quantity_refunded > 0 ? `, refunded ${line.quantity_refunded}` : ''}</td>
<td><label>Refund <input type="number" name="refund-${line.id}" min="0"
 max="${line.quantity - line.quantity_refunded}" value="0"></label></td>
<td class="price">${formatPrice(line.price_cents * line.quantity, 'en')}</td></tr>`,
  )}</table><p><label>An amount of the whole order <input type="number" name="amount" min="0" step="0.01"
 value="0"></label></p><p><button>Refund</button></p></form>`
}
