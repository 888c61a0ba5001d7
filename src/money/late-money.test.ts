import { sql } from 'kysely'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { aRegistry, lineOf } from '../../test/builders.ts'
import { expectInvariants } from '../../test/invariants.ts'
import { aHostWithMoney, type HostWithMoney } from '../../test/money.ts'
import { opened } from '../../test/opened.ts'
import { testApp } from '../../test/test-app.ts'
import { createCart } from '../checkout/hand-off.contract.ts'

const app = opened(() => testApp())
let host: HostWithMoney
beforeAll(() => app.job('webhook-registration'))
beforeEach(async () => {
  app.clock.now = new Date('2026-11-21T10:00:00Z')
  host = await aHostWithMoney(app, { closing_day: '2026-11-21' })
})
afterEach(() => expectInvariants(app.db, host.registry.id))

const setTime = (moment: string) => {
  app.clock.now = new Date(moment)
}
const dayIsOver = () => setTime('2026-11-21T22:30:00Z')
const isNoted = async () =>
  (await app.db.selectFrom('late_money').selectAll().where('registry_id', '=', host.registry.id).execute())
    .length === 1
const closingsOf = async (ids: number[]) => {
  const rows = await app.db
    .selectFrom('closing')
    .select('registry_id')
    .where('registry_id', 'in', ids)
    .orderBy('registry_id')
    .execute()
  return rows.map(row => row.registry_id)
}

/** A guest goes to the checkout before the closing; the returned function pays the order. */
async function leavePayment(cents: number): Promise<() => Promise<void>> {
  const gift = await host.fundedGift(4000)
  setTime('2026-11-21T21:58:00Z')
  const { data } = await app.call<{ reference: string }>(createCart, {
    registry_id: host.registry.code,
    line_items: [lineOf(gift, { cents })],
  })
  return async () => {
    const { cart_id } = await app.db
      .selectFrom('handoff')
      .select('cart_id')
      .where('reference', '=', data.reference)
      .executeTakeFirstOrThrow()
    await app.shop.actions.pay(cart_id ?? '')
    await app.deliver()
  }
}

test('a closed registry is looked at until no money is left', async () => {
  const pay = await leavePayment(1000)
  dayIsOver()
  await app.job('closings')
  expect(await isNoted()).toBe(false)
  await pay()
  expect(await isNoted()).toBe(true)
  await app.job('closings')
  expect(await isNoted()).toBe(true)
  setTime('2026-11-22T23:00:00Z')
  await app.job('closings')
  expect(await closingsOf([host.registry.id])).toHaveLength(2)
  expect(await isNoted()).toBe(false)
})

test('a line of money that is being written keeps the note', async () => {
  const pay = await leavePayment(1000)
  dayIsOver()
  await pay()
  await app.job('closings')
  const { id } = host.registry
  await sql`insert into late_money (registry_id) values (${id}) on conflict do nothing`.execute(app.db)
  const written = app.db.transaction().execute(async tx => {
    await sql`select from registry where id = ${id} for update`.execute(tx)
    await sql`insert into ledger (registry_id, order_id, line_id, kind, cents, cause, account)
      values (${id}, 1, 1, 'surplus', 1000, 'being written', 'change')`.execute(tx)
    await app.job('closings', 'B')
    expect(await isNoted()).toBe(true)
    throw new Error('undone')
  })
  await expect(written).rejects.toThrow('undone')
})

test('more registries than a statement finds are closed in one run, and one that fails holds up none', async () => {
  const ids: number[] = []
  for (let count = 0; count < 105; count++)
    ids.push((await aRegistry(app, host, { closing_day: '2026-11-20' })).id)
  const failing = ids[3] ?? 0
  await sql`create function refuse_closing() returns trigger language plpgsql as
    $$ begin raise exception 'refused'; end $$`.execute(app.db)
  await sql`create trigger refuse_one before insert on closing for each row
    when (new.registry_id = ${sql.lit(failing)}) execute function refuse_closing()`.execute(app.db)
  await expect(app.job('closings')).rejects.toThrow('1 registries did not close')
  await sql`drop function refuse_closing cascade`.execute(app.db)
  expect(await closingsOf(ids)).toEqual(ids.filter(id => id !== failing))
  await Promise.all([app.job('closings', 'A'), app.job('closings', 'B')])
  expect(await closingsOf(ids)).toEqual(ids)
})
