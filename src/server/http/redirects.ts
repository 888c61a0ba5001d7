import { Hono } from 'hono'
import { defaultLanguage } from '../../base/language.ts'
import type { Config } from '../config.ts'
import { languageCookie, requestLanguage } from '../context/request-language.ts'
import { readCookie } from '../context/session.ts'

/**
 * Addresses of the shop's platform that our forms use: they answer at the root and are sent on to the storefront,
 * in the visitor's language (R805). So do the small icons that browsers request by themselves.
 */
export function storefrontRedirects(config: Config): Hono {
  const app = new Hono()
  app.get('/search.php', c => c.redirect(atStorefront(c.req.raw, config), 302))
  app.get('/subscribe.php', c => c.redirect(atStorefront(c.req.raw, config), 302))
  // 307 keeps the method and what the form holds.
  app.post('/subscribe.php', c => c.redirect(atStorefront(c.req.raw, config), 307))
  app.get('/favicon.ico', c => c.redirect(config.SITE_MARK ?? '/logo.svg', 302))
  return app
}

function atStorefront(request: Request, { SHOP_STOREFRONT_URL }: Config): string {
  const url = new URL(request.url)
  const language = requestLanguage(url, readCookie(request, languageCookie))
  if (language !== defaultLanguage) url.searchParams.set('lang', language)
  return (SHOP_STOREFRONT_URL ?? '/shop') + url.pathname + url.search
}
