import type { Context } from 'hono'
import { html, raw } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'
import type { Language } from '../channels.ts'
import { categoriesUnder, categoryPath } from '../shelf.ts'
import type { Store } from '../store.ts'
import { say, type Word } from './words.ts'

export type Html = HtmlEscapedString | Promise<HtmlEscapedString>

/** What every page of the storefront is written with. */
export interface Desk {
  store: Store
  c: Context
  language: Language
  t(word: Word, filling?: string | number): string
  /** The address of a path inside the shop. */
  to(path: string): string
}

export function desk(store: Store, c: Context, language: Language): Desk {
  return {
    store,
    c,
    language,
    t: (word, filling) => say(language, word, filling),
    to: path => (path === '/' ? store.path || '/' : `${store.path}${path}`),
  }
}

/** Forms may lead only to this shop; `formTargets` adds origins that a payment may lead back to. */
export function secure(c: Context, formTargets: string[] = []): void {
  c.header(
    'Content-Security-Policy',
    [
      "default-src 'none'",
      "style-src 'self'",
      "img-src 'self'",
      "font-src 'self'",
      `form-action ${["'self'", ...formTargets].join(' ')}`,
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
  )
  c.header('X-Content-Type-Options', 'nosniff')
  c.header('Referrer-Policy', 'same-origin')
  c.header('Cache-Control', 'private, no-cache')
}

interface Sheet {
  title: string
  body: Html
  status?: 200 | 400 | 403 | 404 | 409 | 410 | 422 | 500
  formTargets?: string[]
}

/** A whole page in the shop's frame. */
export async function page(d: Desk, { title, body, status = 200, formTargets }: Sheet): Promise<Response> {
  secure(d.c, formTargets)
  return d.c.html(
    html`<!doctype html>
<html lang="${d.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} | Doron Shop</title>
<link rel="icon" href="${d.to('/images/1f381.webp')}" type="image/webp">
<link rel="stylesheet" href="${d.to('/style.css')}">
</head>
<body>
<a class="skip" href="#content">${d.t('skip')}</a>
${header(d)}
<main id="content">${body}</main>
${footer(d)}
</body>
</html>`,
    status,
  )
}

function header(d: Desk): Html {
  const other = d.language === 'el' ? 'en' : 'el'
  const registries = siteOf(d)
  return html`<header>
<a class="mark" href="${d.to('/')}">Doron Shop</a>
<form action="${d.to('/search.php')}" role="search">
<input type="search" name="search_query" aria-label="${d.t('search')}" value="${d.c.req.query('search_query') ?? ''}">
<button class="quiet">${d.t('search')}</button>
</form>
<nav aria-label="${d.t('account')}">
${registries ? html`<a href="${registries}">${d.t('registries')}</a>` : ''}
<a href="${d.to('/account')}">${d.t('account')}</a>
<a href="${d.to('/cart.php')}">${d.t('cart')}</a>
<a href="?lang=${other}" hreflang="${other}" lang="${other}">${other === 'el' ? 'Ελληνικά' : 'English'}</a>
</nav>
<nav class="rooms" aria-label="${d.t('home')}">
${categoriesUnder(0).map(top => html`<a href="${d.to(categoryPath(top.id))}">${top.name[d.language]}</a> `)}
</nav>
</header>`
}

/** The partner's site in the page's language, where carts from outside lead back to. */
function siteOf({ store, language }: Desk): string | undefined {
  const back = store.returnUrl?.('')
  return back && new URL(language === 'el' ? '/?lang=el' : '/', back).href
}

function footer(d: Desk): Html {
  return html`<footer>
<form method="post" action="${d.to('/subscribe.php')}">
<input type="hidden" name="action" value="subscribe">
<label>${d.t('newsletter')}<input type="email" name="nl_email" autocomplete="email" required></label>
<button class="quiet">${d.t('subscribe')}</button>
</form>
<p>${d.t('paymentHelp')}</p>
</footer>`
}

export interface FieldHelp {
  value?: string
  error?: string
  type?: string
  autocomplete?: string
  required?: boolean
}

/** A labelled input with its error in words beside it. */
export function field(name: string, label: string, help: FieldHelp = {}): Html {
  const described = help.error ? raw(`aria-invalid="true" aria-describedby="${name}-wrong"`) : ''
  return html`<label for="${name}">${label}</label>
<input id="${name}" name="${name}" type="${help.type ?? 'text'}" value="${help.value ?? ''}" maxlength="200"
 autocomplete="${help.autocomplete ?? 'off'}" ${help.required ? raw('required') : ''} ${described}>
${help.error ? html`<p class="wrong" id="${name}-wrong">${help.error}</p>` : ''}`
}
