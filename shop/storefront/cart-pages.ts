import type { Hono } from 'hono'
import { html } from 'hono/html'
import { addRequestedLines, type CartLine, setLineQuantity } from '../carts/cart-lines.ts'
import { type Cart, changeCart, createCart, findCart } from '../carts/carts.ts'
import type { LineRequest } from '../carts/line-request.ts'
import { QuantityError } from '../carts/quantity-rules.ts'
import type { LiveProduct } from '../catalogue/live-catalogue.ts'
import { channelOfLanguage, languageOf } from '../channels.ts'
import { ShopError, type Store } from '../store.ts'
import { channelAt } from '../storefronts.ts'
import { renderMessage, renderProduct } from './browse-pages.ts'
import { columnHeaders, createPageContext, type Html, type PageContext, renderPage } from './layout.ts'
import { chosenOptionTexts, isMoney } from './order-summary.ts'
import { findSessionCustomer, isSameOrigin, readSession, type Session, writeSession } from './session.ts'

/** The cart page, its changes, and the one-time address that opens a cart made through the API. */
export function addCartPages(app: Hono, store: Store): void {
  app.get('/cart.php', async c => {
    const session = await readSession(store, c)
    const ctx = createPageContext(store, c, session.language)
    return c.req.query('token') ? openCartByLink(ctx, session) : renderCart(ctx, session)
  })
  app.post('/cart.php', async c => {
    const session = await readSession(store, c)
    const ctx = createPageContext(store, c, session.language)
    if (!isSameOrigin(c)) return renderMessage(ctx, 403, ctx.t('tryAgain'))
    const form = await c.req.parseBody()
    if (form.action === 'add') return addProduct(ctx, session, form)
    const refusal =
      session.cart && (await changeLine(ctx, session.cart, String(form.line), Number(form.quantity)))
    if (refusal) return renderCart(ctx, session, quantityErrorText(ctx, refusal))
    return c.redirect(ctx.url('/cart.php'), 303)
  })
}

interface CartRedirect {
  cart_id: string
  query: Record<string, string>
}

/**
 * Makes a cart the visitor's own, at its channel's storefront alone. Its address works once, and again for the visitor who
 * opened it.
 */
async function openCartByLink(ctx: PageContext, session: Session): Promise<Response> {
  const { token = '', id = '', action } = ctx.hono.req.query()
  const cart = await findCart(ctx.store, ctx.store.db, id)
  const here = channelAt(ctx.store, ctx.hono.req.url)
  if (!cart || (here && here.id !== cart.channel_id))
    return renderMessage(ctx, 410, ctx.t('linkUsed'), ctx.t('linkUsedHelp'))
  const { rows } = await ctx.store.db.query<CartRedirect>(
    'update shop.cart_redirect set used_at = $3 where token = $1 and cart_id::text = $2 and used_at is null returning *',
    [token, id, ctx.store.now()],
  )
  const isOwnCart = session.cart === id
  if (!rows[0] && !isOwnCart) return renderMessage(ctx, 410, ctx.t('linkUsed'), ctx.t('linkUsedHelp'))
  if (rows[0]) {
    await ctx.store.db.query('update shop.cart set query = query || $2 where id = $1', [
      id,
      JSON.stringify(rows[0].query),
    ])
  }
  await writeSession(ctx.store, ctx.hono, {
    ...session,
    cart: id,
    language: languageOf(cart),
  })
  return ctx.hono.redirect(ctx.url(action === 'loadInCheckout' ? '/checkout' : '/cart.php'), 303)
}

async function renderCart(ctx: PageContext, session: Session, errorMessage = ''): Promise<Response> {
  const cart = session.cart ? await findCart(ctx.store, ctx.store.db, session.cart) : undefined
  const lines = cart?.lines ?? []
  if (ctx.hono.req.query('lang')) await writeSession(ctx.store, ctx.hono, session)
  return renderPage(ctx, {
    title: ctx.t('cart'),
    status: errorMessage ? 422 : 200,
    body: html`<h1>${ctx.t('cart')}</h1>${errorMessage ? html`<p class="notice" role="alert">${errorMessage}</p>` : ''}${
      lines.length > 0
        ? html`${lineTable(ctx, lines)}
<p class="actions"><a class="button" href="${ctx.url('/checkout')}">${ctx.t('checkout')}</a>
<a class="button quiet" href="${ctx.url('/')}">${ctx.t('continue')}</a></p>`
        : html`<p>${ctx.t('cartEmpty')}</p><p><a class="button" href="${ctx.url('/')}">${ctx.t('continue')}</a></p>`
    }`,
  })
}

