import type { PageContext } from './page-context.ts'

/** A `Set-Cookie` header for the whole site, out of reach of scripts. `maxAge` is in seconds; 0 deletes the cookie. */
export function cookieHeader(
  name: string,
  value: string,
  maxAge: number,
  { site }: Pick<PageContext, 'site'>,
): string {
  return `${name}=${value}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${site.isHttps ? '; Secure' : ''}`
}

/**
 * A cookie whose text is compressed and signed by the server, so that the visitor can't change it. `maxAge` is in
 * seconds. (React Router's `createCookie` would encode the text twice, and a form would no longer fit.)
 */
export function createSignedCookie(name: string, maxAge: number) {
  return {
    /** The text; null without the cookie, or when its signature is wrong. */
    read(ctx: PageContext): string | null {
      const signed = ctx.readCookie(name)
      return signed ? ctx.unsign(signed) : null
    },
    save(ctx: PageContext, text: string): void {
      ctx.setCookie(cookieHeader(name, ctx.sign(text), maxAge, ctx))
    },
    clear(ctx: PageContext): void {
      ctx.setCookie(cookieHeader(name, '', 0, ctx))
    },
  }
}
