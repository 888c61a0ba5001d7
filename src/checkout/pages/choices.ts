import * as z from 'zod/mini'
import { showGifts } from '../../gift/contract.ts'
import { findRegistry } from '../../registry/contract.ts'
import { attempt, orErrorPage } from '../../ui/attempt.ts'
import type { PageVisit } from '../../ui/context.ts'
import { additionOf, standingOf } from '../addition-rules.ts'
import { addLine, type Cart, type Choices, emptyCart, takesMoney } from '../cart-rules.ts'

/**
 * The cart of a visitor without JavaScript: a signed cookie of choices only. Prices are read anew with every
 * page; once JavaScript runs, the choices move into the local cart and the cookie goes (product.md 9).
 */
const choicesCookie = 'choices'

const choices = z.object({
  registry: z.string(),
  gifts: z.array(
    z.object({ gift: z.int(), units: z.optional(z.int()), cents: z.optional(z.array(z.int())) }),
  ),
})

export function heldChoices(visit: PageVisit): Choices | null {
  const signed = visit.cookie(choicesCookie)
  const text = signed ? visit.unsign(signed) : null
  if (text === null) return null
  const parsed = z.safeParse(choices, JSON.parse(text))
  return parsed.success && parsed.data.gifts.length > 0 ? parsed.data : null
}

/** How many gifts and contributions wait in the cookie. */
export function chosenCount(visit: PageVisit): number {
  const gifts = heldChoices(visit)?.gifts ?? []
  return gifts.reduce((count, gift) => count + (gift.cents?.length ?? gift.units ?? 0), 0)
}

export function keepChoices(visit: PageVisit, held: Choices | null): void {
  const secure = visit.site.secure ? '; Secure' : ''
  const kept = held && held.gifts.length > 0
  const value = kept ? visit.sign(JSON.stringify(held)) : ''
  visit.setCookie(
    `${choicesCookie}=${value}; Path=/; Max-Age=${kept ? 86_400 : 0}; HttpOnly; SameSite=Lax${secure}`,
  )
}

/** The chosen gifts at today's prices; what is gone from the registry is left out. */
export async function cartOf(visit: PageVisit, held: Choices | null): Promise<Cart> {
  if (!held) return emptyCart
  const [registry] = await orErrorPage(visit.call(findRegistry, { id: held.registry }))
  if (!registry) return emptyCart
  const { data: gifts } = await orErrorPage(visit.call(showGifts, { registry_id: registry.id }))
  const names = { id: registry.id, name: registry.registry_name }
  return held.gifts.reduce((cart, one) => {
    const gift = gifts.find(other => other.id === one.gift)
    if (!gift) return cart
    if (!takesMoney(gift)) return addLine(cart, names, additionOf(gift, one.units ?? 1, null))
    return (one.cents ?? []).reduce((grown, cents) => addLine(grown, names, additionOf(gift, 1, cents)), cart)
  }, emptyCart)
}

/** The gifts of a registry that a cart holds, as they stand now; what is gone is left out. */
export async function lookAt(visit: PageVisit, registryId: string, ids: number[]) {
  const { done } = await attempt(() => visit.call(showGifts, { registry_id: registryId }))
  const gifts = (done?.data ?? []).filter(gift => ids.includes(gift.id)).map(standingOf)
  // A shop or a network that is away says nothing about the gifts.
  return done ? { registry: registryId, gifts } : null
}

/** The hand-off that this visitor went to the shop with, for a day: who closes the shop's page finds back. */
const handoffCookie = 'handoff'

export function openHandoff(visit: PageVisit): string | null {
  const signed = visit.cookie(handoffCookie)
  return signed ? visit.unsign(signed) : null
}

export function keepHandoff(visit: PageVisit, reference: string | null): void {
  const secure = visit.site.secure ? '; Secure' : ''
  const value = reference === null ? '' : visit.sign(reference)
  visit.setCookie(
    `${handoffCookie}=${value}; Path=/; Max-Age=${value ? 86_400 : 0}; HttpOnly; SameSite=Lax${secure}`,
  )
}
