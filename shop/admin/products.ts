import type { Hono } from 'hono'
import { html, raw } from 'hono/html'
import { changeProduct, removeProduct } from '../goods.ts'
import { fold } from '../graphql/search.ts'
import { cents } from '../money.ts'
import type { Item } from '../shelf.ts'
import { ShopError, type Store } from '../store.ts'
import { type Desk, desk, page } from '../storefront/layout.ts'

/** Products: their price, stock and visibility. */
export function productPages(app: Hono, store: Store): void {
  app.get('/products', async c => listPage(desk(store, c, 'en'), [...(await store.shelf()).items.values()]))
  app.post('/products/:id{[0-9]+}', async c => {
    const id = Number(c.req.param('id'))
    const form = await c.req.parseBody()
    if (form.action === 'remove') await removeProduct(store, id)
    else await change(store, id, form)
    return c.redirect(`${store.path}/admin/products?q=${encodeURIComponent(String(form.q ?? ''))}`, 303)
  })
}

async function change(store: Store, id: number, form: Record<string, unknown>): Promise<void> {
  const price = cents(form.price)
  if (!(price >= 0 && price <= 100_000_000)) throw new ShopError(422, 'The price is invalid.')
  const sale = form.sale ? cents(form.sale) : null
  await changeProduct(store, id, {
    priceCents: price,
    saleCents: sale !== null && sale >= 0 && sale < price ? sale : null,
    visible: form.visible === '1',
    available: form.available === '1',
    stock: form.stock ? Math.max(0, Math.trunc(Number(form.stock)) || 0) : undefined,
  })
}

function listPage(d: Desk, items: Item[]): Promise<Response> {
  const q = d.c.req.query('q') ?? ''
  const found = items.filter(item => fold(`${item.id} ${item.name.en} ${item.name.el}`).includes(fold(q)))
  return page(d, {
    title: 'Products',
    body: html`<h1>Products</h1>
<form><label for="q">Find</label><input id="q" name="q" value="${q}"></form>
${found.slice(0, 100).map(item => productForm(d, item, q))}`,
  })
}

function productForm(d: Desk, item: Item, q: string) {
  const checked = (is: boolean) => (is ? raw('checked') : '')
  const amount = (value?: number) => (value === undefined ? '' : (value / 100).toFixed(2))
  return html`<form method="post" action="${d.to(`/admin/products/${item.id}`)}"><fieldset>
<legend>${item.id} ${item.name.en}</legend><input type="hidden" name="q" value="${q}">
<label>Price, € <input name="price" inputmode="decimal" value="${amount(item.priceCents)}"></label>
<label>Sale price, € <input name="sale" inputmode="decimal" value="${amount(item.saleCents)}"></label>
${item.stockTracked ? html`<label>Set the stock of each variant (now ${item.variants.map(variant => variant.stock).join(', ')}) <input type="number" name="stock" min="0"></label>` : ''}
<label class="pick"><input type="checkbox" name="visible" value="1" ${checked(item.visible)}>Visible</label>
<label class="pick"><input type="checkbox" name="available" value="1" ${checked(item.available)}>Can be bought</label>
<p class="actions"><button>Save</button><button class="quiet" name="action" value="remove">Delete</button></p>
</fieldset></form>`
}
