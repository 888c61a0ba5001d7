import { randomBytes } from 'node:crypto'
import { type Context, Hono } from 'hono'
import type { Certificate } from '../certificates.ts'
import { cents, decimals } from '../money.ts'
import { ShopError, type Store } from '../store.ts'
import { type Body, body, paging, pathId, text, whole, wholeQuery } from './answers.ts'

const LONGEST_CODE = 20
const LONGEST_MESSAGE = 250
const STATUSES = ['active', 'pending', 'disabled', 'expired']

/** v2 gift certificates. Deleting them all in one call, as the platform allows, does not exist here. */
export function certificatesApi(store: Store): Hono {
  const app = new Hono()
  app.get('/', c => list(store, c))
  app.post('/', c => create(store, c))
  app.get('/:id', async c => c.json(certificateJson(await byId(store, pathId(c, 'id')))))
  app.put('/:id', c => update(store, c))
  return app
}

async function byId(store: Store, id: number): Promise<Certificate> {
  const { rows } = await store.db.query<Certificate>('select * from shop.certificate where id = $1', [id])
  if (!rows[0]) throw new ShopError(404, 'The requested resource was not found.')
  return rows[0]
}

async function list(store: Store, c: Context): Promise<Response> {
  const { page, limit } = paging(c)
  const { code, to_email, from_email } = c.req.query()
  const { rows } = await store.db.query<Certificate>(
    `select * from shop.certificate where ($1::text is null or upper(code) = upper($1))
       and ($2::text is null or lower(to_email) = lower($2)) and ($3::text is null or lower(from_email) = lower($3))
       and ($4::int is null or order_id = $4) and id >= coalesce($5, 0) and id <= coalesce($6, 2147483647)
     order by id limit ${limit} offset ${(page - 1) * limit}`,
    [
      code ?? null,
      to_email ?? null,
      from_email ?? null,
      wholeQuery(c, 'order_id') ?? null,
      wholeQuery(c, 'min_id') ?? null,
      wholeQuery(c, 'max_id') ?? null,
    ],
  )
  return rows.length === 0 ? c.body(null, 204) : c.json(rows.map(certificateJson))
}

async function create(store: Store, c: Context): Promise<Response> {
  const sent = await body(c)
  const fields = { ...baseFields(sent), ...laterFields(sent) }
  const code = text(sent.code).slice(0, LONGEST_CODE) || randomBytes(8).toString('hex').toUpperCase()
  const row = {
    status: 'active',
    template: 'general.html',
    message: '',
    ...fields,
    code,
    purchased: store.now(),
  }
  const complete = { balance_cents: fields.amount_cents, ...row }
  const columns = Object.keys(complete)
  const { rows } = await store.db.query<Certificate>(
    `insert into shop.certificate (${columns.join(', ')}) values (${columns.map((_, i) => `$${i + 1}`)})
     on conflict do nothing returning *`,
    Object.values(complete),
  )
  if (!rows[0]) throw new ShopError(409, 'A gift certificate with this code exists.')
  return c.json(certificateJson(rows[0]), 201)
}

async function update(store: Store, c: Context): Promise<Response> {
  const known = await byId(store, pathId(c, 'id'))
  const sent = await body(c)
  const fields = { ...baseFields(sent), ...laterFields(sent) }
  const entries = Object.entries(fields)
  const { rows } = await store.db.query<Certificate>(
    `update shop.certificate set ${entries.map(([column], i) => `${column} = $${i + 2}`)} where id = $1 returning *`,
    [known.id, ...entries.map(([, value]) => value)],
  )
  return c.json(certificateJson(rows[0]!))
}

/** The five fields that both writing calls demand. */
function baseFields(sent: Body) {
  const names = ['to_name', 'to_email', 'from_name', 'from_email'] as const
  const missing = names.find(name => text(sent[name]) === '')
  if (missing) throw new ShopError(400, `The field ${missing} is required.`)
  const amount = cents(sent.amount)
  if (!(amount > 0)) throw new ShopError(400, 'The field amount is invalid.')
  return {
    to_name: text(sent.to_name),
    to_email: text(sent.to_email),
    from_name: text(sent.from_name),
    from_email: text(sent.from_email),
    amount_cents: amount,
  }
}

/** What may be given besides; a field left out is not among them. */
function laterFields(sent: Body): Partial<Certificate> {
  const fields: Partial<Certificate> = {}
  if (sent.balance !== undefined) fields.balance_cents = validBalance(sent)
  if (sent.status !== undefined) fields.status = validStatus(sent)
  if (sent.template !== undefined) fields.template = text(sent.template)
  if (sent.message !== undefined) fields.message = text(sent.message).slice(0, LONGEST_MESSAGE)
  if (sent.customer_id !== undefined) fields.customer_id = whole(sent.customer_id, 'customer_id')
  if (sent.expiry_date) fields.expires = validDate(text(sent.expiry_date))
  return fields
}

function validBalance(sent: Body): number {
  const balance = cents(sent.balance)
  if (!(balance >= 0) || balance > cents(sent.amount))
    throw new ShopError(400, 'The field balance is invalid.')
  return balance
}

function validStatus(sent: Body): Certificate['status'] {
  const status = text(sent.status)
  if (!STATUSES.includes(status)) throw new ShopError(400, 'The field status is invalid.')
  return status as Certificate['status']
}

function validDate(given: string): Date {
  const moment = new Date(given)
  if (Number.isNaN(moment.getTime())) throw new ShopError(400, 'The field expiry_date is invalid.')
  return moment
}

/** Dates are read as unix seconds in a string, although they are written as RFC 2822. */
const seconds = (moment: Date | null): string => (moment ? String(Math.floor(moment.getTime() / 1000)) : '0')

const certificateJson = (one: Certificate) => ({
  id: one.id,
  customer_id: one.customer_id,
  order_id: one.order_id,
  code: one.code,
  to_name: one.to_name,
  to_email: one.to_email,
  from_name: one.from_name,
  from_email: one.from_email,
  amount: decimals(one.amount_cents),
  balance: decimals(one.balance_cents),
  status: one.status,
  template: one.template,
  message: one.message,
  purchase_date: seconds(one.purchased),
  expiry_date: seconds(one.expires),
  currency_code: 'EUR',
})
