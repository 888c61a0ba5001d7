import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { COMPLETED } from '../../../shop/orders/orders.ts'
import { aGift, aRegistry, lineOf } from '../../../test/builders.ts'
import type { Refused } from '../../../test/client.ts'
import { type TestApp, testApp } from '../../../test/test-app.ts'
import { createCart } from '../../checkout/hand-off/contract.ts'
import { syncOrder } from '../../checkout/orders/service.ts'
import { findRegistry } from '../../registry/registry/contract.ts'
import { register } from '../registration/contract.ts'
import { login } from '../session/contract.ts'
import { getAccount } from '../settings/contract.ts'
import { deactivateAccount } from './contract.ts'

let w: TestApp
beforeAll(async () => {
  w = await testApp()
})
afterAll(() => w.close())

const password = 'old password'
const day = 24 * 60

interface SignedIn {
  id: number
  token: string
}

async function registerHost(email: string, surname = 'Παππά') {
  const person = { name: 'Ελένη', surname, password, repassword: password, email }
  const { data } = await w.call<SignedIn>(register, person)
  return { ...data, email }
}

const deactivate = (host: SignedIn) => w.call(deactivateAccount, { password }, { as: host.token })
const templatesTo = async (email: string) =>
  (await w.db.selectFrom('outbox').select('template').where('recipient', '=', email).execute()).map(
    email => email.template,
  )
const findCustomer = (id: number) =>
  w.db.selectFrom('customer').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

const findRegistryRow = (id: number) =>
  w.db.selectFrom('registry').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

