import type { Context } from 'hono'
import { html, raw } from 'hono/html'
import { categoryPath, childCategories } from '../catalogue/category-tree.ts'
import { channelOfLanguage, type Language } from '../channels.ts'
import { formatPrice } from '../money.ts'
import type { Store } from '../store.ts'
import { channelAt, storefrontUrlOf } from '../storefronts.ts'
import { chosenCurrency } from './currency.ts'
import { storefrontText } from './messages.ts'
import type { Html, PageContext } from './page-context.ts'
import { findPageScripts } from './page-scripts.ts'

export type { Html, PageContext } from './page-context.ts'

export function createPageContext(store: Store, c: Context, language: Language): PageContext {
  const { currency, currencies } = chosenCurrency(c)
  return {
    store,
    hono: c,
    language,
    currency,
    currencies,
    price: cents => formatPrice(cents, language, currency),
    t: (key, value) => storefrontText(language, key, value),
    url: path => (path === '/' ? store.basePath || '/' : `${store.basePath}${path}`),
  }
}

/**
 * Forms may be sent to this shop only; `formTargets` are further origins they may be redirected to. Scripts come from
 * the addresses that apps have registered, and from nowhere else.
 */
export function setSecurityHeaders(
  c: Context,
  formTargets: string[] = [],
  { sources, origins }: { sources: string[]; origins: string[] } = { sources: [], origins: [] },
): void {
  const withOrigins = (directive: string) => [directive, "'self'", ...origins].join(' ')
  c.header(
    'Content-Security-Policy',
    [
      "default-src 'none'",
      ...(sources.length > 0 ? [`script-src ${sources.join(' ')}`, `connect-src ${origins.join(' ')}`] : []),
      ...['style-src', 'img-src', 'font-src'].map(withOrigins),
      `form-action ${["'self'", ...formTargets].join(' ')}`,
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
  )
  c.header('X-Content-Type-Options', 'nosniff')
  c.header('Referrer-Policy', 'same-origin')
  c.header('Cache-Control', 'private, no-cache')
}

interface PageContent {
  title: string
  body: Html
  status?: 200 | 400 | 403 | 404 | 409 | 410 | 422 | 429 | 500
  formTargets?: string[]
  /** Whether nothing leads away from paying: no categories, no search, no newsletter. */
  isCheckout?: boolean
  /** Whether no link leads to the page in the other language. */
  hasOneLanguage?: boolean
}

/** A page with the shop's header and footer. */
export async function renderPage(
  ctx: PageContext,
  { title, body, status = 200, formTargets, isCheckout = false, hasOneLanguage = false }: PageContent,
): Promise<Response> {
  const scripts = await findPageScripts(ctx)
  setSecurityHeaders(ctx.hono, formTargets, scripts)
  return ctx.hono.html(
    html`<!doctype html>
<html lang="${ctx.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} | Doron Shop</title>
<link rel="icon" href="${ctx.url('/images/gift-card.webp')}" type="image/webp">
<link rel="stylesheet" href="${ctx.url('/style.css')}">
${scripts.head}</head>
<body>
<a class="skip" href="#content">${ctx.t('skip')}</a>
${isCheckout ? checkoutHeader(ctx, hasOneLanguage) : pageHeader(ctx)}
<main id="content">${body}</main>
${isCheckout ? html`<footer><p>${ctx.t('paymentHelp')}</p></footer>` : pageFooter(ctx)}
${scripts.consent}${scripts.footer}</body>
</html>`,
    status,
  )
}

function checkoutHeader(ctx: PageContext, hasOneLanguage: boolean): Html {
  return html`<header class="plain">
<a class="mark" href="${ctx.url('/')}">Doron Shop</a>
<nav aria-label="${ctx.t('account')}"><a href="${ctx.url('/cart.php')}">${ctx.t('cart')}</a>
${hasOneLanguage ? '' : languageLink(ctx)}</nav>
</header>`
}

function languageLink(ctx: PageContext): Html {
  const other = ctx.language === 'el' ? 'en' : 'el'
  return html`<a href="${pageInLanguage(ctx, other)}" hreflang="${other}" lang="${other}">${other === 'el' ? 'Ελληνικά' : 'English'}</a>`
}

/** The other currencies that prices can be read in, as the platform's own themes link to them. */
const currencyLinks = ({ currency, currencies }: PageContext): Html[] =>
  currencies
    .filter(code => code !== currency.code)
    .map(code => html`<a href="?setCurrencyId=${code}">${code}</a>`)

function pageHeader(ctx: PageContext): Html {
  const siteUrl = partnerSiteUrl(ctx)
  return html`<header>
<a class="mark" href="${ctx.url('/')}">Doron Shop</a>
<form action="${ctx.url('/search.php')}" role="search" aria-label="${ctx.t('search')}">
<input type="search" name="search_query" aria-label="${ctx.t('search')}" value="${ctx.hono.req.query('search_query') ?? ''}">
<button class="quiet">${ctx.t('search')}</button>
</form>
<nav aria-label="${ctx.t('account')}">
${siteUrl ? html`<a href="${siteUrl}">${ctx.t('registries')}</a>` : ''}
<a href="${ctx.url('/account')}">${ctx.t('account')}</a>
<a href="${ctx.url('/cart.php')}">${ctx.t('cart')}</a>
${languageLink(ctx)}
${currencyLinks(ctx)}
</nav>
<nav class="categories" aria-label="${ctx.t('home')}">
${childCategories(0).map(category => html`<a href="${ctx.url(categoryPath(category.id))}">${category.name[ctx.language]}</a> `)}
</nav>
</header>`
}

/** This page in another language: on the origin of that language's channel, if it has one. */
export function pageInLanguage(
  { store, hono }: Pick<PageContext, 'store' | 'hono'>,
  language: Language,
): string {
  const other = new URL(storefrontUrlOf(store, channelOfLanguage(language)))
  const { host, pathname } = new URL(hono.req.url)
  if (!channelAt(store, hono.req.url) || other.host === host) return `?lang=${language}`
  const path = pathname.startsWith(`${store.basePath}/`) ? pathname : `${store.basePath}${pathname}`
  return `${other.origin}${path}?lang=${language}`
}

/** The home page of the site that makes carts through the API, in the page's language. */
function partnerSiteUrl({ store, language }: PageContext): string | undefined {
  const returnUrl = store.returnUrl?.('')
  return returnUrl && new URL(language === 'el' ? '/?lang=el' : '/', returnUrl).href
}

function pageFooter(ctx: PageContext): Html {
  return html`<footer>
<form method="post" action="${ctx.url('/subscribe.php')}" aria-label="${ctx.t('newsletter')}">
<input type="hidden" name="action" value="subscribe">
<label>${ctx.t('newsletter')}<input type="email" name="nl_email" autocomplete="email" required></label>
<button class="quiet">${ctx.t('subscribe')}</button>
</form>
<p>${ctx.t('paymentHelp')}</p>
</footer>`
}

/** The headers of a table's columns; they are read aloud, not shown. */
export const columnHeaders = (ctx: PageContext, keys: Parameters<PageContext['t']>[0][]): Html =>
  html`<thead class="unseen"><tr>${keys.map(key => html`<th scope="col">${ctx.t(key)}</th>`)}</tr></thead>`

export interface FieldOptions {
  value?: string
  error?: string
  type?: string
  autocomplete?: string
  required?: boolean
}

export function formField(name: string, label: string, options: FieldOptions = {}): Html {
  const ariaAttributes = options.error ? raw(`aria-invalid="true" aria-describedby="${name}-wrong"`) : ''
  return html`<label for="${name}">${label}</label>
<input id="${name}" name="${name}" type="${options.type ?? 'text'}" value="${options.value ?? ''}" maxlength="200"
 autocomplete="${options.autocomplete ?? 'off'}" ${options.required ? raw('required') : ''} ${ariaAttributes}>
${options.error ? html`<p class="wrong" id="${name}-wrong">${options.error}</p>` : ''}`
}
