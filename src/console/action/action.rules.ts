import type { Cents } from '../../base/money.ts'
import type { GivenTotals, GivingKind } from '../../gift/gift.rules.ts'
import type { MoneySource } from '../../money/ledger.rules.ts'

/** Templates of letters that are written anew after they were sent (R965). */
const rewritableTemplates = [
  'giftcard-issued',
  'registry-created',
  'gift-given',
  'gift-thanks',
  'invitation',
  'welcome',
  'confirm-email',
  'password-reset',
] as const
export type RewritableTemplate = (typeof rewritableTemplates)[number]

/**
 * Of these a failed letter is written anew as well: its link may have ended since, or the host of the gift card may have
 * another e-mail.
 */
export const renewedTemplates: readonly string[] = [
  'giftcard-issued',
  'welcome',
  'confirm-email',
  'password-reset',
]

/** Letters to people without an account: givers, guests, and whoever is asked to be a co-host. */
export const guestTemplates: ReadonlySet<string> = new Set([
  'gift-thanks',
  'gift-refunded',
  'withdrawal-received',
  'invitation',
  'reply-kept',
  'line-card',
  'line-card-lowered',
  'co-host-asked',
  'sms',
])

export function isRewritable(template: string): template is RewritableTemplate {
  return rewritableTemplates.some(one => one === template)
}

/** Where money is, as the form of its move names it: `12 gift`, `12 change`; null for anything else. */
export function parseMoneySource(text: string): MoneySource | null {
  const match = /^(\d{1,15}) (gift|change)$/.exec(text)
  return match && { giftId: Number(match[1]), account: match[2] === 'gift' ? 'gift' : 'change' }
}

/**
 * What is given towards a gift before and after more is paid for it (R1026): no more than was wished for counts. Of money
 * the rest becomes smart change, of units it is bought once too often (R507).
 */
export function countsOfPlacing(
  gift: { quantity: number; is_group: boolean; price: Cents },
  given: GivenTotals,
  { kind, units, cents }: { kind: GivingKind; units: number; cents: Cents },
): { before: Record<string, number>; after: Record<string, number> } {
  const room = (wished: number, has: number) => Math.max(0, wished - has)
  if (kind === 'units') {
    const counted = Math.min(units, room(gift.quantity, given.units))
    const second_units = units - counted
    return {
      before: { given_units: given.units },
      after: { given_units: given.units + counted, ...(second_units > 0 && { second_units }) },
    }
  }
  const open = gift.is_group ? room(gift.price, given.cents) : 0
  const counted = kind === 'gift_card' ? cents : Math.min(cents, open)
  const change_cents = cents - counted
  return {
    before: { given_cents: given.cents },
    after: { given_cents: given.cents + counted, ...(change_cents > 0 && { change_cents }) },
  }
}

interface ProductOfLine {
  productId: number
  variantId: number
}

/** The product that a line is about: of a contribution, the one that it is for. */
export function productOfLine(line: ProductOfLine & { contribution: ProductOfLine | null }): ProductOfLine {
  return line.contribution ?? line
}

/** The gift of a line's product, of the same variant first (R1027, the gift of a line); undefined for none. */
export function findGiftOfLine<Gift extends { product_id: number; variant_id: number }>(
  gifts: Gift[],
  line: (ProductOfLine & { contribution: ProductOfLine | null }) | undefined,
): Gift | undefined {
  if (!line) return undefined
  const { productId, variantId } = productOfLine(line)
  const same = gifts.filter(gift => gift.product_id === productId)
  return same.find(gift => gift.variant_id === variantId) ?? same[0]
}
