import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  checkConfirmationCode,
  confirmEmail,
  sendConfirmationEmail,
} from '../../src/account/email-confirmation.contract.ts'
import { resetPassword, sendPasswordResetEmail } from '../../src/account/password-reset.contract.ts'
import { register } from '../../src/account/registration.contract.ts'
import { login } from '../../src/account/session.contract.ts'
import { getAccount } from '../../src/account/settings.contract.ts'
import { acceptCoHost } from '../../src/registry/co-host.contract.ts'
import { showRegistrySettings } from '../../src/registry/settings.contract.ts'
import { createSessionToken } from '../../src/server/context/session.ts'
import { findRows, getRow, insertRow } from '../../src/server/postgres/rows.ts'
import { accountClient, readShopTie } from '../account-client.ts'
import { aHost, aRegistry } from '../builders.ts'
import type { Refused } from '../client.ts'
import { opened } from '../opened.ts'
import { testApp } from '../test-app.ts'

const app = opened(() => testApp())

const [strangersPassword, ownersPassword] = ['the stranger knows', 'only the owner knows']
let people = 0

interface SignedIn {
  id: number
  token: string
}

/** A stranger has registered with the e-mail of somebody who is a customer of the shop. */
async function aStolenAddress() {
  const email = `victim${++people}@example.com`
  const shopCustomer = await app.processA.shop.createCustomer({
    email,
    name: 'Μαρία',
    surname: 'Πελάτισσα',
    phone: null,
    language: 'el',
  })
  const device = randomUUID()
  const person = { name: 'Κακός', surname: 'Άνθρωπος', email, device }
  const passwords = { password: strangersPassword, repassword: strangersPassword }
  const { data } = await app.call<SignedIn>(register, { ...person, ...passwords })
  return { email, device, shopCustomerId: shopCustomer.id, ...data }
}

const { codeTo } = accountClient(() => app)
/** The newest code of a confirmation in the mailbox, which only its owner reads. */
const confirmationCodeTo = (email: string) => codeTo(email, 'welcome', 'confirm-email')
const rowOf = (id: number) => readShopTie(app, { id })

const confirm = (input: object, token?: string) =>
  app.call<Partial<Refused> & { state?: string }>(confirmEmail, input, token ?? {})
const isSignedIn = async (token: string) => (await app.call(getAccount, {}, token)).status === 200

test('whatever opens the link, or posts it without a proof, confirms nothing and ties nobody to the shop', async () => {
  const { id, email } = await aStolenAddress()
  const code = await confirmationCodeTo(email)
  for (const method of ['GET', 'HEAD'])
    for (const path of ['/api/email-confirmation', '/api/email-confirmation-check'])
      await app.processA.app.request(`${path}?code=${code}`, { method })
  const tries = [{}, { password: 'a guess' }, { device: randomUUID() }, { device: 'Mozilla/5.0' }]
  const answers = []
  for (const more of tries) answers.push(await confirm({ code, ...more }))
  expect(answers.map(({ status, data }) => [status, data.code])).toEqual([
    [403, 'account_confirm_proof'],
    [422, 'account_password_wrong'],
    [403, 'account_confirm_proof'],
    [403, 'account_confirm_proof'],
  ])
  const { token } = await aHost(app)
  expect((await confirm({ code }, token)).status).toBe(403)
  expect(await rowOf(id)).toEqual({ confirmed: false, shop_customer_id: null })
})

test('the stranger has no code, and proofs without one are worth nothing', async () => {
  const { id, device, token } = await aStolenAddress()
  for (const code of ['x', 'A'.repeat(43)])
    expect((await confirm({ code, device, password: strangersPassword }, token)).status).toBe(422)
  expect(await rowOf(id)).toEqual({ confirmed: false, shop_customer_id: null })
})

test('an account that registered without a device is not known by its User-Agent', async () => {
  const email = `agent${++people}@example.com`
  const passwords = { password: strangersPassword, repassword: strangersPassword }
  await app.call(register, { name: 'Άγγελος', surname: 'Πράκτορας', email, ...passwords })
  expect((await confirm({ code: await confirmationCodeTo(email), device: '' })).status).toBe(403)
})

test('who registered confirms by the browser, its session, or the password, after a newer letter too', async () => {
  const proofs = [
    ({ device }: { device: string }) => [{ device }],
    ({ token }: { token: string }) => [{}, token],
    () => [{ password: strangersPassword }],
  ] as ((one: { device: string; token: string }) => [object, string?])[]
  for (const proofOf of proofs) {
    const one = await aStolenAddress()
    await app.call(sendConfirmationEmail, { email: one.email })
    const [proof, token] = proofOf(one)
    expect((await confirm({ code: await confirmationCodeTo(one.email), ...proof }, token)).data.state).toBe(
      'confirmed',
    )
    expect(await rowOf(one.id)).toEqual({ confirmed: true, shop_customer_id: one.shopCustomerId })
    expect(await isSignedIn(one.token)).toBe(true)
  }
})

