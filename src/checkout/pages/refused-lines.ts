import { m } from '../../paraglide/messages.js'
import type { PageError } from '../../ui/page/page-errors.ts'
import { type CartLine, isGivenAsAmount } from '../cart.rules.ts'
import {
  type PublishedLine,
  type PublishedPrice,
  type RepricedLine,
  readPrice,
  readUnavailableLine,
  type UnavailableLine,
} from '../hand-off.rules.ts'
import type { UnbuyableLine } from '../stock.rules.ts'

export function repricedLinesOf(error: PageError | undefined): RepricedLine[] {
  return error?.code === 'cart_price_moved' ? (error.detail.lines as PublishedPrice[]).map(readPrice) : []
}

export function unavailableLinesOf(error: PageError | undefined): UnavailableLine[] {
  return error?.code === 'cart_lost' ? (error.detail.lines as PublishedLine[]).map(readUnavailableLine) : []
}

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

/** By the shop's last refusal, or the line's minimum; null without a known problem. */
export function lineProblem(line: CartLine, refused: PageError | undefined): string | null {
  const told = unbuyableLinesOf(refused).find(one => one.gift_id === line.id)
  if (told && isStillUnbuyable(line, told)) return unbuyableText(told, refused?.detail.said)
  const { least = 1, quantity } = line
  return !isGivenAsAmount(line) && quantity < least
    ? unbuyableText({ gift_id: line.id, name: line.name, reason: 'minimum', count: least }, null)
    : null
}

/** The guest may have corrected the quantity since the refusal. */
function isStillUnbuyable({ quantity }: CartLine, { reason, count }: UnbuyableLine): boolean {
  if (!count) return true
  return reason === 'minimum' ? quantity < count : quantity > count
}
