import { serveStatic } from '@hono/node-server/serve-static'
import type { Hono } from 'hono'

const pagesWithExtension = /\.data$|^\/(search|subscribe)\.php$|^\/(sitemap\.xml|robots\.txt)$/

const cacheForMonth = 'public, max-age=2592000'
const cacheForHour = 'public, max-age=3600'

/**
 * Serves the built files, cached by browsers: hashed ones forever, other pictures for a month, the rest for an hour. A
 * missing file is answered 404 before any page is rendered.
 */
export function serveAssets(app: Hono, root: string): void {
  app.use(
    '/assets/*',
    serveStatic({
      root,
      precompressed: true,
      onFound: (_, c) => c.header('cache-control', 'public, max-age=31536000, immutable'),
    }),
  )
  app.use('*', async (c, next) => {
    const { path } = c.req
    if (!/\.\w{2,11}$/.test(path) || pagesWithExtension.test(path)) return next()
    const file = serveStatic({
      root,
      onFound: (_, context) =>
        context.header('cache-control', /\.(svg|png|webp|ico)$/.test(path) ? cacheForMonth : cacheForHour),
    })
    return (await file(c, async () => {})) ?? c.text('Not found', 404)
  })
}
