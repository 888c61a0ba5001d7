import { m } from '../../paraglide/messages.js'
import type { PageError } from '../../ui/page/page-errors.ts'

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
  | { redirectTo?: undefined; refused: PageError; values: CheckoutFormValues; key: string }

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
