import { type Context, Hono } from 'hono'
import { channels } from '../channels.ts'
import {
  type Customer,
  type CustomerFields,
  deleteCustomers,
  findCustomerById,
  findCustomerByPassword,
  hashPassword,
  insertCustomer,
  isOfChannel,
  updateCustomer,
} from '../customers.ts'
import { inTransaction } from '../database.ts'
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
import { countAttributesOf } from './resources/customer-attributes.ts'
import { sendPage } from './responses.ts'

const maxCustomersPerCall = 10

const customerFields = [
  ...['email', 'first_name', 'last_name', 'phone', 'company', 'notes', 'customer_group_id'],
  'channel_ids',
  ...['authentication.new_password', 'authentication.force_password_reset'],
]
const newCustomerFields = [...customerFields, 'origin_channel_id']

/** v3 customers: list, create, update, delete by id, and check a password. */
export function createCustomersApi(store: Store): Hono {
  const app = new Hono()
  app.get('/', accepts({ query: [...pagingQuery, 'id:in', 'email:in', 'customer_group_id:in'] }), c =>
    listCustomers(store, c),
  )
  app.post('/', accepts({ body: newCustomerFields }), c => createCustomers(store, c))
  app.put('/', accepts({ body: ['id', ...customerFields] }), c => updateCustomers(store, c))
  app.delete('/', accepts({ query: ['id:in'] }), async c => {
    const ids = queryIds(c, 'id:in') ?? []
    await inTransaction(store.db, tx => deleteCustomers(store, tx, ids))
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
  const condition = `($1::text[] is null or lower(email) = any($1)) and ($2::int[] is null or id = any($2))
    and ($3::int[] is null or customer_group_id = any($3))`
  const values = [emails ?? null, ids ?? null, queryIds(c, 'customer_group_id:in') ?? null]
  const total = await store.db.query<{ count: number }>(
    `select count(*)::int from shop.customer where ${condition}`,
    values,
  )
  const { rows } = await store.db.query<Customer>(
    `select * from shop.customer where ${condition} order by id limit ${limit} offset ${(page - 1) * limit}`,
    values,
  )
  return sendPage(c, await customersJson(store, rows), total.rows[0]?.count ?? 0, { page, limit })
}

/** The customers in the body. Throws 422 for more than ten. */
async function readCustomers(c: Context): Promise<JsonObject[]> {
  const input = await readObjects(c)
  if (input.length > maxCustomersPerCall)
    throw new ShopError(422, `At most ${maxCustomersPerCall} customers at once.`)
  return input
}

/** Null for all channels. Throws 422 for none, and for a channel that does not exist. */
function parseChannelIds(ids: unknown): number[] | null {
  if (ids === null) return null
  const isList = Array.isArray(ids) && ids.length > 0
  if (!isList || !ids.every(id => channels.some(channel => channel.id === id)))
    throw new ShopError(422, 'channel_ids is invalid.', { channel_ids: 'invalid' })
  return ids
}

/** The columns that a body writes; what is not sent stays. */
async function parseCustomer(input: JsonObject): Promise<CustomerFields> {
  const email = toText(input.email)
  if (input.email !== undefined && !/^[^\s@]+@[^\s@]+$/.test(email))
    throw new ShopError(422, 'email is invalid.', { email })
  const texts = ['first_name', 'last_name', 'phone', 'company', 'notes'].filter(
    field => input[field] !== undefined,
  )
  const authentication = isJsonObject(input.authentication) ? input.authentication : {}
  const { force_password_reset: mustReset } = authentication
  const password = toText(authentication.new_password)
  const numbers = { customer_group_id: input.customer_group_id, channel_id: input.origin_channel_id }
  const given = Object.entries(numbers).filter(([, value]) => value !== undefined)
  return {
    ...(input.email !== undefined && { email }),
    ...Object.fromEntries(texts.map(field => [field, toText(input[field]).slice(0, textLimits[field])])),
    ...(password !== '' && { password: await hashPassword(password) }),
    ...(mustReset !== undefined && { must_reset_password: mustReset === true }),
    ...(input.channel_ids !== undefined && { channel_ids: parseChannelIds(input.channel_ids) }),
    ...Object.fromEntries(given.map(([name, value]) => [name, parseWholeNumber(value, name)])),
  }
}

const textLimits: Record<string, number> = { phone: 50 }

async function createCustomers(store: Store, c: Context): Promise<Response> {
  const inputs = await readCustomers(c)
  const created = await inTransaction(store.db, async tx => {
    const customers: Customer[] = []
    for (const input of inputs) {
      const names = {
        email: parseRequiredText(input, 'email'),
        first_name: parseRequiredText(input, 'first_name'),
        last_name: parseRequiredText(input, 'last_name'),
      }
      const fields = { channel_id: 1, ...(await parseCustomer(input)), ...names }
      customers.push((await insertCustomer(store, tx, fields)) ?? refuseTakenEmail('Create', names.email))
    }
    return customers
  })
  return c.json({ data: await customersJson(store, created), meta: {} })
}

async function updateCustomers(store: Store, c: Context): Promise<Response> {
  const inputs = await readCustomers(c)
  const updated = await inTransaction(store.db, async tx => {
    const customers: Customer[] = []
    for (const input of inputs) {
      const id = parseWholeNumber(input.id, 'id')
      if (!(await findCustomerById(tx, id)))
        throw new ShopError(422, 'Customer not found.', { id: String(id) })
      const fields = await parseCustomer(input)
      customers.push(
        (await updateCustomer(store, tx, id, fields)) ?? refuseTakenEmail('Update', fields.email),
      )
    }
    return customers
  })
  return c.json({ data: await customersJson(store, updated), meta: {} })
}

/** Throws 422: another customer has the e-mail. */
function refuseTakenEmail(what: string, email = ''): never {
  throw new ShopError(422, `${what} customers failed: the email ${email} is already in use.`, { email })
}

/** The response is bare, without `data`, as on the platform. */
async function validateCredentials(store: Store, c: Context): Promise<Response> {
  const input = await readObject(c)
  const password = typeof input.password === 'string' ? input.password : ''
  const customer = await findCustomerByPassword(store.db, toText(input.email), password)
  const isValid = customer !== undefined && isOfChannel(customer, Number(input.channel_id ?? 1))
  return c.json({ is_valid: isValid, customer_id: isValid ? customer.id : null })
}

async function customersJson(store: Store, customers: Customer[]) {
  const attributes = await countAttributesOf(store.db)
  return customers.map(customer => customerJson(customer, attributes.get(customer.id) ?? 0))
}

const customerJson = (customer: Customer, attribute_count: number) => ({
  id: customer.id,
  email: customer.email,
  first_name: customer.first_name,
  last_name: customer.last_name,
  company: customer.company,
  phone: customer.phone,
  registration_ip_address: '',
  notes: customer.notes,
  tax_exempt_category: '',
  customer_group_id: customer.customer_group_id,
  date_created: customer.created.toISOString(),
  date_modified: customer.modified.toISOString(),
  address_count: 0,
  attribute_count,
  authentication: { force_password_reset: customer.must_reset_password },
  accepts_product_review_abandoned_cart_emails: false,
  origin_channel_id: customer.channel_id,
  ...(customer.channel_ids && { channel_ids: customer.channel_ids }),
})
