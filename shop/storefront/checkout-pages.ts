import type { Context, Hono } from 'hono'
import { html, raw } from 'hono/html'
import { type Cart, findCart } from '../carts/carts.ts'
import { languageOf } from '../channels.ts'
import { storeCurrency } from '../currencies.ts'
import { formatPrice } from '../money.ts'
import { deliveryNames, shopAddressLine } from '../orders/delivery.ts'
import { emptyAddress, INCOMPLETE, type Order } from '../orders/orders.ts'
import {
  type Buyer,
  findOrderByCart,
  type PaymentOutcome,
  paymentOutcomes,
  placeOrder,
  returnUrlFrom,
  returnUrlOfCart,
} from '../orders/place-order.ts'
import { applyPromotions, type DiscountedCart, grandTotals } from '../promotions/apply-promotions.ts'
import { ShopError, type Store } from '../store.ts'
import { tryOnce } from '../wrong-tries.ts'
import { renderMessage } from './browse-pages.ts'
import { createPageContext, formField, type Html, type PageContext, renderPage } from './layout.ts'
import { helpList, readCartNote, renderSummary } from './order-summary.ts'
import { findSessionCustomer, isSameOrigin, readSession, type Session, writeSession } from './session.ts'

type FormFields = Record<string, string>
type FieldErrors = Record<string, string>

/** The checkout: contact details, delivery and payment on one page. */
export function addCheckoutPages(app: Hono, store: Store): void {
  app.get('/checkout', async c => {
    const { ctx, session, cart } = await openCheckout(store, c)
    if (!cart) return redirectWithoutCart(ctx, session)
    return renderCheckout(ctx, cart, { ...(await customerDetails(ctx, session)), ...enteredBefore(cart) })
  })
  app.post('/checkout', async c => {
    const { ctx, session, cart } = await openCheckout(store, c)
    if (!isSameOrigin(c)) return renderMessage(ctx, 403, ctx.t('tryAgain'))
    if (!cart) return redirectWithoutCart(ctx, session)
    return payForCart(ctx, session, cart, trimFields(await c.req.parseBody()))
  })
}

/** The visitor's cart, and the page in the language that the cart has, whatever the visitor reads elsewhere. */
async function openCheckout(store: Store, c: Context) {
  const session = await readSession(store, c)
  const cart = session.cart ? await findCart(store, store.db, session.cart) : undefined
  return { ctx: createPageContext(store, c, cart ? languageOf(cart) : session.language), session, cart }
}

/** The fields of a form, trimmed to 200 characters. */
const trimFields = (form: Record<string, unknown>): FormFields =>
  Object.fromEntries(Object.entries(form).map(([key, value]) => [key, String(value).trim().slice(0, 200)]))

/** To the order that the cart became, or to the empty cart; an order that was not paid for is not yet one. */
async function redirectWithoutCart(ctx: PageContext, session: Session): Promise<Response> {
  const order = session.cart ? await findOrderByCart(ctx.store.db, session.cart) : undefined
  return ctx.hono.redirect(
    ctx.url(order && order.status_id !== INCOMPLETE ? `/order/${order.key}` : '/cart.php'),
    303,
  )
}

/** What the shopper has entered at the storefront that the cart comes from. */
function enteredBefore({ consignments, coupon_code, certificate_code }: Cart): FormFields {
  const {
    address1: street = '',
    city = '',
    postal_code: zip = '',
    phone = '',
  } = consignments[0]?.address ?? {}
  const entered = { coupon: coupon_code, certificate: certificate_code, street, city, zip, phone }
  return Object.fromEntries(Object.entries(entered).filter(([, value]) => value !== ''))
}

async function customerDetails(ctx: PageContext, session: Session): Promise<FormFields> {
  const customer = await findSessionCustomer(ctx.store, session)
  return customer
    ? { email: customer.email, first_name: customer.first_name, last_name: customer.last_name }
    : {}
}

async function payForCart(
  ctx: PageContext,
  session: Session,
  cart: Cart,
  form: FormFields,
): Promise<Response> {
  if (form.apply) return renderCheckout(ctx, cart, form)
  const errors = validateForm(ctx, cart, form)
  if (Object.keys(errors).length > 0) return renderCheckout(ctx, cart, form, { errors })
  try {
    const order = await placeByForm(ctx, cart, form)
    if (order.status_id === INCOMPLETE) return renderCheckout(ctx, cart, form, { notice: ctx.t('declined') })
    return await redirectAfterPayment(ctx, session, order, form)
  } catch (error) {
    if (!(error instanceof ShopError)) throw error
    if (error.status === 404) return redirectWithoutCart(ctx, session)
    if (error.status === 429)
      return renderCheckout(ctx, cart, form, { errors: { certificate: ctx.t('tooManyTries') } })
    if (error.fields.coupon) return renderCheckout(ctx, cart, form, { errors: {} })
    if (error.fields.certificate) {
      return renderCheckout(ctx, cart, form, { errors: { certificate: ctx.t('certificateBad') } })
    }
    return renderCheckout(ctx, cart, form, { notice: ctx.t('soldOut', error.fields.stock) })
  }
}

