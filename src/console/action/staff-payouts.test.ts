import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { aGift, lineOf } from '../../../test/builders.ts'
import { hangingPayoutTools } from '../../../test/hanging-payouts.ts'
import { expectInvariants } from '../../../test/invariants.ts'
import { aHostWithMoney, type HostWithMoney } from '../../../test/money.ts'
import { opened } from '../../../test/opened.ts'
import { handOff } from '../../../test/orders.ts'
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
afterEach(async () => {
  app.shop.faults.routes = []
  await expectInvariants(app.db, host.registry.id)
})

const { aHangingPayout, makeByHand } = hangingPayoutTools(() => ({ app, host }))

test('a hanging payout is tried again at once', async () => {
  const { id, read } = await aHangingPayout()
  app.later(2)
  const before = await read()
  expect(before.state).toBe('waiting')
  expect(await pages.act(pages.support, 'payout_retried', { payout: id })).toMatchObject({ status: 302 })
  expect(await read()).toMatchObject({ state: 'done' })
  expect(await host.certificates()).toHaveLength(1)
  expect((await pages.look(pages.support, 'payout_retried', { payout: id })).text).toContain(
    'does not wait any more',
  )
})

test('it is marked as done only when the shop has its code with its amount', async () => {
  const { id, read } = await aHangingPayout()
  app.later(2)
  const { code } = await read()
  expect((await pages.look(pages.manager, 'payout_finished', { payout: id })).text).toContain(
    'nothing under the code',
  )
  await makeByHand(code, 4000)
  expect((await pages.look(pages.manager, 'payout_cancelled', { payout: id })).text).toContain(
    'has a gift card or an order',
  )
  expect((await pages.look(pages.support, 'payout_finished', { payout: id })).status).toBe(403)
  const { hidden } = await pages.look(pages.manager, 'payout_finished', { payout: id })
  const sent = await Promise.all([1, 2, 3].map(() => pages.send(pages.manager, 'payout_finished', hidden)))
  expect(sent.some(({ status }) => status === 302)).toBe(true)
  expect(await read()).toMatchObject({ state: 'done', balance_cents: 4000 })
  expect(await host.emails('giftcard-issued')).toHaveLength(1)
  expect(await pages.audited('payout_finished', host.registry)).toHaveLength(1)
  expect(await host.certificates()).toHaveLength(1)
})

/** The registry's page of money after a redirect, with its message. */
async function readMoney(cookie: string, language = 'en') {
  const page = await pages.view(`/staff/registries/${host.registry.code}/money?lang=${language}`, cookie)
  const html = await page.text()
  return html.slice(html.indexOf('<main'), html.indexOf('<script', html.indexOf('<h1')))
}

test.each([
  { shop: 'away', answer: '500', why: 'The shop does not answer.', greek: 'Το κατάστημα δεν απαντά.' },
  {
    shop: 'cutting connections',
    answer: 'lost',
    why: 'The shop does not answer.',
    greek: 'Το κατάστημα δεν απαντά.',
  },
  {
    shop: 'refusing our token',
    answer: '401',
    why: 'The shop does not accept our requests as they are.',
    greek: 'Το κατάστημα δεν δέχεται τα αιτήματά μας.',
  },
] as const)(
  'with the shop $shop a payout says why it waits, nothing is told as done, and each page leads back',
  async ({ answer, why, greek }) => {
    const { id, read } = await aHangingPayout()
    app.later(2)
    const known = { payout: id }
    const money = `/staff/registries/${host.registry.code}/money`
    const shownFirst = await pages.look(pages.manager, 'payout_cancelled', known)
    app.shop.faults.routes = [{ path: '/stores/:hash/v2/gift_certificates', answer }]
    const tried = await pages.act(pages.support, 'payout_retried', known)
    expect([tried.status, tried.to]).toEqual([302, money])
    const page = await readMoney(`${pages.support}; ${tried.cookies}`)
    expect(page).toContain('The payout still waits')
    // Once in the message, once in the table.
    expect(page.split(why)).toHaveLength(3)
    expect(page).toContain('Next try: ')
    expect(page).not.toContain('gift_certificates')
    expect(await readMoney(pages.support, 'el')).toContain(greek)

    app.later(2)
    for (const name of ['payout_finished', 'payout_cancelled']) {
      const looked = await pages.look(pages.manager, name, known)
      // The form with a code is sent by POST, whose answer has the failure's status.
      const status = name === 'payout_finished' ? 502 : 200
      expect([looked.status, looked.text]).toEqual([status, expect.stringContaining('nothing was done')])
      expect(looked.html).toContain(`href="${money}?lang=en"`)
    }
    const sent = await pages.send(pages.manager, 'payout_cancelled', shownFirst.hidden)
    expect([sent.status, sent.html]).toEqual([502, expect.stringContaining('nothing was done')])
    expect(sent.html).toContain(`href="${money}?lang=en"`)
    expect((await read()).state).toBe('waiting')

    app.shop.faults.routes = []
    app.later(2)
    await app.job('payouts')
    const { done_at, trouble } = await read()
    expect(trouble).toBeNull()
    expect(await readMoney(pages.manager)).toContain(`<time dateTime="${done_at?.toISOString()}"`)
  },
)

