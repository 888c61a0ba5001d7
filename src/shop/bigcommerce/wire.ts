import { z } from 'zod'
import type { Cents } from '../../base/money.ts'
import { ShopFailure } from '../port.ts'

// The replies of the REST API, as far as they are used; a changed field fails here, with its name.

/** Validates a reply. Throws ShopFailure `shape` with the reply's name and its first wrong field. */
export function parseReply<T>(schema: z.ZodType<T>, reply: unknown, name: string): T {
  const parsed = schema.safeParse(reply)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new ShopFailure('shape', `${name}.${issue?.path.join('.')}: ${issue?.message}`)
}

/** Decimal euro, as a number or as v2's string, in whole cents; half a cent is rounded up. */
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

/** Decimal euro in whole hundredths of a cent, as which the platform has amounts without tax. */
export const exactAmountSchema = z.union([z.number(), z.string()]).transform((amount, context): number => {
  const match = /^(-?\d{1,12})(?:\.\d*)?$/.exec(String(amount))
  if (match) return Math.round(Number(amount) * 10_000)
  context.addIssue({ code: 'custom', message: 'no amount' })
  return z.NEVER
})

/** RFC 2822 or ISO 8601. */
const moment = z
  .string()
  .transform(text => new Date(text))
  .refine(date => !Number.isNaN(date.getTime()), 'no date')

const id = z.int()

/** The report shows it, and nothing is decided by it: an order counts whatever stands here. */
const taxSchema = centsSchema.nullish().catch(null)

/** Our amounts are euro; a shop that answers in another currency is refused by name. */
export const shopCurrency = 'EUR'

/** The platform writes it in capitals or not. */
export const currencySchema = z.string().refine(code => code.toUpperCase() === shopCurrency, {
  error: ({ input }) => `amounts are in ${input}, not in ${shopCurrency}`,
})

export const cartSchema = z.object({
  data: z.object({
    id: z.string(),
    currency: z.object({ code: currencySchema }).optional(),
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
  status: z.string().nullish(),
  channel_id: z.int(),
  currency_code: z.string(),
  total_inc_tax: centsSchema,
  total_tax: taxSchema,
  payment_status: z.string().nullish(),
  payment_method: z.string().nullish(),
  gift_certificate_amount: centsSchema.default(0),
  store_credit_amount: centsSchema.default(0),
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
/** v2 replies to an empty list with no body at all. */
export const placedOrdersSchema = z
  .array(z.object({ id, external_order_id: z.string().nullish() }))
  .default([])
export const placedOrderSchema = z.object({ id })
export const changedOrdersSchema = z
  .array(z.object({ id, date_modified: moment, staff_notes: z.string().nullish() }))
  .default([])
export const listedOrdersSchema = z
  .array(z.object({ id, date_modified: moment, status_id: z.int(), total_tax: taxSchema }))
  .default([])

const orderLine = z.object({
  id,
  product_id: id,
  variant_id: id.nullish(),
  name: z.string(),
  quantity: z.number(),
  quantity_refunded: z.number(),
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

/** Replied as unix seconds in a string, although sent as RFC 2822; 0 or an empty string means never. */
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
  customer_id: z.int().nullish(),
  template: z.string().nullish(),
  message: z.string().nullish(),
  currency_code: z.string().nullish(),
  purchase_date: unixSeconds.nullish(),
  expiry_date: unixSeconds.nullish(),
})
export type WireCertificate = z.output<typeof certificateSchema>
export const certificateListSchema = z.array(certificateSchema).default([])

/** The tax classes of products. */
export const refundsSchema = z.object({
  data: z.array(
    z.object({
      id,
      total_amount: centsSchema,
      items: z
        .array(
          z.object({
            item_type: z.string(),
            item_id: z.int().nullish(),
            quantity: z.number().default(0),
            requested_amount: centsSchema.nullish(),
          }),
        )
        .default([]),
      payments: z
        .array(z.object({ amount: centsSchema, is_declined: z.boolean().default(false) }))
        .default([]),
    }),
  ),
})
export type WireRefund = z.output<typeof refundsSchema>['data'][number]

export const taxedProductsSchema = z.object({ data: z.array(z.object({ id, tax_class_id: z.int() })) })

export const shippingAddressesSchema = z
  .array(z.object({ shipping_method: z.string().default('') }))
  .default([])

/** A reply of which nothing is used. */
export const ignoredReplySchema = z.unknown()

export const webhooksSchema = z.object({
  data: z.array(
    z.object({
      id,
      scope: z.string(),
      destination: z.string(),
      is_active: z.boolean(),
      headers: z.record(z.string(), z.string()).nullish(),
    }),
  ),
})
export type WireWebhook = z.output<typeof webhooksSchema>['data'][number]

export const taxClassesSchema = z
  .array(z.object({ id: z.union([z.string(), z.number()]).transform(Number), name: z.string() }))
  .default([])
/** How many pages a list has; some replies leave it out. */
const pagesMeta = z.object({ pagination: z.object({ total_pages: z.int() }).optional() }).optional()
/** A higher rate of a value-added tax is a mistake, and would be charged. */
const percentSchema = z.number().min(0).max(100)
export const taxRatesSchema = z.object({
  data: z.array(
    z.object({
      enabled: z.boolean(),
      tax_zone_id: id,
      priority: z.int().default(1),
      class_rates: z.array(z.object({ rate: percentSchema, tax_class_id: id })),
    }),
  ),
  meta: pagesMeta,
})
const locationSchema = z.object({
  country_code: z.string(),
  subdivision_codes: z.array(z.string()).default([]),
  postal_codes: z.array(z.string()).default([]),
})
export const taxZonesSchema = z.object({
  data: z.array(
    z.object({
      id,
      enabled: z.boolean(),
      shopper_target_settings: z
        .object({
          locations: z.array(locationSchema).default([]),
          customer_groups: z.array(z.number()).default([]),
        })
        .default({ locations: [], customer_groups: [] }),
    }),
  ),
  meta: pagesMeta,
})
export type WireTaxZone = z.infer<typeof taxZonesSchema>['data'][number]
export type WireTaxRate = z.infer<typeof taxRatesSchema>['data'][number]
export const storeCountrySchema = z.object({ country_code: z.string() })
export const storePricesSchema = z.object({ is_price_entered_with_tax: z.boolean() })
/** The configured tax service replies a rate in percent by class name. */
export const externalTaxRatesSchema = z.object({ rates: z.record(z.string(), percentSchema) })

export const webhookBodySchema = z.object({
  scope: z.string(),
  producer: z.string(),
  hash: z.string(),
  created_at: z.number(),
  data: z.record(z.string(), z.unknown()),
})
