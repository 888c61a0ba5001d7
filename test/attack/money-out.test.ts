import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  confirmEmailChange,
  requestEmailChange,
} from '../../src/account/email-change/email-change.contract.ts'
import { updatePassword } from '../../src/account/password/password.contract.ts'
import { hashPassword } from '../../src/account/password/password.ts'
import { giveProof } from '../../src/account/proof/proof.contract.ts'
import {
  createGiftCertificateByGet,
  type PayoutView,
  redeemGiftByGet,
} from '../../src/money/payout/payout.contract.ts'
import { findRows } from '../../src/server/postgres/rows.ts'
import { aGift, lineOf } from '../builders.ts'
import type { Refused } from '../client.ts'
import { expectInvariants } from '../invariants.ts'
import { aHostWithMoney, giveGifts, type HostWithMoney, listCertificates } from '../money.ts'
import { opened } from '../opened.ts'
import { testApp } from '../test-app.ts'

const password = 'a password of hers'
let hash: string
const app = opened(() => testApp())
let host: HostWithMoney
beforeAll(async () => {
  await app.job('webhook-registration')
  hash = await hashPassword(password)
})
beforeEach(async () => {
  host = await aHostWithMoney(app)
  await app.db.updateTable('customer').set({ password_hash: hash }).where('id', '=', host.id).execute()
})
afterEach(() => expectInvariants(app.db, host.registry.id))

/** The money of that host in the security log (R942). */
const loggedMoney = () =>
  app.db
    .selectFrom('security_event')
    .select(['about', 'cents', 'count'])
    .where('kind', '=', 'money_out')
    .where('registry_id', '=', host.registry.id)
    .execute()

/** The session as it is so many minutes after the password was given. */
const ageProof = (minutes: number) =>
  app.db
    .updateTable('session')
    .set({ proved_at: new Date(app.clock.now.getTime() - minutes * 60_000) })
    .where('customer_id', '=', host.id)
    .execute()

/** Every way in which money leaves, or gets nearer to leaving, tried by the owner's session. */
async function tryEveryWayOut(token = host.token): Promise<Record<string, string>> {
  const as = { as: token }
  const [group, target, experience] = [
    await host.fundedGift(4000),
    await aGift(app, host.registry, { group: true, cents: 9000 }),
    await host.experience(1),
  ]
  const byGet = (endpoint: typeof createGiftCertificateByGet) =>
    app.call<PayoutView & Refused>(endpoint, { id: group.id }, token)
  const ways = {
    collect: () => host.collect({ id: group.id }, as),
    change: () => host.collect({ id: group.id, type: 'change' }, as),
    prepayment: () => host.collect({ sources: [{ id: group.id }] }, as),
    'own money': () => host.redeem({ id: group.id, with_own_money: true }, as),
    redeem: () => host.redeem({ id: experience.id }, as),
    move: () => host.transfer({ id: group.id, to: target.id }, as),
    'collect by GET': () => byGet(createGiftCertificateByGet),
    'redeem by GET': () => byGet(redeemGiftByGet as never),
  }
  const answers: Record<string, string> = {}
  for (const [way, go] of Object.entries(ways)) {
    const { status, data } = await go()
    answers[way] = `${status} ${data.code ?? ''}`
  }
  return answers
}

const allRefused = (answers: Record<string, string>, why: string) =>
  Object.fromEntries(Object.keys(answers).map(way => [way, `403 ${why}`]))

test('a session that was stolen or left open takes nothing out by any way', async () => {
  await ageProof(10)
  const answers = await tryEveryWayOut()
  expect(answers).toEqual(allRefused(answers, 'proof_needed'))
  expect([await host.certificates(), await host.orders()]).toEqual([[], []])
})

test('the password again opens the way, and the owner reads who took what from where', async () => {
  const gift = await host.fundedGift(4000)
  await ageProof(600)
  expect((await app.call(giveProof, { password: 'a guess' }, host.token)).status).toBe(422)
  expect((await host.collect({ id: gift.id })).data.code).toBe('proof_needed')
  expect((await app.call(giveProof, { password }, host.token)).status).toBe(200)
  expect((await host.collect({ id: gift.id })).status).toBe(200)
  const letters = await host.emails('money-requested')
  expect(letters.map(({ props }) => props)).toMatchObject([
    { cents: 4000, way: 'certificate', person: 'Ελένη Δοκιμή', at: app.clock.now.toISOString() },
  ])
  await app.sendEmails()
  const mail = await app.db
    .selectFrom('mailbox')
    .select('plain')
    .where('recipient', '=', host.email)
    .where('subject', 'like', '%40,00%')
    .execute()
  expect(mail.map(({ plain }) => plain).join()).toContain('/forgot-password')
})

