import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Language } from '../../base/language.ts'
import { compressPage } from '../http/compression.ts'
import { contentSecurityPolicy, type Reach } from '../security/security-headers.ts'

/** A page, or the data that an open one reads again, as bytes: plain and brotli. */
interface CachedPage {
  plain: Uint8Array<ArrayBuffer>
  brotli: Uint8Array<ArrayBuffer>
  /** Compressed at the highest quality, or on the way to it: a page asked for twice is worth a third of a second. */
  isDense: boolean
  headers: Record<string, string>
  /** After this moment (ms) it must be rendered again. */
  until: number
  group: string
}

export interface PageCache {
  /** The cached answer, or null when there is none that is still true. */
  find(key: string, request: Request, now: number): Response | null
  /**
   * Renders, caches and answers; who asks for the same meanwhile waits for it. `group` is what a change names. A change
   * that comes while rendering wins: that page is answered but not cached, and later requests render a later one.
   */
  renderOnce(
    key: string,
    group: string,
    language: Language,
    request: Request,
    render: () => Promise<RenderedPage>,
  ): Promise<Response>
  /** Drops all pages of that group. */
  invalidate(group: string): void
  /** Drops everything; until `setEnabled(true)` nothing is cached. */
  setEnabled(on: boolean): void
}

/** A page that is being rendered for all who ask for it; null if it can't be shared. */
interface Rendering {
  group: string
  page: Promise<CachedPage | null>
}

export interface RenderedPage {
  response: Response
  /** Until when it stays true, whatever else happens (ms). */
  until: number
}

const maxBytes = 64 * 1024 * 1024

/** Pages that all visitors without anything personal share, rendered once (R812); the least recently used go first. */
export function createPageCache(reach: Reach, maxSize = maxBytes): PageCache {
  const keysByGroup = new Map<string, Set<string>>()
  const renderings = new Map<string, Rendering>()
  const pages = new LRUCache<string, CachedPage>({
    maxSize,
    sizeCalculation: ({ plain, brotli }) => plain.length + brotli.length,
    dispose: ({ group }, key, reason) => reason !== 'set' && removeKey(keysByGroup, group, key),
  })
  const compressDensely = createDenseCompressor(pages)
  let enabled = false

  const store = (key: string, page: CachedPage) => {
    pages.set(key, page)
    keysByGroup.set(page.group, (keysByGroup.get(page.group) ?? new Set()).add(key))
  }
  const clear = () => {
    for (const one of [pages, keysByGroup, renderings]) one.clear()
  }
  return {
    find(key, request, now) {
      const page = enabled ? pages.get(key) : undefined
      if (!page || page.until <= now) return null
      if (!page.isDense) compressDensely(key, page)
      return toResponse(page, request)
    },
    async renderOnce(key, group, language, request, render) {
      const others = renderings.get(key)
      const shared = others && (await others.page)
      if (shared) return toResponse(shared, request)
      const { promise, resolve } = Promise.withResolvers<CachedPage | null>()
      const mine = { group, page: promise }
      if (enabled) renderings.set(key, mine)
      let made: CachedPage | Response | null = null
      try {
        const { response, until } = await render()
        const isPage = response.status === 200
        made = isPage ? await toCachedPage(response, { group, language, until, reach }) : response
        if (!(made instanceof Response) && renderings.get(key) === mine) store(key, made)
        return made instanceof Response ? made : toResponse(made, request)
      } finally {
        if (renderings.get(key) === mine) renderings.delete(key)
        resolve(made instanceof Response ? null : made)
      }
    },
    invalidate(group) {
      for (const key of [...(keysByGroup.get(group) ?? [])]) pages.delete(key)
      for (const [key, one] of renderings) if (one.group === group) renderings.delete(key)
    },
    setEnabled(on) {
      enabled = on
      clear()
    },
  }
}

/** Compresses cached pages at the highest quality, one after another: other requests need the other threads. */
function createDenseCompressor(pages: LRUCache<string, CachedPage>) {
  let queue = Promise.resolve()
  return (key: string, page: CachedPage) => {
    page.isDense = true
    queue = queue.then(async () => {
      if (pages.peek(key) === page) page.brotli = await compressPage(page.plain, 'dense')
    })
  }
}

function removeKey(keysByGroup: Map<string, Set<string>>, group: string, key: string): void {
  const keys = keysByGroup.get(group)
  keys?.delete(key)
  if (keys?.size === 0) keysByGroup.delete(group)
}

interface CachedPageOptions {
  group: string
  language: Language
  until: number
  reach: Reach
}

/** A page carries the policy that names its scripts by their hashes; data runs nothing. */
async function toCachedPage(response: Response, options: CachedPageOptions): Promise<CachedPage> {
  const { group, language, until, reach } = options
  const type = response.headers.get('content-type') ?? ''
  const plain = new Uint8Array(await response.arrayBuffer())
  const shared = {
    'content-type': type,
    'content-language': language,
    'cache-control': 'private, no-cache',
    vary: 'cookie, accept-encoding',
  }
  const isPage = type.startsWith('text/html')
  const headers = isPage
    ? { ...shared, 'content-security-policy': policyOf(Buffer.from(plain).toString(), reach) }
    : { ...shared, [routerHeader]: response.headers.get(routerHeader) ?? 'yes' }
  return { plain, brotli: await compressPage(plain), isDense: !isPage, headers, until, group }
}

/** By this header the router knows data of its own. */
const routerHeader = 'x-remix-response'

function policyOf(html: string, reach: Reach): string {
  return contentSecurityPolicy({ scriptHashes: hashInlineScripts(html), ...reach })
}

/** SHA-256, base64, of every inline script of a page. */
export function hashInlineScripts(html: string): string[] {
  const bodies = [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(
    match => match[1] ?? '',
  )
  return [...new Set(bodies)].map(body => createHash('sha256').update(body).digest('base64'))
}

function toResponse({ plain, brotli, headers }: CachedPage, request: Request): Response {
  const takesBrotli = /\bbr\b/.test(request.headers.get('accept-encoding') ?? '')
  return new Response(takesBrotli ? brotli : plain, {
    headers: { ...headers, ...(takesBrotli && { 'content-encoding': 'br' }) },
  })
}
