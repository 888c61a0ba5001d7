import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { hangingPayoutTools } from '../../../test/hanging-payouts.ts'
import { expectInvariants } from '../../../test/invariants.ts'
import { aHostWithMoney, type HostWithMoney } from '../../../test/money.ts'
import { opened } from '../../../test/opened.ts'
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

/** The error at the field of the code. */
function errorIn(html: string): string {
  const [input = ''] = /<input[^>]*name="code"[^>]*>/.exec(html) ?? []
  const [, id = 'none'] = /aria-invalid="true"[^>]*aria-describedby="([^ "]+)/.exec(input) ?? []
  return html.split(`id="${id}"`)[1]?.split('</p>')[0] ?? ''
}

test('a gift card made by hand in the shop is the payout, by the code of its page there', async () => {
  const { id, read } = await aHangingPayout()
  app.later(2)
  const own = (await read()).code
  // After the refusal, the form says where the code is found.
  const empty = await pages.look(pages.manager, 'payout_finished', { payout: id })
  expect(empty.text).toContain('as its page among the shop’s gift certificates shows it')
  expect(empty.html).toContain('name="code"')
  const wrong = async (code: string) =>
    errorIn((await pages.look(pages.manager, 'payout_finished', { payout: id, code })).html)
  expect(await wrong('NO-SUCH-CODE')).toContain('has no gift card with this code')
  await makeByHand('7KQM-X3PA-9TRB-WD30', 3000)
  expect(await wrong('7KQM-X3PA-9TRB-WD30')).toContain('another amount')
  const code = '7KQM-X3PA-9TRB-WD40'
  await makeByHand(code, 4000)
  // The code is in no URL, and masked in the audit.
  const { hidden, text } = await pages.look(pages.manager, 'payout_finished', { payout: id, code })
  expect(text).toContain(`•••${code.slice(-4)}`)
  const sent = await Promise.all([1, 2, 3].map(() => pages.send(pages.manager, 'payout_finished', hidden)))
  expect(sent.filter(({ status }) => status === 302).length).toBeGreaterThan(0)
  expect(await read()).toMatchObject({ state: 'done', code, balance_cents: 4000 })
  expect(await host.emails('giftcard-issued')).toHaveLength(1)
  const [line] = await pages.audited('payout_finished', host.registry)
  expect(JSON.stringify(line)).not.toContain(code)
  await app.job('payouts')
  expect(await app.processA.shop.findCertificateByCode(own)).toBeNull()
  // It can't be another payout's as well.
  const other = await aHangingPayout()
  app.later(2)
  const again = await pages.look(pages.manager, 'payout_finished', { payout: other.id, code })
  expect(errorIn(again.html)).toContain('is another payout already')
})

test('one gift card is of one payout, however many take it at once', async () => {
  const code = '7KQM-X3PA-9TRB-WD42'
  await makeByHand(code, 4000)
  const mine = await aHangingPayout()
  const former = host
  host = await aHostWithMoney(app)
  const theirs = await aHangingPayout()
  app.later(2)
  const opened: Record<string, string>[] = []
  for (const { id } of [mine, theirs])
    opened.push((await pages.look(pages.manager, 'payout_finished', { payout: id, code })).hidden)
  const sent = await Promise.all(opened.map(hidden => pages.send(pages.manager, 'payout_finished', hidden)))
  expect(sent.map(({ status }) => status).toSorted()).toEqual([302, 422])
  expect(errorIn(sent.find(({ status }) => status === 422)!.html)).toContain('is another payout already')
  expect([(await mine.read()).state, (await theirs.read()).state].toSorted()).toEqual(['done', 'waiting'])
  await expectInvariants(app.db, former.registry.id)
})

test('where the shop has made the payout’s own gift card after all, another one is not taken', async () => {
  const { id, read } = await aHangingPayout()
  app.later(2)
  const code = '7KQM-X3PA-9TRB-WD41'
  await makeByHand(code, 4000)
  const { hidden } = await pages.look(pages.manager, 'payout_finished', { payout: id, code })
  await makeByHand((await read()).code, 4000)
  const sent = await pages.send(pages.manager, 'payout_finished', hidden)
  expect([sent.status, sent.html]).toEqual([
    422,
    expect.stringContaining('has made the gift card of this payout meanwhile'),
  ])
  expect((await read()).state).toBe('waiting')
})

test('a gift card that the shop made and whose answer was lost is found by the retry, without its code', async () => {
  const gift = await host.fundedGift(4000, 9000)
  app.shop.faults.routes = [{ method: 'POST', path: '/stores/:hash/v2/gift_certificates', answer: 'lost' }]
  const { data } = await host.collect({ id: gift.id })
  app.shop.faults.routes = []
  app.later(2)
  const row = app.db.selectFrom('payout').selectAll().where('id', '=', data.id)
  const { code, state } = await row.executeTakeFirstOrThrow()
  expect([state, await app.processA.shop.findCertificateByCode(code)]).toEqual([
    'waiting',
    expect.objectContaining({ cents: 4000 }),
  ])
  expect(await pages.act(pages.support, 'payout_retried', { payout: data.id })).toMatchObject({ status: 302 })
  expect(await row.executeTakeFirstOrThrow()).toMatchObject({ state: 'done', code })
  expect(await host.certificates()).toHaveLength(1)
  expect(await host.emails('giftcard-issued')).toHaveLength(1)
})