/** Places the order; codes of gift cards are tried only so often for one cart. */
function placeByForm(ctx: PageContext, cart: Cart, form: FormFields): Promise<Order> {
  const place = () => placeOrder(ctx.store, cart.id, parseBuyer(ctx, cart, form), parsePayment(form))
  return form.certificate ? tryOnce(ctx.store, `certificate ${cart.id}`, place) : place()
}

async function redirectAfterPayment(
  ctx: PageContext,
  session: Session,
  order: Order,
  form: FormFields,
): Promise<Response> {
  await writeSession(ctx.store, ctx.hono, { ...session, cart: undefined })
  const returnUrl = returnUrlFrom(order.query)
  return ctx.hono.redirect(form.back && returnUrl ? returnUrl : ctx.url(`/order/${order.key}`), 303)
}

const parsePayment = (form: FormFields): PaymentOutcome =>
  paymentOutcomes.find(outcome => outcome === form.payment) ?? 'success'

const hasPhysicalLine = (cart: Cart): boolean => cart.lines.some(line => line.type === 'physical')
/** Whether the order is delivered to the hosts, which only carts made through the API can be. */
const goesToHosts = (cart: Cart, form: FormFields): boolean => cart.from_api && form.delivery !== 'own'

function validateForm(ctx: PageContext, cart: Cart, form: FormFields): FieldErrors {
  const addressFields = hasPhysicalLine(cart) && !goesToHosts(cart, form) ? ['street', 'city', 'zip'] : []
  const empty = ['first_name', 'last_name', ...addressFields].filter(name => !form[name])
  const errors: FieldErrors = Object.fromEntries(empty.map(name => [name, ctx.t('fieldRequired')]))
  if (!/^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(form.email ?? '')) errors.email = ctx.t('emailBad')
  return errors
}

function parseBuyer(ctx: PageContext, cart: Cart, form: FormFields): Buyer {
  const { street = '', city = '', zip = '', phone = '' } = form
  const deliverToHosts = hasPhysicalLine(cart) && goesToHosts(cart, form)
  return {
    email: form.email ?? '',
    firstName: form.first_name ?? '',
    lastName: form.last_name ?? '',
    address: deliverToHosts
      ? { ...emptyAddress, phone }
      : { ...emptyAddress, street_1: street, city, zip, phone },
    deliverToHosts,
    message: '',
    certificate: form.certificate,
    coupon: form.coupon,
    ...(ctx.currency !== storeCurrency && { currency: ctx.currency.code }),
  }
}

async function renderCheckout(
  ctx: PageContext,
  cart: Cart,
  form: FormFields,
  problems: { errors?: FieldErrors; notice?: string } = {},
): Promise<Response> {
  const returnUrl = returnUrlOfCart(ctx.store, cart)
  const { discounted, isCouponBad } = await discountCart(ctx, cart, form)
  if (isCouponBad) problems.errors = { ...problems.errors, coupon: ctx.t('couponBad') }
  const { errors = {} } = problems
  const notice = problems.notice ?? (problems.errors ? ctx.t('tryAgain') : undefined)
  return renderPage(ctx, {
    title: ctx.t('checkout'),
    isCheckout: true,
    hasOneLanguage: true,
    status: notice ? 422 : 200,
    formTargets: returnUrl ? [new URL(returnUrl).origin] : [],
    body: html`<h1>${ctx.t('checkout')}</h1>
${notice ? html`<p class="notice" role="alert">${notice}</p>` : ''}
<form class="checkout" method="post" action="${ctx.url('/checkout')}" aria-label="${ctx.t('checkout')}" novalidate><div>
${contactFields(ctx, form, errors)}
${hasPhysicalLine(cart) ? deliveryFields(ctx, cart, form, errors) : ''}
${paymentFields(ctx, form, errors)}
${returnUrl ? html`<label class="pick"><input type="checkbox" name="back" value="1" ${checkedAttribute(Boolean(form.back))}>${ctx.t('backAtOnce')}</label>` : ''}
<p class="actions"><button>${ctx.t('pay', formatPrice(grandTotals(discounted).total, ctx.language))}</button></p>
${ctx.currency === storeCurrency ? '' : html`<p class="help">${ctx.t('paidInEuro')}</p>`}
${helpList(ctx, cart.lines)}</div><div>${renderSummary(ctx, cart.lines, await readCartNote(ctx.store, cart.id))}
${discountList(ctx, discounted)}</div></form>`,
  })
}

