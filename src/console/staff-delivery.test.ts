import { beforeAll, expect, test } from 'vitest'
import { aGift, lineOf, registryDraft } from '../../test/builders.ts'
import { aHostWithMoney, giveGifts, type HostWithMoney } from '../../test/money.ts'
import { opened } from '../../test/opened.ts'
import { handOff } from '../../test/orders.ts'
import { consoleOn, staffClient } from '../../test/staff-client.ts'
import { openPagesOf, testApp } from '../../test/test-app.ts'
import { listReceivedGifts } from '../orders/received.contract.ts'
import { updateRegistry } from '../registry/settings.contract.ts'

const app = opened(() => testApp())
const site = opened(() => openPagesOf(app, { env: consoleOn }))
let cookie: string
let manager: string
let host: HostWithMoney
let orderId: number
beforeAll(async () => {
  await app.job('webhook-registration')
  cookie = await staff.sessionOf('support@shop.gr', 'support')
  manager = await staff.sessionOf('manager@shop.gr', 'manager')
  host = await aHostWithMoney(app)
  const gift = await aGift(app, host.registry, { quantity: 3, cents: 4000 })
  orderId = await giveGifts(app, host.registry, [lineOf(gift, { units: 2 })])
})

const staff = staffClient(() => site)
const open = async (path = '') => {
  const html = await (await staff.view(`/staff/deliveries${path}`, cookie)).text()
  return html.slice(html.indexOf('<h1'), html.indexOf('<script', html.indexOf('<h1')))
}
const openOrders = async () =>
  (await staff.view(`/staff/registries/${host.registry.code}/orders`, cookie)).text()
const setStatus = async (id: number, status_id: number) => {
  await app.staff('PUT', `/v2/orders/${id}`, { status_id })
  await app.deliver()
}
const received = async () => {
  const answer = await app.call<{ order_id: number; sent_at: string | null }[]>(
    listReceivedGifts,
    { registry_id: host.registry.code },
    { as: host.token },
  )
  return answer.data.find(one => one.order_id === orderId)?.sent_at
}
const noteInShop = async () => {
  await app.job('shop-tasks')
  return ((await (await app.staff('GET', `/v2/orders/${orderId}`)).json()) as { staff_notes: string })
    .staff_notes
}

test('goods that were paid wait with today’s address and the giver’s words; money does not', async () => {
  const money = await aGift(app, host.registry, { group: true, cents: 9000 })
  await giveGifts(app, host.registry, [lineOf(money, { cents: 4000 })])
  await app.db
    .updateTable('purchase')
    .set({ message: 'To many <years>!' })
    .where('order_id', '=', orderId)
    .execute()
  const rows = await app.db.selectFrom('delivery').select(['order_id', 'sent_at']).execute()
  expect(rows).toEqual([{ order_id: orderId, sent_at: null }])
  for (const text of [host.registry.code, '21100 Ναύπλιο']) expect(await open()).toContain(text)
  expect((await openOrders()).match(/Not sent|To the hosts/g)).toEqual(['Not sent', 'To the hosts'])
  const slip = await open(`/${host.registry.code}`)
  for (const text of ['Αμαλίας 12', '2 ×', `Order ${orderId}`, 'To many &lt;years&gt;!'])
    expect(slip).toContain(text)
  const looks = app.db.selectFrom('staff_audit').select('id').where('action', '=', 'registry_opened')
  expect(await looks.execute()).toHaveLength(1)
})

test('another address goes into the notes of orders that have not left, in the shop as well', async () => {
  expect(await noteInShop()).toContain('Αμαλίας 12')
  const home = registryDraft.home_address
  const moveTo = (street: string) =>
    app.call(
      updateRegistry,
      { id: host.registry.code, home_address: home, shipping_address: { ...home, street } },
      { as: host.token },
    )
  expect((await moveTo('Οδός tel. 7')).status).toBe(200)
  const note = await noteInShop()
  expect(note).toContain('Οδός tel. 7')
  expect(note).not.toContain('Αμαλίας 12')
  expect(note.match(/Deliver to the hosts/g)).toHaveLength(1)
  expect(await open(`/${host.registry.code}`)).toContain('Οδός tel. 7')

  await setStatus(orderId, 2)
  expect((await moveTo('Νέα 9')).status).toBe(200)
  expect(await noteInShop()).toContain('Οδός tel. 7')
})

