import { z } from 'zod'
import type { Cents } from '../../base/money.ts'
import { ShopFailure } from '../port.ts'

/** The REST API's answers as far as we read them; a field that changed fails here, with its name. */

/** Parses an answer. Throws ShopFailure `shape` naming the answer and its first wrong field. */
export function parseReply<T>(schema: z.ZodType<T>, answer: unknown, name: string): T {
  const parsed = schema.safeParse(answer)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new ShopFailure('shape', `${name}.${issue?.path.join('.')}: ${issue?.message}`)
}

/** Decimal euro (a JSON number, or v2's string with four decimals) as whole cents, exactly; half a cent goes up. */
export const centsSchema = z.union([z.number(), z.string()]).transform((amount, context): Cents => {
  const match = /^(-?)(\d{1,12})(?:\.(\d*))?$/.exec(String(amount))
  if (!match) {
    context.addIssue({ code: 'custom', message: 'no amount' })
    return z.NEVER
  }
  const [, sign, euros, decimals = ''] = match
  const digits = decimals.padEnd(3, '0')
  const whole = Number(euros) * 100 + Number(digits.slice(0, 2)) + (Number(digits[2]) >= 5 ? 1 : 0)
  return sign === '-' && whole !== 0 ? -whole : whole
})

/** RFC 2822 or ISO 8601. */
const moment = z
  .string()
  .transform(text => new Date(text))
  .refine(date => !Number.isNaN(date.getTime()), 'no date')

const id = z.int()

export const cartSchema = z.object({
  data: z.object({
    id: z.string(),
    redirect_urls: z.object({ cart_url: z.string(), checkout_url: z.string() }),
  }),
})
export const redirectUrlsSchema = z.object({
  data: z.object({ cart_url: z.string(), checkout_url: z.string() }),
})

export const orderSchema = z.object({
  id,
  external_order_id: z.string().nullish(),
  cart_id: z.string().nullish(),
  status_id: z.int(),
  is_deleted: z.boolean().default(false),
  channel_id: z.int(),
  total_inc_tax: centsSchema,
  date_created: moment,
  date_modified: moment,
  staff_notes: z.string().nullish(),
  billing_address: z.object({
    first_name: z.string().nullish(),
    last_name: z.string().nullish(),
    email: z.string().nullish(),
  }),
})
export type WireOrder = z.output<typeof orderSchema>
/** v2 answers an empty list with no body at all. */
export const placedOrdersSchema = z
  .array(z.object({ id, external_order_id: z.string().nullish(), is_deleted: z.boolean().default(false) }))
  .default([])
export const placedOrderSchema = z.object({ id })
export const changedOrdersSchema = z.array(z.object({ id, date_modified: moment })).default([])

const orderLine = z.object({
  id,
  product_id: id,
  variant_id: id.nullish(),
  name: z.string(),
  quantity: z.number(),
  quantity_refunded: z.number(),
  refund_amount: centsSchema,
  total_inc_tax: centsSchema,
  discounted_total_inc_tax: centsSchema.nullish(),
  product_options: z.array(z.object({ product_option_id: id.nullish(), value: z.string().nullish() })),
})
export type WireOrderLine = z.output<typeof orderLine>
export const orderLinesSchema = z.array(orderLine).default([])

const customer = z
  .object({ id, email: z.string(), first_name: z.string(), last_name: z.string() })
  .transform(({ id, email, first_name, last_name }) => ({ id, email, name: first_name, surname: last_name }))
export const customersSchema = z.object({ data: z.array(customer) })
export const credentialsCheckSchema = z.object({ is_valid: z.boolean(), customer_id: id.nullish() })
export const changedProductsSchema = z.object({ data: z.array(z.object({ id })) })

export const subscribersSchema = z.object({ data: z.array(z.object({ id, email: z.string() })) })

/** Read as unix seconds in a string, although written as RFC 2822; 0 or nothing means never. */
const unixSeconds = z
  .string()
  .regex(/^\d*$/)
  .transform(text => (Number(text) > 0 ? new Date(Number(text) * 1000) : null))
export const certificateSchema = z.object({
  id,
  code: z.string(),
  to_name: z.string(),
  to_email: z.string(),
  from_name: z.string(),
  from_email: z.string(),
  amount: centsSchema,
  balance: centsSchema,
  status: z.enum(['active', 'pending', 'disabled', 'expired']),
  expiry_date: unixSeconds.nullish(),
})
export type WireCertificate = z.output<typeof certificateSchema>
export const certificateListSchema = z.array(certificateSchema).default([])

/** What an order of ours needs to know of its products. */
export const taxedProductsSchema = z.object({ data: z.array(z.object({ id, tax_class_id: z.int() })) })

export const shippingAddressesSchema = z
  .array(z.object({ shipping_method: z.string().default('') }))
  .default([])

/** An answer of which nothing is read. */
export const ignoredReplySchema = z.unknown()

export const webhooksSchema = z.object({
  data: z.array(z.object({ id, scope: z.string(), destination: z.string(), is_active: z.boolean() })),
})

export const taxClassesSchema = z
  .array(z.object({ id: z.union([z.string(), z.number()]).transform(Number), name: z.string() }))
  .default([])
export const taxRatesSchema = z.object({
  data: z.array(
    z.object({
      enabled: z.boolean(),
      class_rates: z.array(z.object({ rate: z.number(), tax_class_id: id })),
    }),
  ),
})
/** The tax service of its own: a map of key to rate in percent. */
export const externalTaxRatesSchema = z.object({ rates: z.record(z.string(), z.number()) })

export const webhookBodySchema = z.object({
  scope: z.string(),
  producer: z.string(),
  hash: z.string(),
  created_at: z.number(),
  data: z.record(z.string(), z.unknown()),
})
