import { expect, test } from 'vitest'
import { anAccount, codeInEmail, person } from '../../../test/account-client.ts'
import { opened } from '../../../test/opened.ts'
import { testApp } from '../../../test/test-app.ts'
import { confirmEmailChange, requestEmailChange, stopEmailChange } from './email-change.contract.ts'

const app = opened(() => testApp())

const { password } = person

/** Confirmed, and known to the shop. */
async function aShopAccount(email: string) {
  const account = await anAccount(app, email)
  const confirmed = { confirmed_at: app.clock.now, marketing_consent_at: app.clock.now }
  await app.db.updateTable('customer').set(confirmed).where('id', '=', account.id).execute()
  await syncShop()
  return account
}

async function changeEmail(token: string, email: string): Promise<void> {
  expect((await app.call(requestEmailChange, { email, password }, token)).status).toBe(200)
  const code = await codeInEmail(app, email, 'email-change-confirm')
  expect((await app.call(confirmEmailChange, { code, password })).status).toBe(200)
}

/** Whether the shop has a customer and a newsletter subscriber with the e-mail. */
async function atShop(email: string) {
  const read = async (path: string) =>
    ((await (await app.staff('GET', path)).json()) as { data: { id: number }[] }).data
  const [customer] = await read(`/v3/customers?email:in=${email}`)
  const subscribers = await read(`/v3/customers/subscribers?email=${email}`)
  return { id: customer?.id, isSubscribed: subscribers.length > 0 }
}

const syncShop = async () => {
  await app.job('shop-tasks')
  await app.job('shop-tasks')
}

test('the shop’s customer and the newsletter follow a new e-mail, and its end', async () => {
  const { token } = await aShopAccount('shop-old@example.com')
  const before = await atShop('shop-old@example.com')
  expect(before).toEqual({ id: expect.any(Number), isSubscribed: true })
  await changeEmail(token, 'shop-new@example.com')
  await syncShop()
  expect(await atShop('shop-new@example.com')).toEqual(before)
  expect(await atShop('shop-old@example.com')).toEqual({ id: undefined, isSubscribed: false })
  const code = await codeInEmail(app, 'shop-old@example.com', 'email-changed')
  expect((await app.call(stopEmailChange, { code })).status).toBe(200)
  await syncShop()
  expect(await atShop('shop-old@example.com')).toEqual(before)
  expect(await atShop('shop-new@example.com')).toEqual({ id: undefined, isSubscribed: false })
})

test('where the shop has another customer with it, staff are told, and nobody is tied to that one', async () => {
  const { id, token } = await aShopAccount('mine@example.com')
  const stranger = [{ email: 'theirs@example.com', first_name: 'Άλλη', last_name: 'Άλλου' }]
  await app.staff('POST', '/v3/customers', stranger)
  const [mine, theirs] = [await atShop('mine@example.com'), await atShop('theirs@example.com')]
  await changeEmail(token, 'theirs@example.com')
  await syncShop()
  expect((await atShop('theirs@example.com')).id).toBe(theirs.id)
  expect((await atShop('mine@example.com')).id).toBe(mine.id)
  const letters = app.db.selectFrom('outbox').select('props').where('template', '=', 'shop-email-differs')
  expect(await letters.execute()).toEqual([{ props: { customer: id, shop_customer: mine.id } }])
})
