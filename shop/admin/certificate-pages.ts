import type { Hono } from 'hono'
import { html } from 'hono/html'
import { formatPrice, parseCents } from '../money.ts'
import { type GiftCertificate, issueByHand } from '../orders/gift-certificates.ts'
import type { Store } from '../store.ts'
import { createPageContext, type PageContext, renderPage } from '../storefront/layout.ts'

/** Gift certificates: the newest with their codes, and one made by hand. */
export function addCertificatePages(app: Hono, store: Store): void {
  const list = async (ctx: PageContext, notice = '') => {
    const { rows } = await store.db.query<GiftCertificate>(
      'select * from shop.certificate order by id desc limit 100',
    )
    return renderCertificates(ctx, rows, notice)
  }
  app.get('/certificates', c => list(createPageContext(store, c, 'en')))
  app.post('/certificates', async c => {
    const ctx = createPageContext(store, c, 'en')
    const form = await c.req.parseBody()
    const [name, email] = [String(form.name ?? '').trim(), String(form.email ?? '').trim()]
    const cents = parseCents(form.amount)
    if (name === '' || email === '' || !(cents > 0)) return list(ctx, 'Name, e-mail and amount are needed.')
    await issueByHand(store, { name, email, cents })
    return c.redirect(ctx.url('/admin/certificates'), 303)
  })
}

function renderCertificates(ctx: PageContext, rows: GiftCertificate[], notice: string): Promise<Response> {
  const title = 'Gift certificates'
  return renderPage(ctx, {
    title,
    status: notice ? 422 : 200,
    body: html`<h1>${title}</h1>${notice ? html`<p class="notice" role="alert">${notice}</p>` : ''}
<table>${rows.map(
      one => html`<tr><td><code>${one.code}</code></td><td>${one.to_name}, ${one.to_email}</td><td>${one.status}</td>
<td class="price">${formatPrice(one.amount_cents, 'en')}</td><td class="price">${formatPrice(one.balance_cents, 'en')}</td></tr>`,
    )}</table>
<h2>Make one</h2><form method="post" class="narrow"><label for="name">Name</label><input id="name" name="name">
<label for="email">E-mail</label><input id="email" name="email" type="email">
<label for="amount">Amount</label><input id="amount" name="amount" type="number" min="0" step="0.01">
<p><button>Make the gift certificate</button></p></form>`,
  })
}
