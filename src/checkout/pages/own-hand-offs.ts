import { redirect } from 'react-router'
import type { ReplyOf } from '../../base/endpoint.ts'
import { paths, withLanguage } from '../../base/paths.ts'
import { m } from '../../paraglide/messages.js'
import { setFlash } from '../../ui/page/flash.tsx'
import type { PageContext } from '../../ui/page/page-context.ts'
import { type PageError, tryCall } from '../../ui/page/page-errors.ts'
import type { CartChoices } from '../cart.rules.ts'
import { endHandoff, listOwnHandoffs, resumeHandoff } from '../hand-off.contract.ts'
import { findOtherCart, readChoices, saveChoices } from './cookie-cart.ts'
import { openHandoffCookie, readDevice } from './hand-off-cookie.ts'

export type OwnHandoff = ReplyOf<typeof listOwnHandoffs>['handoffs'][number] & {
  /** Whether its gifts can be put back into the cart. */
  canChange: boolean
}

/** The result of “Continue to payment” or “Change the cart” when the visitor stays here. */
export interface OwnHandoffResult {
  own: {
    reference: string
    intent: 'continue' | 'change'
    refused?: PageError
    /** The name of the registry whose gifts would be replaced (R401). */
    otherCart?: string
    /** The checkout's address when nothing could be reserved (R413). */
    unreservedUrl?: string
  }
}

const ownerOf = (ctx: PageContext) => ({
  words_token: openHandoffCookie.read(ctx)?.token,
  device: readDevice(ctx),
})

/** The hand-offs of this browser that reserve something, and its last one; none when they can't be read. */
export async function loadOwnHandoffs(ctx: PageContext): Promise<OwnHandoff[]> {
  const owner = ownerOf(ctx)
  if (!owner.words_token && !owner.device) return []
  const { done } = await tryCall(() => ctx.call(listOwnHandoffs, owner))
  const last = openHandoffCookie.read(ctx)
  const handoffs = done?.handoffs ?? []
  return handoffs.map(handoff => {
    const hasChoices = handoff.state === 'lapsed' && handoff.reference === last?.reference && last.choices
    return { ...handoff, canChange: handoff.has_cart || Boolean(hasChoices) }
  })
}

export async function continueHandoff(
  ctx: PageContext,
  reference: string,
): Promise<OwnHandoffResult | Response> {
  const { done, refused } = await tryCall(() => ctx.call(resumeHandoff, { reference, ...ownerOf(ctx) }))
  const result = { reference, intent: 'continue' as const }
  if (done?.reserved) return redirect(done.redirects.checkout_url)
  if (done) return { own: { ...result, unreservedUrl: done.redirects.checkout_url } }
  if (refused.code !== 'cart_ended') return leaveIfPaid(ctx, { ...result, refused })
  putBack(ctx, reference, chosenIn(ctx, await findOwnHandoff(ctx, reference)))
  return toCart(ctx, m.handoff_cart_ended())
}

/** Ends the cart in the shop and its reservation, and puts its gifts back into the cart. */
export async function changeHandoff(
  ctx: PageContext,
  reference: string,
  mayReplace: boolean,
): Promise<OwnHandoffResult | Response> {
  const result = { reference, intent: 'change' as const }
  const handoff = await findOwnHandoff(ctx, reference)
  const otherCart = handoff && !mayReplace ? await findOtherCart(ctx, handoff.registry_id) : null
  if (otherCart) return { own: { ...result, otherCart } }
  // Read before the hand-off ends: afterwards its lines can't be put back any more.
  const restored = chosenIn(ctx, handoff)
  const { refused } = await tryCall(() => ctx.call(endHandoff, { reference, ...ownerOf(ctx) }))
  if (refused) return leaveIfPaid(ctx, { ...result, refused })
  putBack(ctx, reference, restored)
  return toCart(ctx, m.handoff_changed_text())
}

function leaveIfPaid(ctx: PageContext, own: OwnHandoffResult['own']): OwnHandoffResult | Response {
  if (own.refused?.code !== 'cart_paid') return { own }
  return redirect(withLanguage(paths.thanks(own.reference), ctx.language))
}

function toCart(ctx: PageContext, body: string): Response {
  setFlash(ctx, { tone: 'done', title: m.handoff_changed_title(), body })
  return redirect(withLanguage(paths.cart, ctx.language))
}

/** What a hand-off can put back into the cart: the choices in the cookie, else its stored lines. */
function chosenIn(ctx: PageContext, handoff: OwnHandoff | undefined): CartChoices | null {
  if (!handoff?.canChange) return null
  const last = openHandoffCookie.read(ctx)
  if (last?.reference === handoff.reference && last.choices) return last.choices
  const gifts = handoff.lines.map(({ gift_id: gift, kind, units, amount }) =>
    kind === 'units' ? { gift, units } : { gift, cents: [amount] },
  )
  return { registry: handoff.registry_id, gifts }
}

const findOwnHandoff = async (ctx: PageContext, reference: string) =>
  (await loadOwnHandoffs(ctx)).find(one => one.reference === reference)

/** Into the cookie; with scripts `CookieCartMove` moves them into the cart of this device (R403). */
function putBack(ctx: PageContext, reference: string, restored: CartChoices | null): void {
  if (!restored) return
  const present = readChoices(ctx)
  const others = present?.registry === restored.registry ? present.gifts : []
  const isBack = (gift: number) => restored.gifts.some(one => one.gift === gift)
  const gifts = [...others.filter(({ gift }) => !isBack(gift)), ...restored.gifts]
  saveChoices(ctx, { ...restored, gifts })
  const last = openHandoffCookie.read(ctx)
  if (last?.reference === reference) openHandoffCookie.save(ctx, { ...last, choices: null })
}