/** The cart after its promotions; a coupon that can't be used is left out. */
async function discountCart(ctx: PageContext, cart: Cart, form: FormFields) {
  const buyer = { code: form.coupon || undefined, email: form.email }
  try {
    return { discounted: await applyPromotions(ctx.store, ctx.store.db, cart, buyer), isCouponBad: false }
  } catch (error) {
    if (!(error instanceof ShopError)) throw error
    return { discounted: await applyPromotions(ctx.store, ctx.store.db, cart, {}), isCouponBad: true }
  }
}

const discountList = (ctx: PageContext, { discounts, fees }: DiscountedCart): Html | '' =>
  discounts.length + fees.length === 0
    ? ''
    : html`<ul class="discounts">${discounts.map(
        ({ name, cents }) => html`<li>${name}: −${formatPrice(cents, ctx.language)}</li>`,
      )}${fees.map(
        ({ display_name, priceCents }) =>
          html`<li>${display_name}: ${formatPrice(priceCents, ctx.language)}</li>`,
      )}</ul>`

const checkedAttribute = (isChecked: boolean) => (isChecked ? raw('checked') : '')

function contactFields(ctx: PageContext, form: FormFields, errors: FieldErrors): Html {
  return html`<fieldset><legend>${ctx.t('contact')}</legend>
${formField('email', ctx.t('email'), { value: form.email, error: errors.email, type: 'email', autocomplete: 'email', required: true })}
${formField('first_name', ctx.t('firstName'), { value: form.first_name, error: errors.first_name, autocomplete: 'given-name', required: true })}
${formField('last_name', ctx.t('lastName'), { value: form.last_name, error: errors.last_name, autocomplete: 'family-name', required: true })}
${formField('phone', ctx.t('phone'), { value: form.phone, type: 'tel', autocomplete: 'tel' })}
</fieldset>`
}

function deliveryFields(ctx: PageContext, cart: Cart, form: FormFields, errors: FieldErrors): Html {
  const toHosts = goesToHosts(cart, form)
  const choice = html`
<label class="pick"><input type="radio" name="delivery" value="hosts" ${checkedAttribute(toHosts)}><span>${deliveryNames.hosts[ctx.language]}<br>
<span class="help">${ctx.t('deliverHostsHelp')} ${ctx.t('shippedFrom', shopAddressLine)}</span></span></label>
<label class="pick"><input type="radio" name="delivery" value="own" ${checkedAttribute(!toHosts)}>${ctx.t('addressOwn')}</label>`
  return html`<fieldset><legend>${ctx.t('delivery')}</legend>
${cart.from_api ? choice : ''}
<div class="own-address">
${formField('street', ctx.t('street'), { value: form.street, error: errors.street, autocomplete: 'address-line1' })}
${formField('city', ctx.t('city'), { value: form.city, error: errors.city, autocomplete: 'address-level2' })}
${formField('zip', ctx.t('zip'), { value: form.zip, error: errors.zip, autocomplete: 'postal-code' })}
</div></fieldset>`
}

function paymentFields(ctx: PageContext, form: FormFields, errors: FieldErrors): Html {
  const chosen = parsePayment(form)
  const choice = (value: PaymentOutcome, label: string) =>
    html`<label class="pick"><input type="radio" name="payment" value="${value}" ${checkedAttribute(chosen === value)}>${label}</label>`
  return html`<fieldset><legend>${ctx.t('payment')}</legend>
<p class="help">${ctx.t('paymentHelp')}</p>
${choice('success', ctx.t('paySuccess'))}
${choice('decline', ctx.t('payDecline'))}
${choice('pending', ctx.t('payPending'))}
${choice('cash', ctx.t('payCash'))}
${choice('deposit', ctx.t('payDeposit'))}
${codeFields(ctx, form, errors)}
</fieldset>`
}

/** The codes that lower what is paid, folded: most buyers have none. */
function codeFields(ctx: PageContext, form: FormFields, errors: FieldErrors): Html {
  const isUsed = [form.certificate, form.coupon, errors.certificate, errors.coupon].some(Boolean)
  return html`<details class="codes" ${isUsed ? raw('open') : ''}><summary>${ctx.t('haveCode')}</summary>
${formField('certificate', ctx.t('certificate'), { value: form.certificate, error: errors.certificate })}
${formField('coupon', ctx.t('coupon'), { value: form.coupon, error: errors.coupon })}
<p><button class="quiet" name="apply" value="1">${ctx.t('couponApply')}</button></p></details>`
}
