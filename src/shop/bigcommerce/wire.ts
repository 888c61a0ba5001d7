import { z } from 'zod'
import type { Cents } from '../../base/money.ts'
import { ShopFailure } from '../port.ts'
import { describeIssue, ofWholeReply, rowListOf, rowsOf } from './wire-rows.ts'

// The replies of the REST API, as far as they are used. A field is demanded only where nothing right can be done without
// it, and the schema says why; the rest may be null, missing or of another type. What demands and does not get is set
// aside with the field's name: a row of a list alone, an order as a whole (R1302).

/** Validates a reply. Throws ShopFailure `shape` with the reply's name and its first wrong field. */
export function parseReply<T>(schema: z.ZodType<T>, reply: unknown, name: string): T {
  const parsed = schema.safeParse(reply)
  if (parsed.success) return parsed.data
  const { field, reason } = describeIssue(parsed.error)
  throw new ShopFailure('shape', `${name}.${field}: ${reason}`, { field })
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

/** RFC 2822 or ISO 8601; null for anything else, of which a date could be made up. */
export const moment = z
  .string()
  .regex(/\d{4}.{1,7}\d\d:\d\d/)
  .transform(text => new Date(text))
  .refine(date => !Number.isNaN(date.getTime()), 'no date')
  .nullish()
  .catch(null)
  .transform(date => date ?? null)

const id = z.int()

/** A text that decides nothing: an order counts whatever stands here. */
const shownText = z.string().nullish().catch(null)
/** The report shows it, and nothing is decided by it. */
const taxSchema = centsSchema.nullish().catch(null)
/** What certificates or store credit paid: unread it is 0, so that the order's money waits. */
const coveredCents = centsSchema
  .nullish()
  .catch(null)
  .transform(cents => cents ?? 0)
/** A value of another type counts as an unknown status, not as a missing one. */
const paymentStatus = z.string().nullish().catch('unreadable')

/** Our amounts are euro; a shop that answers in another currency is refused by name. */
export const shopCurrency = 'EUR'

/** In capitals or not. Another currency fails the whole reply, an empty one its row alone. */
export const currencySchema = z
  .string()
  .refine(code => code !== '', 'no currency')
  .refine(code => code === '' || code.toUpperCase() === shopCurrency, {
    error: ({ input }) => `amounts are in ${input}, not in ${shopCurrency}`,
    params: ofWholeReply,
  })

const redirectUrls = z.object({ cart_url: z.string(), checkout_url: z.string() })
/** Demanded of a cart: its currency, and the addresses that the guest is sent to. */
export const cartSchema = z.object({
  data: z.object({
    id: z.string().min(1),
    currency: z.object({ code: currencySchema }),
    redirect_urls: redirectUrls,
  }),
})
export const redirectUrlsSchema = z.object({ data: redirectUrls })

/**
 * Demanded of an order: its status, its total and its currency, by which it counts, and which cart or payout it is of,
 * because without these it would count for nothing, or twice. One of its dates is enough.
 */
export const orderSchema = z
  .object({
    id,
    external_order_id: z.union([z.string(), z.number().transform(String)]).nullish(),
    cart_id: z.string().nullish(),
    status_id: z.int(),
    status: shownText,
    channel_id: z.int().catch(0),
    default_currency_code: z.string().min(1),
    currency_code: shownText,
    currency_exchange_rate: z.coerce.number().positive().catch(1),
    total_inc_tax: centsSchema,
    total_tax: taxSchema,
    payment_status: paymentStatus,
    payment_method: shownText,
    items_shipped: z.number().catch(0),
    gift_certificate_amount: coveredCents,
    store_credit_amount: coveredCents,
    date_created: moment,
    date_modified: moment,
    staff_notes: shownText,
    billing_address: z
      .object({ first_name: shownText, last_name: shownText, email: shownText })
      .nullish()
      .catch(null),
  })
  .transform(({ date_created, date_modified, ...order }, context) => {
    const [created, modified] = [date_created ?? date_modified, date_modified ?? date_created]
    if (created && modified) return { ...order, date_created: created, date_modified: modified }
    context.addIssue({ code: 'custom', path: ['date_created'], message: 'no date' })
    return z.NEVER
  })
export type WireOrder = z.output<typeof orderSchema>
/** Staff's own notes are written back with ours, so that notes of another type fail the reply. */
export const staffNotesSchema = z.object({ staff_notes: z.string().nullish() })
/** v2 replies to an empty list with no body at all. An order that is overlooked here would be placed again: all is demanded. */
export const placedOrdersSchema = z
  .array(z.object({ id, external_order_id: z.string().nullish() }))
  .default([])
export const placedOrderSchema = z.object({ id })
const emptyRows = { rows: [], count: 0, ids: [], unread: [] }
/** Of a list of orders only the ids are needed: each order is read by itself. */
export const changedOrdersSchema = rowsOf(
  'orders',
  z.object({ id, date_modified: moment, staff_notes: shownText }),
).default(emptyRows)
/** A field that can't be read differs from what is stored, so that the order is read by itself. */
export const listedOrdersSchema = rowsOf(
  'orders',
  z.object({ id, date_modified: moment, status_id: z.int().catch(-1), total_tax: taxSchema }),
).default(emptyRows)

/**
 * Demanded of a line: the product, how many, for how much and with which options, because a line that is left out would
 * take away what it counts for. Without the amount after discounts, these are taken off here.
 */
const orderLine = z
  .object({
    id,
    product_id: id,
    variant_id: id.nullish(),
    /** An unknown type counts as goods, so that nothing becomes money by it (R1160). */
    type: z.string().nullish().catch(null),
    name: shownText,
    quantity: z.number(),
    quantity_refunded: z.number().nullish(),
    total_inc_tax: centsSchema,
    discounted_total_inc_tax: centsSchema.nullish(),
    applied_discounts: z.array(z.object({ amount: centsSchema })).nullish(),
    product_options: z.array(z.object({ product_option_id: id.nullish(), value: z.string().nullish() })),
  })
  .transform(({ applied_discounts, discounted_total_inc_tax, total_inc_tax, ...line }) => {
    const discounts = (applied_discounts ?? []).reduce((sum, { amount }) => sum + amount, 0)
    return {
      ...line,
      name: line.name ?? '',
      total_inc_tax: discounted_total_inc_tax ?? Math.max(0, total_inc_tax - discounts),
    }
  })
export type WireOrderLine = z.output<typeof orderLine>
export const orderLinesSchema = z.array(orderLine).default([])

/** A customer that is overlooked would be made a second time: number and e-mail are demanded. */
const customer = z
  .object({ id, email: z.string(), first_name: shownText, last_name: shownText })
  .transform(({ id, email, first_name, last_name }) => ({
    id,
    email,
    name: first_name ?? '',
    surname: last_name ?? '',
  }))
export const customersSchema = z.object({ data: z.array(customer) })
export const credentialsCheckSchema = z.object({ is_valid: z.boolean(), customer_id: id.nullish() })
export const changedProductsSchema = z.object({ data: rowsOf('changed products', z.object({ id })) })

/** Who is overlooked here stays on the list that they left: all is demanded. */
export const subscribersSchema = z.object({ data: z.array(z.object({ id, email: z.string() })) })

/** Replied as unix seconds in a string, although sent as RFC 2822; 0 or an empty string means never. */
const unixSeconds = z
  .string()
  .regex(/^\d*$/)
  .transform(text => (Number(text) > 0 ? new Date(Number(text) * 1000) : null))
/** Of a certificate that is only looked at: what it is worth, and what it is known by. */
const listedCertificate = z.object({
  id,
  code: z.string(),
  from_name: shownText,
  amount: centsSchema,
  balance: centsSchema,
  status: z.enum(['active', 'pending', 'disabled', 'expired']),
  message: shownText,
  expiry_date: unixSeconds.nullish().catch(null),
})
/** The same of one that is written back whole: all that it has must have been read, or it would be lost. */
export const certificateSchema = listedCertificate.extend({
  to_name: z.string().nullish(),
  to_email: z.string().nullish(),
  from_name: z.string().nullish(),
  from_email: z.string().nullish(),
  customer_id: z.int().nullish(),
  template: z.string().nullish(),
  message: z.string().nullish(),
  currency_code: z.string().nullish(),
  purchase_date: unixSeconds.nullish(),
  expiry_date: unixSeconds.nullish(),
})
export type WireCertificate = z.output<typeof certificateSchema>
export const readCertificateSchema = listedCertificate
export type WireListedCertificate = z.output<typeof listedCertificate>
export const certificateListSchema = rowsOf('gift certificates', listedCertificate).default(emptyRows)

/** A refund that is overlooked would leave money that was given back: what it took, and from what, is demanded. */
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
            quantity: z.number().nullish(),
            requested_amount: centsSchema.nullish(),
          }),
        )
        .nullish(),
      payments: z.array(z.object({ amount: centsSchema, is_declined: z.boolean().nullish() })).nullish(),
    }),
  ),
})
export type WireRefund = z.output<typeof refundsSchema>['data'][number]

