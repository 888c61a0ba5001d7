import { cookieName, createSignedCookie, parseCookieJson } from '../../ui/page/cookies.ts'
import type { PageContext } from '../../ui/page/page-context.ts'
import type { CartChoices } from '../cart.rules.ts'
import { choicesSchema } from './cookie-cart.ts'

const cookie = createSignedCookie('handoff', 86_400)

/** Browsers drop a cookie of more than 4096 characters, with its name and attributes. */
const maxCookieLength = 3800

interface OpenHandoff {
  reference: string
  /** Opens the words once they are paid for. */
  token: string
  /** What was chosen, with the answers to the shop's questions; null where it is too long, or back in the cart. */
  choices: CartChoices | null
}

/** The hand-off that this visitor went to the shop with, for a day: whoever closes the shop's page finds it again. */
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
/** In seconds: longer than anything that is counted by it. */
const deviceMaxAge = 30 * 86_400

const deviceCookie = createSignedCookie(deviceName, deviceMaxAge)

/** Names this browser by a random text, so that many guests behind one network address are told apart (R413). */
export function nameDevice(ctx: PageContext): void {
  if (deviceCookie.read(ctx) === null) deviceCookie.save(ctx, crypto.randomUUID())
}

/** The signed name of this browser, as the hand-off takes it; undefined before its first visit to the cart or to a shared gift. */
export function readDevice(ctx: PageContext): string | undefined {
  return deviceCookie.read(ctx) === null ? undefined : ctx.readCookie(cookieName(deviceName, ctx))
}
