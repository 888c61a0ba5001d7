import * as z from 'zod/mini'
import type { Language } from '../../base/language.ts'
import { type GiftView, showGifts, showUnavailableGifts } from '../../gift/gift.contract.ts'
import { answerGuestQuestions, questionsOf } from '../../gift/guest-answer.rules.ts'
import { findRegistry } from '../../registry/registry.contract.ts'
import { createSignedCookie, parseCookieJson } from '../../ui/page/cookies.ts'
import type { PageContext } from '../../ui/page/page-context.ts'
import { tryCall } from '../../ui/page/page-errors.ts'
import {
  addCartLine,
  type Cart,
  type CartChoice,
  type CartChoices,
  type CartOwner,
  emptyCart,
  isGivenAsAmount,
  setCartLineQuantity,
  toNewCartLine,
} from '../cart.rules.ts'
import { type CartChange, refreshCart, toCurrentGift } from '../change.rules.ts'
import type { CartRegistry } from './cart-changes.tsx'

/**
 * The cart of a visitor without JavaScript: a signed cookie of choices, without prices. Once scripts run, the choices
 * move into the cart of local storage and the cookie is cleared (R403).
 */
const choicesCookie = createSignedCookie('choices', 86_400)

export const choicesSchema = z.object({
  registry: z.string(),
  gifts: z.array(
    z.object({
      gift: z.int(),
      units: z.optional(z.int()),
      cents: z.optional(z.array(z.int())),
      said: z.optional(
        z.array(
          z.object({
            units: z.int(),
            answers: z.array(z.object({ option_id: z.int(), value: z.string() })),
          }),
        ),
      ),
    }),
  ),
})

/** The parameter in the cart's address after a form has added a gift. */
export const addedByForm = 'added'

/** Null without choices. */
export function readChoices(ctx: PageContext): CartChoices | null {
  const choices = parseCookieJson(choicesCookie.read(ctx), choicesSchema)
  return choices && choices.gifts.length > 0 ? choices : null
}

/** Null or no choices clear the cookie. */
export function saveChoices(ctx: PageContext, choices: CartChoices | null): void {
  if (choices && choices.gifts.length > 0) choicesCookie.save(ctx, JSON.stringify(choices))
  else choicesCookie.clear(ctx)
}

export function countChoices(ctx: PageContext): number {
  const gifts = readChoices(ctx)?.gifts ?? []
  return gifts.reduce((count, choice) => count + (choice.cents?.length ?? choice.units ?? 0), 0)
}

export function removeChoice(ctx: PageContext, giftId: number): void {
  const choices = readChoices(ctx)
  saveChoices(ctx, choices && { ...choices, gifts: choices.gifts.filter(one => one.gift !== giftId) })
}

/** Adds or removes one unit, within what can be given. */
export async function changeChosenUnits(ctx: PageContext, giftId: number, by: 1 | -1): Promise<void> {
  const choices = readChoices(ctx)
  if (!choices) return saveChoices(ctx, null)
  const unitsIn = (cart: Cart) => cart.lines.find(line => line.id === giftId)?.quantity
  const { cart } = await buildCartFromChoices(ctx, choices)
  const units = unitsIn(setCartLineQuantity(cart, giftId, (unitsIn(cart) ?? 1) + by))
  const gifts = choices.gifts.map(one =>
    one.gift === giftId && !one.cents && units ? withUnits(one, units) : one,
  )
  saveChoices(ctx, { ...choices, gifts })
}

/** Only called for choices whose units all have the same answers (`hasOwnQuantity`). */
function withUnits(choice: CartChoice, units: number): CartChoice {
  const [only] = choice.said ?? []
  return { ...choice, units, ...(only && { said: [{ ...only, units }] }) }
}

export interface ChosenCart {
  cart: Cart
  changes: CartChange[]
  /** Null when the visitor can't view the registry any more. */
  registry: CartRegistry | null
}

/** The name of another registry whose gifts are in the cookie's cart and would be replaced (R401); else null. */
export async function findOtherCart(ctx: PageContext, registryId: string): Promise<string | null> {
  const choices = readChoices(ctx)
  if (choices?.registry === registryId) return null
  const { registry } = await buildCartFromChoices(ctx, choices)
  return registry && registry.registry_id !== registryId ? registry.registry_name : null
}

