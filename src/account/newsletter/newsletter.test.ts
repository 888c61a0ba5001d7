import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type World, world } from '../../../test/world.ts'
import { register } from '../customer/contract.ts'
import { confirmEmail } from '../email-confirmation/contract.ts'
import { deactivateAccount, updateAccount } from '../settings/contract.ts'

let w: World
beforeAll(async () => {
  w = await world()
})
beforeEach(() => {
  w.shop.faults.routes = []
})
afterAll(() => w.close())

const password = 'old password'

async function registered(email: string) {
  const person = { name: 'Ελένη', surname: 'Παππά', password, repassword: password, email }
  return (await w.call<{ id: number; token: string }>(register, person)).data
}

async function confirmed(email: string) {
  const { props } = await w.db
    .selectFrom('outbox')
    .select('props')
    .where('recipient', '=', email)
    .where('template', '=', 'welcome')
    .executeTakeFirstOrThrow()
  expect((await w.call(confirmEmail, { code: props.code })).status).toBe(200)
}

const consents = (token: string, marketing: boolean) =>
  w.call(
    updateAccount,
    { name: 'Ελένη', surname: 'Παππά', language: 'el', ...(marketing && { marketing: true }) },
    { as: token },
  )

/** Whom the shop's list has, by that address. */
async function listed(email: string): Promise<object[]> {
  const answer = await w.staff('GET', `/v3/customers/subscribers?email=${email}`)
  return ((await answer.json()) as { data: object[] }).data
}

test('who agrees to offers stands on the shop’s list, and who takes it back no longer does', async () => {
  const { token } = await registered('offers@example.com')
  await confirmed('offers@example.com')
  await w.job('offers')
  expect(await listed('offers@example.com')).toEqual([])
  await consents(token, true)
  await w.job('offers')
  await w.job('offers')
  expect(await listed('offers@example.com')).toMatchObject([
    { email: 'offers@example.com', first_name: 'Ελένη', channel_id: 1481393 },
  ])
  await consents(token, false)
  await w.job('offers')
  expect(await listed('offers@example.com')).toEqual([])
})

test('an e-mail that nobody has confirmed is not told, for it may be another’s', async () => {
  const { token } = await registered('unsure@example.com')
  await w.processA.shop.subscribeToNewsletter({ email: 'unsure@example.com', name: 'Άλλη', language: 'en' })
  await consents(token, true)
  await w.job('offers')
  await consents(token, false)
  await w.job('offers')
  expect(await listed('unsure@example.com')).toMatchObject([{ first_name: 'Άλλη' }])
  await consents(token, true)
  await confirmed('unsure@example.com')
  await w.job('offers')
  expect(await listed('unsure@example.com')).toHaveLength(2)
})

test('a shop that is away is told later, and what changed meanwhile is told once', async () => {
  const { token } = await registered('away@example.com')
  await confirmed('away@example.com')
  await consents(token, true)
  w.shop.faults.routes = [{ path: '/stores', answer: '500' }]
  await w.job('offers')
  w.shop.faults.routes = []
  await w.job('offers')
  expect(await listed('away@example.com')).toEqual([])
  w.later(5)
  await Promise.all([w.job('offers', 'A'), w.job('offers', 'B')])
  expect(await listed('away@example.com')).toHaveLength(1)
})

test('an answer that was lost is no second entry, and no failure', async () => {
  const { token } = await registered('lost@example.com')
  await confirmed('lost@example.com')
  await consents(token, true)
  w.shop.faults.routes = [{ path: '/stores/:hash/v3/customers/subscribers', answer: 'lost', times: 3 }]
  await w.job('offers')
  w.shop.faults.routes = []
  w.later(5)
  await w.job('offers')
  expect(await listed('lost@example.com')).toHaveLength(1)
  await consents(token, false)
  await w.job('offers')
  expect(await listed('lost@example.com')).toEqual([])
})

test('who leaves is taken off the list, and is not erased before', async () => {
  const { id, token } = await registered('leaver@example.com')
  await confirmed('leaver@example.com')
  await consents(token, true)
  await w.job('offers')
  expect((await w.call(deactivateAccount, { password }, { as: token })).status).toBe(200)
  w.shop.faults.routes = [{ path: '/stores', answer: '500' }]
  await w.job('offers')
  w.later(15 * 24 * 60)
  await w.job('leavers')
  const erased = async () =>
    (await w.db.selectFrom('customer').select('erased_at').where('id', '=', id).executeTakeFirstOrThrow())
      .erased_at
  expect(await erased()).toBeNull()
  w.shop.faults.routes = []
  await w.job('offers')
  expect(await listed('leaver@example.com')).toEqual([])
  await w.job('leavers')
  expect(await erased()).not.toBeNull()
})
