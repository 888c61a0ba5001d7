import { beforeAll, expect, test } from 'vitest'
import { createCart } from '../../src/checkout/hand-off.contract.ts'
import { callAsVisitor, inputFor, publicCalls } from '../access/call-inputs.ts'
import { secretAddress, secrets } from '../access/private-registry.ts'
import { lineOf } from '../builders.ts'
import { aWorld, type World } from '../everything-to-get.ts'
import { opened } from '../opened.ts'
import { shopper } from '../shopper.ts'
import { openPagesOf, testApp } from '../test-app.ts'
import { connectionFrom } from '../test-process.ts'

/** A public registry whose hosts have an address that nobody but them and the shop's staff may learn (R225, R420, R421). */
const app = opened(() => testApp())
const site = opened(() => openPagesOf(app))
let world: World
beforeAll(async () => {
  world = await aWorld(app)
  await app.db
    .updateTable('registry')
    .set({ privacy: 'public', home_address: planted, shipping_address: planted })
    .execute()
  // Whoever is invited may read where the day is.
  await app.db.updateTable('event_details').set({ venue: 'Άγιος Γεώργιος' }).execute()
  await app.job('webhook-registration')
})

const planted = JSON.stringify(secretAddress)
const marks = [
  secrets.street,
  secrets.street.toUpperCase(),
  secrets.phone,
  encodeURIComponent(secrets.street),
]
const leaksIn = (text: string) => marks.filter(mark => text.includes(mark))

test('no call answers it to a guest', async () => {
  const forGuests = publicCalls.filter(({ endpoint }) => endpoint.who === 'anyone')
  const asked = process.env.TEST_FULL ? publicCalls : forGuests.filter(({ endpoint }) => endpoint.reads)
  expect(asked.length).toBeGreaterThan(10)
  const leaks: string[] = []
  for (const call of asked) {
    const answer = await callAsVisitor(app, call, inputFor(call, world.owned))
    if (leaksIn(JSON.stringify(answer)).length > 0) leaks.push(call.endpoint.path)
  }
  expect(leaks).toEqual([])
})

let pages = 0
async function pageFor(visitor: string, path: string) {
  const from = connectionFrom(`10.2.${pages >> 8}.${pages++ & 255}`)
  const init = { headers: world.visitors[visitor] ?? {} }
  const answer = await site.app.request(`http://registry.example${path}`, init, from)
  return { status: answer.status, text: await answer.text() }
}

test('no page shows it to a guest', async () => {
  const paths = process.env.TEST_FULL
    ? world.paths
    : world.paths.filter(path => path.includes(world.owned.registry.code))
  const leaks: string[] = []
  let shown = 0
  for (const path of paths.filter(one => !one.endsWith('/live'))) {
    const page = await pageFor('nobody', path)
    if (page.status === 200) shown++
    if (leaksIn(page.text).length > 0) leaks.push(path)
  }
  expect(leaks).toEqual([])
  expect(shown).toBeGreaterThan(3)
  const ownersPage = `/registry/${world.owned.registry.code}/edit/registry-shipping-address`
  // Its owner does see it, so that it would have been found.
  expect(leaksIn((await pageFor('owner', ownersPage)).text)).not.toEqual([])
})

test.each([
  ['en', 'Deliver to the hosts'],
  ['el', 'Αποστολή στους οικοδεσπότες'],
])('the shop’s checkout, order and letters name the shop’s own address (%s)', async (lang, method) => {
  const { registry, gift } = world.owned
  const { data } = await app.call<{ redirects: { checkout_url: string } }>(createCart, {
    registry_id: registry.code,
    line_items: [lineOf(gift, { units: 1 })],
    giver_name: 'Άννα Δοκιμή',
    giver_email: 'guest@example.com',
    lang,
  })
  const guest = shopper(app)
  const checkout = await guest.open(data.redirects.checkout_url)
  expect(checkout.text).toContain(method)
  const placed = await guest.open(checkout.url, buyer)
  expect(placed.text).toContain(method)
  await app.deliver()
  await app.sendEmails()
  await app.job('shop-tasks')

  const orderId = await newestOrderId()
  const order = (await (await app.staff('GET', `/v2/orders/${orderId}`)).json()) as { staff_notes: string }
  const addresses = await (await app.staff('GET', `/v2/orders/${orderId}/shipping_addresses`)).json()
  expect(addresses).toMatchObject([{ shipping_method: method, company: 'Doron Shop', zip: '10563' }])
  expect(order.staff_notes).toContain(`Deliver to the hosts: Ελένη Παπαδοπούλου, ${secrets.street}`)
  const { staff_notes: _, ...shownOrder } = order
  const letters = await app.db
    .selectFrom('outbox')
    .select(['template', 'props'])
    .where('recipient', '=', 'guest@example.com')
    .execute()
  expect(letters.length).toBeGreaterThan(0)
  for (const shown of [checkout.text, placed.text, shownOrder, addresses, letters])
    expect(leaksIn(JSON.stringify(shown))).toEqual([])
})

const buyer = {
  email: 'guest@example.com',
  first_name: 'Άννα',
  last_name: 'Δοκιμή',
  delivery: 'hosts',
  payment: 'success',
}

const newestOrderId = async () =>
  (
    await app.db
      .selectFrom('purchase')
      .select('order_id')
      .orderBy('order_id', 'desc')
      .executeTakeFirstOrThrow()
  ).order_id