test('the page learns whether this browser needs a password', async () => {
  const { email, device, token } = await aStolenAddress()
  const code = await confirmationCodeTo(email)
  const check = async (more: object, as?: string) =>
    (await app.call(checkConfirmationCode, { code, ...more }, as ?? {})).data
  expect(await check({})).toEqual({ state: 'open', email, needs_password: true, needs_own_password: false })
  expect(await check({ device })).toEqual({
    state: 'open',
    email,
    needs_password: false,
    needs_own_password: false,
  })
  expect(await check({}, token)).toEqual({
    state: 'open',
    email,
    needs_password: false,
    needs_own_password: false,
  })
})

/** What the stranger set up before the owner of the mailbox came. */
async function whatTheStrangerLeft(stranger: Awaited<ReturnType<typeof aStolenAddress>>) {
  const [accomplice, other] = [await aHost(app), await aHost(app)]
  const shared = await aRegistry(app, stranger, { co_host_id: accomplice.id })
  const open = await aRegistry(app, stranger)
  const hash = createSessionToken()
  await insertRow(app.db, 'link', {
    kind: 'co_host',
    subject_id: open.id,
    email: other.email,
    hash: hash.hash,
    expires_at: new Date(app.clock.now.getTime() + 86_400_000),
  })
  await insertRow(app.db, 'email_change', {
    customer_id: stranger.id,
    old_email: stranger.email,
    old_email_key: stranger.email,
    new_email: `stranger${stranger.id}@example.com`,
    requested_at: app.clock.now,
    expires_at: new Date(app.clock.now.getTime() + 86_400_000),
  })
  return { accomplice, other, shared, invitation: hash.token }
}

async function expectStrangerIsOut(
  stranger: Awaited<ReturnType<typeof aStolenAddress>>,
  left: Awaited<ReturnType<typeof whatTheStrangerLeft>>,
) {
  const { email, token, id, device, shopCustomerId } = stranger
  expect(await rowOf(id)).toEqual({ confirmed: true, shop_customer_id: shopCustomerId })
  expect(await isSignedIn(token)).toBe(false)
  expect((await app.call(login, { email, password: strangersPassword, device })).status).toBe(401)
  expect((await app.call(showRegistrySettings, { id: left.shared.code }, left.accomplice.token)).status).toBe(
    404,
  )
  expect((await app.call(acceptCoHost, { code: left.invitation }, left.other.token)).status).toBe(404)
  const changes = await findRows(app.db, 'email_change', {
    where: { customer_id: id, expires_at: { '>': app.clock.now } },
    columns: ['id'],
  })
  expect(changes).toEqual([])
  const devices = await app.db.selectFrom('known_device').select('device_hash').where('customer_id', '=', id)
  expect(await devices.execute()).toEqual([])
  const { payout_hold_until } = await getRow(app.db, 'customer', { id }, ['payout_hold_until'])
  expect(payout_hold_until?.getTime()).toBeGreaterThan(app.clock.now.getTime())
  expect((await app.call(login, { email, password: ownersPassword })).status).toBe(200)
}

test('the owner of the mailbox sets a new password, and the stranger is out with all they set up', async () => {
  const stranger = await aStolenAddress()
  const left = await whatTheStrangerLeft(stranger)
  const code = await confirmationCodeTo(stranger.email)
  const answers = await Promise.all([1, 2].map(() => confirm({ code, new_password: ownersPassword })))
  expect(answers.map(({ status }) => status).sort()).not.toContain(500)
  expect(answers.some(({ data }) => data.state === 'confirmed')).toBe(true)
  await expectStrangerIsOut(stranger, left)
  expect((await confirm({ code, new_password: strangersPassword })).data.state).toBe('already')
  expect((await app.call(login, { email: stranger.email, password: strangersPassword })).status).toBe(401)
})

test('a forgotten password does the same for an account that was never confirmed', async () => {
  const stranger = await aStolenAddress()
  const left = await whatTheStrangerLeft(stranger)
  await app.call(sendPasswordResetEmail, { email: stranger.email })
  const code = await codeTo(stranger.email, 'password-reset')
  const { status } = await app.call(resetPassword, { email: stranger.email, code, password: ownersPassword })
  expect(status).toBe(200)
  await expectStrangerIsOut(stranger, left)
})

test('a new password obeys the rules, and a wrong one can be tried ten times', async () => {
  const { email } = await aStolenAddress()
  const code = await confirmationCodeTo(email)
  const short = await confirm({ code, new_password: 'short' })
  expect([short.status, short.data.keys]).toEqual([422, { new_password: 'account_password_short' }])
  for (let i = 0; i < 10; i++) await confirm({ code, password: 'guess' })
  expect((await confirm({ code, password: strangersPassword })).status).toBe(429)
})
