import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { aGift, lineOf } from '../../../test/builders.ts'
import { expectInvariants } from '../../../test/invariants.ts'
import { aHostWithMoney, giveGifts, type HostWithMoney } from '../../../test/money.ts'
import { opened } from '../../../test/opened.ts'
import { handOff, purchasesOf } from '../../../test/orders.ts'
import { openActionPages } from '../../../test/staff-actions.ts'
import type { TestApp } from '../../../test/test-app.ts'

const pages = opened(() => openActionPages())
let app: TestApp
let host: HostWithMoney
beforeAll(() => {
  app = pages.app
})
beforeEach(async () => {
  host = await aHostWithMoney(app)
})
afterEach(() => expectInvariants(app.db, host.registry.id))

const registryRow = () =>
  app.db.selectFrom('registry').selectAll().where('id', '=', host.registry.id).executeTakeFirstOrThrow()
const balance = async () => Object.values(await host.ledgerSums()).reduce((sum, cents) => sum + cents, 0)

test('a closing day is changed by the rules of hosts, and a closed registry opens again', async () => {
  await app.db
    .updateTable('registry')
    .set({ event_day: '2026-10-01', closing_day: '2026-11-01' })
    .where('id', '=', host.registry.id)
    .execute()
  const known = { registry: host.registry.code }
  const past = await pages.look(pages.support, 'registry_extended', { ...known, closing_day: '2026-11-10' })
  expect(past.text).toContain('can’t be in the past')
  const page = await pages.look(pages.support, 'registry_extended', { ...known, closing_day: '2026-12-20' })
  expect(page.text).toMatch(/closed\s+After\s+open/)
  expect(await pages.send(pages.support, 'registry_extended', page.hidden)).toMatchObject({ status: 302 })
  expect(await registryRow()).toMatchObject({ closing_day: '2026-12-20' })
  const again = await pages.send(pages.manager, 'registry_extended', page.hidden)
  expect([again.status, again.html]).toEqual([409, expect.stringContaining('Person support')])
})

test('a closing day that comes sooner brings money out: a manager’s alone, with a second person from a sum on', async () => {
  await app.db
    .updateTable('registry')
    .set({ event_day: '2026-10-01', closing_day: '2027-02-01' })
    .where('id', '=', host.registry.id)
    .execute()
  const sooner = { registry: host.registry.code, closing_day: '2026-12-20' }
  const later = { registry: host.registry.code, closing_day: '2027-02-02' }
  expect((await pages.look(pages.support, 'registry_extended', sooner)).status).toBe(200)
  await host.fundedGift(4000, 9000)
  const refused = await pages.look(pages.support, 'registry_extended', sooner)
  expect([refused.text, await registryRow()]).toMatchObject([
    expect.stringContaining('manager'),
    { closing_day: '2027-02-01' },
  ])
  expect(refused.hidden).toEqual({})
  expect((await pages.act(pages.support, 'registry_extended', later)).status).toBe(302)
  expect((await pages.act(await pages.newManager(), 'registry_extended', sooner)).status).toBe(302)
  const acts = await app.db
    .selectFrom('staff_money_act')
    .select('cents')
    .where('registry_id', '=', host.registry.id)
    .execute()
  expect(acts).toEqual([{ cents: 4000 }])
})

test('a registry is taken out of find once', async () => {
  const known = { registry: host.registry.code }
  expect((await registryRow()).searchable).toBe(true)
  expect(await pages.act(pages.support, 'registry_hidden', known)).toMatchObject({ status: 302 })
  expect((await registryRow()).searchable).toBe(false)
  expect((await pages.look(pages.support, 'registry_hidden', known)).text).toContain('is not in find')
})

