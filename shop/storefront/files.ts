import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Context, Hono } from 'hono'

const folderOf = (name: string): string =>
  dirname(createRequire(import.meta.url).resolve(`${name}/package.json`))

const articlePictures = fileURLToPath(new URL('../catalogue/pictures/', import.meta.url))
const pictures = join(folderOf('@lobehub/fluent-emoji-3d'), 'assets')
const fonts = Object.fromEntries(
  ['literata', 'commissioner'].flatMap(family =>
    ['greek', 'latin'].map(script => [
      `${family}-${script}.woff2`,
      join(folderOf(`@fontsource-variable/${family}`), 'files', `${family}-${script}-wght-normal.woff2`),
    ]),
  ),
)
const FOREVER = 'public, max-age=31536000, immutable'

/** Pictures, fonts and the style sheet; read once, then kept. */
export function files(app: Hono): void {
  app.get('/images/:name{[a-z0-9-]+\\.webp}', c =>
    send(c, join(pictures, c.req.param('name')), 'image/webp', FOREVER),
  )
  app.get('/images/articles/:name{[a-z0-9-]+\\.avif}', c =>
    send(c, join(articlePictures, c.req.param('name')), 'image/avif', FOREVER),
  )
  app.get('/fonts/:name', c => {
    const path = Object.hasOwn(fonts, c.req.param('name')) ? fonts[c.req.param('name')] : undefined
    return path ? send(c, path, 'font/woff2', FOREVER) : c.notFound()
  })
  const style = fileURLToPath(new URL('./style.css', import.meta.url))
  app.get('/style.css', c => send(c, style, 'text/css; charset=utf-8', 'public, max-age=300'))
}

const kept = new Map<string, Uint8Array<ArrayBuffer>>()

async function send(c: Context, path: string, type: string, cache: string): Promise<Response> {
  const bytes =
    kept.get(path) ??
    (await readFile(path).then(
      read => new Uint8Array(read),
      () => undefined,
    ))
  if (!bytes) return c.notFound()
  kept.set(path, bytes)
  return c.body(bytes, 200, {
    'Content-Type': type,
    'Cache-Control': cache,
    'X-Content-Type-Options': 'nosniff',
  })
}
