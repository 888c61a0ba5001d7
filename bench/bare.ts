// The bare limits: what Node, React and PostgreSQL do with nothing around them.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import pg from 'pg'
import { type BareRow, barePage } from './bare-react.ts'
import type { BarePage } from './stage.ts'

const db = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 12 })
const squeeze = promisify(brotliCompress)
let page: BarePage = { bytes: Buffer.alloc(0), headers: {} }
let render: (rows: BareRow[]) => string = () => ''

await db.query('create table if not exists bench_note (id text primary key, body text not null)')
await db.query(
  'create table if not exists bench_cart (id bigint generated always as identity primary key, body text)',
)
await db.query(
  'create table if not exists bench_line (id bigint generated always as identity primary key, cart_id bigint references bench_cart (id), body text)',
)

const doors: Record<string, (request: IncomingMessage, response: ServerResponse) => Promise<unknown>> = {
  '/bytes': async (_, response) => response.writeHead(200, page.headers).end(page.bytes),
  '/react': react,
  '/note': note,
  '/cart': cart,
  // Says something, and stays open.
  '/live': async (_, response) =>
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: 1\n\n'),
}

createServer((request, response) => {
  const door = doors[request.url ?? '']
  if (!door) response.writeHead(404).end()
  else door(request, response).catch(error => response.writeHead(500).end(String(error)))
}).listen(Number(process.env.PORT), '127.0.0.1', () => console.log('listens'))

process.on('message', (given: BarePage) => {
  page = given
  if (given.html) render = barePage(given.html)
  process.send?.('taken')
})
for (const end of ['SIGTERM', 'SIGINT', 'disconnect']) process.once(end, () => process.exit(0))

/** The page rendered by React, its gifts and what was given to them read by one query. */
async function react(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { rows } = await db.query<BareRow>(giftsQuery, [page.registryId])
  const html = Buffer.from(render(rows))
  const headers = { 'content-type': 'text/html; charset=utf-8' }
  if (!request.headers['accept-encoding']?.includes('br')) {
    response.writeHead(200, headers).end(html)
    return
  }
  const body = await squeeze(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })
  response.writeHead(200, { ...headers, 'content-encoding': 'br' }).end(body)
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

async function note(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const id = String(request.headers['webhook-id'])
  await db.query({ name: 'note', text: 'insert into bench_note values ($1, $2)' }, [id, await text(request)])
  response.writeHead(200).end()
}

async function cart(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const insert = `with cart as (insert into bench_cart (body) values ($1) returning id)
    insert into bench_line (cart_id, body) select id, $1 from cart`
  await db.query({ name: 'cart', text: insert }, [await text(request)])
  response.writeHead(200, { 'content-type': 'application/json' }).end('{"success":true}')
}