/** The chosen gifts at today's prices, without those that can't be given any more. */
export async function buildCartFromChoices(
  ctx: PageContext,
  choices: CartChoices | null,
): Promise<ChosenCart> {
  if (!choices) return { cart: emptyCart, changes: [], registry: null }
  const [found] = await ctx.call(findRegistry, { id: choices.registry })
  if (!found) return { cart: emptyCart, changes: [{ kind: 'registry' }], registry: null }
  const { data: gifts } = await ctx.call(showGifts, { registry_id: found.id })
  const registry = { id: found.id, name: found.registry_name, host_kind: found.type_info.host_kind }
  const giftOf = (choice: CartChoice) => gifts.find(({ id }) => id === choice.gift)
  const present = choices.gifts.flatMap(choice => {
    const gift = giftOf(choice)
    return gift ? [{ gift, choice, isSameKind: isGivenAsAmount(gift) === Boolean(choice.cents) }] : []
  })
  const chosen = present
    .filter(({ isSameKind }) => isSameKind)
    .reduce((cart, { gift, choice }) => addChoice(cart, registry, gift, choice, ctx.language), emptyCart)
  const { cart, changes } = refreshCart(chosen, gifts.map(toCurrentGift))
  const regrouped = present.filter(({ isSameKind }) => !isSameKind)
  const missing = choices.gifts.filter(choice => !giftOf(choice)).map(choice => choice.gift)
  return {
    cart,
    changes: [
      ...changes,
      ...regrouped.map(({ gift }): CartChange => ({ kind: 'regrouped', name: gift.name })),
      ...(await explainMissing(ctx, found.id, missing)),
    ],
    registry: { registry_id: found.id, registry_name: found.registry_name },
  }
}

/** Adds each amount as a part of its own, and units with their answers. */
function addChoice(
  cart: Cart,
  registry: CartOwner,
  gift: GiftView,
  choice: CartChoice,
  language: Language,
): Cart {
  if (!choice.cents) return addUnits(cart, registry, gift, choice, language)
  return choice.cents.reduce(
    (withParts, cents) => addCartLine(withParts, registry, toNewCartLine(gift, 1, cents)),
    cart,
  )
}

/** Why gifts are no longer shown: the shop doesn't sell them now, or they left the list, and then their name is not known. */
async function explainMissing(ctx: PageContext, registryId: string, ids: number[]): Promise<CartChange[]> {
  if (ids.length === 0) return []
  const unavailable = await findUnavailableGifts(ctx, registryId)
  return ids.map((id): CartChange => {
    const name = unavailable.find(gift => gift.id === id)?.name
    return name === undefined ? { kind: 'removed', name: '' } : { kind: 'unavailable', name }
  })
}

/** Gifts that are hidden from guests because the shop doesn't sell them now; empty when that can't be read. */
export async function findUnavailableGifts(ctx: PageContext, registryId: string) {
  const { done } = await tryCall(() => ctx.call(showUnavailableGifts, { registry_id: registryId }))
  return done ?? []
}

/** Removes the choices whose gifts are not in the cart that was built of them. */
export function keepChoices(ctx: PageContext, { lines }: Cart): void {
  const choices = readChoices(ctx)
  const gifts = choices?.gifts.filter(choice => lines.some(line => line.id === choice.gift)) ?? []
  if (choices && gifts.length < choices.gifts.length) saveChoices(ctx, { ...choices, gifts })
}

/** Answers to questions that the shop no longer asks are dropped. */
function addUnits(
  cart: Cart,
  registry: CartOwner,
  gift: GiftView,
  { units = 1, said = [] }: CartChoice,
  language: Language,
): Cart {
  const questions = questionsOf(gift)
  if (questions.length === 0 || said.length === 0)
    return addCartLine(cart, registry, toNewCartLine(gift, units, null))
  return said.reduce((all, one) => {
    const { answers } = answerGuestQuestions(questions, one.answers, language)
    return addCartLine(all, registry, toNewCartLine(gift, one.units, null, answers))
  }, cart)
}
