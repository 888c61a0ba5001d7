import type { PageContext } from './page-context.ts'

/** What one page leaves for the next to say: an alert or a success that survives the redirect. */
export interface FlashMessage {
  tone: 'done' | 'alert'
  title: string
  body?: string
  /** The way on from there: an address of ours, and what it is called. */
  link?: { to: string; words: string }
}

const name = 'notice'
const seconds = 60

/** Leaves it for the page that the visitor is redirected to, in finished sentences. */
export function setFlash(ctx: PageContext, notice: FlashMessage): void {
  ctx.setCookie(cookie(ctx, ctx.sign(JSON.stringify(notice)), seconds))
}

/** Takes what was left, so that it is said once. */
export function takeFlash(ctx: PageContext): FlashMessage | null {
  const signed = ctx.readCookie(name)
  if (!signed) return null
  ctx.setCookie(cookie(ctx, '', 0))
  const text = ctx.unsign(signed)
  return text === null ? null : (JSON.parse(text) as FlashMessage)
}

function cookie({ site }: PageContext, value: string, age: number): string {
  return `${name}=${value}; Path=/; Max-Age=${age}; HttpOnly; SameSite=Lax${site.isHttps ? '; Secure' : ''}`
}
