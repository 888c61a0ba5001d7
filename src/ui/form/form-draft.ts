import { useLocation } from 'react-router'
import type { PageContext } from '../page/page-context.ts'
import { useSiteData } from '../page/site-data.ts'

/** What somebody had typed when the session turned out to have ended, and into which page. */
export interface FormDraft {
  /** The page's path, without its query. */
  path: string
  values: Record<string, string>
}

const name = 'typed'
const seconds = 1800
/** Browsers keep no larger cookie. */
const most = 3800

/** The cookie that keeps a form while its sender signs in again; passwords and files are left out. Null for nothing. */
export function formDraftCookie(path: string, form: FormData, ctx: PageContext): string | null {
  const values = Object.fromEntries(
    [...form].filter(([field, value]) => typeof value === 'string' && !/password/i.test(field)),
  )
  const text = ctx.sign(JSON.stringify({ path, values }))
  return Object.keys(values).length > 0 && text.length <= most ? cookie(text, seconds, ctx) : null
}

/** Takes it back on the page that it was typed into, once, when the person is signed in again. */
export function takeFormDraft(ctx: PageContext, request: Request): FormDraft | null {
  const signed = ctx.readCookie(name)
  const text = signed ? ctx.unsign(signed) : null
  if (text === null || ctx.customer === null) return null
  const typed = JSON.parse(text) as FormDraft
  if (typed.path !== requestPagePath(request)) return null
  ctx.setCookie(cookie('', 0, ctx))
  return typed
}

/** The path of the page that a request is about, also when the router asks for its data alone. */
export function requestPagePath(request: Request): string {
  const path = new URL(request.url).pathname.replace(/\.data$/, '').replace(/\/_root$/, '/')
  return path.replace(/(.)\/$/, '$1')
}

/** What was typed into that field before the session ended; undefined for nothing, '' for a tick taken off. */
export function useFormDraftValue(field: string): string | undefined {
  const typed = useSiteData()?.formDraft
  const { pathname } = useLocation()
  if (!typed || typed.path !== pathname.replace(/(.)\/$/, '$1')) return undefined
  return typed.values[field] ?? ''
}

function cookie(value: string, age: number, { site }: PageContext): string {
  return `${name}=${value}; Path=/; Max-Age=${age}; HttpOnly; SameSite=Lax${site.isHttps ? '; Secure' : ''}`
}