/** A product whose class is not known has no price for now. */
export const taxedProductsSchema = z.object({
  data: rowListOf('tax classes of products', z.object({ id, tax_class_id: z.int() })),
})

export const shippingAddressesSchema = z.array(z.object({ shipping_method: shownText })).default([])

/** A reply of which nothing is used. */
export const ignoredReplySchema = z.unknown()

/** A webhook that can't be read is repaired like one that does not work. */
export const webhookSchema = z.object({
  id,
  scope: z.string().catch(''),
  destination: z.string().catch(''),
  is_active: z.boolean().catch(false),
  headers: z.record(z.string(), z.string()).nullish().catch(undefined),
})

export const webhooksSchema = z.object({
  data: rowListOf('webhooks', webhookSchema),
})
export type WireWebhook = z.output<typeof webhookSchema>

/**
 * Everything of classes, rates and zones is demanded, because prices would be wrong by what is left out; when it fails,
 * the last ones that were read stay (R304).
 */
export const taxClassesSchema = z
  .array(z.object({ id: z.union([z.string(), z.number()]).transform(Number), name: z.string() }))
  .default([])
/** How many pages a list has; some replies leave it out. */
const pagesMeta = z.object({ pagination: z.object({ total_pages: z.int() }).optional() }).optional()
/** Without any the platform answers 204. */
export const transactionsSchema = z
  .object({
    data: z.array(
      z.object({
        id,
        event: z.string(),
        amount: centsSchema,
        currency: z.string(),
        status: z.string().nullish(),
        gift_certificate: z
          .object({ code: z.string(), starting_balance: centsSchema, remaining_balance: centsSchema })
          .nullish(),
      }),
    ),
    meta: pagesMeta,
  })
  .default({ data: [] })