test('ten at once with an old proof are all refused, with a new one they make one certificate and one letter', async () => {
  const gift = await host.fundedGift(4000)
  await ageProof(11)
  const key = 'the same key'
  const tenTimes = () =>
    Promise.all(Array.from({ length: 10 }, () => host.collect({ id: gift.id, idempotency_key: key })))
  expect((await tenTimes()).map(({ data }) => data.code)).toEqual(Array(10).fill('proof_needed'))
  await ageProof(0)
  const made = await tenTimes()
  expect(new Set(made.map(({ status, data }) => `${status} ${data.id}`)).size).toBe(1)
  expect(await host.certificates()).toHaveLength(1)
  expect(await host.emails('money-requested')).toHaveLength(1)
  expect(await loggedMoney()).toEqual([{ about: 'collect', cents: 4000, count: 1 }])
})

test('whoever changed the password takes nothing out for 72 hours', async () => {
  const change = { current_password: password, password: 'of the thief', repassword: 'of the thief' }
  const { data } = await app.call<{ token: string }>(updatePassword, change, host.token)
  const as = { as: data.token }
  const answers = await tryEveryWayOut(data.token)
  // Moving money within the registry takes nothing out.
  const { move, ...out } = answers
  expect(out).toEqual(allRefused(out, 'payout_on_hold'))
  expect(move).toBe('200 ')
  const gift = await host.fundedGift(3000)
  const refused = await host.collect({ id: gift.id }, as)
  const until = new Date(app.clock.now.getTime() + 72 * 3_600_000).toISOString()
  expect(refused.data).toMatchObject({ code: 'payout_on_hold', until })
  app.later(72 * 60)
  expect((await host.collect({ id: gift.id }, as)).status).toBe(200)
})

test('nothing is paid to an e-mail that nobody has confirmed', async () => {
  await app.db.updateTable('customer').set({ confirmed_at: null }).where('id', '=', host.id).execute()
  const { move, ...out } = await tryEveryWayOut()
  expect(out).toEqual(allRefused(out, 'payout_unconfirmed'))
  expect(move).toBe('200 ')
  expect([await host.certificates(), await host.orders()]).toEqual([[], []])
})

test('what was asked for before the password changed is not made for 72 hours', async () => {
  const gift = await host.fundedGift(4000)
  app.shop.faults.routes = [{ path: '/stores/:hash/v2/gift_certificates', method: 'POST', answer: '500' }]
  expect((await host.collect({ id: gift.id })).data.state).toBe('requested')
  app.shop.faults.routes = []
  // The owner reads the letter, and it was not them.
  const change = { current_password: password, password: 'a new one', repassword: 'a new one' }
  expect((await app.call(updatePassword, change, host.token)).status).toBe(200)
  for (let hours = 10; hours < 72; hours += 10) {
    app.later(10 * 60)
    await app.job('payouts')
    expect(await host.certificates()).toEqual([])
  }
  app.later(3 * 60)
  await app.job('payouts')
  expect(await host.certificates()).toHaveLength(1)
})

/** The owner has another e-mail from now on. */
async function changeEmail(): Promise<string> {
  const email = `new.${host.email}`
  expect((await app.call(requestEmailChange, { email, password }, host.token)).status).toBe(200)
  const where = { template: 'email-change-confirm', recipient: email }
  const [letter] = await findRows(app.db, 'outbox', { where, columns: ['props'] })
  const code = String(letter?.props.code)
  expect((await app.call(confirmEmailChange, { code, password })).status).toBe(200)
  return email
}

test('what was asked for before the e-mail changed goes to the new one, and so does every later letter', async () => {
  const gift = await aGift(app, host.registry, { group: true, cents: 9000 })
  const order = await giveGifts(app, host.registry, [lineOf(gift, { cents: 4000 })])
  const experience = await host.experience(1)
  app.shop.faults.routes = [
    { path: '/stores/:hash/v2/gift_certificates', method: 'POST', answer: '500' },
    { path: '/stores/:hash/v2/orders', method: 'POST', answer: '500' },
  ]
  for (const { data } of [await host.collect({ id: gift.id }), await host.redeem({ id: experience.id })])
    expect(data.state).toBe('requested')
  app.shop.faults.routes = []
  const email = await changeEmail()
  app.later(73 * 60)
  await app.job('payouts')
  expect((await listCertificates(app)).filter(({ to }) => to === email)).toMatchObject([{ cents: 4000 }])
  const [placed] = await host.orders()
  const inShop = await (await app.staff('GET', `/v2/orders/${placed?.id}`)).json()
  expect(inShop).toMatchObject({ billing_address: { email } })
  await app.shop.actions.refund(order)
  await app.deliver()
  await app.job('certificate-lowerings')
  const letters = await findRows(app.db, 'outbox', {
    where: {
      recipient: { in: [email, host.email] },
      template: { in: ['issued', 'lowered', 'redeemed'].map(one => `giftcard-${one}`) },
    },
    columns: ['template', 'recipient'],
    orderBy: ['template'],
  })
  expect(letters).toEqual(
    ['giftcard-issued', 'giftcard-lowered', 'giftcard-redeemed'].map(template => ({
      template,
      recipient: email,
    })),
  )
})