describe('deactivating', () => {
  test('asks for the password', async () => {
    const host = await registerHost('asked@example.com')
    const { status, data } = await w.call<Refused>(deactivateAccount, { password: 'no' }, { as: host.token })
    expect([status, data.keys]).toEqual([422, { password: 'account_password_wrong' }])
    expect((await findCustomer(host.id)).deletion_requested_at).toBeNull()
  })

  test('ends every session, hides and closes the registries, and tells by e-mail how to come back', async () => {
    const host = await registerHost('leaves@example.com')
    const other = await w.call<SignedIn>(login, { email: host.email, password })
    const registry = await aRegistry(w, host)
    const gift = await aGift(w, registry)
    expect((await deactivate(host)).status).toBe(200)
    for (const token of [host.token, other.data.token])
      expect((await w.call(getAccount, {}, { as: token })).status).toBe(401)
    expect((await w.call(findRegistry, { id: registry.code })).data).toEqual([])
    const cart = { registry_id: registry.code, line_items: [lineOf(gift, { units: 1 })] }
    expect((await w.call(createCart, cart)).status).toBe(404)
    expect(await findRegistryRow(registry.id)).toMatchObject({
      closing_day: '2026-11-21',
      privacy: 'private',
    })
    expect(await templatesTo(host.email)).toContain('account-leaving')
  })

  test('a session that still exists gives no access', async () => {
    const host = await registerHost('behind@example.com')
    await w.db
      .updateTable('customer')
      .set({ deletion_requested_at: w.clock.now })
      .where('id', '=', host.id)
      .execute()
    expect((await w.call(getAccount, {}, { as: host.token })).status).toBe(401)
  })

  test('signing in within the grace period cancels the deletion, and nothing is erased', async () => {
    const host = await registerHost('stays@example.com')
    await deactivate(host)
    const before = w.clock.now
    w.later(14 * day - 1)
    const back = await w.call<SignedIn>(login, { email: host.email, password })
    expect(back.status).toBe(200)
    w.later(30 * day)
    await w.job('account-deletions')
    expect(await findCustomer(host.id)).toMatchObject({
      email: host.email,
      deletion_requested_at: null,
      erased_at: null,
    })
    expect(await templatesTo(host.email)).toContain('account-back')
    w.clock.now = before
  })

  test('after the grace period the person is erased, and what was given stays', async () => {
    const host = await registerHost('gone@example.com', 'Παππαδοκιμή')
    const registry = await aRegistry(w, host)
    const gift = await aGift(w, registry)
    const cart = { registry_id: registry.code, giver_name: 'Νίκος Δοκιμή' }
    const { data: handOff } = await w.call<{ redirects: { checkout_url: string } }>(createCart, {
      ...cart,
      line_items: [lineOf(gift, { units: 1 })],
    })
    const cartId = new URL(handOff.redirects.checkout_url).searchParams.get('id') ?? ''
    await w.shop.actions.pay(cartId, { email: 'nikos@example.com' })
    await w.job('reconcile')
    await deactivate(host)
    const before = w.clock.now
    w.later(14 * day)
    expect((await w.call(login, { email: host.email, password })).status).toBe(401)
    await Promise.all([w.job('account-deletions', 'A'), w.job('account-deletions', 'B')])
    expect(await findCustomer(host.id)).toMatchObject({
      name: '',
      surname: '',
      phone: null,
      password_hash: '',
    })
    const erased = { registry_name: '', name: '', home_address: null, shipping_address: null }
    expect(await findRegistryRow(registry.id)).toMatchObject(erased)
    const purchases = await w.db
      .selectFrom('purchase')
      .selectAll()
      .where('registry_id', '=', registry.id)
      .execute()
    expect(purchases).toHaveLength(1)
    expect(await templatesTo(host.email)).toEqual(['account-erased'])
    await w.job('emails')
    await w.job('account-deletions')
    expect(await tablesContaining(host.email)).toEqual(['mailbox'])
    expect(await tablesContaining('Παππαδοκιμή')).toEqual([])
    expect((await w.call(register, { ...newPerson, email: host.email })).status).toBe(200)
    w.clock.now = before
  })

  test('what the person gave to others stays without their name', async () => {
    const [giver, host] = [await registerHost('giver@example.com'), await registerHost('thanked@example.com')]
    const registry = await aRegistry(w, host)
    const gift = await aGift(w, registry)
    const { data: handOff } = await w.call<{ redirects: { checkout_url: string } }>(
      createCart,
      {
        registry_id: registry.code,
        giver_name: 'Θωμάς Μοναδικός',
        line_items: [lineOf(gift, { units: 1 })],
      },
      { as: giver.token },
    )
    const cartId = new URL(handOff.redirects.checkout_url).searchParams.get('id') ?? ''
    await w.shop.actions.pay(cartId, { email: giver.email })
    await w.job('reconcile')
    await w.job('emails')
    await deactivate(giver)
    const before = w.clock.now
    w.later(14 * day)
    await w.job('account-deletions')
    // Only the e-mail that the host got, in the mailbox that only a demonstration has.
    expect(await tablesContaining('Μοναδικός')).toEqual(['mailbox'])
    const purchases = await w.db
      .selectFrom('purchase')
      .selectAll()
      .where('registry_id', '=', registry.id)
      .execute()
    expect(purchases).toMatchObject([{ state: 'paid', units: 1, giver_email: null, visibility: 'anonymous' }])
    const order = purchases[0]?.order_id ?? 0
    await w.shop.actions.changeStatus(order, COMPLETED)
    await syncOrder(order, await w.processA.createContext(new Request(w.config.SITE_URL)))
    const afterSync = w.db.selectFrom('purchase').selectAll().where('registry_id', '=', registry.id)
    expect(await afterSync.execute()).toMatchObject([{ state: 'paid', giver_name: '', giver_email: null }])
    w.clock.now = before
  })
})

const newPerson = { name: 'Ελένη', surname: 'Νέα', password, repassword: password }

/** The product's tables of which some row contains that text. */
async function tablesContaining(text: string): Promise<string[]> {
  const tables = await w.db.introspection.getTables()
  const containing = []
  for (const { name, schema } of tables.filter(one => one.schema === 'public')) {
    const rows = await w.db
      .withSchema(schema ?? 'public')
      .selectFrom(name as 'customer')
      .selectAll()
      .execute()
    if (JSON.stringify(rows).includes(text)) containing.push(name)
  }
  return containing.sort()
}