test('a reservation is released; who pays all the same gives a gift that counts', async () => {
  const gift = await aGift(app, host.registry, { cents: 3000 })
  const { cartId, reference } = await handOff(app, host.registry, [lineOf(gift, { units: 1 })])
  const { id: handoff } = await app.db
    .selectFrom('handoff')
    .select('id')
    .where('reference', '=', reference)
    .executeTakeFirstOrThrow()
  const page = await pages.look(pages.support, 'reservation_released', { handoff })
  expect(page.text).toMatch(/Reserved\s+Before\s+set aside\s+After\s+free for others/)
  expect(await pages.send(pages.support, 'reservation_released', page.hidden)).toMatchObject({ status: 302 })
  const other = await giveGifts(app, host.registry, [lineOf(gift, { units: 1 })])
  expect((await pages.look(pages.support, 'reservation_released', { handoff })).text).toContain('has ended')
  await app.shop.actions.pay(cartId)
  await app.deliver()
  const purchases = await purchasesOf(app, gift)
  expect(purchases.map(one => one.credited_units).sort()).toEqual([0, 1])
  expect(purchases.some(one => one.order_id === other)).toBe(true)
  // Goods that were bought once too often are no money (R1160).
  expect(await balance()).toBe(0)
})

test('the letter with a gift card is written again, with the same code', async () => {
  const gift = await host.fundedGift(4000, 9000)
  const { data } = await host.collect({ id: gift.id })
  const cause = `giftcard-issued:${data.id}`
  const find = () => app.db.selectFrom('outbox').selectAll().where('cause', '=', cause)
  await app.db
    .updateTable('outbox')
    .set({ state: 'sent', sent_at: app.clock.now, props: '{}' })
    .where('cause', '=', cause)
    .execute()
  const { id: letter } = await find().executeTakeFirstOrThrow()
  expect(await pages.act(pages.support, 'letter_resent', { letter })).toMatchObject({ status: 302 })
  expect(await find().execute()).toMatchObject([{ state: 'waiting', props: { certificate: data.code } }])
  const { id: other } = await app.db
    .updateTable('outbox')
    .set({ state: 'sent', sent_at: app.clock.now, props: '{}' })
    .where('template', '=', 'money-requested')
    .where('recipient', '=', host.email)
    .returning('id')
    .executeTakeFirstOrThrow()
  expect((await pages.look(pages.support, 'letter_resent', { letter: other })).text).toContain('not kept')
})

test('units that the host returned become smart change once, all of them to the cent', async () => {
  const gift = await aGift(app, host.registry, { quantity: 3, cents: 3333 })
  const order = await giveGifts(app, host.registry, [lineOf(gift, { units: 3 })])
  const { line_id: line } = (await purchasesOf(app, gift))[0]!
  expect(await balance()).toBe(0)
  expect((await pages.look(pages.support, 'unit_returned', { order, line, units: 1 })).status).toBe(403)
  expect((await pages.look(pages.manager, 'unit_returned', { order, line, units: 4 })).text).toContain(
    'not returned yet. Left: 3.',
  )
  const looks = await Promise.all(
    [1, 2].map(() => pages.look(pages.manager, 'unit_returned', { order, line, units: 1 })),
  )
  const sent = await Promise.all(
    [0, 0, 1].map(one => pages.send(pages.manager, 'unit_returned', looks[one]!.hidden)),
  )
  expect(sent.filter(({ status }) => status === 302).length).toBeGreaterThanOrEqual(1)
  expect(await balance()).toBe(3333)
  expect(await pages.audited('unit_returned', host.registry)).toHaveLength(1)
  await pages.act(pages.manager, 'unit_returned', { order, line, units: 2 })
  expect(await balance()).toBe(9999)
  expect(await purchasesOf(app, gift)).toMatchObject([{ state: 'paid', units: 3, credited_units: 3 }])
  expect((await host.collect({ id: gift.id, type: 'change', amount: 40 })).status).toBe(200)
  // The shop refunds the guest as well: what is left is taken, what was spent is owed.
  await app.shop.actions.refund(order)
  await app.deliver()
  await app.job('certificate-lowerings')
  expect(await host.collected()).toMatchObject({ owed: 0 })
  expect(await balance()).toBe(0)
})
