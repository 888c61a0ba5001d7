import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { handmadeTools, hangingPayoutTools } from '../../../test/hanging-payouts.ts'
import { expectInvariants } from '../../../test/invariants.ts'
import { crashes, Killed } from '../../../test/killed-process.ts'
import { aHostWithMoney, type HostWithMoney } from '../../../test/money.ts'
import { opened } from '../../../test/opened.ts'
import { openActionPages } from '../../../test/staff-actions.ts'
import type { TestApp } from '../../../test/test-app.ts'
import { handmadeHooks } from '../../server/context/test-hooks.ts'

/** A gift card made by hand pays its payout once, whatever stops half-way and whichever backup is restored (R1150). */
const certificatePath = '/stores/:hash/v2/gift_certificates/:id'
const crash = crashes()
const pages = opened(() => openActionPages(1, {}, crash.step))
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

const { aHangingPayout, makeByHand, aHandmadeCard, spend } = hangingPayoutTools(() => ({ app, host }))
const { openForm, finish, restore, tryPayouts, expectPaidOnce } = handmadeTools(() => ({ pages, host }))

test('a backup of before finds the gift card by its mark, and makes no other', async () => {
  const card = await aHandmadeCard()
  expect((await finish(card)).status).toBe(302)
  await expectPaidOnce(card)
  await restore(card.before)
  await tryPayouts()
  await expectPaidOnce(card)
})

test('so it does when the host has paid with it already', async () => {
  const card = await aHandmadeCard()
  await finish(card)
  await spend(card.cardId, '10.00')
  await restore(card.before)
  await tryPayouts()
  await expectPaidOnce(card)
  expect(await card.read()).toMatchObject({ balance_cents: 1000 })
})

test.each(handmadeHooks)('a process dies after “%s”: another one finishes, once', async step => {
  const card = await aHandmadeCard()
  const { hidden } = await openForm(card)
  expect(
    await crash.through(step, () => pages.send(pages.manager, 'payout_finished', hidden)),
  ).toBeInstanceOf(Killed)
  const stopped = await card.read()
  expect(stopped).toMatchObject({ state: 'waiting', handmade_id: card.cardId })
  await tryPayouts()
  await expectPaidOnce(card)
  await restore(stopped)
  await tryPayouts()
  await expectPaidOnce(card)
  await restore(card.before)
  await tryPayouts()
  await expectPaidOnce(card)
})

test.each(['lost', '500', '429', 'truncated'] as const)(
  'the shop answers “%s” to the mark: the payout waits and says why, and is done once',
  async answer => {
    const card = await aHandmadeCard()
    const { hidden } = await openForm(card)
    app.shop.faults.routes = [{ path: certificatePath, method: 'PUT', answer }]
    const sent = await pages.send(pages.manager, 'payout_finished', hidden)
    expect(sent.status).toBe(302)
    const page = await pages.view(sent.to!, `${pages.manager}; ${sent.cookies}`)
    expect(await page.text()).toContain('The payout still waits')
    expect(await card.read()).toMatchObject({ state: 'waiting', handmade_id: card.cardId })
    expect(await host.emails('giftcard-issued')).toEqual([])
    app.shop.faults.routes = []
    await tryPayouts()
    await expectPaidOnce(card)
    await restore(card.before)
    await tryPayouts()
    await expectPaidOnce(card)
  },
)

test('while the shop does not say whether there is a mark, no other gift card is made', async () => {
  const card = await aHandmadeCard()
  await finish(card)
  await restore(card.before)
  app.shop.faults.routes = [{ path: '/stores/:hash/v2/gift_certificates', method: 'GET', answer: '500' }]
  await tryPayouts()
  expect((await card.read()).state).toBe('waiting')
  app.shop.faults.routes = []
  expect(await host.certificates()).toHaveLength(1)
  await tryPayouts()
  await expectPaidOnce(card)
})

test('a gift card that is disabled before its mark is not the payout: the shop makes another', async () => {
  const card = await aHandmadeCard()
  app.shop.faults.routes = [{ path: certificatePath, method: 'PUT', answer: '500' }]
  await finish(card)
  app.shop.faults.routes = []
  // While the shop has it, nothing else can be decided about the payout.
  for (const name of ['payout_finished', 'payout_cancelled']) {
    app.later(2)
    const { text } = await pages.look(pages.manager, name, { payout: card.id })
    expect(text).toContain('already is to be a gift card that was made by hand')
  }
  await app.processA.shop.setCertificateState(card.cardId, 'disabled')
  await tryPayouts()
  expect(await card.read()).toMatchObject({ state: 'done', code: card.before.code })
  expect(await host.emails('giftcard-issued')).toMatchObject([{ props: { certificate: card.before.code } }])
})

test('one whose amount was changed before its mark waits for a person, and says so', async () => {
  const card = await aHandmadeCard()
  app.shop.faults.routes = [{ path: certificatePath, method: 'PUT', answer: '500' }]
  await finish(card)
  app.shop.faults.routes = []
  const people = { to_name: 'Host', to_email: host.email, from_name: 'Shop', from_email: 'shop@shop.gr' }
  const path = `/v2/gift_certificates/${card.cardId}`
  await app.staff('PUT', path, { ...people, code: card.code, amount: '50.00', balance: '50.00' })
  await tryPayouts()
  expect(await card.read()).toMatchObject({ state: 'waiting', trouble: 'card_changed' })
  const money = await pages.view(`/staff/registries/${host.registry.code}/money`, pages.manager)
  expect(await money.text()).toContain('is not as it was when it was chosen')
  await app.staff('PUT', path, { ...people, code: card.code, amount: '40.00', balance: '40.00' })
  await tryPayouts()
  await expectPaidOnce(card)
})

test('in a restored database the payout is not cancelled, and its gift card is no other payout', async () => {
  const card = await aHandmadeCard()
  await finish(card)
  await restore(card.before)
  app.later(2)
  const { text } = await pages.look(pages.manager, 'payout_cancelled', { payout: card.id })
  expect(text).toContain('has a gift card or an order')
  const former = host
  host = await aHostWithMoney(app)
  const other = await aHangingPayout()
  app.later(2)
  expect((await openForm({ id: other.id, code: card.code })).text).toContain('is another payout already')
  host = former
  // Without a code the certificate is found in the shop by its mark.
  expect(await pages.act(pages.manager, 'payout_finished', { payout: card.id })).toMatchObject({
    status: 302,
  })
  await expectPaidOnce(card)
})

test('of two gift cards that are taken for one payout at once, one is', async () => {
  const card = await aHandmadeCard()
  const another = await makeByHand('7KQM-X3PA-9TRB-YYYY', 4000)
  const forms = [await openForm(card), await openForm({ ...card, code: '7KQM-X3PA-9TRB-YYYY' })]
  const sent = await Promise.all(
    forms.map(({ hidden }) => pages.send(pages.manager, 'payout_finished', hidden)),
  )
  expect(sent.map(({ status }) => status).toSorted()).toEqual([302, 409])
  await tryPayouts()
  const { state, shop_id } = await card.read()
  expect([state, [card.cardId, another].includes(shop_id!)]).toEqual(['done', true])
  expect(await host.emails('giftcard-issued')).toHaveLength(1)
  const marked = []
  for (const id of [card.cardId, another])
    marked.push((await app.processA.shop.fetchCertificate(id))?.fromName.startsWith('Payout '))
  expect(marked.filter(Boolean)).toHaveLength(1)
})
