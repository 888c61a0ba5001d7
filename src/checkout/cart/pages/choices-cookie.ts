import * as z from 'zod/mini'
import { showGifts } from '../../../gift/gift/contract.ts'
import { findRegistry } from '../../../registry/registry/contract.ts'
import type { PageContext } from '../../../ui/page/page-context.ts'
import { tryCall } from '../../../ui/page/page-errors.ts'
import { toCurrentGift } from '../change-rules.ts'
import {
  addCartLine,
  type Cart,
  type CartChoices,
  emptyCart,
  isGivenAsAmount,
  toNewCartLine,
} from '../rules.ts'

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

export function readChoices(ctx: PageContext): CartChoices | null {
  const signed = ctx.readCookie(choicesCookie)
  const text = signed ? ctx.unsign(signed) : null
  if (text === null) return null
  const parsed = z.safeParse(choices, JSON.parse(text))
  return parsed.success && parsed.data.gifts.length > 0 ? parsed.data : null
}

/** How many gifts and contributions wait in the cookie. */
export function countChoices(ctx: PageContext): number {
  const gifts = readChoices(ctx)?.gifts ?? []
  return gifts.reduce((count, gift) => count + (gift.cents?.length ?? gift.units ?? 0), 0)
}

export function saveChoices(ctx: PageContext, held: CartChoices | null): void {
  const secure = ctx.site.isHttps ? '; Secure' : ''
  const kept = held && held.gifts.length > 0
  const value = kept ? ctx.sign(JSON.stringify(held)) : ''
  ctx.setCookie(
    `${choicesCookie}=${value}; Path=/; Max-Age=${kept ? 86_400 : 0}; HttpOnly; SameSite=Lax${secure}`,
  )
}

/** The chosen gifts at today's prices; what is gone from the registry is left out. */
export async function buildCartFromChoices(ctx: PageContext, held: CartChoices | null): Promise<Cart> {
  if (!held) return emptyCart
  const [registry] = await ctx.call(findRegistry, { id: held.registry })
  if (!registry) return emptyCart
  const { data: gifts } = await ctx.call(showGifts, { registry_id: registry.id })
  const names = { id: registry.id, name: registry.registry_name }
  return held.gifts.reduce((cart, one) => {
    const gift = gifts.find(other => other.id === one.gift)
    if (!gift) return cart
    if (!isGivenAsAmount(gift)) return addCartLine(cart, names, toNewCartLine(gift, one.units ?? 1, null))
    return (one.cents ?? []).reduce(
      (grown, cents) => addCartLine(grown, names, toNewCartLine(gift, 1, cents)),
      cart,
    )
  }, emptyCart)
}

/** The gifts of a registry that a cart holds, as they stand now; what is gone is left out. */
export async function loadCurrentGifts(ctx: PageContext, registryId: string, ids: number[]) {
  const { done } = await tryCall(() => ctx.call(showGifts, { registry_id: registryId }))
  const gifts = (done?.data ?? []).filter(gift => ids.includes(gift.id)).map(toCurrentGift)
  // A shop or a network that is away says nothing about the gifts.
  return done ? { registry: registryId, gifts } : null
}

/** The hand-off that this visitor went to the shop with, for a day: who closes the shop's page finds back. */
const handoffCookie = 'handoff'

export function readOpenHandoff(ctx: PageContext): string | null {
  const signed = ctx.readCookie(handoffCookie)
  return signed ? ctx.unsign(signed) : null
}

export function saveOpenHandoff(ctx: PageContext, reference: string | null): void {
  const secure = ctx.site.isHttps ? '; Secure' : ''
  const value = reference === null ? '' : ctx.sign(reference)
  ctx.setCookie(
    `${handoffCookie}=${value}; Path=/; Max-Age=${value ? 86_400 : 0}; HttpOnly; SameSite=Lax${secure}`,
  )
}
