import type { Context } from 'hono'
import { timeQuery, wholeQuery } from './answers.ts'

/** The documented filters as one SQL condition. */
export function filters(c: Context): { clause: string; values: unknown[] } {
  const conditions: [string, unknown][] = [
    ['cart_id::text =', c.req.query('cart_id')?.toLowerCase()],
    ['lower(email) =', c.req.query('email')?.toLowerCase()],
    ['external_order_id =', c.req.query('external_order_id')],
    ['external_id =', c.req.query('external_id')],
    ['payment_method =', c.req.query('payment_method')],
    ['status_id =', wholeQuery(c, 'status_id')],
    ['customer_id =', wholeQuery(c, 'customer_id')],
    ['channel_id =', wholeQuery(c, 'channel_id')],
    ['id >=', wholeQuery(c, 'min_id')],
    ['id <=', wholeQuery(c, 'max_id')],
    ['created >=', timeQuery(c, 'min_date_created')],
    ['created <=', timeQuery(c, 'max_date_created')],
    // Dates on the wire have whole seconds; a change within the second asked for must not be missed.
    ["date_trunc('second', modified) >=", timeQuery(c, 'min_date_modified')],
    ["date_trunc('second', modified) <=", timeQuery(c, 'max_date_modified')],
    ['is_deleted =', c.req.query('is_deleted') === 'true'],
  ]
  const given = conditions.filter(([, value]) => value !== undefined)
  return {
    clause: given.map(([condition], index) => `${condition} $${index + 1}`).join(' and '),
    values: given.map(([, value]) => value),
  }
}
