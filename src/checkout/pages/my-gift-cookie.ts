import type { PageVisit } from '../../ui/context.ts'

const name = 'my_gift'
const seconds = 86_400

/** The giver's token lies in a cookie of a day, out of reach of scripts. */
export function keepMyGift(visit: PageVisit, token: string): void {
  const secure = visit.site.secure ? '; Secure' : ''
  visit.setCookie(`${name}=${visit.sign(token)}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`)
}

export function keptMyGift(visit: PageVisit): string | null {
  const signed = visit.cookie(name)
  return signed ? visit.unsign(signed) : null
}
