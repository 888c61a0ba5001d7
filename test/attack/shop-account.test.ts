import { randomUUID } from 'node:crypto'
import { generateSync } from 'otplib'
import { expect, test } from 'vitest'
import { requestEmailChange } from '../../src/account/email-change/email-change.contract.ts'
import { checkConfirmationCode, confirmEmail } from '../../src/account/email-confirmation.contract.ts'
import { resetPassword, sendPasswordResetEmail } from '../../src/account/password-reset.contract.ts'
import { addSecondFactor, offerSecondFactor } from '../../src/account/second-factor/second-factor.contract.ts'
import { login } from '../../src/account/session.contract.ts'
import { answerShopTie, exportPersonalData, getAccount } from '../../src/account/settings.contract.ts'
import { inviteCoHost } from '../../src/registry/co-host.contract.ts'
import { accountClient, readShopTie } from '../account-client.ts'
import { aHost, aRegistry } from '../builders.ts'
import type { Refused } from '../client.ts'
import { opened } from '../opened.ts'
import { testApp } from '../test-app.ts'

const app = opened(() => testApp())

const [shopPassword, ownPassword] = ['a password of the shop', 'only the owner knows']
let people = 0

interface SignedIn {
  id: number
  token: string
}

/** Somebody signed up in the shop with another person's e-mail, and signs in here with the shop's password. */
async function aShopAccount() {
  const email = `shopvictim${++people}@example.com`
  const person = { email, name: 'Κακός', surname: 'Άνθρωπος', phone: null, language: 'el' } as const
  const shopCustomer = await app.processA.shop.createCustomer(person)
  await app.processA.shop.setCustomerPassword(shopCustomer.id, shopPassword)
  const device = randomUUID()
  const { data } = await app.call<SignedIn>(login, { email, password: shopPassword, device })
  return { email, device, shopCustomerId: shopCustomer.id, ...data }
}

type ShopAccount = Awaited<ReturnType<typeof aShopAccount>>

const { codeTo } = accountClient(() => app)
const rowOf = (account: { id: number }) => readShopTie(app, account)
const confirm = (input: object, token?: string) =>
  app.call<Partial<Refused> & { state?: string }>(confirmEmail, input, token ?? {})
const signIn = (email: string, password: string, more: object = {}) =>
  app.call<SignedIn & Refused>(login, { email, password, ...more })
const account = async (token: string) =>
  (await app.call<{ confirmed: boolean; asks_shop_password: boolean }>(getAccount, {}, token)).data

async function addFactor({ token, device }: ShopAccount) {
  const { data } = await app.call<{ setup: string; secret: string }>(offerSecondFactor, {}, token)
  const code = generateSync({ secret: data.secret, epoch: Math.floor(app.clock.now.getTime() / 1000) })
  expect((await app.call(addSecondFactor, { setup: data.setup, code, device }, token)).status).toBe(200)
}

test('the account that comes from the shop is tied and unconfirmed: it invites nobody, and reads no letters of the mailbox', async () => {
  const stranger = await aShopAccount()
  expect(await rowOf(stranger)).toEqual({ confirmed: false, shop_customer_id: stranger.shopCustomerId })
  expect(await account(stranger.token)).toMatchObject({ confirmed: false })
  const registry = await aRegistry(app, stranger)
  const invitation = { id: registry.code, email: 'friend@example.com' }
  const refused = await app.call(inviteCoHost, invitation, stranger.token)
  expect([refused.status, refused.data.code]).toEqual([403, 'invitations_unconfirmed'])
  const { data } = await app.call<{ letters: object[] }>(exportPersonalData, {}, stranger.token)
  expect(data.letters).toEqual([])
})

test('nothing of whoever came from the shop confirms it: not the browser, the session or the shop’s password', async () => {
  const stranger = await aShopAccount()
  const code = await codeTo(stranger.email, 'welcome')
  const { data } = await app.call(checkConfirmationCode, { code, device: stranger.device })
  expect(data).toMatchObject({ needs_password: true, needs_own_password: true })
  const { device, token } = stranger
  const tries = [
    await confirm({ code, device }),
    await confirm({ code }, token),
    await confirm({ code, password: shopPassword }),
    await confirm({ code, device, new_password: shopPassword }, token),
  ]
  expect(tries.map(({ status, data }) => [status, data.code])).toEqual([
    [403, 'account_confirm_own'],
    [403, 'account_confirm_own'],
    [403, 'account_confirm_own'],
    [422, 'account_password_same'],
  ])
  expect((await rowOf(stranger)).confirmed).toBe(false)
})

