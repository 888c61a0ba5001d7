import { serveStatic } from '@hono/node-server/serve-static'
import type { Hono } from 'hono'

const pagesWithExtension = /\.data$|^\/(search|subscribe)\.php$|^\/(sitemap\.xml|robots\.txt)$/

const cacheForever = 'public, max-age=31536000, immutable'
const cacheForMonth = 'public, max-age=2592000'
const cacheForHour = 'public, max-age=3600'

/**
 * Serves the built files, cached by browsers: hashed ones forever, other pictures for a month, the rest for an hour. A
 * missing file is answered 404 before any page is rendered.
 */
export function serveAssets(app: Hono, root: string): void {
  const assets = serveStatic({ root, precompressed: true })
  // Set once the file is found: `serveStatic` has made its answer when its own option would say so.
  app.use('/assets/*', async (c, next) => {
    const file = await assets(c, async () => {})
    if (!file) return next()
    file.headers.set('cache-control', cacheForever)
    return file
  })
  const files = serveStatic({ root })
  app.use('*', async (c, next) => {
    const { path } = c.req
    if (!/\.\w{2,11}$/.test(path) || pagesWithExtension.test(path)) return next()
    const file = await files(c, async () => {})
    if (!file) return c.text('Not found', 404)
    file.headers.set('cache-control', /\.(svg|png|webp|ico)$/.test(path) ? cacheForMonth : cacheForHour)
    return file
  })
}