/** Lines with name, options, price, and forms to change them, and their total. */
async function lineTable(ctx: PageContext, lines: CartLine[]): Promise<Html> {
  const { products } = await ctx.store.liveCatalogue()
  const total = lines.reduce((sum, line) => sum + line.priceCents * line.quantity, 0)
  return html`<table>${columnHeaders(ctx, ['product', 'quantity', 'price'])}
${lines.map(
  line => html`<tr><th scope="row">${line.name}${chosenOptions(line)}</th>
<td>${lineForms(ctx, line, isMoney(products.get(line.productId)))}</td>
<td class="price">${ctx.price(line.priceCents * line.quantity)}</td></tr>`,
)}
<tr><th colspan="2" scope="row">${ctx.t('total')}</th><td class="price">${ctx.price(total)}</td></tr>
</table>`
}

function chosenOptions(line: CartLine): Html | '' {
  const chosen = chosenOptionTexts(line)
  return chosen.length === 0 ? '' : html`<br><span class="soft">${chosen.join(' · ')}</span>`
}

/** The forms that change the quantity of a line, or remove it; a single gift of money has no quantity. */
function lineForms(ctx: PageContext, line: CartLine, isGift: boolean): Html {
  return html`${
    isGift && line.quantity === 1
      ? ''
      : html`<form method="post" action="${ctx.url('/cart.php')}" aria-label="${ctx.t('quantity')}: ${line.name}">
<input type="hidden" name="line" value="${line.id}">
<input type="number" name="quantity" min="0" max="99" value="${line.quantity}" aria-label="${ctx.t('quantity')}: ${line.name}">
<button class="quiet">${ctx.t('update')}</button></form>`
  }
<form method="post" action="${ctx.url('/cart.php')}" aria-label="${ctx.t('remove')}: ${line.name}">
<input type="hidden" name="line" value="${line.id}"><input type="hidden" name="quantity" value="0">
<button class="quiet" aria-label="${ctx.t('remove')}: ${line.name}">${ctx.t('remove')}</button></form>`
}

/** Changes a line; returns why the shop doesn't sell so many or so few of it. */
async function changeLine(
  ctx: PageContext,
  cartId: string,
  line: string,
  quantity: number,
): Promise<QuantityError | undefined> {
  if (!Number.isInteger(quantity) || quantity < 0 || quantity > 99) return
  try {
    await changeCart(ctx.store, cartId, cart => setLineQuantity(cart, line, quantity))
  } catch (error) {
    if (error instanceof QuantityError) return error
    // The line has been removed in another tab.
    if (!(error instanceof ShopError && error.status === 404)) throw error
  }
}

const quantityErrorText = (ctx: PageContext, { productName, reason, count }: QuantityError) =>
  `${productName}: ${ctx.t(reason, count)}`

async function addProduct(
  ctx: PageContext,
  session: Session,
  form: Record<string, unknown>,
): Promise<Response> {
  const product = (await ctx.store.liveCatalogue()).products.get(Number(form.product))
  if (!product?.visible) return renderMessage(ctx, 404, ctx.t('notFound'))
  try {
    const cart = await addToCart(ctx, session, parseProductForm(product, form))
    await writeSession(ctx.store, ctx.hono, { ...session, cart: cart.id })
    return ctx.hono.redirect(ctx.url('/cart.php'), 303)
  } catch (error) {
    if (!(error instanceof ShopError)) throw error
    if (error instanceof QuantityError) return renderProduct(ctx, product, quantityErrorText(ctx, error))
    const isUnfilled = error.fields.variant_id ?? error.fields.option_selections
    const asked = error.fields.variant_id ? ctx.t('choose') : ctx.t('fillIn')
    return renderProduct(ctx, product, isUnfilled ? asked : ctx.t('outOfStock'))
  }
}

async function addToCart(ctx: PageContext, session: Session, request: LineRequest): Promise<Cart> {
  const existing = session.cart ? await findCart(ctx.store, ctx.store.db, session.cart) : undefined
  if (existing)
    return (await changeCart(ctx.store, existing.id, (cart, liveCatalogue) =>
      addRequestedLines(cart, liveCatalogue, [request]),
    ))!
  const customer = await findSessionCustomer(ctx.store, session)
  const newCart = {
    channelId: channelOfLanguage(ctx.language),
    customerId: customer?.id,
    fromApi: false,
    displayCurrency: ctx.currency.code,
  }
  return createCart(ctx.store, newCart, [request])
}

function parseProductForm(product: LiveProduct, form: Record<string, unknown>): LineRequest {
  const quantity = Number(form.quantity ?? 1)
  const ids = [...product.options, ...(product.modifiers ?? [])].map(option => option.id)
  return {
    productId: product.id,
    quantity: Number.isInteger(quantity) && quantity > 0 && quantity < 100 ? quantity : 1,
    selections: ids.map(optionId => ({ optionId, value: String(form[`option-${optionId}`] ?? '') })),
    hasIsoDates: true,
  }
}
