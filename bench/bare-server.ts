// Bare servers as references: Node, React and PostgreSQL without the product.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { selectListedGifts } from '../src/gift/listed-gifts.sql.ts'
import { type BareRow, createBarePage } from './bare-react-page.ts'
import type { BarePageData } from './bench-app.ts'
import type { RecorderOrder } from './profile/recorder.ts'

const db = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 12 })
const compress = promisify(brotliCompress)
let page: BarePageData = { bytes: Buffer.alloc(0), headers: {} }
let render: (rows: BareRow[]) => string = () => ''
let reply: Reply = { data: { data: [] } }
let listedGifts: pg.QueryConfig = { text: '' }

await db.query('create table if not exists bench_webhook (id text primary key, body text not null)')
await db.query('create table if not exists bench_lock (id int primary key, version int not null)')
await db.query(
  'insert into bench_lock select id, 0 from generate_series(0, 999) as id on conflict do nothing',
)
await db.query(
  'create table if not exists bench_cart (id bigint generated always as identity primary key, body text)',
)
await db.query(
  'create table if not exists bench_line (id bigint generated always as identity primary key, cart_id bigint references bench_cart (id), body text)',
)

const handlers: Record<string, (request: IncomingMessage, response: ServerResponse) => Promise<unknown>> = {
  '/bytes': async (_, response) => response.writeHead(200, page.headers).end(page.bytes),
  '/react': handleReact,
  '/json': getRequestListener(new Hono().post('/json', async c => c.json(await readReply())).fetch),
  '/webhook': handleWebhook,
  '/cart': handleCart,
  '/hand-off': handleHandoff,
  // Sends one message and stays open.
  '/live': async (_, response) =>
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: 1\n\n'),
}

createServer((request, response) => {
  const handler = handlers[request.url ?? '']
  if (!handler) response.writeHead(404).end()
  else handler(request, response).catch(error => response.writeHead(500).end(String(error)))
}).listen(Number(process.env.PORT), '127.0.0.1', () => console.log('listens'))

process.on('message', (data: BarePageData | RecorderOrder) => {
  if (typeof data === 'string') return
  page = data
  if (data.html) render = createBarePage(data.html)
  if (data.headers['content-type'] === 'application/json') {
    reply = JSON.parse(String(Buffer.from(data.bytes)))
    listedGifts = compileListedGifts(data.registryId)
  }
  process.send?.('received')
})
for (const end of ['SIGTERM', 'SIGINT', 'disconnect']) process.once(end, () => process.exit(0))

/** The page rendered by React; its gifts and their purchases are read by one query. */
async function handleReact(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { rows } = await db.query<BareRow>(giftsQuery, [page.registryId])
  const html = Buffer.from(render(rows))
  const headers = { 'content-type': 'text/html; charset=utf-8' }
  if (!request.headers['accept-encoding']?.includes('br')) {
    response.writeHead(200, headers).end(html)
    return
  }
  const body = await compress(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })
  response.writeHead(200, { ...headers, 'content-encoding': 'br' }).end(body)
}

interface Reply {
  data: { data: { id: number; name: string }[] }
}

/** The product's own query of a registry's gifts: a reply with the same bytes has to read the same tables. */
function compileListedGifts(registryId = 0): pg.QueryConfig {
  const values = { language: 'en', now: new Date() } as const
  const gifts = selectListedGifts(sql`${registryId}::bigint`, values)
  const compiler = new Kysely({ dialect: new PostgresDialect({ pool: db }) })
  const { sql: text, parameters } = sql`select ${gifts} as gifts`.compile(compiler)
  return { name: 'listed gifts', text, values: [...parameters] }
}

/** The reply of the API whose bytes were set, with the names of the gifts as one query reads them. */
async function readReply(): Promise<Reply> {
  const { rows } = await db.query<{ gifts: { id: number; name: string }[] }>(listedGifts)
  const names = new Map(rows[0]?.gifts.map(({ id, name }) => [id, name]))
  const gifts = reply.data.data.map(gift => ({ ...gift, name: names.get(gift.id) ?? '' }))
  return { ...reply, data: { ...reply.data, data: gifts } }
}

const giftsQuery = {
  name: 'gifts',
  text: `select gift.id, product_text.name, product.price_cents, product.image,
      coalesce(sum(purchase.credited_units), 0)::int as units, coalesce(sum(purchase.credited_cents), 0)::int as cents
    from gift
    join product on product.id = gift.product_id
    join product_text on product_text.product_id = gift.product_id and product_text.language = 'en'
    left join purchase on purchase.gift_id = gift.id and purchase.state = 'paid'
    where gift.registry_id = $1 group by gift.id, product.id, product_text.name order by gift.position`,
}

async function handleWebhook(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const id = String(request.headers['webhook-id'])
  await db.query({ name: 'webhook', text: 'insert into bench_webhook values ($1, $2)' }, [
    id,
    await text(request),
  ])
  response.writeHead(200).end()
}

async function handleCart(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const insert = `with cart as (insert into bench_cart (body) values ($1) returning id)
    insert into bench_line (cart_id, body) select id, $1 from cart`
  await db.query({ name: 'cart', text: insert }, [await text(request)])
  response.writeHead(200, { 'content-type': 'application/json' }).end('{"success":true}')
}

const single = { name: 'single', text: 'select version from bench_lock where id = $1' }
const locking = { name: 'locking', text: 'select version from bench_lock where id = $1 for update' }
const reserving = {
  name: 'reserving',
  text: `with raised as (update bench_lock set version = version + 1 where id = $1),
      cart as (insert into bench_cart (body) values ($2) returning id)
    insert into bench_line (cart_id, body) select id, $2 from cart`,
}

/** Statements as a hand-off has to ask, one row each and one after the other; the registry of the body is the row that is locked. */
async function handleHandoff(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await text(request)
  const { registry_id: code } = JSON.parse(body) as { registry_id: string }
  const id = [...code].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1000, 0)
  for (let before = 0; before < 3; before++) await db.query(single, [id])
  const client = await db.connect()
  await client.query('begin')
  await client.query(locking, [id])
  await client.query(single, [id])
  await client.query(reserving, [id, body])
  await client.query('commit')
  client.release()
  await db.query(single, [id])
  response.writeHead(200, { 'content-type': 'application/json' }).end('{"success":true}')
}
