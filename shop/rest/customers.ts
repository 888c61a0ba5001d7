import { type Context, Hono } from 'hono'
import { channels } from '../channels.ts'
import { type Customer, findCustomerByPassword, hashPassword } from '../customers.ts'
import { ShopError, type Store } from '../store.ts'
import { accepts, pagingQuery } from './accepts.ts'
import {
  isJsonObject,
  type JsonObject,
  parseRequiredText,
  parseWholeNumber,
  queryIds,
  queryPaging,
  readObject,
  readObjects,
  toText,
} from './requests.ts'
import { sendPage } from './responses.ts'

const maxCustomersPerCall = 10

const customerFields = [
  ...['email', 'first_name', 'last_name', 'phone'],
  ...['authentication.new_password', 'authentication.force_password_reset'],
]
const newCustomerFields = [...customerFields, 'origin_channel_id', 'channel_ids']

/** v3 customers: list, create, update, delete by id, and check a password. */
export function createCustomersApi(store: Store): Hono {
  const app = new Hono()
  app.get('/', accepts({ query: [...pagingQuery, 'id:in', 'email:in'] }), c => listCustomers(store, c))
  app.post('/', accepts({ body: newCustomerFields }), c => createCustomers(store, c))
  app.put('/', accepts({ body: ['id', ...customerFields] }), c => updateCustomers(store, c))
  app.delete('/', accepts({ query: ['id:in'] }), async c => {
    await store.db.query('delete from shop.customer where id = any($1)', [queryIds(c, 'id:in') ?? []])
    return c.body(null, 204)
  })
  app.post('/validate-credentials', accepts({ body: ['email', 'password', 'channel_id'] }), c =>
    validateCredentials(store, c),
  )
  return app
}

async function listCustomers(store: Store, c: Context): Promise<Response> {
  const emails = c.req.query('email:in')?.toLowerCase().split(',')
  const ids = queryIds(c, 'id:in')
  const { page, limit } = queryPaging(c)
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
  return sendPage(c, rows.map(customerJson), total.rows[0]?.count ?? 0, { page, limit })
}

/** The customers in the body. Throws 422 for more than ten. */
async function readCustomers(c: Context): Promise<JsonObject[]> {
  const input = await readObjects(c)
  if (input.length > maxCustomersPerCall)
    throw new ShopError(422, `At most ${maxCustomersPerCall} customers at once.`)
  for (const customer of input) refuseUnhonoured(customer)
  return input
}

/** Every customer may sign in on every channel, and nobody is told to change their password. Throws 422. */
function refuseUnhonoured(input: JsonObject): void {
  const { channel_ids: ids, authentication } = input
  if (ids != null && !(Array.isArray(ids) && channels.every(channel => ids.includes(channel.id))))
    throw new ShopError(422, 'Customers of this shop belong to all channels.', { channel_ids: 'invalid' })
  if (isJsonObject(authentication) && authentication.force_password_reset)
    throw new ShopError(422, 'force_password_reset is not implemented by this shop.', {
      force_password_reset: 'not implemented',
    })
}

async function createCustomers(store: Store, c: Context): Promise<Response> {
  const created: Customer[] = []
  for (const input of await readCustomers(c)) {
    const email = toText(input.email)
    if (!/^[^\s@]+@[^\s@]+$/.test(email)) throw new ShopError(422, 'email is invalid.', { email })
    const { rows } = await store.db.query<Customer>(
      `insert into shop.customer (email, first_name, last_name, phone, password, channel_id, created, modified)
       values ($1, $2, $3, $4, $5, $6, $7, $7) on conflict do nothing returning *`,
      [
        email,
        parseRequiredText(input, 'first_name'),
        parseRequiredText(input, 'last_name'),
        toText(input.phone).slice(0, 50),
        await hashNewPassword(input),
        input.origin_channel_id === undefined
          ? 1
          : parseWholeNumber(input.origin_channel_id, 'origin_channel_id'),
        store.now(),
      ],
    )
    if (!rows[0])
      throw new ShopError(422, `Create customers failed: the email ${email} is already in use.`, { email })
    created.push(rows[0])
  }
  return c.json({ data: created.map(customerJson), meta: {} })
}

/** The hash of the new password; null when none is given. */
async function hashNewPassword(input: JsonObject): Promise<string | null> {
  const password = isJsonObject(input.authentication) ? input.authentication.new_password : undefined
  return typeof password === 'string' && password !== '' ? hashPassword(password) : null
}

async function updateCustomers(store: Store, c: Context): Promise<Response> {
  const updated: Customer[] = []
  for (const input of await readCustomers(c)) {
    await refuseTakenEmail(store, input)
    const { rows } = await store.db.query<Customer>(
      `update shop.customer set first_name = coalesce($2, first_name), last_name = coalesce($3, last_name),
         phone = coalesce($4, phone), password = coalesce($5, password), email = coalesce($6, email), modified = $7
       where id = $1 returning *`,
      [
        parseWholeNumber(input.id, 'id'),
        toText(input.first_name) || null,
        toText(input.last_name) || null,
        input.phone === undefined ? null : toText(input.phone).slice(0, 50),
        await hashNewPassword(input),
        toText(input.email) || null,
        store.now(),
      ],
    )
    if (!rows[0]) throw new ShopError(422, 'Customer not found.', { id: String(input.id) })
    updated.push(rows[0])
  }
  return c.json({ data: updated.map(customerJson), meta: {} })
}

/** Throws 422 when another customer has the e-mail. */
async function refuseTakenEmail(store: Store, input: JsonObject): Promise<void> {
  const email = toText(input.email)
  const { rows } = await store.db.query(
    'select from shop.customer where lower(email) = lower($1) and id <> $2',
    [email, parseWholeNumber(input.id, 'id')],
  )
  if (rows.length > 0)
    throw new ShopError(422, `Update customers failed: the email ${email} is already in use.`, { email })
}

/** The response is bare, without `data`, as on the platform. */
async function validateCredentials(store: Store, c: Context): Promise<Response> {
  const input = await readObject(c)
  const password = typeof input.password === 'string' ? input.password : ''
  const customer = await findCustomerByPassword(store.db, toText(input.email), password)
  return c.json({ is_valid: customer !== undefined, customer_id: customer?.id ?? null })
}

const customerJson = (customer: Customer) => ({
  id: customer.id,
  email: customer.email,
  first_name: customer.first_name,
  last_name: customer.last_name,
  company: customer.company,
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
