import type { Cents } from '../../base/money.ts'
import { m } from '../../paraglide/messages.js'
import type { PageError } from '../../ui/page/page-errors.ts'
import type { Cart } from '../cart.rules.ts'

export interface CheckoutFormValues {
  giver_name: string
  visibility: string
  message: string
  messages: Record<string, string>
}

/**
 * What the cart page's action returns for the checkout form: the shop's address, or why there is none. Without a
 * reservation (R413) the guest is told before they leave.
 */
export type CheckoutResult =
  | { redirectTo: string; isReserved: boolean; refused?: undefined }
  | {
      redirectTo?: undefined
      refused: PageError
      values: CheckoutFormValues
      key: string
      prices?: SeenPrice[]
    }

/** What a unit of a gift costs by the form that was sent, or by the refusal of it (R409). */
export interface SeenPrice {
  gift_id: number
  cents: Cents
}

/** The error for a giver who wants to appear with name or initials but entered no name (R414). */
export function refuseMissingName(): PageError {
  return { code: nameMissing, status: 422, fields: { giver_name: m.giver_name_required() }, detail: {} }
}

export const nameMissing = 'giver_name_missing'

/** The key of the fetcher that submits the checkout form; the lines beside it read its result too. */
export const checkoutFetcher = 'checkout'

/** The cart page's action data if it is the result of a checkout. */
export function asCheckoutResult(data: unknown): CheckoutResult | undefined {
  return data && typeof data === 'object' && ('redirectTo' in data || 'refused' in data)
    ? (data as CheckoutResult)
    : undefined
}

/** The hidden field of a form without a stored cart with the price that it shows of a gift. */
export const seenPriceField = (giftId: number): string => `seen-${giftId}`

export function readSeenPrices(form: FormData, { lines }: Cart): SeenPrice[] {
  return lines.flatMap(({ id }) => {
    const shown = form.get(seenPriceField(id))
    return typeof shown === 'string' && /^\d{1,9}$/.test(shown) ? [{ gift_id: id, cents: Number(shown) }] : []
  })
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
