import { randomUUID } from 'node:crypto'
import { type Context, Hono } from 'hono'
import type { CartFee, PricedFee } from '../../carts/cart-fees.ts'
import { type Cart, getCart, type ManualDiscounts } from '../../carts/carts.ts'
import { changeCheckout } from '../../carts/checkout-changes.ts'
import { netOfTax, parseCents, toEuros } from '../../money.ts'
import { discountedCart } from '../../promotions/apply-promotions.ts'
import { ShopError, type Store } from '../../store.ts'
import { taxClasses } from '../../tax/taxes.ts'
import { accepts } from '../accepts.ts'
import { isJsonObject, type JsonObject, objectsIn, parseWholeNumber, readObject } from '../requests.ts'
import { number, oneOf, parseFields, required, text, whole } from '../resources/fields.ts'

const maxFees = 5

const feeFields = {
  type: required(oneOf(['custom_fee'])),
  name: required(text(undefined, { maxLength: 50 })),
  display_name: required(text(undefined, { maxLength: 200 })),
  cost: required(number()),
  source: required(text(undefined, { maxLength: 50 })),
  tax_class_id: whole(),
}
const discountBody = [
  ...['discounts.discounted_amount', 'line_items.id', 'line_items.discounted_amount', 'version'].map(
    field => `cart.${field}`,
  ),
  'version',
]

/** v3 checkouts: what programs take off a cart, and what they add to it. */
export function createAdjustmentsApi(
  store: Store,
  send: (c: Context, cart: Cart) => Promise<Response>,
): Hono {
  const app = new Hono()
  const cartOf = (c: Context) => getCart(store, c.req.param('id') ?? '')
  app.post('/:id/discounts', accepts({ body: discountBody }), async c => {
    const [cart, input] = [await cartOf(c), await readObject(c)]
    const inner = isJsonObject(input.cart) ? input.cart : {}
    const version = inner.version ?? input.version
    const manual_discounts = await parseDiscounts(store, cart, inner)
    const known = version === undefined ? undefined : parseWholeNumber(version, 'version')
    return send(c, await changeCheckout(store, cart, { manual_discounts }, known))
  })
  const changed = async (c: Context, change: (fees: CartFee[], input: JsonObject) => CartFee[]) => {
    const [cart, input] = [await cartOf(c), await readObject(c)]
    const fees = change(cart.fees, input)
    if (fees.length > maxFees) throw invalid('fees', `A checkout has at most ${maxFees} fees.`)
    return send(c, await changeCheckout(store, cart, { fees }))
  }
  const feeBody = Object.keys(feeFields).map(field => `fees.${field}`)
  app.post('/:id/fees', accepts({ body: feeBody }), c =>
    changed(c, (fees, input) => [...fees, ...feesIn(input).map(fee => parseFee(fee, randomUUID()))]),
  )
  app.put('/:id/fees', accepts({ body: ['fees.id', ...feeBody] }), c =>
    changed(c, (fees, input) =>
      feesIn(input).reduce((all, fee) => replaceFee(all, parseFee(fee, String(fee.id))), fees),
    ),
  )
  app.delete('/:id/fees', accepts({ body: ['ids'] }), c =>
    changed(c, (fees, { ids }) => {
      const known = fees.map(({ id }) => id)
      if (!Array.isArray(ids) || ids.length === 0 || !ids.every(id => known.includes(id)))
        throw invalid('ids', 'There is no such fee.')
      return fees.filter(({ id }) => !ids.includes(id))
    }),
  )
  return app
}

const invalid = (field: string, message: string): ShopError =>
  new ShopError(422, message, { [field]: 'invalid' })

/** Throws 422 for none, and for a line that a coupon or a promotion has made cheaper already. */
async function parseDiscounts(store: Store, cart: Cart, input: JsonObject): Promise<ManualDiscounts> {
  const cents = objectsIn(input.discounts).map(amountIn)
  const lines = objectsIn(input.line_items).filter(line => line.discounted_amount !== undefined)
  if (cents.length + lines.length === 0) throw invalid('discounted_amount', 'discounted_amount is required.')
  const { lines: discounted } = await discountedCart(store, { ...cart, manual_discounts: null })
  const lineCents = lines.map((line): [string, number] => {
    const own = discounted.find(({ id }) => id === line.id)
    if (!own) throw invalid('id', `The cart has no line ${line.id}.`)
    if (own.appliedDiscounts?.some(({ code, target }) => code !== null || target === 'product'))
      throw invalid('id', 'A coupon or a promotion is applied to this line already.')
    return [own.id, amountIn(line)]
  })
  return {
    orderCents: cents.reduce((sum, each) => sum + each, 0),
    lineCents: Object.fromEntries(lineCents),
  }
}

function amountIn({ discounted_amount }: JsonObject): number {
  const cents = typeof discounted_amount === 'number' ? parseCents(discounted_amount) : Number.NaN
  if (!(cents >= 0)) throw invalid('discounted_amount', 'discounted_amount is invalid.')
  return cents
}

function feesIn(input: JsonObject): JsonObject[] {
  const fees = objectsIn(input.fees)
  if (fees.length === 0) throw invalid('fees', 'fees is required.')
  return fees
}

function parseFee(input: JsonObject, id: string): CartFee {
  const { type: _, ...fee } = parseFields(feeFields, input, { isNew: true, status: 422 })
  if (!(Number(fee.cost) >= 0)) throw invalid('cost', 'The field cost is invalid.')
  if (fee.tax_class_id != null && !taxClasses.some(one => one.id === fee.tax_class_id))
    throw invalid('tax_class_id', 'The tax class does not exist.')
  return { tax_class_id: null, ...fee, id } as CartFee
}

function replaceFee(fees: CartFee[], fee: CartFee): CartFee[] {
  if (!fees.some(({ id }) => id === fee.id)) throw invalid('id', 'There is no such fee.')
  return fees.map(other => (other.id === fee.id ? fee : other))
}

/** A fee as checkouts show it. */
export const feeJson = ({
  id,
  name,
  display_name,
  source,
  tax_class_id,
  priceCents,
  taxRates,
}: PricedFee) => ({
  id,
  type: 'custom_fee',
  name,
  display_name,
  source,
  tax_class_id,
  cost_inc_tax: toEuros(priceCents),
  cost_ex_tax: toEuros(netOfTax(priceCents, taxRates)),
})
