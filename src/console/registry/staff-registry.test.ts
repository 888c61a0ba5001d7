import { beforeAll, expect, test } from 'vitest'
import { aGift, aHost, lineOf } from '../../../test/builders.ts'
import { aHostWithMoney, giveGifts, type HostWithMoney } from '../../../test/money.ts'
import { opened } from '../../../test/opened.ts'
import { handOff } from '../../../test/orders.ts'
import { consoleOn, staffClient } from '../../../test/staff-client.ts'
import { openPagesOf, testApp } from '../../../test/test-app.ts'
import { eraseRowsOfCustomer } from '../../server/postgres/life-data.ts'

const app = opened(() => testApp())
const site = opened(() => openPagesOf(app, { env: consoleOn }))
let support: string
let manager: string
let host: HostWithMoney
let giver: string
let orderId: number
beforeAll(async () => {
  await app.job('webhook-registration')
  support = await staff.sessionOf('support@shop.gr', 'support')
  manager = await staff.sessionOf('manager@shop.gr', 'manager')
  host = await aHostWithMoney(app)
  const gift = await aGift(app, host.registry, { group: true, cents: 50_000 })
  orderId = await giveGifts(app, host.registry, [lineOf(gift, { cents: 12_300 })])
  await app.db.updateTable('purchase').set({ giver_email: 'aunt@example.gr' }).execute()
  giver = 'aunt@example.gr'
})

const staff = staffClient(() => site)
const open = async (part = '', cookie = support) => {
  const answer = await staff.view(`/staff/registries/${host.registry.code}${part}`, cookie)
  const html = await answer.text()
  const start = html.indexOf('<h1')
  return html.slice(start, html.indexOf('<script', start))
}
const acts = (action: string) =>
  app.db
    .selectFrom('staff_audit')
    .select(['person_id', 'subject'])
    .where('registry_id', '=', host.registry.id)
    .where('action', '=', action)
    .execute()

test('a registry is seen with its hosts, money and addresses; each person’s look is audited once an hour', async () => {
  const html = await open()
  for (const text of [
    'Ελένη &amp; Γιώργος',
    host.email,
    '€123.00',
    'Αμαλίας 12, 21100 Ναύπλιο, Peloponnese, Greece',
  ])
    expect(html).toContain(text)
  expect(html).not.toContain('GR-J')
  expect(html).toContain('The host changes it under “Delivery address”')
  for (const part of ['/gifts', '/orders', '', '/history']) await open(part)
  await open('', manager)
  expect(await acts('registry_opened')).toHaveLength(2)
  app.later(61)
  support = await staff.sessionOf('support2@shop.gr', 'support')
  manager = await staff.sessionOf('manager3@shop.gr', 'manager')
  await open()
  expect(await acts('registry_opened')).toHaveLength(3)
})

test('its slug leads to it, an unknown address is a missing page, and so is an unknown part', async () => {
  const { id, code } = host.registry
  await app.db
    .insertInto('slug')
    .values({ slug: 'eleni-2027', folded: 'eleni2o27', registry_id: id, created_at: app.clock.now })
    .execute()
  const answer = await staff.view('/staff/registries/eleni-2027/orders', support)
  expect(answer.headers.get('location')).toBe(`/staff/registries/${code}/orders?lang=en`)
  for (const path of ['AAAABBBBEEEE', 'x', 'no-such-registry'])
    expect((await staff.view(`/staff/registries/${path}`, support)).status).toBeGreaterThanOrEqual(404)
  expect((await staff.view(`/staff/registries/${code}/secrets`, support)).status).toBe(404)
})

test('gifts have their counts, and what a guest at the checkout has reserved', async () => {
  const gift = await aGift(app, host.registry, { quantity: 3, cents: 4000 })
  const { reference } = await handOff(app, host.registry, [lineOf(gift, { units: 2 })])
  // A gift that was taken off keeps its reservation.
  await app.db.updateTable('gift').set({ removed_at: app.clock.now }).where('id', '=', gift.id).execute()
  const html = await open('/gifts')
  const names = app.db.selectFrom('product_text').select('name').where('product_id', '=', gift.productId)
  const { name } = await names.where('language', '=', 'en').executeTakeFirstOrThrow()
  expect(html.slice(html.indexOf('id="reservations"'))).toContain(name)
  expect(html).toContain('€123.00')
  const row = app.db.selectFrom('handoff').select('giver_name').where('reference', '=', reference)
  expect(html).toContain((await row.executeTakeFirstOrThrow()).giver_name ?? 'x')
})

