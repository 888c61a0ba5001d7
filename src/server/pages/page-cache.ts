import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Language } from '../../base/language.ts'
import { acceptsBrotli, compressPage } from '../http/body.ts'
import {
  contentSecurityPolicy,
  markSecured,
  type Reach,
  withSecurityHeaders,
} from '../security/security-headers.ts'

/** A page, or the data that an open page loads again, as bytes: plain and brotli. */
interface CachedPage {
  plain: Uint8Array<ArrayBuffer>
  brotli: Uint8Array<ArrayBuffer>
  /** All headers, the security headers too, so that they are sent as they are. */
  headers: { plain: Record<string, string>; brotli: Record<string, string> }
  /** Names these contents in `ETag`; weak, since plain and compressed bytes have the same. */
  etag: string
  /** Until when it is valid (ms since 1970). */
  until: number
  group: string
}

export interface PageCache {
  /** The cached response; null when there is none that is still valid. */
  find(key: string, request: Request, now: number): Response | null
  /**
   * Renders, caches and answers a page; requests for the same page meanwhile wait for it. A page whose group is
   * invalidated while it is rendered is answered but not cached. Null when it has no group.
   */
  renderAndCache(page: PageToRender, request: Request): Promise<Response | null>
  invalidate(group: string): void
  /** Deletes everything, and keeps pages for so long at most (ms); with 0, as at the start, none. */
  setMaxAge(ms: number): void
  maxAge(): number
  /** Deletes everything, also what is being rendered. */
  clear(): void
}

export interface PageToRender {
  key: string
  /**
   * The name that `invalidate` takes; null when there is no such page. Read before rendering, so that a change
   * meanwhile is noticed.
   */
  group(): Promise<string | null>
  language: Language
  render(): Promise<RenderedPage>
}

/** A page that is being rendered for several requests; null if it can't be shared. */
interface Rendering {
  /** Null as long as it isn't known: then each change may be one of this page. */
  group: string | null
  page: Promise<CachedPage | null>
}

interface RenderedPage {
  response: Response
  /** Until when it is valid if nothing changes (ms since 1970). */
  until: number
}

const maxSize = 64 * 1024 * 1024
/** What an entry takes beside its bytes and its key: headers, maps. */
const entryBytes = 2048

/** Pages that visitors without personal data share, rendered once (R812); the least recently used are evicted first. */
export function createPageCache(reach: Reach): PageCache {
  const keysByGroup = new Map<string, Set<string>>()
  const renderings = new Map<string, Rendering>()
  const pages = new LRUCache<string, CachedPage>({
    maxSize,
    sizeCalculation: ({ plain, brotli }, key) => plain.length + brotli.length + key.length + entryBytes,
    dispose: ({ group }, key, reason) => reason !== 'set' && removeKey(keysByGroup, group, key),
  })
  let maxAge = 0

  const store = (key: string, page: CachedPage) => {
    pages.set(key, page)
    keysByGroup.set(page.group, (keysByGroup.get(page.group) ?? new Set()).add(key))
  }
  const clear = () => {
    for (const map of [pages, keysByGroup, renderings]) map.clear()
  }
  return {
    find(key, request, now) {
      const page = maxAge > 0 ? pages.get(key) : undefined
      return page && page.until > now ? toResponse(page, request) : null
    },
    async renderAndCache({ key, language, ...page }, request) {
      const running = renderings.get(key)
      const shared = running && (await running.page)
      if (shared) return toResponse(shared, request)
      const { promise, resolve } = Promise.withResolvers<CachedPage | null>()
      const rendering: Rendering = { group: null, page: promise }
      if (maxAge > 0) renderings.set(key, rendering)
      let result: CachedPage | Response | null = null
      try {
        const group = await page.group()
        if (group === null) return null
        rendering.group = group
        const { response, until } = await page.render()
        result = await toCachedPage(response, { group, language, until, reach })
        if (!(result instanceof Response) && renderings.get(key) === rendering) store(key, result)
        return result instanceof Response ? result : toResponse(result, request)
      } finally {
        if (renderings.get(key) === rendering) renderings.delete(key)
        resolve(result instanceof Response ? null : result)
      }
    },
    invalidate(group) {
      for (const key of [...(keysByGroup.get(group) ?? [])]) pages.delete(key)
      for (const [key, one] of renderings) if ([null, group].includes(one.group)) renderings.delete(key)
    },
    setMaxAge(ms) {
      maxAge = ms
      clear()
    },
    maxAge: () => maxAge,
    clear,
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

/**
 * The cached form of an answer that is complete and the same for everybody; any other answer is returned as it is: a
 * failure, one that sets a cookie, an empty or a broken one. A page gets a policy that allows its inline scripts by
 * their hashes; others have no scripts.
 */
async function toCachedPage(response: Response, options: CachedPageOptions): Promise<CachedPage | Response> {
  const { group, language, until, reach } = options
  const type = response.headers.get('content-type') ?? ''
  const robots = response.headers.get('x-robots-tag')
  if (response.status !== 200 || response.headers.has('set-cookie')) return response
  const plain = new Uint8Array(await response.arrayBuffer())
  if (!isWhole(plain, type)) return new Response(plain, response)
  const shared = {
    'content-type': type,
    'content-language': language,
    'cache-control': 'private, no-cache',
    vary: 'cookie, accept-encoding',
    ...(robots && { 'x-robots-tag': robots }),
  }
  const isPage = type.startsWith('text/html')
  const headers = isPage
    ? { ...shared, 'content-security-policy': policyFor(Buffer.from(plain).toString(), reach) }
    : { ...shared, [routerHeader]: response.headers.get(routerHeader) ?? 'yes' }
  const etag = `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`
  const all = withSecurityHeaders({ ...headers, etag }, reach.isHttps ?? false)
  return {
    plain,
    brotli: await compressPage(plain),
    headers: { plain: all, brotli: { ...all, 'content-encoding': 'br' } },
    etag,
    until,
    group,
  }
}

const isRouterData = (type: string) => type.startsWith('text/x-script')

/** Whether nothing is missing: a page ends as every page does, data are not empty; there is no other kind. */
function isWhole(bytes: Uint8Array, type: string): boolean {
  if (isRouterData(type)) return bytes.length > 0
  return (
    type.startsWith('text/html') && Buffer.from(bytes.slice(-64)).toString().trimEnd().endsWith('</html>')
  )
}

/** By this header the router recognises its own data. */
const routerHeader = 'x-remix-response'

function policyFor(html: string, reach: Reach): string {
  return contentSecurityPolicy({ scriptHashes: hashInlineScripts(html), ...reach })
}

/** SHA-256, base64, of every inline script of a page. */
export function hashInlineScripts(html: string): string[] {
  const scripts = html.split('</script>').flatMap((part, index, parts) => {
    const [, attributes = '', script] = /<script([^<>]*)>(.*)$/s.exec(part) ?? []
    return script === undefined || index === parts.length - 1 || /\ssrc=/.test(attributes) ? [] : [script]
  })
  return [...new Set(scripts)].map(script => createHash('sha256').update(script).digest('base64'))
}

/** The bytes, or 304 where the browser has them already. */
function toResponse({ plain, brotli, headers, etag }: CachedPage, request: Request): Response {
  const known = request.headers.get('if-none-match')?.split(',') ?? []
  if (known.some(one => one.trim() === etag))
    return markSecured(new Response(null, { status: 304, headers: headers.plain }))
  const answer = acceptsBrotli(request.headers.get('accept-encoding'))
    ? new Response(brotli, { headers: headers.brotli })
    : new Response(plain, { headers: headers.plain })
  return markSecured(answer)
}
