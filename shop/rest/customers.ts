import { type Context, Hono } from 'hono'
import { type Customer, customerByPassword, hashed } from '../customers.ts'
import { ShopError, type Store } from '../store.ts'
import {
  type Body,
  body,
  idsQuery,
  isBody,
  list,
  pageOf,
  paging,
  pathId,
  slice,
  text,
  whole,
} from './answers.ts'

const MOST_AT_ONCE = 10

/** v3 customers: found, made, given a new password, and asked whether a password is theirs. */
export function customersApi(store: Store): Hono {
  const app = new Hono()
  app.get('/', c => find(store, c))
  app.post('/', c => create(store, c))
  app.put('/', c => update(store, c))
  app.post('/validate-credentials', c => validate(store, c))
  app.get('/subscribers', c => subscribers(store, c))
  app.post('/subscribers', c => subscribe(store, c))
  app.delete('/subscribers/:id', async c => {
    await store.db.query('delete from shop.subscriber where id = $1', [pathId(c, 'id')])
    return c.body(null, 204)
  })
  return app
}

async function find(store: Store, c: Context): Promise<Response> {
  const emails = c.req.query('email:in')?.toLowerCase().split(',')
  const ids = idsQuery(c, 'id:in')
  const { page, limit } = paging(c)
  const condition = '($1::text[] is null or lower(email) = any($1)) and ($2::int[] is null or id = any($2))'
  const values = [emails ?? null, ids ?? null]
  const total = await store.db.query<{ count: number }>(
    `select count(*)::int from shop.customer where ${condition}`,
    values,
  )
  const { rows } = await store.db.query<Customer>(
    `select * from shop.customer where ${condition} order by id limit ${limit} offset ${(page - 1) * limit}`,
    values,
  )
  return pageOf(c, rows.map(customerJson), total.rows[0]?.count ?? 0, { page, limit })
}

async function several(c: Context): Promise<Body[]> {
  const sent = await list(c)
  if (sent.length > MOST_AT_ONCE) throw new ShopError(422, `At most ${MOST_AT_ONCE} customers at once.`)
  return sent
}

async function create(store: Store, c: Context): Promise<Response> {
  const made: Customer[] = []
  for (const sent of await several(c)) {
    const email = text(sent.email)
    if (!/^[^\s@]+@[^\s@]+$/.test(email)) throw new ShopError(422, 'email is invalid.', { email })
    const { rows } = await store.db.query<Customer>(
      `insert into shop.customer (email, first_name, last_name, phone, password, channel_id, created, modified)
       values ($1, $2, $3, $4, $5, $6, $7, $7) on conflict do nothing returning *`,
      [
        email,
        required(sent, 'first_name'),
        required(sent, 'last_name'),
        text(sent.phone).slice(0, 50),
        await newPassword(sent),
        sent.origin_channel_id === undefined ? 1 : whole(sent.origin_channel_id, 'origin_channel_id'),
        store.now(),
      ],
    )
    if (!rows[0])
      throw new ShopError(422, `Create customers failed: the email ${email} is already in use.`, { email })
    made.push(rows[0])
  }
  return c.json({ data: made.map(customerJson), meta: {} })
}

function required(sent: Body, field: string): string {
  const value = text(sent[field])
  if (value === '') throw new ShopError(422, `${field} is required.`, { [field]: 'required' })
  return value
}

async function newPassword(sent: Body): Promise<string | null> {
  const password = isBody(sent.authentication) ? sent.authentication.new_password : undefined
  return typeof password === 'string' && password !== '' ? hashed(password) : null
}

async function update(store: Store, c: Context): Promise<Response> {
  const changed: Customer[] = []
  for (const sent of await several(c)) {
    const { rows } = await store.db.query<Customer>(
      `update shop.customer set first_name = coalesce($2, first_name), last_name = coalesce($3, last_name),
         phone = coalesce($4, phone), password = coalesce($5, password), email = coalesce($6, email), modified = $7
       where id = $1 returning *`,
      [
        whole(sent.id, 'id'),
        text(sent.first_name) || null,
        text(sent.last_name) || null,
        sent.phone === undefined ? null : text(sent.phone).slice(0, 50),
        await newPassword(sent),
        text(sent.email) || null,
        store.now(),
      ],
    )
    if (!rows[0]) throw new ShopError(422, 'Customer not found.', { id: String(sent.id) })
    changed.push(rows[0])
  }
  return c.json({ data: changed.map(customerJson), meta: {} })
}

/** Answers bare, without `data`, as the platform does. */
async function validate(store: Store, c: Context): Promise<Response> {
  const sent = await body(c)
  const password = typeof sent.password === 'string' ? sent.password : ''
  const customer = await customerByPassword(store.db, text(sent.email), password)
  return c.json({ is_valid: customer !== undefined, customer_id: customer?.id ?? null })
}

const customerJson = (customer: Customer) => ({
  id: customer.id,
  email: customer.email,
  first_name: customer.first_name,
  last_name: customer.last_name,
  company: '',
  phone: customer.phone,
  registration_ip_address: '',
  notes: '',
  tax_exempt_category: '',
  customer_group_id: 0,
  date_created: customer.created.toISOString(),
  date_modified: customer.modified.toISOString(),
  address_count: 0,
  attribute_count: 0,
  authentication: { force_password_reset: false },
  accepts_product_review_abandoned_cart_emails: false,
  origin_channel_id: customer.channel_id,
})

interface Subscriber {
  id: number
  email: string
  first_name: string
  last_name: string
  source: string
  channel_id: number
  created: Date
  modified: Date
}

/** Puts an address on the list of a channel's newsletter, once. */
export async function addSubscriber(
  store: Store,
  wanted: Pick<Subscriber, 'email' | 'first_name' | 'last_name' | 'source' | 'channel_id'>,
): Promise<Subscriber | undefined> {
  const { rows } = await store.db.query<Subscriber>(
    `insert into shop.subscriber (email, first_name, last_name, source, channel_id, created, modified)
     values ($1, $2, $3, $4, $5, $6, $6) on conflict do nothing returning *`,
    [wanted.email, wanted.first_name, wanted.last_name, wanted.source, wanted.channel_id, store.now()],
  )
  return rows[0]
}

async function subscribe(store: Store, c: Context): Promise<Response> {
  const sent = await body(c)
  const made = await addSubscriber(store, {
    email: required(sent, 'email'),
    first_name: text(sent.first_name),
    last_name: text(sent.last_name),
    source: text(sent.source, 'api'),
    channel_id: sent.channel_id === undefined ? 1 : whole(sent.channel_id, 'channel_id'),
  })
  if (!made) throw new ShopError(409, 'The subscriber exists already.', { email: text(sent.email) })
  return c.json({ data: subscriberJson(made), meta: {} })
}

async function subscribers(store: Store, c: Context): Promise<Response> {
  const { rows } = await store.db.query<Subscriber>('select * from shop.subscriber order by id')
  const email = c.req.query('email')?.toLowerCase()
  return slice(c, rows.filter(one => !email || one.email.toLowerCase() === email).map(subscriberJson))
}

const subscriberJson = (one: Subscriber) => ({
  id: one.id,
  email: one.email,
  first_name: one.first_name,
  last_name: one.last_name,
  source: one.source,
  order_id: null,
  channel_id: one.channel_id,
  consents: ['marketing_newsletter'],
  date_created: one.created.toISOString(),
  date_modified: one.modified.toISOString(),
})
