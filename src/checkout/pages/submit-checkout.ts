import { createHash } from 'node:crypto'
import { redirect } from 'react-router'
import type { InputOf } from '../../base/endpoint.ts'
import type { PageContext } from '../../ui/page/page-context.ts'
import { tryCall } from '../../ui/page/page-errors.ts'
import { type Cart, type CartLine, isGivenAsAmount, type SaidUnits, toChoices } from '../cart.rules.ts'
import { createCart } from '../hand-off.contract.ts'
import { type giverVisibilities, lacksGiverName } from '../mark.rules.ts'
import {
  type CheckoutFormValues,
  type CheckoutResult,
  readCheckoutForm,
  refuseMissingName,
} from './checkout-result.ts'
import { clearGiverWords } from './giver-words.ts'
import { openHandoffCookie, readDevice } from './hand-off-cookie.ts'

/** From the cart page or a gift's sheet; the visitor leaves for the shop only once its address is known (R410). */
export async function submitCheckout(ctx: PageContext, cart: Cart, form: FormData): Promise<CheckoutResult> {
  const values = readCheckoutForm(form)
  const formKey = String(form.get('key') ?? '')
  const nameRefused = refuseGiver(form)
  if (nameRefused) return { refused: nameRefused, values, key: formKey }
  const content = toCartInput(cart, values, ctx)
  const digest = createHash('sha256').update(JSON.stringify(content)).digest('base64url').slice(0, 12)
  const idempotency_key = keyFor(formKey, digest)
  const input = { ...content, idempotency_key, device: readDevice(ctx) }
  const { done, refused } = await tryCall(() => ctx.call(createCart, input))
  if (refused) {
    const isAway = refused.code === 'refused_shop_away'
    return { refused, values, key: isAway ? `${idempotency_key} ${digest}` : crypto.randomUUID() }
  }
  openHandoffCookie.save(ctx, {
    reference: done.reference,
    token: done.words_token,
    choices: toChoices(cart),
  })
  clearGiverWords(ctx)
  return { redirectTo: done.redirects.checkout_url, isReserved: done.reserved }
}

/**
 * The idempotency key (R411). After the shop was away the form's key ends with a digest of what was sent: sent once
 * more it finds the same hand-off, and what was changed since has another key.
 */
function keyFor(formKey: string, digest: string): string {
  const [key = '', sent = digest] = formKey.split(' ')
  return sent === digest ? key : `${key.slice(0, 36)}-${digest}`
}

/** Why the giver's fields are refused before anything is handed off; null when they are complete. */
export function refuseGiver(form: FormData) {
  const { giver_name, visibility } = readCheckoutForm(form)
  return form.has('visibility') && lacksGiverName(giver_name, visibility) ? refuseMissingName() : null
}

/** Without scripts redirects at once. With them the page leaves by itself, as a fetcher can't follow to another site. */
export function leaveOrStay(result: CheckoutResult, form: FormData): CheckoutResult | Response {
  const isLeaving = result.redirectTo && result.isReserved && !form.has('scripts')
  return isLeaving ? redirect(result.redirectTo) : result
}

function toCartInput(cart: Cart, values: CheckoutFormValues, ctx: PageContext) {
  const { messages, visibility, ...giver } = values
  return {
    registry_id: cart.registry_id,
    lang: ctx.language,
    channel_id: ctx.channel,
    ...giver,
    visibility: visibility as (typeof giverVisibilities)[number],
    line_items: cart.lines.flatMap(line => toLineItems(line, messages[line.id])),
  }
}

/** `seen_price` and `list_price` are euro. */
type LineItem = InputOf<typeof createCart>['line_items'][number]

const toSelections = ({ answers }: SaidUnits) =>
  answers.map(({ option_id, value }) => ({ option_id, option_value: value }))

/** Units of a gift with the same answers are one item; every amount that the guest chose is an item of its own. */
function toLineItems(line: CartLine, message: string | undefined): LineItem[] {
  const item = {
    product_id: line.product_id,
    variant_id: line.variant_id,
    ...(message && { message }),
  }
  if (!isGivenAsAmount(line)) {
    const units = { ...item, seen_price: line.price / 100 }
    if (!line.said) return [{ ...units, quantity: line.quantity }]
    return line.said.map(said => ({ ...units, quantity: said.units, option_selections: toSelections(said) }))
  }
  const { is_group_gifting } = line
  return line.parts.map(cents => ({ ...item, is_group_gifting, quantity: 1, list_price: cents / 100 }))
}
