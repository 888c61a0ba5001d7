import { randomBytes } from 'node:crypto'
import { type Context, Hono } from 'hono'
import { parseCents, toDecimalString } from '../money.ts'
import type { GiftCertificate } from '../orders/gift-certificates.ts'
import { ShopError, type Store } from '../store.ts'
import { accepts, pagingQuery } from './accepts.ts'
import {
  type JsonObject,
  parsePathId,
  parseWholeNumber,
  queryInteger,
  queryPaging,
  readObject,
  toText,
} from './requests.ts'

const maxCodeLength = 20
const maxMessageLength = 250
const certificateStatuses = ['active', 'pending', 'disabled', 'expired']

const certificateFilters = [
  ...pagingQuery,
  ...['min_id', 'max_id', 'code', 'order_id', 'to_name', 'to_email', 'from_name', 'from_email'],
]
const certificateFields = [
  ...['to_name', 'to_email', 'from_name', 'from_email', 'amount', 'balance'],
  ...['code', 'currency_code', 'status', 'template', 'message', 'customer_id'],
  ...['purchase_date', 'expiry_date'],
]

/** v2 gift certificates. The platform's call that deletes all of them is left out. */
export function createCertificatesApi(store: Store): Hono {
  const app = new Hono()
  app.get('/', accepts({ query: certificateFilters }), c => listCertificates(store, c))
  app.post('/', accepts({ body: certificateFields }), c => createCertificate(store, c))
  app.get('/:id', accepts(), async c =>
    c.json(certificateJson(await getCertificate(store, parsePathId(c, 'id')))),
  )
  app.put('/:id', accepts({ body: certificateFields }), c => updateCertificate(store, c))
  app.delete('/:id', accepts(), async c => {
    const { id } = await getCertificate(store, parsePathId(c, 'id'))
    await store.db.query('delete from shop.certificate where id = $1', [id])
    return c.body(null, 204)
  })
  return app
}

async function getCertificate(store: Store, id: number): Promise<GiftCertificate> {
  const { rows } = await store.db.query<GiftCertificate>('select * from shop.certificate where id = $1', [id])
  if (!rows[0]) throw new ShopError(404, 'The requested resource was not found.')
  return rows[0]
}

async function listCertificates(store: Store, c: Context): Promise<Response> {
  const { page, limit } = queryPaging(c)
  const { code, to_name, to_email, from_name, from_email } = c.req.query()
  const { rows } = await store.db.query<GiftCertificate>(
    `select * from shop.certificate where ($1::text is null or upper(code) = upper($1))
       and ($2::text is null or lower(to_email) = lower($2)) and ($3::text is null or lower(from_email) = lower($3))
       and ($4::int is null or order_id = $4) and id >= coalesce($5, 0) and id <= coalesce($6, 2147483647)
       and ($7::text is null or lower(to_name) = lower($7)) and ($8::text is null or lower(from_name) = lower($8))
     order by id limit ${limit} offset ${(page - 1) * limit}`,
    [
      code ?? null,
      to_email ?? null,
      from_email ?? null,
      queryInteger(c, 'order_id') ?? null,
      queryInteger(c, 'min_id') ?? null,
      queryInteger(c, 'max_id') ?? null,
      to_name ?? null,
      from_name ?? null,
    ],
  )
  return rows.length === 0 ? c.body(null, 204) : c.json(rows.map(certificateJson))
}

async function createCertificate(store: Store, c: Context): Promise<Response> {
  const input = await readObject(c)
  if (input.currency_code !== undefined && input.currency_code !== 'EUR')
    throw new ShopError(400, 'The field currency_code is invalid.')
  const fields = { ...parseRequiredFields(input), ...parseOptionalFields(input) }
  const complete = {
    status: 'active',
    template: 'general.html',
    message: '',
    ...defaultFields(store, fields),
    ...fields,
  }
  const columns = Object.keys(complete)
  const { rows } = await store.db.query<GiftCertificate>(
    `insert into shop.certificate (${columns.join(', ')}) values (${columns.map((_, i) => `$${i + 1}`)})
     on conflict do nothing returning *`,
    Object.values(complete),
  )
  if (!rows[0]) throw new ShopError(409, 'A gift certificate with this code exists.')
  return c.json(certificateJson(rows[0]), 201)
}