test('what the shop has sent waits no more, and its hosts see so', async () => {
  expect(await received()).toBe(app.clock.now.toISOString())
  expect(await open()).not.toContain(host.registry.code)
  expect(await openOrders()).toMatch(/Sent on \d+ \w+ \d{4}<.*To the hosts/s)
  await setStatus(orderId, 11)
  expect(await received()).toBeNull()
  expect(await open()).toContain(host.registry.code)
  await app.shop.actions.refund(orderId)
  await app.deliver()
  expect(await open()).not.toContain(host.registry.code)
})

test('an order that goes to the guest is not listed', async () => {
  const gift = await aGift(app, host.registry, { quantity: 1, cents: 4000 })
  await giveGifts(app, host.registry, [lineOf(gift, { units: 1 })])
  expect(await open()).toContain(host.registry.code)
  await app.db.updateTable('delivery').set({ for_hosts: false }).execute()
  expect(await openOrders()).toMatch(/Not sent.*To the buyer/s)
  expect(await open()).not.toContain(host.registry.code)
})

test('an order that goes to its buyer stands beside the address, and its goods can’t have come back from a host', async () => {
  const gift = await aGift(app, host.registry, { cents: 4000 })
  const id = await giveGifts(app, host.registry, [lineOf(gift, { units: 1 })])
  const overview = async () => (await staff.view(`/staff/registries/${host.registry.code}`, manager)).text()
  const orders = async () =>
    (await staff.view(`/staff/registries/${host.registry.code}/orders`, manager)).text()
  const to = (for_hosts: boolean) =>
    app.db.updateTable('delivery').set({ for_hosts }).where('order_id', '=', id).execute()
  const unit = `unit_returned?order=${id}&amp;`
  await to(true)
  expect(await overview()).not.toContain(`Order ${id} of`)
  expect(await orders()).toContain(unit)
  await to(false)
  const page = await overview()
  expect(page).toContain(`Order ${id} of Άννα Δοκιμή goes to its buyer, not here`)
  expect(page).toContain(`/orders?order=${id}&amp;lang=en#order-${id}`)
  // The address is changed in the shop.
  expect(page).toContain(`/shop/admin/orders/${id}"`)
  expect(page).toContain('The shop’s staff change the address of such an order in the shop’s back office')
  expect(await orders()).not.toContain(unit)
  await setStatus(id, 2)
  expect(await overview()).not.toContain(`Order ${id} of`)
})

test('lines that staff placed with another giver stand with that one’s name and words', async () => {
  const [cup, pot] = [
    await aGift(app, host.registry, { cents: 4000 }),
    await aGift(app, host.registry, { cents: 5000, quantity: 2 }),
  ]
  const id = await giveGifts(app, host.registry, [lineOf(cup, { units: 1 }), lineOf(pot, { units: 1 })])
  const { reference } = await handOff(app, host.registry, [lineOf(pot, { units: 1 })])
  const other = await app.db
    .selectFrom('handoff')
    .select('id')
    .where('reference', '=', reference)
    .executeTakeFirstOrThrow()
  const givers = [
    { gift: cup, words: { giver_name: 'Ελένη', message: 'Words of Eleni' } },
    { gift: pot, words: { giver_name: 'Νίκος', message: 'Words of Nikos', handoff_id: other.id } },
  ]
  for (const { gift, words } of givers)
    await app.db.updateTable('purchase').set(words).where('gift_id', '=', gift.id).execute()
  const [, order = ''] = (await open(`/${host.registry.code}`)).split(`Order ${id}, `)
  expect(order.match(/1 ×|From \S+?(?=<)|Words of \w+/g)).toEqual([
    ...['1 ×', 'From Ελένη', 'Words of Eleni'],
    ...['1 ×', 'From Νίκος', 'Words of Nikos'],
  ])
})
