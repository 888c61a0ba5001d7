import { redirect } from 'react-router'
import type { PageContext } from '../../../ui/page/page-context.ts'
import { tryCall } from '../../../ui/page/page-errors.ts'
import { buildCartFromChoices, readChoices, saveChoices } from '../../cart/pages/cookie-cart.ts'
import { type Cart, type CartLine, isGivenAsAmount } from '../../cart/rules.ts'
import type { SaidUnits } from '../../cart/said-rules.ts'
import { parseCart } from '../../cart/storage-rules.ts'
import { createCart } from '../contract.ts'
import { type giverVisibilities, lacksGiverName } from '../giver-rules.ts'
import {
  type CheckoutFormValues,
  type CheckoutResult,
  readCheckoutForm,
  refuseMissingName,
} from './checkout-result.ts'
import { readDevice } from './device-cookie.ts'
import { openHandoffCookie } from './handoff-cookie.ts'

/** Hands the cart off; the visitor leaves for the shop only when its address is known (R410). */
export async function submitCheckout(ctx: PageContext, form: FormData): Promise<CheckoutResult | Response> {
  const stored = form.get('cart')
  const cart =
    stored === null ? (await buildCartFromChoices(ctx, readChoices(ctx))).cart : parseCart(String(stored))
  const values = readCheckoutForm(form)
  const key = String(form.get('key') ?? '')
  if (form.has('visibility') && lacksGiverName(values.giver_name, values.visibility))
    return { refused: refuseMissingName(), values, key }
  const { done, refused } = await tryCall(() => ctx.call(createCart, toCartInput(cart, values, key, ctx)))
  if (refused)
    return { refused, values, key: refused.code === 'refused_shop_away' ? key : crypto.randomUUID() }
  openHandoffCookie.save(ctx, { reference: done.reference, token: done.words_token })
  const leaving = { redirectTo: done.redirects.checkout_url, isReserved: done.reserved }
  if (stored !== null) return leaving
  saveChoices(ctx, null)
  return done.reserved ? redirect(leaving.redirectTo) : leaving
}

function toCartInput(cart: Cart, values: CheckoutFormValues, key: string, ctx: PageContext) {
  const { messages, visibility, ...giver } = values
  return {
    registry_id: cart.registry_id,
    lang: ctx.language,
    channel_id: ctx.channel,
    idempotency_key: key,
    device: readDevice(ctx),
    ...giver,
    visibility: visibility as (typeof giverVisibilities)[number],
    line_items: cart.lines.flatMap(line => toLineItems(line, messages[line.id])),
  }
}

interface LineItem {
  product_id: number
  variant_id: number
  quantity: number
  message?: string
  /** Euro, as the endpoint's input has them. */
  seen_price?: number
  option_selections?: { option_id: number; option_value: string }[]
  is_group_gifting?: boolean
  /** Euro. */
  list_price?: number
}

const toSelections = ({ answers }: SaidUnits) =>
  answers.map(({ option_id, value }) => ({ option_id, option_value: value }))

/** Units of a gift that say the same are one item; every amount that the guest chose is an item of its own. */
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
