import { useLocation } from 'react-router'
import type { PageVisit } from './context.ts'
import { useSiteData } from './site-data.ts'

/** What somebody had typed when the session turned out to have ended, and into which page. */
export interface Typed {
  /** The page's path, without its query. */
  path: string
  values: Record<string, string>
}

const name = 'typed'
const seconds = 1800
/** Browsers keep no larger cookie. */
const most = 3800

/** The cookie that keeps a form while its sender signs in again; passwords and files are left out. Null for nothing. */
export function typedCookie(path: string, form: FormData, visit: PageVisit): string | null {
  const values = Object.fromEntries(
    [...form].filter(([field, value]) => typeof value === 'string' && !/password/i.test(field)),
  )
  const text = visit.sign(JSON.stringify({ path, values }))
  return Object.keys(values).length > 0 && text.length <= most ? cookie(text, seconds, visit) : null
}

/** Takes it back on the page that it was typed into, once, when the person is signed in again. */
export function takeTyped(visit: PageVisit, request: Request): Typed | null {
  const signed = visit.cookie(name)
  const text = signed ? visit.unsign(signed) : null
  if (text === null || visit.person === null) return null
  const typed = JSON.parse(text) as Typed
  if (typed.path !== pagePath(request)) return null
  visit.setCookie(cookie('', 0, visit))
  return typed
}

/** The path of the page that a request is about, also when the router asks for its data alone. */
export function pagePath(request: Request): string {
  const path = new URL(request.url).pathname.replace(/\.data$/, '').replace(/\/_root$/, '/')
  return path.replace(/(.)\/$/, '$1')
}

/** What was typed into that field before the session ended; undefined for nothing, '' for a tick taken off. */
export function useTyped(field: string): string | undefined {
  const typed = useSiteData()?.typed
  const { pathname } = useLocation()
  if (!typed || typed.path !== pathname.replace(/(.)\/$/, '$1')) return undefined
  return typed.values[field] ?? ''
}

function cookie(value: string, age: number, { site }: PageVisit): string {
  return `${name}=${value}; Path=/; Max-Age=${age}; HttpOnly; SameSite=Lax${site.secure ? '; Secure' : ''}`
}