test('the mailbox’s owner chooses a password of their own: time code, browser, shop’s password and tie are gone, and no job ties again', async () => {
  for (const way of ['confirm', 'reset']) {
    const stranger = await aShopAccount()
    const { email, device, token } = stranger
    await addFactor(stranger)
    const claim =
      way === 'confirm'
        ? await confirm({ code: await codeTo(email, 'welcome'), new_password: ownPassword })
        : await resetByMail(email, ownPassword)
    expect(claim.status).toBe(200)
    expect(await rowOf(stranger)).toEqual({ confirmed: true, shop_customer_id: null })
    expect((await app.call(getAccount, {}, token)).status).toBe(401)
    expect((await signIn(email, shopPassword, { device })).status).toBe(401)
    const own = await signIn(email, ownPassword)
    expect(own.status).toBe(200)
    app.later(60 * 24)
    expect(await rowOf(stranger)).toEqual({ confirmed: true, shop_customer_id: null })
  }
})

async function resetByMail(email: string, password: string) {
  await app.call(sendPasswordResetEmail, { email })
  const code = await codeTo(email, 'password-reset')
  return app.call<object>(resetPassword, { email, code, password })
}

test('a reset by mail to the shop’s password is refused, and its code is not used up', async () => {
  const { email } = await aShopAccount()
  await app.call(sendPasswordResetEmail, { email })
  const code = await codeTo(email, 'password-reset')
  const same = await app.call(resetPassword, { email, code, password: shopPassword })
  expect([same.status, same.data.code]).toEqual([422, 'account_password_same'])
  expect((await app.call(resetPassword, { email, code, password: ownPassword })).status).toBe(200)
})

test('the tie is made again by the shop’s password alone, and is asked for once', async () => {
  const stranger = await aShopAccount()
  await confirm({ code: await codeTo(stranger.email, 'welcome'), new_password: ownPassword })
  const { token } = (await signIn(stranger.email, ownPassword)).data
  expect(await account(token)).toMatchObject({ asks_shop_password: true })
  const wrong = await app.call(answerShopTie, { password: ownPassword }, token)
  expect([wrong.status, wrong.data.keys]).toEqual([422, { password: 'account_password_wrong' }])
  expect((await app.call(answerShopTie, { password: shopPassword }, token)).status).toBe(200)
  expect(await rowOf(stranger)).toEqual({ confirmed: true, shop_customer_id: stranger.shopCustomerId })
  expect(await account(token)).toMatchObject({ asks_shop_password: false })
  expect((await app.call(answerShopTie, { password: shopPassword }, token)).status).toBe(404)

  const other = await aShopAccount()
  await confirm({ code: await codeTo(other.email, 'welcome'), new_password: ownPassword })
  const { token: without } = (await signIn(other.email, ownPassword)).data
  expect((await app.call(answerShopTie, {}, without)).status).toBe(200)
  expect(await account(without)).toMatchObject({ asks_shop_password: false })
  expect(await rowOf(other)).toEqual({ confirmed: true, shop_customer_id: null })
})

test('nobody but the account’s own mailbox ties, and the shop’s password can’t be guessed here', async () => {
  const { token } = await aHost(app)
  expect((await app.call(answerShopTie, { password: shopPassword }, token)).status).toBe(404)
  const stranger = await aShopAccount()
  await confirm({ code: await codeTo(stranger.email, 'welcome'), new_password: ownPassword })
  const own = (await signIn(stranger.email, ownPassword)).data.token
  for (let guess = 0; guess < 5; guess++) await app.call(answerShopTie, { password: 'a guess' }, own)
  expect((await app.call(answerShopTie, { password: shopPassword }, own)).status).toBe(429)
})

test('a new e-mail is no way around it: the account from the shop has to confirm its own first', async () => {
  const { email, token } = await aShopAccount()
  const change = { email: `elsewhere-${email}`, password: shopPassword }
  const refused = await app.call(requestEmailChange, change, token)
  expect([refused.status, refused.data.code]).toEqual([403, 'account_confirm_own'])
})