export type WireTransaction = z.output<typeof transactionsSchema>['data'][number]

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
export const storeTaxSchema = z.object({ country_code: z.string(), is_price_entered_with_tax: z.boolean() })
export type WireStoreTax = z.infer<typeof storeTaxSchema>
/** The configured tax service replies a rate in percent by class name. */
export const externalTaxRatesSchema = z.object({ rates: z.record(z.string(), percentSchema) })

/** Of a channel's site: where its storefront is; nothing can lead there without it. Of its other addresses one may be odd. */
export const channelSiteSchema = z.object({
  data: z.object({
    url: z.url({ protocol: /^https?$/ }),
    urls: rowListOf('addresses of channels', z.object({ url: z.url(), type: z.string() }))
      .nullish()
      .catch(null),
  }),
})
export const checkoutOriginsOf = ({ urls }: z.output<typeof channelSiteSchema>['data']): string[] =>
  (urls ?? []).filter(({ type }) => type === 'checkout').map(({ url }) => new URL(url).origin)

/**
 * Demanded of a webhook: its event and its store. The rest may be of another type, because the thing itself is read
 * anew.
 */
export const webhookBodySchema = z.object({
  scope: z.string(),
  producer: z.string(),
  hash: z.string().nullish().catch(null),
  created_at: z.number().nullish().catch(null),
  data: z.record(z.string(), z.unknown()).catch({}),
})
