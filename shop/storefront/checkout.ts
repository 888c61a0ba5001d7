import type { Hono } from 'hono'
import { html, raw } from 'hono/html'
import { totalOf } from '../cart-lines.ts'
import { type Cart, findCart } from '../carts.ts'
import { languageOf } from '../channels.ts'
import {
  type Buyer,
  orderOfCart,
  type Payment,
  placeOrder,
  returnAddress,
  returnOfCart,
} from '../checkout.ts'
import { customerById } from '../customers.ts'
import { price } from '../money.ts'
import { INCOMPLETE, noAddress, type Order } from '../orders.ts'
import { ShopError, type Store } from '../store.ts'
import { messagePage } from './browse.ts'
import { linesTable } from './cart.ts'
import { type Desk, desk, field, type Html, page } from './layout.ts'
import { fromOwnPage, readSession, type Session, writeSession } from './session.ts'

type Form = Record<string, string>
type Wrong = Record<string, string>

/** Checkout: details, delivery, payment, on one page. */
export function checkoutPages(app: Hono, store: Store): void {
  app.get('/checkout', async c => {
    const session = await readSession(store, c)
    const cart = session.cart ? await findCart(store, store.db, session.cart) : undefined
    const d = desk(store, c, cart ? languageOf(cart.channel_id) : session.language)
    if (!cart) return gone(d, session)
    return checkoutPage(d, cart, await knownDetails(d, session))
  })
  app.post('/checkout', async c => {
    const session = await readSession(store, c)
    const d = desk(store, c, session.language)
    if (!fromOwnPage(c)) return messagePage(d, 403, d.t('tryAgain'))
    const form = textsOf(await c.req.parseBody())
    return pay(d, session, form)
  })
}

const textsOf = (form: Record<string, unknown>): Form =>
  Object.fromEntries(Object.entries(form).map(([key, value]) => [key, String(value).trim().slice(0, 200)]))

/** A cart that has become an order leads to it; without one there is nothing to pay. */
async function gone(d: Desk, session: Session): Promise<Response> {
  const order = session.cart ? await orderOfCart(d.store.db, session.cart) : undefined
  return d.c.redirect(d.to(order ? `/order/${order.key}` : '/cart.php'), 303)
}

async function knownDetails(d: Desk, session: Session): Promise<Form> {
  const customer = session.customer ? await customerById(d.store.db, session.customer) : undefined
  return customer
    ? { email: customer.email, first_name: customer.first_name, last_name: customer.last_name }
    : {}
}

async function pay(d: Desk, session: Session, form: Form): Promise<Response> {
  const cart = session.cart ? await findCart(d.store, d.store.db, session.cart) : undefined
  if (!cart) return gone(d, session)
  const wrong = wrongFields(d, cart, form)
  if (Object.keys(wrong).length > 0) return checkoutPage(d, cart, form, { wrong })
  try {
    const order = await placeOrder(d.store, cart.id, buyerFrom(cart, form), paymentFrom(form))
    if (order.status_id === INCOMPLETE) return checkoutPage(d, cart, form, { notice: d.t('declined') })
    return await thanks(d, session, order, form)
  } catch (error) {
    if (!(error instanceof ShopError)) throw error
    if (error.status === 404) return gone(d, session)
    if (error.fields.certificate) {
      return checkoutPage(d, cart, form, { wrong: { certificate: d.t('certificateBad') } })
    }
    return checkoutPage(d, cart, form, { notice: d.t('soldOut', error.fields.stock) })
  }
}

async function thanks(d: Desk, session: Session, order: Order, form: Form): Promise<Response> {
  await writeSession(d.store, d.c, { ...session, cart: undefined })
  const back = returnAddress(order.query)
  return d.c.redirect(form.back && back ? back : d.to(`/order/${order.key}`), 303)
}

const paymentFrom = (form: Form): Payment =>
  form.payment === 'decline' || form.payment === 'pending' ? form.payment : 'success'

const hasPhysical = (cart: Cart): boolean => cart.lines.some(line => line.type === 'physical')
const toHosts = (cart: Cart, form: Form): boolean => cart.from_api && form.delivery !== 'own'

function wrongFields(d: Desk, cart: Cart, form: Form): Wrong {
  const address = hasPhysical(cart) && !toHosts(cart, form) ? ['street', 'city', 'zip'] : []
  const empty = ['first_name', 'last_name', ...address].filter(name => !form[name])
  const wrong: Wrong = Object.fromEntries(empty.map(name => [name, d.t('missing')]))
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(form.email ?? '')) wrong.email = d.t('emailBad')
  return wrong
}

