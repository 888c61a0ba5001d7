import { createHmac, randomUUID } from 'node:crypto'
import * as fs from 'node:fs'
import { join } from 'node:path'
import type { Options, Request } from 'autocannon'
import type { BenchApp } from './bench-app.ts'
import { type BenchRegistry, createBenchRegistry } from './bench-registries.ts'
import { compareLoads } from './compare-loads.ts'
import { formatRatio, loadHeadings, loadRow, markdownTable, type ReportSection, ratioOf } from './report.ts'

/** Hand-offs and webhooks, beside bare servers that insert the same bodies into the same database. */
export async function measureWrites(benchApp: BenchApp): Promise<ReportSection> {
  const registries: BenchRegistry[] = []
  for (let i = 0; i < 40; i++) registries.push(await createBenchRegistry(benchApp.db, 20))
  const carts = await compareLoads({
    product: postOptions(`${benchApp.siteUrl}/api/cart/create`, cartRequests(registries)),
    bare: postOptions(`${benchApp.bareUrl}/cart`, cartRequests(registries)),
  })
  const setupWebhook = await webhookRequests(benchApp)
  const webhooks = await compareLoads({
    product: postOptions(`${benchApp.siteUrl}/api/shop/webhooks`, setupWebhook),
    bare: postOptions(`${benchApp.bareUrl}/webhook`, setupWebhook),
  })
  const rows = [
    [...loadRow('hand-offs', carts.product), formatRatio(carts.product, carts.bare)],
    [...loadRow('· bare: two rows', carts.bare), ''],
    [...loadRow('webhooks', webhooks.product), formatRatio(webhooks.product, webhooks.bare)],
    [...loadRow('· bare: one row', webhooks.bare), ''],
  ]
  const text = `${markdownTable([...loadHeadings, 'of bare inserts'], rows)}\n\n${explanation}`
  const ratios = {
    'hand-offs': ratioOf(carts.product, carts.bare),
    webhooks: ratioOf(webhooks.product, webhooks.bare),
  }
  return { title: 'Writing', text, ratios }
}

const explanation =
  'A hand-off reads live prices, reserves gifts under the registry’s lock and creates a cart in the embedded shop, ' +
  'which runs in the same process and database. Stored webhooks are processed at the same time.'

type SetupRequest = (request: Request) => Request

export function postOptions(url: string, setupRequest: SetupRequest): Options {
  return { url, requests: [{ method: 'POST', path: new URL(url).pathname, setupRequest }] }
}

/** Requests of carts, each from another address, because of the rate limits, and of another product than the one before. */
export function cartRequests(registries: readonly BenchRegistry[]): SetupRequest {
  let count = 0
  return request => {
    const registry = registries[count % registries.length]!
    const units = registry.gifts.slice(5)
    const gift = units[(count + Math.floor(count / registries.length)) % units.length]!
    count++
    const address = `10.${(count >> 16) & 255}.${(count >> 8) & 255}.${count & 255}`
    const body = { registry_id: registry.code, giver_name: 'Σοφία', line_items: [{ ...gift, quantity: 1 }] }
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': address }
    return { ...request, headers, body: JSON.stringify(body) }
  }
}

/** Requests of webhooks, signed as by the shop, each with its own id, about orders that do not exist. */
async function webhookRequests({ db, dataDir }: BenchApp): Promise<SetupRequest> {
  const { rows } = await db.query<{ headers: Record<string, string> }>(
    'select headers from shop.webhook where headers is not null limit 1',
  )
  const credentials = JSON.parse(fs.readFileSync(join(dataDir, 'shop.json'), 'utf8'))
  let order = 900_000
  return request => {
    const id = `msg_${randomUUID()}`
    const timestamp = String(Math.floor(Date.now() / 1000))
    const body = JSON.stringify({
      scope: 'store/order/updated',
      store_id: '1025646',
      data: { type: 'order', id: order++ },
      hash: id,
      created_at: Number(timestamp),
      producer: `stores/${credentials.storeHash}`,
    })
    const signature = createHmac('sha256', credentials.clientSecret)
      .update(`${id}.${timestamp}.${body}`)
      .digest('base64')
    const signatureHeaders = {
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,${signature}`,
    }
    return {
      ...request,
      headers: { ...rows[0]?.headers, ...signatureHeaders, 'content-type': 'application/json' },
      body,
    }
  }
}
