import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aGift, lineOf } from '../../../test/builders.ts'
import { hangingPayoutTools } from '../../../test/hanging-payouts.ts'
import { aHostWithMoney, type HostWithMoney } from '../../../test/money.ts'
import { opened } from '../../../test/opened.ts'
import { handOff, jobContextOf, purchasesOf } from '../../../test/orders.ts'
import { buyOutside, lineCardsOf, type OutsideLine } from '../../../test/outside-lines.ts'
import { openActionPages, usualLimits } from '../../../test/staff-actions.ts'
import type { TestApp } from '../../../test/test-app.ts'
import { staffActions } from '../action/declaration.rules.ts'
import type { StaffAction } from '../action/look.rules.ts'
import { askFromTerminal, watchStaffMoney } from './approval.calls.ts'

const pages = opened(() => openActionPages(2, usualLimits))
let app: TestApp
let host: HostWithMoney
beforeAll(() => {
  app = pages.app
})
beforeEach(async () => {
  host = await aHostWithMoney(app)
})
/** Each test makes its own people who can agree. */
afterEach(async () => {
  await app.db
    .updateTable('staff_person')
    .set({ ended_at: new Date(0), agreed_until: null })
    .execute()
  await app.db.deleteFrom('staff_money_act').execute()
})

/** A paid share whose hand-off is lost, in an order of its own. */
async function aLostPayment(cents: number) {
  const gift = await aGift(app, host.registry, { group: true, cents: 90_000 })
  const { cartId, reference } = await handOff(app, host.registry, [lineOf(gift, { cents })])
  await app.db
    .updateTable('handoff')
    .set({ cart_id: null, reference: `lost ${reference}`.slice(0, 22) })
    .where('cart_id', '=', cartId)
    .execute()
  const order = await app.shop.actions.pay(cartId)
  await app.deliver()
  const { line_id: line } = await app.db
    .selectFrom('unmatched_line')
    .select('line_id')
    .where('order_id', '=', order.id)
    .executeTakeFirstOrThrow()
  return {
    gift,
    order: order.id,
    fields: { order: order.id, registry: host.registry.code, line, gift: gift.id },
  }
}

const nothingMore = { units: undefined, giver: undefined, message: undefined }
const acts = () =>
  app.db.selectFrom('staff_money_act').select(['id', 'state', 'cents', 'alone_at']).orderBy('id').execute()
const counted = async (gift: { id: number }) => (await purchasesOf(app, gift)).length
const decide = async (id: number, cookie: string, intent = 'agree') => {
  const answer = await pages.post(`/staff/approvals/${id}`, { intent }, cookie)
  return { status: answer.status, html: answer.status === 302 ? '' : await answer.text() }
}
const hours = (count: number) => {
  app.clock.now = new Date(app.clock.now.getTime() + count * 3_600_000)
}
const lettersOf = (template: string) =>
  app.db.selectFrom('outbox').select(['recipient', 'props']).where('template', '=', template).execute()
const lastPerson = async () =>
  (await app.db.selectFrom('staff_person').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()).id

