import type { Context } from 'hono'
import { queryInteger, queryTime } from '../requests.ts'

/** The filters of the query; `is_deleted` is told of in prose and listed as a field only. */
export const orderFilterNames = [
  ...['cart_id', 'email', 'external_order_id', 'payment_method', 'status_id', 'customer_id', 'channel_id'],
  ...['min_id', 'max_id', 'min_date_created', 'max_date_created', 'min_date_modified', 'max_date_modified'],
  'is_deleted',
]

/** The filters of the query as one SQL condition with its values. */
export function parseOrderFilters(c: Context): { clause: string; values: unknown[] } {
  const conditions: [string, unknown][] = [
    ['cart_id::text =', c.req.query('cart_id')?.toLowerCase()],
    ['lower(email) =', c.req.query('email')?.toLowerCase()],
    ['external_order_id =', c.req.query('external_order_id')],
    ['payment_method =', c.req.query('payment_method')],
    ['status_id =', queryInteger(c, 'status_id')],
    ['customer_id =', queryInteger(c, 'customer_id')],
    ['channel_id =', queryInteger(c, 'channel_id')],
    ['id >=', queryInteger(c, 'min_id')],
    ['id <=', queryInteger(c, 'max_id')],
    ['created >=', queryTime(c, 'min_date_created')],
    ['created <=', queryTime(c, 'max_date_created')],
    // Dates on the wire have whole seconds; a change within that second must not be missed.
    ["date_trunc('second', modified) >=", queryTime(c, 'min_date_modified')],
    ["date_trunc('second', modified) <=", queryTime(c, 'max_date_modified')],
    ['is_deleted =', c.req.query('is_deleted') === 'true'],
  ]
  const present = conditions.filter(([, value]) => value !== undefined)
  return {
    clause: present.map(([condition], index) => `${condition} $${index + 1}`).join(' and '),
    values: present.map(([, value]) => value),
  }
}
