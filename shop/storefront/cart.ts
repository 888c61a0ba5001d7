import type { Hono } from 'hono'
import { html } from 'hono/html'
import { type CartLine, setQuantity, type Wish, withWishes } from '../cart-lines.ts'
import { type Cart, changeCart, createCart, findCart } from '../carts.ts'
import { channelOf, languageOf } from '../channels.ts'
import { price } from '../money.ts'
import type { Item } from '../shelf.ts'
import { ShopError, type Store } from '../store.ts'
import { messagePage, productPage } from './browse.ts'
import { type Desk, desk, type Html, page } from './layout.ts'
import { fromOwnPage, readSession, type Session, writeSession } from './session.ts'

/** The cart's page, its changes, and the one-time address by which a cart from outside is taken over. */
export function cartPages(app: Hono, store: Store): void {
  app.get('/cart.php', async c => {
    const session = await readSession(store, c)
    const d = desk(store, c, session.language)
    return c.req.query('token') ? takeOver(d, session) : cartPage(d, session)
  })
  app.post('/cart.php', async c => {
    const session = await readSession(store, c)
    const d = desk(store, c, session.language)
    if (!fromOwnPage(c)) return messagePage(d, 403, d.t('tryAgain'))
    const form = await c.req.parseBody()
    if (form.action === 'add') return add(d, session, form)
    if (session.cart) await setLine(d, session.cart, String(form.line), Number(form.quantity))
    return c.redirect(d.to('/cart.php'), 303)
  })
}

interface Redirect {
  cart_id: string
  query: Record<string, string>
}

async function takeOver(d: Desk, session: Session): Promise<Response> {
  const { token = '', id = '', action } = d.c.req.query()
  const { rows } = await d.store.db.query<Redirect>(
    'update shop.redirect set used = $3 where token = $1 and cart_id::text = $2 and used is null returning *',
    [token, id, d.store.now()],
  )
  const mine = session.cart === id
  if (!rows[0] && !mine) return messagePage(d, 410, d.t('gone'), d.t('goneHelp'))
  const cart = await findCart(d.store, d.store.db, id)
  if (!cart) return messagePage(d, 410, d.t('gone'), d.t('goneHelp'))
  if (rows[0]) {
    await d.store.db.query('update shop.cart set query = query || $2 where id = $1', [
      id,
      JSON.stringify(rows[0].query),
    ])
  }
  await writeSession(d.store, d.c, { ...session, cart: id, language: languageOf(cart.channel_id) })
  return d.c.redirect(d.to(action === 'loadInCheckout' ? '/checkout' : '/cart.php'), 303)
}

async function cartPage(d: Desk, session: Session): Promise<Response> {
  const cart = session.cart ? await findCart(d.store, d.store.db, session.cart) : undefined
  if (d.c.req.query('lang')) await writeSession(d.store, d.c, session)
  return page(d, {
    title: d.t('cart'),
    body: html`<h1>${d.t('cart')}</h1>${
      cart
        ? html`${linesTable(d, cart.lines, line => changeForms(d, line))}
<p class="actions"><a class="button" href="${d.to('/checkout')}">${d.t('checkout')}</a>
<a class="button quiet" href="${d.to('/')}">${d.t('continue')}</a></p>`
        : html`<p>${d.t('cartEmpty')}</p><p><a class="button" href="${d.to('/')}">${d.t('continue')}</a></p>`
    }`,
  })
}

type ShownLine = Pick<CartLine, 'name' | 'priceCents' | 'quantity' | 'options'>

/** Lines with name, options, price and total. `more` writes what may be done with a line. */
export function linesTable<L extends ShownLine>(d: Desk, lines: L[], more?: (line: L) => Html): Html {
  const total = lines.reduce((sum, line) => sum + line.priceCents * line.quantity, 0)
  return html`<table>
${lines.map(
  line => html`<tr><td>${line.name}${chosenWords(line)}</td>
<td>${more ? more(line) : `×\u00a0${line.quantity}`}</td>
<td class="price">${price(line.priceCents * line.quantity, d.language)}</td></tr>`,
)}
<tr><th colspan="2" scope="row">${d.t('total')}</th><td class="price">${price(total, d.language)}</td></tr>
</table>`
}

/** The choices of a line. Written texts are for machines (a partner's references) and not for the shopper. */
function chosenWords({ options }: Pick<CartLine, 'options'>): Html | '' {
  const chosen = options.filter(option => option.valueId !== 0)
  if (chosen.length === 0) return ''
  return html`<br><span class="soft">${chosen.map(({ name, value }) => `${name}: ${value}`).join(' · ')}</span>`
}

function changeForms(d: Desk, line: CartLine): Html {
  return html`<form method="post" action="${d.to('/cart.php')}">
<input type="hidden" name="line" value="${line.id}">
<input type="number" name="quantity" min="0" max="99" value="${line.quantity}" aria-label="${d.t('quantity')}: ${line.name}">
<button class="quiet">${d.t('update')}</button></form>
<form method="post" action="${d.to('/cart.php')}">
<input type="hidden" name="line" value="${line.id}"><input type="hidden" name="quantity" value="0">
<button class="quiet" aria-label="${d.t('remove')}: ${line.name}">${d.t('remove')}</button></form>`
}

async function setLine(d: Desk, cartId: string, line: string, quantity: number): Promise<void> {
  if (!Number.isInteger(quantity) || quantity < 0 || quantity > 99) return
  try {
    await changeCart(d.store, cartId, cart => setQuantity(cart, line, quantity))
  } catch (error) {
    // The line is gone already, by another tab: the page shows what is left.
    if (!(error instanceof ShopError && error.status === 404)) throw error
  }
}

async function add(d: Desk, session: Session, form: Record<string, unknown>): Promise<Response> {
  const item = (await d.store.shelf()).items.get(Number(form.product))
  if (!item?.visible) return messagePage(d, 404, d.t('notFound'))
  try {
    const cart = await putIn(d, session, wishFrom(item, form))
    await writeSession(d.store, d.c, { ...session, cart: cart.id })
    return d.c.redirect(d.to('/cart.php'), 303)
  } catch (error) {
    if (!(error instanceof ShopError)) throw error
    return productPage(d, item, error.fields.variant_id ? d.t('choose') : d.t('outOfStock'))
  }
}

async function putIn(d: Desk, session: Session, wish: Wish): Promise<Cart> {
  const known = session.cart ? await findCart(d.store, d.store.db, session.cart) : undefined
  if (known) return (await changeCart(d.store, known.id, (cart, shelf) => withWishes(cart, shelf, [wish])))!
  const start = { channelId: channelOf(d.language), customerId: session.customer, fromApi: false }
  return createCart(d.store, start, [wish])
}

function wishFrom(item: Item, form: Record<string, unknown>): Wish {
  const quantity = Number(form.quantity ?? 1)
  const ids = [...item.options, ...(item.modifiers ?? [])].map(option => option.id)
  return {
    productId: item.id,
    quantity: Number.isInteger(quantity) && quantity > 0 && quantity < 100 ? quantity : 1,
    selections: ids.map(optionId => ({ optionId, value: String(form[`option-${optionId}`] ?? '') })),
  }
}