test('orders have lines, payment and refunds; a giver’s e-mail is masked for support until they ask, which is audited', async () => {
  expect(await open('/orders')).toContain('a…@example.gr')
  expect(await open('/orders')).not.toContain(giver)
  expect(await open('/orders', manager)).toContain(giver)
  const path = `/staff/registries/${host.registry.code}/orders`
  const shown = await staff.send(path, { email: `order ${orderId}` }, { cookie: support })
  expect(await shown.text()).toContain(giver)
  expect(await acts('email_shown')).toEqual([expect.objectContaining({ subject: `order ${orderId}` })])
  await app.shop.actions.refund(orderId)
  await app.deliver()
  expect((await open('/orders')).replace(/<[^>]*>/g, ' ')).toMatch(/Refunded:\s+€123\.00/)
})

test('the e-mail of another registry’s guest or giver is not shown', async () => {
  const other = await aHostWithMoney(app)
  const path = `/staff/registries/${other.registry.code}/orders`
  const asked = await staff.send(path, { email: `order ${orderId}` }, { cookie: support })
  expect(asked.status).toBe(404)
})

test('money has every line with its balance, and payouts without whole codes', async () => {
  const gift = await aGift(app, host.registry, { group: true, cents: 50_000 })
  await giveGifts(app, host.registry, [lineOf(gift, { cents: 5000 })])
  app.later(60 * 24 * 30)
  const { data } = await host.collect({ id: gift.id })
  manager = await staff.sessionOf('manager2@shop.gr', 'manager')
  const html = await open('/money', manager)
  expect(html).toContain(`•••${data.code.slice(-4)}`)
  expect(html).not.toContain(data.code)
  expect(html).toContain('-€50.00')
  // The host's view has no whole code either: a code is money.
  for (const page of ['collected-gift-cards', 'collected-gift-cards/statement']) {
    const seen = await staff.view(`/staff/seen/host/${host.registry.code}/edit/${page}`, manager)
    const text = await seen.text()
    expect([page, text]).toEqual([page, expect.stringContaining(`•••${data.code.slice(-4)}`)])
    expect(text).not.toContain(data.code)
  }
})

test('letters to hosts, givers and guests are listed', async () => {
  const html = await open('/letters', manager)
  for (const name of ['A new gift, to the hosts', 'Money of the registry was asked for'])
    expect(html).toContain(name)
})

test('a note is added once, seen by all staff, and gone with its owner’s account', async () => {
  const path = `/staff/registries/${host.registry.code}`
  const fields = { body: 'They call again on Friday.', draft_key: 'form-number-one' }
  const send = () => staff.send(path, fields, { cookie: manager })
  expect((await Promise.all([send(), send(), send()])).map(({ status }) => status)).toEqual([302, 302, 302])
  expect((await open('', manager)).match(/They call again/g)).toHaveLength(1)
  expect(await acts('note_added')).toHaveLength(1)
  const empty = await staff.send(path, { ...fields, body: ' ' }, { cookie: manager })
  expect([empty.status, await empty.text()]).toEqual([422, expect.stringContaining('Write something first')])
  const other = await aHost(app)
  await eraseRowsOfCustomer(app.db, other.id)
  expect(await open('', manager)).toContain('They call again')
  await eraseRowsOfCustomer(app.db, host.id)
  expect(await open('', manager)).not.toContain('They call again')
  expect(await acts('note_added')).toHaveLength(1)
})

test('a deleted registry is seen, too, and said to be deleted', async () => {
  const other = await aHostWithMoney(app)
  await app.db
    .updateTable('registry')
    .set({ removed_at: app.clock.now })
    .where('id', '=', other.registry.id)
    .execute()
  const answer = await staff.view(`/staff/registries/${other.registry.code}`, manager)
  expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('deleted')])
})
