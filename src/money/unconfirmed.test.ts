import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Refused } from '../../test/client.ts'
import { expectInvariants } from '../../test/invariants.ts'
import { aHostWithMoney, type HostWithMoney } from '../../test/money.ts'
import { opened } from '../../test/opened.ts'
import { testApp } from '../../test/test-app.ts'
import { hashPassword } from '../account/password/password.ts'
import { deactivateAccount } from '../account/settings.contract.ts'
import { updateRows } from '../server/postgres/rows.ts'

const app = opened(() => testApp())
let host: HostWithMoney
const start = new Date('2026-11-21T10:00:00Z')
beforeAll(() => app.job('webhook-registration'))
beforeEach(async () => {
  app.clock.now = new Date(start)
  host = await aHostWithMoney(app, { closing_day: '2026-11-21' })
  await setConfirmed(null)
})
afterEach(() => expectInvariants(app.db, host.registry.id))

const setConfirmed = (confirmed_at: Date | null) =>
  app.db.updateTable('customer').set({ confirmed_at }).where('id', '=', host.id).execute()

/** Sets the clock to so many days after the first run after closing. */
const daysLater = (days: number) => {
  app.clock.now = new Date(Date.parse('2026-11-22T10:00:00Z') + days * 86_400_000)
}
const closeAndRemind = async () => {
  await app.job('closings')
  await app.job('registry-dates')
}
const staffLetters = async () => {
  const rows = await app.db
    .selectFrom('outbox')
    .select('props')
    .where('template', '=', 'money-unclaimed')
    .execute()
  return rows.filter(({ props }) => props.code === host.registry.code)
}

test('the money of an unconfirmed owner waits: reminders after 1, 7 and 30 days, then staff', async () => {
  await host.fundedGift(4000)
  const letters: number[][] = []
  for (const day of [0, 0.9, 1, 2, 7, 8, 30, 30.5, 31, 60]) {
    daysLater(day)
    await closeAndRemind()
    letters.push([(await host.emails('money-waits')).length, (await staffLetters()).length])
  }
  expect(letters.map(String)).toEqual(['0,0', '0,0', '1,0', '1,0', '2,0', '2,0', '3,0', '3,0', '3,1', '3,1'])
  expect(await host.certificates()).toEqual([])
  const [letter] = await host.emails('money-waits')
  expect(letter?.props).toEqual({ code: expect.any(String), cents: 4000 })
})

test('in surprise mode nobody learns from leaving whether there is money', async () => {
  app.clock.now = new Date('2026-11-20T10:00:00Z')
  const password_hash = await hashPassword('a good password')
  const secret = { where: { id: host.registry.id }, set: { surprise: true } }
  await updateRows(app.db, 'registry', secret)
  await updateRows(app.db, 'customer', { where: { id: host.id }, set: { password_hash } })
  const leave = async () => {
    const { status, data } = await app.call<Refused>(
      deactivateAccount,
      { password: 'a good password' },
      { as: host.token },
    )
    return [status, data.code]
  }
  const without = await leave()
  await host.fundedGift(4000)
  expect([without, await leave()]).toEqual([
    [409, 'account_confirm_first'],
    [409, 'account_confirm_first'],
  ])
})

test('once the e-mail is confirmed, the money follows and no letter does', async () => {
  await host.fundedGift(4000)
  for (const day of [0, 1]) {
    daysLater(day)
    await closeAndRemind()
  }
  await setConfirmed(app.clock.now)
  daysLater(3)
  await closeAndRemind()
  await app.job('payouts')
  expect((await host.certificates()).map(({ cents }) => cents)).toEqual([4000])
  daysLater(40)
  await closeAndRemind()
  expect(await host.emails('money-waits')).toHaveLength(1)
})

test('a recent change of the password holds a closing back, but not for ever', async () => {
  await setConfirmed(start)
  await host.fundedGift(4000)
  const holdUntil = async (since: number, until: number) => {
    const [payout_hold_since, payout_hold_until] = [since, until].map(
      hours => new Date(start.getTime() + hours * 3_600_000),
    )
    const hold = {
      payout_hold_since: payout_hold_since ?? null,
      payout_hold_until: payout_hold_until ?? null,
    }
    await app.db.updateTable('customer').set(hold).where('id', '=', host.id).execute()
  }
  await holdUntil(0, 72)
  daysLater(1)
  await app.job('closings')
  await app.job('payouts')
  expect(await host.certificates()).toEqual([])
  // As if somebody had changed the password every three days.
  daysLater(13.1)
  await holdUntil(0, 14 * 24 + 71)
  await app.job('closings')
  await app.job('payouts')
  expect((await host.certificates()).map(({ cents }) => cents)).toEqual([4000])
})

test('whoever leaves with money is asked to confirm the e-mail first', async () => {
  const gift = await host.fundedGift(4000)
  const password_hash = await hashPassword('a password')
  await app.db.updateTable('customer').set({ password_hash }).where('id', '=', host.id).execute()
  const leave = () => app.call(deactivateAccount, { password: 'a password' }, host.token)
  const refused = await leave()
  expect([refused.status, refused.data.code]).toEqual([409, 'account_confirm_first'])
  await setConfirmed(app.clock.now)
  expect((await host.collect({ id: gift.id })).status).toBe(200)
  await setConfirmed(null)
  expect((await leave()).status).toBe(200)
})