test('a retry by a slow shop is told as done once it is', async () => {
  const { id } = await aHangingPayout()
  app.later(2)
  app.shop.faults.routes = [{ path: '/stores/:hash/v2/gift_certificates', slow: 50 }]
  const tried = await pages.act(pages.support, 'payout_retried', { payout: id })
  expect(await readMoney(`${pages.support}; ${tried.cookies}`)).toContain('The payout is done.')
})

test('a payout whose owner may not be paid says so in the registry and on the work list', async () => {
  const { id } = await aHangingPayout()
  const values = {
    attempts: 5,
    error: 'its owner may not be paid yet (hold)',
    trouble: 'owner_held' as const,
  }
  await app.db.updateTable('payout').set(values).where('id', '=', id).execute()
  const held = 'No money leaves for some days after a change of the account.'
  expect(await readMoney(pages.support)).toContain(held)
  const list = await (await pages.view('/staff/work/payout', pages.support)).text()
  expect(list).toContain(held)
  expect(list).not.toContain('its owner may not')
})

test('a gift card that the shop has not made stands on the registry’s overview, with why and the way to it', async () => {
  const overview = async (language = 'en') => {
    const page = await pages.view(`/staff/registries/${host.registry.code}?lang=${language}`, pages.support)
    return (await page.text()).replaceAll('\u00a0', ' ')
  }
  const waits = 'A gift card of €40.00 waits for the shop to make it'
  expect(await overview()).not.toContain('waits for the shop')
  const { id } = await aHangingPayout()
  const page = await overview()
  expect(page).toContain(waits)
  expect(page).toContain('The shop does not answer. Next try: ')
  expect(page).toContain(`/staff/registries/${host.registry.code}/money?lang=en#payouts`)
  expect(await overview('el')).toContain('Μια δωροκάρτα 40,00 € περιμένει να τη φτιάξει το κατάστημα')
  app.later(2)
  await pages.act(pages.support, 'payout_retried', { payout: id })
  expect(await overview()).not.toContain(waits)
})

test('another amount under its code is not it', async () => {
  const { id, read } = await aHangingPayout()
  app.later(2)
  await makeByHand((await read()).code, 3000)
  for (const name of ['payout_finished', 'payout_cancelled'])
    expect((await pages.look(pages.manager, name, { payout: id })).hidden.version).toBeUndefined()
  expect(await read()).toMatchObject({ state: 'waiting' })
})

test('it is cancelled when the shop has nothing of it; a process that tries it meanwhile is not disturbed', async () => {
  const { id, read } = await aHangingPayout()
  app.later(2)
  const { hidden } = await pages.look(pages.manager, 'payout_cancelled', { payout: id })
  const next_attempt_at = new Date(app.clock.now.getTime() + 30_000)
  await app.db.updateTable('payout').set({ next_attempt_at }).where('id', '=', id).execute()
  const busy = await pages.send(pages.manager, 'payout_cancelled', hidden)
  expect([busy.status, busy.html]).toEqual([409, expect.stringContaining('being tried')])
  app.later(2)
  await Promise.all([
    pages.send(pages.manager, 'payout_cancelled', hidden),
    app.job('payouts', 'A'),
    app.job('payouts', 'B'),
  ])
  const { state } = await read()
  const certificates = await host.certificates()
  expect([state, certificates.length]).toEqual(state === 'done' ? ['done', 1] : ['failed', 0])
  const { certificate = 0, returned = 0 } = await host.ledgerSums()
  expect(certificate + returned).toBe(state === 'done' ? -4000 : 0)
})

test('money on delivery is marked as received once', async () => {
  const gift = await aGift(app, host.registry, { group: true, cents: 9000 })
  const { cartId } = await handOff(app, host.registry, [lineOf(gift, { cents: 4000 })])
  const order = await app.shop.actions.pay(cartId, {}, 'cash')
  await app.deliver()
  const known = { order: order.id }
  expect((await host.collect({ id: gift.id })).status).toBe(409)
  expect(await pages.act(pages.manager, 'payment_received', known)).toMatchObject({ status: 302 })
  expect((await pages.look(pages.manager, 'payment_received', known)).text).toContain('received already')
  expect((await host.collect({ id: gift.id })).status).toBe(200)
  expect(await pages.audited('payment_received', host.registry)).toMatchObject([
    { before: { paid: false }, after: { paid: true } },
  ])
})
