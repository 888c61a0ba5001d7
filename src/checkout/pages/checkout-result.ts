import { m } from '../../paraglide/messages.js'
import type { PageError } from '../../ui/page/page-errors.ts'
import { type CartLine, isGivenAsAmount } from '../cart.rules.ts'
import type { UnbuyableLine } from '../stock.rules.ts'

/** The checkout form as the giver filled it in. */
export interface CheckoutFormValues {
  giver_name: string
  visibility: string
  message: string
  /** Messages for one gift alone, by its id. */
  messages: Record<string, string>
}

/**
 * What the cart page's action returns for the checkout form: the shop's address, or why there is none. Without a
 * reservation (R413) the guest is told before they leave.
 */
export type CheckoutResult =
  | { redirectTo: string; isReserved: boolean; refused?: undefined }
  | { redirectTo?: undefined; refused: PageError; values: CheckoutFormValues; key: string }

/** Who wants to appear with their name is asked for it before anything is handed off. */
export function refuseMissingName(): PageError {
  return { code: nameMissing, status: 422, fields: { giver_name: m.giver_name_required() }, detail: {} }
}

/** The code of that refusal. */
export const nameMissing = 'giver_name_missing'

/** The key of the fetcher that submits the checkout form; the lines beside it read its result too. */
export const checkoutFetcher = 'checkout'

/** The action's data when it is the result of a checkout; the action does other things too. */
export function asCheckoutResult(data: unknown): CheckoutResult | undefined {
  return data && typeof data === 'object' && ('redirectTo' in data || 'refused' in data)
    ? (data as CheckoutResult)
    : undefined
}

/** Reads the form's fields; those of `messages` are named after the gifts' ids. */
export function readCheckoutForm(form: FormData): CheckoutFormValues {
  const text = (name: string) => String(form.get(name) ?? '')
  const messageFields = [...form.keys()].filter(name => name.startsWith('message-'))
  return {
    giver_name: text('giver_name'),
    visibility: text('visibility') || 'full',
    message: text('message'),
    messages: Object.fromEntries(messageFields.map(name => [name.slice('message-'.length), text(name)])),
  }
}

/** The gifts that the shop doesn't sell as they are in the cart: those of `cart_unbuyable` and `gift_unavailable`. */
export function unbuyableLinesOf(error: PageError | undefined): UnbuyableLine[] {
  const { lines } = error?.detail ?? {}
  if (error?.code === 'cart_unbuyable') return lines as UnbuyableLine[]
  if (error?.code !== 'gift_unavailable' || !Array.isArray(lines)) return []
  return lines.map(({ gift_id, name }) => ({ gift_id, name, reason: 'gone', count: null }))
}

/** Why a gift can't be bought as it is in the cart; `said` is the shop's own sentence. */
export function unbuyableText({ name, reason, count }: UnbuyableLine, said: unknown): string {
  if (reason === 'gone') return m.unbuyable_gone({ name })
  if (reason === 'modifier') return m.unbuyable_modifier({ name })
  if (reason === 'stock') return count ? m.unbuyable_stock({ name, count }) : m.unbuyable_sold_out({ name })
  if (reason === 'held') return count ? m.unbuyable_held({ name, count }) : m.unbuyable_held_all({ name })
  if (reason === 'minimum' && count) return m.unbuyable_least({ name, count })
  if (reason === 'maximum' && count) return m.unbuyable_most({ name, count })
  return typeof said === 'string' && said ? m.unbuyable_said({ name, said }) : m.unbuyable_unknown({ name })
}

/** Why the shop doesn't sell a line as it is in the cart, by its last refusal or its least; null when it may. */
export function lineProblem(line: CartLine, refused: PageError | undefined): string | null {
  const told = unbuyableLinesOf(refused).find(one => one.gift_id === line.id)
  if (told && isStillUnbuyable(line, told)) return unbuyableText(told, refused?.detail.said)
  const { least = 1, quantity } = line
  return !isGivenAsAmount(line) && quantity < least
    ? unbuyableText({ gift_id: line.id, name: line.name, reason: 'minimum', count: least }, null)
    : null
}

/** A number that the guest has changed since may be right now. */
function isStillUnbuyable({ quantity }: CartLine, { reason, count }: UnbuyableLine): boolean {
  if (!count) return true
  return reason === 'minimum' ? quantity < count : quantity > count
}
