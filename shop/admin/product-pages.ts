import type { Hono } from 'hono'
import { html, raw } from 'hono/html'
import type { LiveProduct } from '../catalogue/live-catalogue.ts'
import { changeProduct, removeProduct } from '../catalogue/product-changes.ts'
import { foldText } from '../catalogue/product-search.ts'
import { parseCents } from '../money.ts'
import { ShopError, type Store } from '../store.ts'
import { createPageContext, type PageContext, renderPage } from '../storefront/layout.ts'

/** Products: change price, stock and visibility, or delete. */
export function addProductAdminPages(app: Hono, store: Store): void {
  app.get('/products', async c =>
    renderProductList(createPageContext(store, c, 'en'), [
      ...(await store.liveCatalogue()).products.values(),
    ]),
  )
  app.post('/products/:id{[0-9]+}', async c => {
    const id = Number(c.req.param('id'))
    const form = await c.req.parseBody()
    if (form.action === 'remove') await removeProduct(store, id)
    else await changeByForm(store, id, form)
    return c.redirect(`${store.basePath}/admin/products?q=${encodeURIComponent(String(form.q ?? ''))}`, 303)
  })
}

async function changeByForm(store: Store, id: number, form: Record<string, unknown>): Promise<void> {
  const priceCents = parseCents(form.price)
  if (!(priceCents >= 0 && priceCents <= 100_000_000)) throw new ShopError(422, 'The price is invalid.')
  const saleCents = form.sale ? parseCents(form.sale) : null
  await changeProduct(store, id, {
    priceCents,
    saleCents: saleCents !== null && saleCents >= 0 && saleCents < priceCents ? saleCents : null,
    visible: form.visible === '1',
    available: form.available === '1',
    stock: form.stock ? Math.max(0, Math.trunc(Number(form.stock)) || 0) : undefined,
  })
}

function renderProductList(ctx: PageContext, products: LiveProduct[]): Promise<Response> {
  const searchTerm = ctx.hono.req.query('q') ?? ''
  const matching = products.filter(product =>
    foldText(`${product.id} ${product.name.en} ${product.name.el}`).includes(foldText(searchTerm)),
  )
  return renderPage(ctx, {
    title: 'Products',
    body: html`<h1>Products</h1>
<form><label for="q">Find</label><input id="q" name="q" value="${searchTerm}"></form>
${matching.slice(0, 100).map(product => productForm(ctx, product, searchTerm))}`,
  })
}

function productForm(ctx: PageContext, product: LiveProduct, searchTerm: string) {
  const checked = (isChecked: boolean) => (isChecked ? raw('checked') : '')
  const euros = (cents?: number) => (cents === undefined ? '' : (cents / 100).toFixed(2))
  return html`<form method="post" action="${ctx.url(`/admin/products/${product.id}`)}"><fieldset>
<legend>${product.id} ${product.name.en}</legend><input type="hidden" name="q" value="${searchTerm}">
<label>Price, € <input name="price" inputmode="decimal" value="${euros(product.priceCents)}"></label>
<label>Sale price, € <input name="sale" inputmode="decimal" value="${euros(product.saleCents)}"></label>
${product.stockTracked ? html`<label>Set the stock of each variant (now ${product.variants.map(variant => variant.stock).join(', ')}) <input type="number" name="stock" min="0"></label>` : ''}
<label class="pick"><input type="checkbox" name="visible" value="1" ${checked(product.visible)}>Visible</label>
<label class="pick"><input type="checkbox" name="available" value="1" ${checked(product.available)}>Can be bought</label>
<p class="actions"><button>Save</button><button class="quiet" name="action" value="remove">Delete</button></p>
</fieldset></form>`
}
