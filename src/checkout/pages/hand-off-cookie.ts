import { cookieName, createSignedCookie, maxCookieLength, parseCookieJson } from '../../ui/page/cookies.ts'
import type { PageContext } from '../../ui/page/page-context.ts'
import type { CartChoices } from '../cart.rules.ts'
import { choicesSchema } from './cookie-cart.ts'

const cookie = createSignedCookie('handoff', 86_400)

interface OpenHandoff {
  reference: string
  token: string
  /** The cart with the answers to the shop's questions; null where it is too long for a cookie, or back in the cart. */
  choices: CartChoices | null
}

/** The visitor's last hand-off, for a day, so that they find it again after closing the shop's page (R1431). */
export const openHandoffCookie = {
  read(ctx: PageContext): OpenHandoff | null {
    const [, reference, token, choices] = /^(\S+) (\S+) ?(.*)$/s.exec(cookie.read(ctx) ?? '') ?? []
    if (!reference || !token) return null
    return { reference, token, choices: parseCookieJson(choices || null, choicesSchema) }
  },
  save(ctx: PageContext, { reference, token, choices }: OpenHandoff): void {
    cookie.save(ctx, `${reference} ${token}`)
    if (choices) cookie.save(ctx, `${reference} ${token} ${JSON.stringify(choices)}`, maxCookieLength)
  },
  clear: cookie.clear,
}

const deviceName = 'giver_device'
/** In seconds; longer than any limit counts. */
const deviceMaxAge = 30 * 86_400

const deviceCookie = createSignedCookie(deviceName, deviceMaxAge)

/** Gives this browser a random id, so that limits can tell guests behind one network address apart (R413). */
export function nameDevice(ctx: PageContext): void {
  if (deviceCookie.read(ctx) === null) deviceCookie.save(ctx, crypto.randomUUID())
}

/** The signed id of this browser, as the hand-off takes it; undefined before `nameDevice` was called. */
export function readDevice(ctx: PageContext): string | undefined {
  return deviceCookie.read(ctx) === null ? undefined : ctx.readCookie(cookieName(deviceName, ctx))
}
