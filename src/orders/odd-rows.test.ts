import { isDeepStrictEqual } from 'node:util'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { type AGift, aGift, aHost, aRegistry, lineOf } from '../../test/builders.ts'
import { expectInvariants } from '../../test/invariants.ts'
import { opened } from '../../test/opened.ts'
import { handOff, jobContextOf, purchasesOf } from '../../test/orders.ts'
import { waysOf } from '../../test/spoilt.ts'
import { testApp } from '../../test/test-app.ts'
import { connectShop } from '../shop/bigcommerce/connect.ts'
import { embeddedShopConnection } from '../shop/bigcommerce/connection.ts'
import type { Shop } from '../shop/port.ts'
import { syncChangedOrders } from './orders.jobs.ts'
import { findJobCursor } from './orders.ts'
import { saveUnreadableRow } from './unreadable.ts'

/** Whichever field of a reply is null, missing, empty or of another type, nothing else stops (R1302). */
type Json = Record<string, unknown>
const app = opened(() => testApp())
let registry: Awaited<ReturnType<typeof aRegistry>>
let gifts: [AGift, AGift]
let ids: [number, number]
let shop: Shop
/** Changes replies of the shop from now on. */
let spoil: (path: string, reply: unknown) => unknown = (_, reply) => reply
const base = 'http://shop.test/shop'

beforeAll(async () => {
  registry = await aRegistry(app, await aHost(app))
  gifts = [
    await aGift(app, registry, { group: true, cents: 900_000 }),
    await aGift(app, registry, { group: true, cents: 900_000 }),
  ]
  ids = [await pay(gifts[0]), await pay(gifts[1])]
  await app.shop.actions.refundAmount(ids[0], 1000)
  await app.job('order-sync')
  shop = connectShop(embeddedShopConnection(base, app.shop, app.config, { en: base, el: base }), {
    fetch: async (url, init) => {
      const response = await app.shop.app.request(url.slice(base.length), init)
      const text = await response.text()
      if (!text || !response.ok) return new Response(text || null, response)
      return Response.json(spoil(new URL(url).pathname, JSON.parse(text)))
    },
    sleep: async () => {},
    setAside: row => saveUnreadableRow(app.db, row, app.clock.now).then(() => {}),
  })
})
afterEach(async () => {
  spoil = (_, reply) => reply
  await expectInvariants(app.db, registry.id)
})

async function pay(gift: AGift): Promise<number> {
  const { cartId } = await handOff(app, registry, [lineOf(gift, { cents: 4000 })])
  return (await app.shop.actions.pay(cartId)).id
}
const centsOf = async (gift: AGift) =>
  (await purchasesOf(app, gift)).reduce((sum, { state, cents }) => sum + (state === 'paid' ? cents : 0), 0)
const jobContext = async () => ({ ...(await jobContextOf(app)), shop })
/** Orders that are set aside; a row of a list without an id is listed for two days. */
const setAside = () =>
  app.db.selectFrom('unreadable_row').select('row_id').where('source', '=', 'order').execute()

/** What the connector reads from the replies; fields that change nothing of it are left out. */
const readAll = () => Promise.allSettled([shop.fetchOrder(ids[0]), shop.fetchChangedOrders(new Date(0))])

/** The row of the first order in a reply with a list, else the whole reply. */
const rowOf = (reply: unknown): Json | undefined => {
  const rows = (reply as { data?: unknown }).data ?? reply
  return Array.isArray(rows) ? rows.find(one => one.id === ids[0] || one.order_id === ids[0]) : (rows as Json)
}
/** Names of all fields of a row, with paths for nested ones: `items.0.quantity`. */
const fieldsOf = (row: Json, prefix = ''): string[] =>
  Object.entries(row).flatMap(([name, value]) => [
    prefix + name,
    ...(value !== null && typeof value === 'object' ? fieldsOf(value as Json, `${prefix}${name}.`) : []),
  ])
function setField(row: Json, path: string, how: (value: unknown) => unknown): void {
  const names = path.split('.')
  const last = names.pop() ?? ''
  const parent = names.reduce((one, name) => (one as Json)[name], row as unknown) as Json
  const value = how(parent[last])
  if (value === undefined && !Array.isArray(parent)) delete parent[last]
  else parent[last] = value ?? null
}

const replies: [string, (path: string) => boolean][] = [
  ['the list of orders', path => path.endsWith('/v2/orders')],
  ['an order', path => path.endsWith(`/v2/orders/${ids[0]}`)],
  ['its lines', path => path.endsWith(`/v2/orders/${ids[0]}/products`)],
  ['its refunds', path => path.endsWith(`/v3/orders/${ids[0]}/payment_actions/refunds`)],
]

test.each(replies)(
  '%s: one odd field stops nothing, and counts nothing that was not there',
  async (_, isIt) => {
    let fields: string[] = []
    spoil = (path, reply) => {
      const row = isIt(path) && rowOf(reply)
      if (row) fields = fieldsOf(row)
      return reply
    }
    await syncChangedOrders(await jobContext())
    expect(fields.length).toBeGreaterThan(5)
    spoil = (_path, reply) => reply
    let whole = await readAll()
    for (const [at, field] of fields.entries())
      for (const [name, how] of waysOf(at)) {
        spoil = (path, reply) => {
          const row = isIt(path) ? rowOf(reply) : undefined
          if (row) setField(row, field, how)
          return reply
        }
        if (isDeepStrictEqual(await readAll(), whole)) continue
        app.later(1)
        for (const id of ids) await app.staff('PUT', `/v2/orders/${id}`, { staff_notes: `${field} ${name}` })
        const before = await findJobCursor(app.db, 'orders')
        await syncChangedOrders(await jobContext())
        expect((await findJobCursor(app.db, 'orders'))!.getTime(), `${field} ${name}`).toBeGreaterThan(
          before!.getTime(),
        )
        expect(await centsOf(gifts[0]), `${field} ${name}`).toBeLessThanOrEqual(3000)
        expect(await centsOf(gifts[1]), `${field} ${name}`).toBe(4000)
        spoil = (_path, reply) => reply
        whole = await readAll()
      }
    // Once the replies are right, everything recovers by itself.
    spoil = (_path, reply) => reply
    for (let time = 0; time < 2; time++) {
      app.later(62)
      await app.job('order-sync')
      await app.job('webhook-events')
    }
    expect([await centsOf(gifts[0]), await setAside()]).toEqual([3000, []])
  },
)
