import type { Hono } from 'hono'
import { html, raw } from 'hono/html'
import { channelOfLanguage } from '../channels.ts'
import { consentCategories, findEnabledScripts, type Script } from '../scripts.ts'
import type { Store } from '../store.ts'
import type { Html, PageContext } from './page-context.ts'
import { isSameOrigin, readSession, type Session, writeSession } from './session.ts'

/** The scripts of one page, and what the shopper is asked for the others. */
export interface PageScripts {
  head: Html[]
  footer: Html[]
  /** The addresses that the page may load scripts from, and the origins these may talk to. */
  sources: string[]
  origins: string[]
  consent: Html | ''
}

const noScripts: PageScripts = { head: [], footer: [], sources: [], origins: [], consent: '' }

/** Scripts that belong on a page and that its shopper has agreed to (R958). The back office has none. */
export async function findPageScripts(ctx: PageContext): Promise<PageScripts> {
  const kind = pageKind(ctx)
  if (kind === 'back office') return noScripts
  const scripts = await findEnabledScripts(ctx.store.db, channelOfLanguage(ctx.language))
  if (scripts.length === 0) return noScripts
  const session = await readSession(ctx.store, ctx.hono)
  const here = scripts.filter(({ visibility }) => visibility === 'all_pages' || visibility === kind)
  const allowed = here.filter(({ consent_category: category }) => category && isAllowed(session, category))
  const tagsAt = (location: Script['location']) =>
    allowed.filter(script => script.location === location).map(scriptTag)
  const categories = consentCategories.filter(
    category => category !== 'essential' && scripts.some(script => script.consent_category === category),
  )
  return {
    head: tagsAt('head'),
    footer: tagsAt('footer'),
    sources: allowed.map(({ src }) => withoutQuery(src)),
    origins: [...new Set(allowed.map(({ src }) => new URL(src).origin))],
    consent: categories.length > 0 ? consentForm(ctx, session) : '',
  }
}

/** As a content security policy names an address. */
const withoutQuery = (address: string): string => {
  const { origin, pathname } = new URL(address)
  return origin + pathname
}

const isAllowed = ({ consents = [] }: Session, category: string): boolean =>
  category === 'essential' || consents.includes(category)

function pageKind({ store, hono }: PageContext): Script['visibility'] | 'back office' {
  const { path } = hono.req
  const pathInShop = path.startsWith(`${store.basePath}/`) ? path.slice(store.basePath.length) : path
  if (/^\/admin(\/|$)/.test(pathInShop)) return 'back office'
  if (/^\/checkout(\/|$)/.test(pathInShop)) return 'checkout'
  return pathInShop.startsWith('/order/') ? 'order_confirmation' : 'storefront'
}

function scriptTag({ src, load_method, integrity_hashes }: Script): Html {
  const integrity =
    integrity_hashes.length > 0
      ? html` integrity="${integrity_hashes.join(' ')}" crossorigin="anonymous"`
      : ''
  return html`<script src="${src}"${load_method === 'default' ? '' : raw(` ${load_method}`)}${integrity}></script>`
}

function consentForm(ctx: PageContext, { consents }: Session): Html {
  const isAsked = consents === undefined
  return html`<form class="consent" method="post" action="${ctx.url('/consent')}">
<p>${ctx.t(isAsked ? 'consentAsk' : 'consentGiven')}</p>
<button name="consent" value="all">${ctx.t('consentAll')}</button>
<button class="quiet" name="consent" value="essential">${ctx.t('consentEssential')}</button></form>`
}

/** Keeps what a shopper agrees to, and goes back to the page they were on. */
export function addConsentPages(app: Hono, store: Store): void {
  app.post('/consent', async c => {
    const session = await readSession(store, c)
    const { consent } = await c.req.parseBody()
    const consents = consent === 'all' ? consentCategories.filter(category => category !== 'essential') : []
    if (isSameOrigin(c)) await writeSession(store, c, { ...session, consents })
    return c.redirect(pageBefore(store, c.req.header('referer')) ?? (store.basePath || '/'), 303)
  })
}

/** The path of a page of this shop; other addresses are not gone back to. */
function pageBefore(store: Store, referrer = ''): string | undefined {
  if (!URL.canParse(referrer)) return undefined
  const { pathname, search } = new URL(referrer)
  return pathname.startsWith(`${store.basePath}/`) && !pathname.startsWith('//')
    ? pathname + search
    : undefined
}
