import { beforeAll, expect, test } from 'vitest'
import { aGift, aHost, aRegistry, lineOf } from '../../test/builders.ts'
import { opened } from '../../test/opened.ts'
import { handOff } from '../../test/orders.ts'
import { testApp } from '../../test/test-app.ts'
import { findRows } from '../server/postgres/rows.ts'
import { listReceivedGifts, thankGiver } from './received.contract.ts'

const app = opened(() => testApp())
let host: Awaited<ReturnType<typeof aHost>>
let registry: Awaited<ReturnType<typeof aRegistry>>
let whole: Awaited<ReturnType<typeof aGift>>
let group: Awaited<ReturnType<typeof aGift>>

beforeAll(async () => {
  host = await aHost(app)
  registry = await aRegistry(app, host)
  whole = await aGift(app, registry, { cents: 3000, quantity: 5 })
  group = await aGift(app, registry, { group: true, cents: 9500 })
  await give('Άννα Δοκιμή', 'full', [lineOf(whole, { units: 2 }), lineOf(group, { cents: 4000 })])
  app.later(60)
  await give('Νίκος Δοκιμή', 'anonymous', [lineOf(whole, { units: 1 })])
})

async function give(giver_name: string, visibility: string, line_items: object[]) {
  const giver = { giver_name, visibility, message: 'Να ζήσετε' }
  const { cartId } = await handOff(app, registry, line_items, giver)
  await app.shop.actions.pay(cartId, { email: 'giver@example.com' })
  await app.job('order-sync')
}

interface Row {
  order_id: number
  gift_id: number
  giver: string
  thanked_at: string | null
}
type Listed = { data: Row[]; meta: Record<string, unknown> }
const list = async (more: object = {}) =>
  (await app.call<Row[]>(
    listReceivedGifts,
    { registry_id: registry.code, ...more },
    { as: host.token },
  )) as unknown as Listed
const thank = (order_id: number | undefined, thanked: unknown, as = host.token) =>
  app.call<{ thanked_at: string | null }>(
    thankGiver,
    { registry_id: registry.code, order_id, thanked },
    { as },
  )

test('gifts are listed newest first, by page, with totals', async () => {
  const { data, meta } = await list()
  expect(data.map(row => row.giver)).toEqual(['', 'Άννα Δοκιμή', 'Άννα Δοκιμή'])
  expect(meta).toMatchObject({ total: 3, amount: 130, orders: 2, wishes: 2, unthanked: 2 })
  expect(meta.gifts).toHaveLength(2)
  expect((await list({ per_page: 2, page: 2 })).data).toHaveLength(1)
  expect((await list({ per_page: 2, page: 2 })).meta).toMatchObject({ last_page: 2, total: 3 })
  expect((await list({ gift_id: group.id })).data).toMatchObject([{ kind: 'contribution', amount: 40 }])
})

test('a whole order is marked as thanked, with the day, and unmarked', async () => {
  const order = (await list()).data.find(row => row.giver !== '')?.order_id
  const at = app.clock.now.toISOString()
  expect(await thank(order, true)).toMatchObject({ status: 200, data: { thanked_at: at } })
  expect((await list({ show: 'thanked' })).data.map(row => row.thanked_at)).toEqual([at, at])
  expect(await list({ show: 'unthanked' })).toMatchObject({ data: [{ giver: '' }], meta: { unthanked: 1 } })
  await app.job('order-sync')
  expect((await list({ show: 'thanked' })).data).toHaveLength(2)
  const where = { registry_id: registry.id, what: 'thanked' }
  expect(await findRows(app.db, 'registry_change', { where, columns: ['about'] })).toEqual([{ about: null }])
  expect(await thank(order, '0')).toMatchObject({ data: { thanked_at: null } })
  expect((await list({ show: 'thanked' })).data).toEqual([])
})

test('another host’s orders are refused as missing', async () => {
  const other = await aHost(app)
  const theirs = await aRegistry(app, other)
  const order_id = (await list()).data[0]?.order_id
  expect(await thank(order_id, true, other.token)).toMatchObject({ status: 404 })
  const input = { registry_id: theirs.code, order_id, thanked: true }
  expect(await app.call(thankGiver, input, { as: other.token })).toMatchObject({ status: 404 })
  expect((await list({ show: 'thanked' })).data).toEqual([])
})
