import { createHash } from 'node:crypto'
import type { Language } from '../base/language.ts'
import { squeezed } from './compress.ts'
import { contentSecurityPolicy, type Reach } from './security.ts'

/** A page, or the data that an open one reads anew, kept as bytes: plain and brotli. */
interface Kept {
  plain: Uint8Array<ArrayBuffer>
  brotli: Uint8Array<ArrayBuffer>
  /** Pressed as small as it is to be, or on the way to it: a page asked for again is worth a third of a second. */
  isDense: boolean
  headers: Record<string, string>
  /** After this moment (ms) it must be rendered anew. */
  until: number
}

export interface KeptPages {
  /** The kept answer, or null when there is none that is still true. */
  find(key: string, request: Request, now: number): Response | null
  /**
   * Renders, keeps and answers; who asks for the same meanwhile waits for it. `group` is what a change names; a change
   * that comes while rendering wins: the fresh page is then answered but not kept, and who asks later gets a later one.
   */
  keep(
    key: string,
    group: string,
    language: Language,
    request: Request,
    render: () => Promise<Rendered>,
  ): Promise<Response>
  /** Forgets all pages of that group. */
  forget(group: string): void
  /** Forgets everything; until `trust(true)` nothing is kept. */
  trust(on: boolean): void
}

/** A page that is being rendered for all who ask for it; null if it can't be shared. */
interface Making {
  group: string
  page: Promise<Kept | null>
}

export interface Rendered {
  response: Response
  /** Until when it stays true, whatever else happens (ms). */
  until: number
}

/** Pages that all anonymous visitors of one version share, rendered once (house.md, first way). */
export function keptPages(reach: Reach, most = 500): KeptPages {
  const pages = new Map<string, Kept>()
  const keysOf = new Map<string, Set<string>>()
  const making = new Map<string, Making>()
  let trusted = false
  let pressing = Promise.resolve()

  // One after another: whoever waits for a page made for him alone needs the other threads.
  const press = (page: Kept, isWanted: () => boolean) => {
    page.isDense = true
    pressing = pressing.then(async () => {
      if (isWanted()) page.brotli = await squeezed(page.plain, 'densely')
    })
  }

  const forget = (group: string) => {
    for (const key of keysOf.get(group) ?? []) pages.delete(key)
    keysOf.delete(group)
    for (const [key, one] of making) if (one.group === group) making.delete(key)
  }
  const clear = () => {
    pages.clear()
    keysOf.clear()
    making.clear()
  }
  return {
    find(key, request, now) {
      const page = trusted ? pages.get(key) : undefined
      if (!page || page.until <= now) return null
      if (!page.isDense) press(page, () => pages.get(key) === page)
      return answer(page, request)
    },
    async keep(key, group, language, request, render) {
      const others = making.get(key)
      const shared = others && (await others.page)
      if (shared) return answer(shared, request)
      const { promise, resolve } = Promise.withResolvers<Kept | null>()
      const mine = { group, page: promise }
      if (trusted) making.set(key, mine)
      let page: Kept | null = null
      try {
        const { response, until } = await render()
        if (response.status !== 200) return response
        page = await kept(response, language, until, reach)
        if (making.get(key) === mine) {
          if (pages.size >= most) clear()
          pages.set(key, page)
          keysOf.set(group, (keysOf.get(group) ?? new Set()).add(key))
        }
        return answer(page, request)
      } finally {
        if (making.get(key) === mine) making.delete(key)
        resolve(page)
      }
    },
    forget,
    trust(on) {
      trusted = on
      clear()
    },
  }
}

/** A page carries the policy that names its scripts by their hashes; data runs nothing. */
async function kept(response: Response, language: Language, until: number, reach: Reach): Promise<Kept> {
  const type = response.headers.get('content-type') ?? ''
  const plain = new Uint8Array(await response.arrayBuffer())
  const marks = {
    'content-type': type,
    'content-language': language,
    'cache-control': 'private, no-cache',
    vary: 'cookie, accept-encoding',
  }
  const isPage = type.startsWith('text/html')
  const headers = isPage
    ? { ...marks, 'content-security-policy': policyOf(Buffer.from(plain).toString(), reach) }
    : { ...marks, [routersMark]: response.headers.get(routersMark) ?? 'yes' }
  return { plain, brotli: await squeezed(plain), isDense: !isPage, headers, until }
}

/** By this the router knows data of its own. */
const routersMark = 'x-remix-response'

function policyOf(html: string, reach: Reach): string {
  return contentSecurityPolicy({ scriptHashes: inlineScripts(html), ...reach })
}

/** SHA-256, base64, of every inline script of a page. */
export function inlineScripts(html: string): string[] {
  const bodies = [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(
    match => match[1] ?? '',
  )
  return [...new Set(bodies)].map(body => createHash('sha256').update(body).digest('base64'))
}

function answer({ plain, brotli, headers }: Kept, request: Request): Response {
  const isPressed = /\bbr\b/.test(request.headers.get('accept-encoding') ?? '')
  return new Response(isPressed ? brotli : plain, {
    headers: { ...headers, ...(isPressed && { 'content-encoding': 'br' }) },
  })
}
