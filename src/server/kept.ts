import { createHash } from 'node:crypto'
import type { Language } from '../base/language.ts'
import { squeezed } from './compress.ts'
import { contentSecurityPolicy, type Reach } from './security.ts'

/** A page kept as bytes: plain and brotli, with the policy that names its scripts by their hashes. */
interface Kept {
  html: Uint8Array<ArrayBuffer>
  brotli: Uint8Array<ArrayBuffer>
  /** Pressed as small as it goes, or on the way to it: a page that is asked for again is worth a third of a second. */
  isDense: boolean
  policy: string
  language: Language
  /** After this moment (ms) it must be rendered anew. */
  until: number
}

export interface KeptPages {
  /** The kept answer, or null when there is none that is still true. */
  find(key: string, request: Request, now: number): Response | null
  /**
   * Renders, keeps and answers. `group` is what a change names; a change that comes while rendering wins:
   * the fresh page is then answered but not kept.
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

export interface Rendered {
  response: Response
  /** Until when it stays true, whatever else happens (ms). */
  until: number
}

/** Pages that all anonymous visitors of one version share, rendered once (house.md, first way). */
export function keptPages(reach: Reach, most = 500): KeptPages {
  const pages = new Map<string, Kept>()
  const keysOf = new Map<string, Set<string>>()
  let era = 0
  let trusted = false
  let pressing = Promise.resolve()

  // One after another: whoever waits for a page made for him alone needs the other threads.
  const press = (page: Kept, isWanted: () => boolean) => {
    page.isDense = true
    pressing = pressing.then(async () => {
      if (isWanted()) page.brotli = await squeezed(page.html, 'densely')
    })
  }

  const forget = (group: string) => {
    era++
    for (const key of keysOf.get(group) ?? []) pages.delete(key)
    keysOf.delete(group)
  }
  const clear = () => {
    era++
    pages.clear()
    keysOf.clear()
  }
  return {
    find(key, request, now) {
      const page = trusted ? pages.get(key) : undefined
      if (!page || page.until <= now) return null
      if (!page.isDense) press(page, () => pages.get(key) === page)
      return answer(page, request)
    },
    async keep(key, group, language, request, render) {
      const began = era
      const { response, until } = await render()
      if (response.status !== 200) return response
      const page = await kept(Buffer.from(await response.arrayBuffer()), language, until, reach)
      if (trusted && began === era) {
        if (pages.size >= most) clear()
        pages.set(key, page)
        keysOf.set(group, (keysOf.get(group) ?? new Set()).add(key))
      }
      return answer(page, request)
    },
    forget,
    trust(on) {
      trusted = on
      clear()
    },
  }
}

async function kept(html: Buffer, language: Language, until: number, reach: Reach): Promise<Kept> {
  const policy = contentSecurityPolicy({ scriptHashes: inlineScripts(html.toString()), ...reach })
  return { html: new Uint8Array(html), brotli: await squeezed(html), isDense: false, policy, language, until }
}

/** SHA-256, base64, of every inline script of a page. */
export function inlineScripts(html: string): string[] {
  const bodies = [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(
    match => match[1] ?? '',
  )
  return [...new Set(bodies)].map(body => createHash('sha256').update(body).digest('base64'))
}

function answer(page: Kept, request: Request): Response {
  const brotli = /\bbr\b/.test(request.headers.get('accept-encoding') ?? '')
  return new Response(brotli ? page.brotli : page.html, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-language': page.language,
      'content-security-policy': page.policy,
      'cache-control': 'private, no-cache',
      vary: 'cookie, accept-encoding',
      ...(brotli && { 'content-encoding': 'br' }),
    },
  })
}
