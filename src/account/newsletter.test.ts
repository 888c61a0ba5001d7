import { beforeEach, expect, test } from 'vitest'
import { anAccount, confirmByEmail, person } from '../../test/account-client.ts'
import { opened } from '../../test/opened.ts'
import { testApp } from '../../test/test-app.ts'
import { getRow } from '../server/postgres/rows.ts'
import { deactivateAccount, updateAccount } from './settings.contract.ts'

const app = opened(() => testApp())
beforeEach(() => {
  app.shop.faults.routes = []
})

const setConsent = (token: string, marketing: boolean) =>
  app.call(
    updateAccount,
    { name: 'Ελένη', surname: 'Παππά', language: 'el', ...(marketing && { marketing: true }) },
    { as: token },
  )

async function findSubscribers(email: string): Promise<object[]> {
  const answer = await app.staff('GET', `/v3/customers/subscribers?email=${email}`)
  return ((await answer.json()) as { data: object[] }).data
}

test('a customer who agrees is subscribed, and unsubscribed after taking it back', async () => {
  const { token } = await anAccount(app, 'offers@example.com')
  await confirmByEmail(app, 'offers@example.com')
  await app.job('shop-tasks')
  expect(await findSubscribers('offers@example.com')).toEqual([])
  await setConsent(token, true)
  await app.job('shop-tasks')
  await app.job('shop-tasks')
  expect(await findSubscribers('offers@example.com')).toMatchObject([
    { email: 'offers@example.com', first_name: 'Ελένη', channel_id: 1481393 },
  ])
  await setConsent(token, false)
  await app.job('shop-tasks')
  expect(await findSubscribers('offers@example.com')).toEqual([])
})

test('an unconfirmed e-mail is left alone, as it may be somebody else’s', async () => {
  const { token } = await anAccount(app, 'unsure@example.com')
  await app.processA.shop.subscribeToNewsletter({ email: 'unsure@example.com', name: 'Άλλη', language: 'en' })
  await setConsent(token, true)
  await app.job('shop-tasks')
  await setConsent(token, false)
  await app.job('shop-tasks')
  expect(await findSubscribers('unsure@example.com')).toMatchObject([{ first_name: 'Άλλη' }])
  await setConsent(token, true)
  await confirmByEmail(app, 'unsure@example.com')
  await app.job('shop-tasks')
  expect(await findSubscribers('unsure@example.com')).toHaveLength(2)
})

test('a failure of the shop is tried again later, by one process only', async () => {
  const { token } = await anAccount(app, 'away@example.com')
  await confirmByEmail(app, 'away@example.com')
  await setConsent(token, true)
  app.shop.faults.routes = [{ path: '/stores', answer: '500' }]
  await app.job('shop-tasks')
  app.shop.faults.routes = []
  await app.job('shop-tasks')
  expect(await findSubscribers('away@example.com')).toEqual([])
  app.later(5)
  await Promise.all([app.job('shop-tasks', 'A'), app.job('shop-tasks', 'B')])
  expect(await findSubscribers('away@example.com')).toHaveLength(1)
})

test('a lost answer makes no second subscriber, and no failure', async () => {
  const { token } = await anAccount(app, 'lost@example.com')
  await confirmByEmail(app, 'lost@example.com')
  await setConsent(token, true)
  app.shop.faults.routes = [{ path: '/stores/:hash/v3/customers/subscribers', answer: 'lost', times: 3 }]
  await app.job('shop-tasks')
  app.shop.faults.routes = []
  app.later(5)
  await app.job('shop-tasks')
  expect(await findSubscribers('lost@example.com')).toHaveLength(1)
  await setConsent(token, false)
  await app.job('shop-tasks')
  expect(await findSubscribers('lost@example.com')).toEqual([])
})

test('a customer who is to be erased is unsubscribed first', async () => {
  const { id, token } = await anAccount(app, 'leaver@example.com')
  await confirmByEmail(app, 'leaver@example.com')
  await setConsent(token, true)
  await app.job('shop-tasks')
  expect((await app.call(deactivateAccount, { password: person.password }, { as: token })).status).toBe(200)
  app.shop.faults.routes = [{ path: '/stores', answer: '500' }]
  await app.job('shop-tasks')
  app.later(15 * 24 * 60)
  await app.job('account-deadlines')
  const erased = async () => (await getRow(app.db, 'customer', { id })).erased_at
  expect(await erased()).toBeNull()
  app.shop.faults.routes = []
  await app.job('shop-tasks')
  expect(await findSubscribers('leaver@example.com')).toEqual([])
  await app.job('account-deadlines')
  expect(await erased()).not.toBeNull()
})
