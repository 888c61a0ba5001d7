import type { PageContext } from '../../../ui/page/page-context.ts'

const name = 'my_gift'
const seconds = 86_400

/** The giver's token lies in a cookie of a day, out of reach of scripts. */
export function saveMyGiftToken(ctx: PageContext, token: string): void {
  const secure = ctx.site.isHttps ? '; Secure' : ''
  ctx.setCookie(`${name}=${ctx.sign(token)}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`)
}

export function readMyGiftToken(ctx: PageContext): string | null {
  const signed = ctx.readCookie(name)
  return signed ? ctx.unsign(signed) : null
}
