import * as z from 'zod/mini'
import { showGifts } from '../../gift/contract.ts'
import { findRegistry } from '../../registry/contract.ts'
import { orErrorPage } from '../../ui/attempt.ts'
import type { PageVisit } from '../../ui/context.ts'
import { additionOf } from '../addition-rules.ts'
import { addLine, type Cart, type Choices, choices, emptyCart } from '../cart-rules.ts'

/**
 * The cart of a visitor without JavaScript: a signed cookie of choices only. Prices are read anew with every
 * page; once JavaScript runs, the choices move into the local cart and the cookie goes (product.md 9).
 */
const choicesCookie = 'choices'

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
    if (!gift.is_group_gifting) return addLine(cart, names, additionOf(gift, one.units ?? 1, null))
    return (one.cents ?? []).reduce((grown, cents) => addLine(grown, names, additionOf(gift, 1, cents)), cart)
  }, emptyCart)
}
