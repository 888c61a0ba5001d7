import * as z from 'zod/mini'
import { createSignedCookie, maxCookieLength, parseCookieJson } from '../page/cookies.ts'
import type { PageContext } from '../page/page-context.ts'
import { isSecretField } from './secret-fields.ts'

/** What had been typed into a form when the session ended, and the page of that form (R107). */
export type FormDraft = z.output<typeof formDraft>
const formDraft = z.object({
  /** The page's path, without its query. */
  path: z.string(),
  /** Of several fields with one name, as of boxes, all that were sent. */
  values: z.record(z.string(), z.array(z.string())),
})

const draftCookie = createSignedCookie('typed', 1800)

/** Keeps a form in a cookie while its sender signs in again, without passwords, codes and files; a form too large is not kept (R107). */
export function saveFormDraft(ctx: PageContext, path: string, form: FormData): void {
  const texts = [...form].filter(([field, value]) => typeof value === 'string' && !isSecretField(field))
  if (texts.length === 0) return
  const values = Object.fromEntries(texts.map(([field]) => [field, form.getAll(field)]))
  draftCookie.save(ctx, JSON.stringify({ path, values }), maxCookieLength)
}

/** The draft for the page of this request, once its customer is signed in again; it is deleted. */
export function takeFormDraft(ctx: PageContext, request: Request): FormDraft | null {
  const draft = parseCookieJson(draftCookie.read(ctx), formDraft)
  if (draft === null || ctx.customer === null) return null
  if (draft.path !== requestPagePath(request)) return null
  draftCookie.clear(ctx)
  return draft
}

/** The path of the page that a request is about, also when the router asks for its data alone. */
export function requestPagePath(request: Request): string {
  const path = new URL(request.url).pathname.replace(/\.data$/, '').replace(/\/_$/, '/')
  return path.replace(/(.)\/$/, '$1')
}
