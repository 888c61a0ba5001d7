import * as z from 'zod/mini'
import { hostCookieName } from '../../base/paths.ts'
import type { PageContext } from './page-context.ts'

/** The name of a cookie out of reach of scripts, as this deployment keeps it. */
export function cookieName(name: string, { site }: Pick<PageContext, 'site'>): string {
  return hostCookieName(name, site.isHttps)
}

/** A `Set-Cookie` header for the whole site, out of reach of scripts. `maxAge` is in seconds; 0 deletes the cookie. */
export function cookieHeader(
  name: string,
  value: string,
  maxAge: number,
  ctx: Pick<PageContext, 'site'>,
): string {
  const secure = ctx.site.isHttps ? '; Secure' : ''
  return `${cookieName(name, ctx)}=${value}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure}`
}

/** Browsers drop a cookie of more than 4096 characters, with its name and attributes. */
export const maxCookieLength = 3800

/**
 * A cookie whose text is compressed and signed by the server, so that the visitor can't change it. `maxAge` is in
 * seconds. (React Router's `createCookie` would encode the text twice, and a form would no longer fit.)
 */
export function createSignedCookie(name: string, maxAge: number) {
  return {
    /** The text; null without the cookie, and when it was changed, made for another cookie, or is too old. */
    read(ctx: PageContext): string | null {
      const signed = ctx.readCookie(cookieName(name, ctx))
      return signed ? ctx.unsign(name, signed) : null
    },
    /** Saves the text, unless the cookie would have more than `maxLength` characters. */
    save(ctx: PageContext, text: string, maxLength = Infinity): void {
      const signed = ctx.sign(name, text, maxAge)
      if (signed.length <= maxLength) ctx.setCookie(cookieHeader(name, signed, maxAge, ctx))
    },
    clear(ctx: PageContext): void {
      ctx.setCookie(cookieHeader(name, '', 0, ctx))
    },
  }
}

/** What the text of a cookie says; null without a text, and for one that another version of the product has written. */
export function parseCookieJson<T>(text: string | null, schema: z.ZodMiniType<T>): T | null {
  if (text === null) return null
  try {
    const parsed = z.safeParse(schema, JSON.parse(text))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}
