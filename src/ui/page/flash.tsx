import * as z from 'zod/mini'
import { createSignedCookie, parseCookieJson } from './cookies.ts'
import type { PageContext } from './page-context.ts'

/** A message that survives a redirect: the page that it leads to shows it once. Its texts are finished sentences. */
export type FlashMessage = z.output<typeof flashMessage>
const flashMessage = z.object({
  tone: z.enum(['done', 'alert']),
  title: z.string(),
  body: z.optional(z.string()),
  /** A path of this site that leads on, and its text. */
  link: z.optional(z.object({ to: z.string(), label: z.string() })),
})

const flashCookie = createSignedCookie('notice', 60)

export function setFlash(ctx: PageContext, message: FlashMessage): void {
  flashCookie.save(ctx, JSON.stringify(message))
}

/** The message for this page, if any; it is deleted, so that it is shown once. */
export function takeFlash(ctx: PageContext): FlashMessage | null {
  const text = flashCookie.read(ctx)
  if (text === null) return null
  flashCookie.clear(ctx)
  return parseCookieJson(text, flashMessage)
}
