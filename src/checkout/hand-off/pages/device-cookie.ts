import { cookieName, createSignedCookie } from '../../../ui/page/cookies.ts'
import type { PageContext } from '../../../ui/page/page-context.ts'

const name = 'giver_device'
/** In seconds: longer than anything that is counted by it. */
const maxAge = 30 * 86_400

const deviceCookie = createSignedCookie(name, maxAge)

/** Names this browser by a random text, so that many guests behind one network address are told apart (R413). */
export function nameDevice(ctx: PageContext): void {
  if (deviceCookie.read(ctx) === null) deviceCookie.save(ctx, crypto.randomUUID())
}

/** The signed name of this browser, as the hand-off takes it; undefined before its first visit to the cart. */
export function readDevice(ctx: PageContext): string | undefined {
  return deviceCookie.read(ctx) === null ? undefined : ctx.readCookie(cookieName(name, ctx))
}
