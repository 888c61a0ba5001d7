import { Hono } from 'hono'
import { withStorefrontLanguage } from '../../base/paths.ts'
import type { Config } from '../config.ts'
import { languageCookie, requestLanguage } from '../context/request-language.ts'
import { readCookie } from '../context/session.ts'

/**
 * Redirects addresses of the shop's platform, which our forms use, to the storefront in the visitor's language (R805),
 * and the icon that browsers request by themselves to the logo.
 */
export function storefrontRedirects(config: Config): Hono {
  const app = new Hono()
  app.get('/search.php', c => c.redirect(storefrontUrl(c.req.raw, config), 302))
  app.get('/subscribe.php', c => c.redirect(storefrontUrl(c.req.raw, config), 302))
  // 307 keeps the method and the fields of the form.
  app.post('/subscribe.php', c => c.redirect(storefrontUrl(c.req.raw, config), 307))
  app.get('/favicon.ico', c => c.redirect(config.SITE_MARK ?? '/logo.svg', 302))
  return app
}

function storefrontUrl(request: Request, { storefronts }: Config): string {
  const url = new URL(request.url)
  const language = requestLanguage(url, readCookie(request, languageCookie))
  return withStorefrontLanguage(storefronts[language] + url.pathname + url.search, language)
}