async function updateCertificate(store: Store, c: Context): Promise<Response> {
  const certificate = await getCertificate(store, parsePathId(c, 'id'))
  const input = await readObject(c)
  const given = { ...parseRequiredFields(input), ...parseOptionalFields(input) }
  const fields = { ...defaultFields(store, given), ...given }
  const { rows: others } = await store.db.query(
    'select from shop.certificate where upper(code) = upper($1) and id <> $2',
    [fields.code, certificate.id],
  )
  if (others.length > 0) throw new ShopError(409, 'A gift certificate with this code exists.')
  const entries = Object.entries(fields)
  const { rows } = await store.db.query<GiftCertificate>(
    `update shop.certificate set ${entries.map(([column], i) => `${column} = $${i + 2}`)} where id = $1 returning *`,
    [certificate.id, ...entries.map(([, value]) => value)],
  )
  return c.json(certificateJson(rows[0]!))
}

/**
 * What the platform takes where a field is not given, when a certificate is created and when it is changed: a whole
 * balance, a new code, and the present day.
 */
const defaultFields = (store: Store, { amount_cents }: Pick<GiftCertificate, 'amount_cents'>) => ({
  balance_cents: amount_cents,
  code: randomBytes(8).toString('hex').toUpperCase(),
  purchased: store.now(),
})

/** The fields that creating and updating require. Throws 400. */
function parseRequiredFields(input: JsonObject) {
  const names = ['to_name', 'to_email', 'from_name', 'from_email'] as const
  const missing = names.find(name => toText(input[name]) === '')
  if (missing) throw new ShopError(400, `The field ${missing} is required.`)
  const amount = parseCents(input.amount)
  if (!(amount > 0)) throw new ShopError(400, 'The field amount is invalid.')
  return {
    to_name: toText(input.to_name),
    to_email: toText(input.to_email),
    from_name: toText(input.from_name),
    from_email: toText(input.from_email),
    amount_cents: amount,
  }
}

/** The optional fields that are given. Throws 400. */
function parseOptionalFields(input: JsonObject): Partial<GiftCertificate> {
  const fields: Partial<GiftCertificate> = {}
  const code = toText(input.code).slice(0, maxCodeLength)
  if (code !== '') fields.code = code
  if (input.currency_code !== undefined && toText(input.currency_code) !== 'EUR')
    throw new ShopError(400, 'The field currency_code is invalid.')
  if (input.balance !== undefined) fields.balance_cents = parseBalance(input)
  if (input.status !== undefined) fields.status = parseStatus(input)
  if (input.template !== undefined) fields.template = toText(input.template)
  if (input.message !== undefined) fields.message = toText(input.message).slice(0, maxMessageLength)
  if (input.customer_id !== undefined) fields.customer_id = parseWholeNumber(input.customer_id, 'customer_id')
  if (input.purchase_date) fields.purchased = parseDate(toText(input.purchase_date), 'purchase_date')
  if (input.expiry_date) fields.expires = parseDate(toText(input.expiry_date), 'expiry_date')
  return fields
}

function parseBalance(input: JsonObject): number {
  const balance = parseCents(input.balance)
  if (!(balance >= 0) || balance > parseCents(input.amount))
    throw new ShopError(400, 'The field balance is invalid.')
  return balance
}

function parseStatus(input: JsonObject): GiftCertificate['status'] {
  const status = toText(input.status)
  if (!certificateStatuses.includes(status)) throw new ShopError(400, 'The field status is invalid.')
  return status as GiftCertificate['status']
}

function parseDate(text: string, field: string): Date {
  const date = new Date(text)
  if (Number.isNaN(date.getTime())) throw new ShopError(400, `The field ${field} is invalid.`)
  return date
}

/** Responses have dates as unix seconds in a string, although requests have them in RFC 2822. */
const unixSecondsText = (date: Date | null): string =>
  date ? String(Math.floor(date.getTime() / 1000)) : '0'

const certificateJson = (certificate: GiftCertificate) => ({
  id: certificate.id,
  customer_id: certificate.customer_id,
  order_id: certificate.order_id,
  code: certificate.code,
  to_name: certificate.to_name,
  to_email: certificate.to_email,
  from_name: certificate.from_name,
  from_email: certificate.from_email,
  amount: toDecimalString(certificate.amount_cents),
  balance: toDecimalString(certificate.balance_cents),
  status: certificate.status,
  template: certificate.template,
  message: certificate.message,
  purchase_date: unixSecondsText(certificate.purchased),
  expiry_date: unixSecondsText(certificate.expires),
  currency_code: 'EUR',
})
