import type { PageVisit } from './context.ts'

/** What one page leaves for the next to say: an alert or a success that survives the redirect. */
export interface LeftNotice {
  tone: 'done' | 'alert'
  title: string
  body?: string
  /** The way on from there: an address of ours, and what it is called. */
  link?: { to: string; words: string }
}

const name = 'notice'
const seconds = 60

/** Leaves it for the page that the visitor is redirected to, in finished sentences. */
export function leaveNotice(visit: PageVisit, notice: LeftNotice): void {
  visit.setCookie(cookie(visit, visit.sign(JSON.stringify(notice)), seconds))
}

/** Takes what was left, so that it is said once. */
export function takeNotice(visit: PageVisit): LeftNotice | null {
  const signed = visit.cookie(name)
  if (!signed) return null
  visit.setCookie(cookie(visit, '', 0))
  const text = visit.unsign(signed)
  return text === null ? null : (JSON.parse(text) as LeftNotice)
}

function cookie({ site }: PageVisit, value: string, age: number): string {
  return `${name}=${value}; Path=/; Max-Age=${age}; HttpOnly; SameSite=Lax${site.secure ? '; Secure' : ''}`
}
