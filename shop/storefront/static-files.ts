import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Context, Hono } from 'hono'

const packageFolder = (name: string): string =>
  dirname(createRequire(import.meta.url).resolve(`${name}/package.json`))

const articleImageFolder = fileURLToPath(new URL('../catalogue/pictures/', import.meta.url))
const productImageFolder = join(articleImageFolder, 'products')
/** The same pictures, of this width. */
const smallImageFolder = join(articleImageFolder, 'small')
const smallWidth = 384
/** The Greek ones are made by tools/fonts.ts. */
const fontFiles = Object.fromEntries(
  ['literata', 'commissioner'].flatMap(family => [
    [`${family}-greek.woff2`, fileURLToPath(new URL(`./fonts/${family}-greek.woff2`, import.meta.url))],
    [
      `${family}-latin.woff2`,
      join(packageFolder(`@fontsource-variable/${family}`), 'files', `${family}-latin-wght-normal.woff2`),
    ],
  ]),
)
const immutableCache = 'public, max-age=31536000, immutable'

/** Pictures, fonts and the style sheet; each is read once and cached. */
export function addStaticFiles(app: Hono): void {
  app.get('/images/:name{[a-z0-9-]+\\.webp}', c =>
    sendFile(c, join(productImageFolder, c.req.param('name')), 'image/webp', immutableCache),
  )
  app.get('/images/stencil/:size{[a-z0-9]+}/:name{[a-z0-9-]+\\.webp}', c => {
    const isSmall = Number.parseInt(c.req.param('size'), 10) <= smallWidth
    const path = join(isSmall ? smallImageFolder : productImageFolder, c.req.param('name'))
    return sendFile(c, path, 'image/webp', immutableCache)
  })
  app.get('/images/articles/:name{[a-z0-9-]+\\.avif}', c =>
    sendFile(c, join(articleImageFolder, c.req.param('name')), 'image/avif', immutableCache),
  )
  app.get('/fonts/:name', c => {
    const path = Object.hasOwn(fontFiles, c.req.param('name')) ? fontFiles[c.req.param('name')] : undefined
    return path ? sendFile(c, path, 'font/woff2', immutableCache) : c.notFound()
  })
  const styleSheet = fileURLToPath(new URL('./style.css', import.meta.url))
  app.get('/style.css', c => sendFile(c, styleSheet, 'text/css; charset=utf-8', 'public, max-age=300'))
}

const fileCache = new Map<string, Uint8Array<ArrayBuffer>>()

async function sendFile(
  c: Context,
  path: string,
  contentType: string,
  cacheControl: string,
): Promise<Response> {
  const bytes =
    fileCache.get(path) ??
    (await readFile(path).then(
      content => new Uint8Array(content),
      () => undefined,
    ))
  if (!bytes) return c.notFound()
  fileCache.set(path, bytes)
  return c.body(bytes, 200, {
    'Content-Type': contentType,
    'Cache-Control': cacheControl,
    'X-Content-Type-Options': 'nosniff',
  })
}