function buyerFrom(cart: Cart, form: Form): Buyer {
  const { street = '', city = '', zip = '', phone = '' } = form
  const deliverToHosts = hasPhysical(cart) && toHosts(cart, form)
  return {
    email: form.email ?? '',
    firstName: form.first_name ?? '',
    lastName: form.last_name ?? '',
    address: deliverToHosts ? { ...noAddress, phone } : { ...noAddress, street_1: street, city, zip, phone },
    deliverToHosts,
    message: '',
    certificate: form.certificate || undefined,
  }
}

function checkoutPage(
  d: Desk,
  cart: Cart,
  form: Form,
  trouble: { wrong?: Wrong; notice?: string } = {},
): Promise<Response> {
  const back = returnOfCart(d.store, cart)
  const notice = trouble.notice ?? (trouble.wrong ? d.t('tryAgain') : undefined)
  return page(d, {
    title: d.t('checkout'),
    status: notice ? 422 : 200,
    formTargets: back ? [new URL(back).origin] : [],
    body: html`<h1>${d.t('checkout')}</h1>
${notice ? html`<p class="notice" role="alert">${notice}</p>` : ''}
<form class="checkout" method="post" action="${d.to('/checkout')}" novalidate><div>
${contact(d, form, trouble.wrong ?? {})}
${hasPhysical(cart) ? delivery(d, cart, form, trouble.wrong ?? {}) : ''}
${payment(d, form, trouble.wrong ?? {})}
${back ? html`<label class="pick"><input type="checkbox" name="back" value="1" ${checked(Boolean(form.back))}>${d.t('backAtOnce')}</label>` : ''}
<p class="actions"><button>${d.t('pay', price(totalOf(cart.lines), d.language))}</button></p>
</div><div>${linesTable(d, cart.lines)}
<p><a href="${d.to('/cart.php')}">${d.t('cart')}</a></p></div></form>`,
  })
}

const checked = (is: boolean) => (is ? raw('checked') : '')

function contact(d: Desk, form: Form, wrong: Wrong): Html {
  return html`<fieldset><legend>${d.t('contact')}</legend>
${field('email', d.t('email'), { value: form.email, error: wrong.email, type: 'email', autocomplete: 'email', required: true })}
${field('first_name', d.t('firstName'), { value: form.first_name, error: wrong.first_name, autocomplete: 'given-name', required: true })}
${field('last_name', d.t('lastName'), { value: form.last_name, error: wrong.last_name, autocomplete: 'family-name', required: true })}
${field('phone', d.t('phone'), { value: form.phone, type: 'tel', autocomplete: 'tel' })}
</fieldset>`
}

function delivery(d: Desk, cart: Cart, form: Form, wrong: Wrong): Html {
  const hosts = toHosts(cart, form)
  const choice = html`
<label class="pick"><input type="radio" name="delivery" value="hosts" ${checked(hosts)}><span>${d.t('deliverHosts')}<br>
<span class="help">${d.t('deliverHostsHelp')}</span></span></label>
<label class="pick"><input type="radio" name="delivery" value="own" ${checked(!hosts)}>${d.t('addressOwn')}</label>`
  return html`<fieldset><legend>${d.t('delivery')}</legend>
${cart.from_api ? choice : ''}
<div class="own-address">
${field('street', d.t('street'), { value: form.street, error: wrong.street, autocomplete: 'street-address' })}
${field('city', d.t('city'), { value: form.city, error: wrong.city, autocomplete: 'address-level2' })}
${field('zip', d.t('zip'), { value: form.zip, error: wrong.zip, autocomplete: 'postal-code' })}
</div></fieldset>`
}

function payment(d: Desk, form: Form, wrong: Wrong): Html {
  const chosen = paymentFrom(form)
  const choice = (value: Payment, label: string) =>
    html`<label class="pick"><input type="radio" name="payment" value="${value}" ${checked(chosen === value)}>${label}</label>`
  return html`<fieldset><legend>${d.t('payment')}</legend>
<p class="help">${d.t('paymentHelp')}</p>
${choice('success', d.t('paySuccess'))}
${choice('decline', d.t('payDecline'))}
${choice('pending', d.t('payPending'))}
${field('certificate', d.t('certificate'), { value: form.certificate, error: wrong.certificate })}
</fieldset>`
}