describe('a second person (R1182)', () => {
  test('agrees from 200 euro on: who asked can’t, it is done once, and both names are in the audit', async () => {
    const [asker, second] = [await pages.newManager(), await pages.newManager()]
    const { gift, fields } = await aLostPayment(20_000)
    expect(await pages.act(asker, 'line_placed', fields)).toMatchObject({ status: 302 })
    expect(await counted(gift)).toBe(0)
    const [{ id, state } = { id: 0, state: '' }] = await acts()
    expect(state).toBe('waiting')
    const work = await (await pages.view('/staff/work/approval', second)).text()
    for (const words of [
      ...[`Request ${id}`, 'Count an order for a gift, asked by', '€200.00'],
      `/staff/approvals/${id}`,
    ])
      expect(work).toContain(words)
    const own = await decide(id, asker)
    expect([own.status, own.html]).toEqual([409, expect.stringContaining('You asked for this')])
    const support = await pages.newPerson('support')
    expect((await decide(id, support)).status).toBe(403)
    const seen = await (await pages.view(`/staff/approvals/${id}`, second)).text()
    for (const words of ['€200.00', 'They called.', 'Agree, and do it']) expect(seen).toContain(words)
    const twice = await Promise.all([decide(id, second), decide(id, await pages.newManager())])
    expect(twice.map(({ status }) => status).sort()).toEqual([302, 409])
    expect(await counted(gift)).toBe(1)
    expect(await acts()).toMatchObject([{ state: 'done', cents: 20_000 }])
    expect(await pages.audited('line_placed', host.registry)).toMatchObject([
      { reason: 'They called.', after: { agreed_by: 'Person manager' } },
    ])
  })

  test('is needed for many small ones as well: for the person, the registry and the mailbox, also at once', async () => {
    const asker = await pages.newManager()
    const lost = [await aLostPayment(19_000), await aLostPayment(19_000), await aLostPayment(19_000)]
    const forms = []
    for (const { fields } of lost) forms.push(await pages.look(asker, 'line_placed', fields))
    await Promise.all(forms.map(({ hidden }) => pages.send(asker, 'line_placed', hidden)))
    expect((await acts()).map(({ state }) => state).sort()).toEqual(['done', 'done', 'waiting'])
    // Another person can't get around the registry's sum.
    const more = await aLostPayment(15_000)
    await pages.act(await pages.newManager(), 'line_placed', more.fields)
    expect(await counted(more.gift)).toBe(0)
    // After a day the limit of the day is free again, that of the month is not.
    hours(25)
    const next = await aLostPayment(19_000)
    await pages.act(await pages.newManager(), 'line_placed', next.fields)
    expect(await counted(next.gift)).toBe(1)
  })

  test('is needed for gift cards of buyers, counted for the mailbox that receives', async () => {
    const email = 'collector@shop.example'
    const [first, second] = (await buyOutside(app, [19_000, 19_000], { email })) as [OutsideLine, OutsideLine]
    const [third] = (await buyOutside(app, [15_000], { email: 'Collector@shop.example' })) as [OutsideLine]
    for (const line of [first, second])
      await pages.act(await pages.newManager(), 'line_exchanged', { ...line })
    const asker = await pages.newManager()
    await pages.act(asker, 'line_exchanged', { ...third })
    expect((await acts()).map(({ state }) => state)).toEqual(['done', 'done', 'waiting'])
    const isAsked = async () => (await lineCardsOf(app, third.order)).length
    expect(await isAsked()).toBe(0)
    const { id } = (await acts()).at(-1)!
    expect((await decide(id, asker)).status).toBe(409)
    const seen = await (await pages.view(`/staff/approvals/${id}`, await pages.newManager())).text()
    for (const words of ['€150.00', 'Collector@shop.example']) expect(seen).toContain(words)
    const both = await Promise.all([
      decide(id, await pages.newManager()),
      decide(id, await pages.newManager()),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual([302, 409])
    expect(await isAsked()).toBe(1)
  })

  test('whoever may ask for it no more, or became an owner, gets nothing done', async () => {
    const asker = await pages.newManager()
    const askerId = await lastPerson()
    const second = await pages.newManager()
    const { gift, fields } = await aLostPayment(30_000)
    await pages.act(asker, 'line_placed', fields)
    const [{ id } = { id: 0 }] = await acts()
    const setRole = (role: 'owner' | 'support') =>
      app.db.updateTable('staff_person').set({ role }).where('id', '=', askerId).execute()
    await setRole('owner')
    expect((await decide(id, asker)).status).toBe(409)
    await setRole('support')
    const refused = await decide(id, second)
    expect([refused.status, refused.html]).toEqual([409, expect.stringContaining('may do so no more')])
    expect(await counted(gift)).toBe(0)
  })

  test('agreed and taken back at once, one of them holds; what has changed meanwhile is asked for anew', async () => {
    const [asker, second] = [await pages.newManager(), await pages.newManager()]
    const { gift, fields } = await aLostPayment(20_000)
    await pages.act(asker, 'line_placed', fields)
    const [{ id } = { id: 0 }] = await acts()
    const both = await Promise.all([decide(id, second), decide(id, asker, 'refuse')])
    expect(both.map(({ status }) => status).sort()).toEqual([302, 409])
    const [{ state } = { state: '' }] = await acts()
    expect(await counted(gift)).toBe(state === 'done' ? 1 : 0)
    const other = await aLostPayment(20_000)
    await pages.act(asker, 'line_placed', other.fields)
    const { id: stale } = (await acts()).at(-1)!
    // Meanwhile somebody else gives to the same gift.
    const { cartId } = await handOff(app, host.registry, [lineOf(other.gift, { cents: 1000 })])
    await app.shop.actions.pay(cartId)
    await app.deliver()
    const late = await decide(stale, second)
    expect(late.status).toBe(409)
    expect((await acts()).at(-1)).toMatchObject({ state: 'changed' })
    expect(await counted(other.gift)).toBe(1)
  })

  test('is told of beforehand; what can’t be done any more is over, and says why', async () => {
    const [asker, second] = [await pages.newManager(), await pages.newManager()]
    const small = await aLostPayment(1000)
    expect((await pages.look(asker, 'line_placed', small.fields)).text).not.toContain('has to agree first')
    const { gift, fields } = await aLostPayment(20_000)
    expect((await pages.look(asker, 'line_placed', fields)).text).toContain('has to agree first')
    await pages.act(asker, 'line_placed', fields)
    await pages.act(asker, 'line_placed', fields)
    const [first, other] = (await acts()).map(({ id }) => id)
    expect((await decide(other!, second)).status).toBe(302)
    expect(await decide(first!, second)).toMatchObject({
      status: 409,
      html: expect.stringContaining('counts for a registry already'),
    })
    expect([(await acts())[0], await counted(gift)]).toMatchObject([{ state: 'changed' }, 1])
  })

  test('who agrees while the payout is being tried comes back in a minute, and the request waits', async () => {
    const [asker, second] = [await pages.newManager(), await pages.newManager()]
    const { aHangingPayout } = hangingPayoutTools(() => ({ app, host }))
    const { id: payout, read } = await aHangingPayout(20_000)
    app.later(2)
    await pages.act(asker, 'payout_cancelled', { payout })
    const [{ id } = { id: 0 }] = await acts()
    expect(await decide(id, second)).toMatchObject({
      status: 409,
      html: expect.stringContaining('Come back in a minute'),
    })
    expect([await acts(), await read()]).toMatchObject([[{ state: 'waiting' }], { state: 'waiting' }])
    app.later(2)
    expect((await decide(id, second)).status).toBe(302)
    expect([await acts(), await read()]).toMatchObject([[{ state: 'done' }], { state: 'failed' }])
  })

  test('is asked whatever the sum for what no one makes alone', () => {
    const always = Object.entries(staffActions).flatMap(([name, action]) =>
      (action as unknown as StaffAction).alwaysTwo ? [name] : [],
    )
    expect(always.sort()).toEqual([
      ...['proof_accepted', 'receipt_money_recorded', 'receipt_recorded', 'unit_returned', 'units_freed'],
    ])
  })

  test('the terminal asks as anybody does', async () => {
    const second = await pages.newManager()
    const { gift, fields } = await aLostPayment(1000)
    const id = await askFromTerminal('line_placed', { ...fields, ...nothingMore }, await jobContextOf(app))
    expect([await counted(gift), await acts()]).toMatchObject([0, [{ id, state: 'waiting' }]])
    expect((await decide(id, second)).status).toBe(302)
    expect(await counted(gift)).toBe(1)
  })
})

describe('with nobody else there (R1183)', () => {
  const run = async () => watchStaffMoney(await jobContextOf(app))

  test('it is done after 24 hours, and the owner’s letter stops it until then; opening it changes nothing', async () => {
    const owner = await pages.newPerson('owner')
    for (const isStopped of [true, false]) {
      const { gift, fields } = await aLostPayment(20_000)
      const cookie = isStopped ? owner : await pages.newSession(owner)
      await pages.act(cookie, 'line_placed', fields)
      const { id } = (await acts()).at(-1)!
      const [letter] = (await lettersOf('staff-request-alone')).filter(
        ({ props }) => (props as { id: number }).id === id,
      )
      const code = String((letter?.props as Record<string, unknown> | undefined)?.code)
      const opened = await pages.view(`/staff/stop?code=${code}`)
      const link = (opened.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
      expect(await (await pages.view('/staff/stop', link)).text()).toContain('€200.00')
      expect((await acts()).at(-1)).toMatchObject({ state: 'waiting' })
      if (isStopped)
        expect(await (await pages.post('/staff/stop', {}, link)).text()).toContain('It is stopped')
      hours(23)
      await run()
      expect(await counted(gift)).toBe(0)
      hours(2)
      await run()
      await run()
      expect([await counted(gift), (await acts()).at(-1)]).toMatchObject(
        isStopped ? [0, { state: 'stopped' }] : [1, { state: 'done' }],
      )
    }
  })

  test('whoever could agree within the last day is somebody', async () => {
    const asker = await pages.newManager()
    await pages.newManager()
    const otherId = await lastPerson()
    const { gift, fields } = await aLostPayment(20_000)
    await pages.act(asker, 'line_placed', fields)
    hours(25)
    await run()
    expect([await counted(gift), await acts()]).toMatchObject([0, [{ state: 'waiting', alone_at: null }]])
    const ended = { ended_at: app.clock.now, agreed_until: app.clock.now }
    await app.db.updateTable('staff_person').set(ended).where('id', '=', otherId).execute()
    await run()
    expect(await acts()).toMatchObject([{ alone_at: null }])
    hours(25)
    await run()
    expect(await counted(gift)).toBe(0)
    hours(25)
    await run()
    expect(await counted(gift)).toBe(1)
  })

  test('the owners read every day what made or moved money, once', async () => {
    const asker = await pages.newManager()
    await pages.newPerson('owner')
    const { fields } = await aLostPayment(5000)
    await pages.act(asker, 'line_placed', fields)
    hours(24)
    const before = await lettersOf('staff-money')
    await run()
    await run()
    const letters = (await lettersOf('staff-money')).slice(before.length)
    expect(letters).toMatchObject([
      { props: { lines: [{ action: 'line_placed', cents: 5000, person: 'Person manager', second: null }] } },
    ])
  })
})
