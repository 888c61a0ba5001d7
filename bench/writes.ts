import { createHmac, randomUUID } from 'node:crypto'
import * as fs from 'node:fs'
import { join } from 'node:path'
import type { Options, Request } from 'autocannon'
import { compare } from './load.ts'
import { aRegistry, type BenchRegistry } from './registries.ts'
import { loadHeads, loadRow, ratio, type Section, table } from './report.ts'
import type { Stage } from './stage.ts'

/** Hand-offs and webhook notes beside bare servers that insert the same bodies into the same database. */
export async function writes(stage: Stage): Promise<Section> {
  const registries: BenchRegistry[] = []
  for (let at = 0; at < 40; at++) registries.push(await aRegistry(stage.db, 20))
  const carts = await compare({
    product: written(`${stage.site}/api/cart/create`, cartsOf(registries)),
    bare: written(`${stage.bare}/cart`, cartsOf(registries)),
  })
  const note = await notesOf(stage)
  const notes = await compare({
    product: written(`${stage.site}/api/shop/webhooks`, note),
    bare: written(`${stage.bare}/note`, note),
  })
  const rows = [
    [...loadRow('hand-offs', carts.product), ratio(carts.product, carts.bare)],
    [...loadRow('· bare: two rows', carts.bare), ''],
    [...loadRow('webhook notes', notes.product), ratio(notes.product, notes.bare)],
    [...loadRow('· bare: one row', notes.bare), ''],
  ]
  const text = `${table([...loadHeads, 'of bare inserts'], rows)}\n\n${told}`
  return { title: 'Writing', text }
}

const told =
  'A hand-off reads live prices, sets gifts aside under the registry’s lock and makes a cart in the embedded shop, ' +
  'which runs in the same process and database. Notes are worked off meanwhile, too.'

type Fresh = (request: Request) => Request

function written(url: string, setupRequest: Fresh): Options {
  return { url, requests: [{ method: 'POST', path: new URL(url).pathname, setupRequest }] }
}

/** Each from another address, for one address may make only so many. */
function cartsOf(registries: BenchRegistry[]): Fresh {
  let count = 0
  return request => {
    const registry = registries[count % registries.length]!
    const units = registry.gifts.slice(5)
    const gift = units[Math.floor(count / registries.length) % units.length]!
    count++
    const address = `10.${(count >> 16) & 255}.${(count >> 8) & 255}.${count & 255}`
    const body = { registry_id: registry.code, giver_name: 'Σοφία', line_items: [{ ...gift, quantity: 1 }] }
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': address }
    return { ...request, headers, body: JSON.stringify(body) }
  }
}

/** Signed as the shop signs them, each with an id of its own, about orders that do not exist. */
async function notesOf({ db, dataDir }: Stage): Promise<Fresh> {
  const { rows } = await db.query<{ headers: Record<string, string> }>(
    'select headers from shop.hook where headers is not null limit 1',
  )
  const credentials = JSON.parse(fs.readFileSync(join(dataDir, 'shop.json'), 'utf8'))
  let order = 900_000
  return request => {
    const id = `msg_${randomUUID()}`
    const at = String(Math.floor(Date.now() / 1000))
    const body = JSON.stringify({
      scope: 'store/order/updated',
      store_id: '1025646',
      data: { type: 'order', id: order++ },
      hash: id,
      created_at: Number(at),
      producer: `stores/${credentials.storeHash}`,
    })
    const signature = createHmac('sha256', credentials.clientSecret)
      .update(`${id}.${at}.${body}`)
      .digest('base64')
    const signed = { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': `v1,${signature}` }
    return {
      ...request,
      headers: { ...rows[0]?.headers, ...signed, 'content-type': 'application/json' },
      body,
    }
  }
}
