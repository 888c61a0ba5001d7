import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { COMPLETED } from '../../shop/orders/orders.ts'
import { anAccount, markConfirmed, person } from '../../test/account-client.ts'
import { aGift, aHost, aRegistry, lineOf } from '../../test/builders.ts'
import type { Refused } from '../../test/client.ts'
import { opened } from '../../test/opened.ts'
import { handOff } from '../../test/orders.ts'
import { testApp } from '../../test/test-app.ts'
import { formatMoment } from '../base/dates.ts'
import { createCart } from '../checkout/hand-off.contract.ts'
import { syncOrder } from '../orders/orders.ts'
import { findRegistry } from '../registry/registry.contract.ts'
import { updateRegistry } from '../registry/settings.contract.ts'
import { findRows, getRow, insertRow, updateRows } from '../server/postgres/rows.ts'
import { register } from './registration.contract.ts'
import { login } from './session.contract.ts'
import { deactivateAccount, deletionGraceEnd, getAccount } from './settings.contract.ts'

const app = opened(() => testApp())

const { password } = person
const day = 24 * 60

/** With a confirmed e-mail, so that letters are sent. */
async function registerHost(email: string, more: object = {}) {
  const host = await anAccount(app, email, more)
  await markConfirmed(app, email)
  return host
}

const deactivate = (host: { token: string }) => app.call(deactivateAccount, { password }, { as: host.token })
const templatesTo = async (recipient: string) =>
  (await findRows(app.db, 'outbox', { where: { recipient } })).map(({ template }) => template)
const findCustomer = (id: number) => getRow(app.db, 'customer', { id })
const findRegistryRow = (id: number) => getRow(app.db, 'registry', { id })
const findPurchases = (registry_id: number) => findRows(app.db, 'purchase', { where: { registry_id } })

describe('deactivating', () => {
  test('asks for the password', async () => {
    const host = await registerHost('asked@example.com')
    const { status, data } = await app.call<Refused>(
      deactivateAccount,
      { password: 'no' },
      { as: host.token },
    )
    expect([status, data.keys]).toEqual([422, { password: 'account_password_wrong' }])
    expect((await findCustomer(host.id)).deletion_requested_at).toBeNull()
  })

  test('ends every session, hides and closes the registries, and tells by e-mail how to come back', async () => {
    const host = await registerHost('leaves@example.com')
    const other = await app.call<{ token: string }>(login, { email: host.email, password })
    const registry = await aRegistry(app, host)
    const gift = await aGift(app, registry)
    expect((await deactivate(host)).status).toBe(200)
    for (const token of [host.token, other.data.token])
      expect((await app.call(getAccount, {}, { as: token })).status).toBe(401)
    expect((await app.call(findRegistry, { id: registry.code })).data).toEqual([])
    const cart = { registry_id: registry.code, line_items: [lineOf(gift, { units: 1 })] }
    expect((await app.call(createCart, cart)).status).toBe(404)
    expect(await findRegistryRow(registry.id)).toMatchObject({
      closing_day: '2026-11-21',
      privacy: 'private',
    })
    expect(await templatesTo(host.email)).toContain('account-leaving')
    await app.job('emails')
    const letters = await findRows(app.db, 'mailbox', { where: { recipient: host.email } })
    const end = deletionGraceEnd(app.clock.now)
    expect(letters.some(({ plain, language }) => plain.includes(formatMoment(end, language)))).toBe(true)
  })

  test('a session that still exists gives no access', async () => {
    const host = await registerHost('behind@example.com')
    const set = { deletion_requested_at: app.clock.now }
    await app.db.updateTable('customer').set(set).where('id', '=', host.id).execute()
    expect((await app.call(getAccount, {}, { as: host.token })).status).toBe(401)
  })

  test('signing in within the grace period cancels the deletion, and nothing is erased', async () => {
    const host = await registerHost('stays@example.com')
    const registry = await aRegistry(app, host)
    await updateRows(app.db, 'registry', { set: { event_day: '2027-06-19' }, where: { id: registry.id } })
    await deactivate(host)
    const before = app.clock.now
    app.later(14 * day - 1)
    const back = await app.call<{ token: string }>(login, { email: host.email, password })
    expect(back.status).toBe(200)
    const shown = { id: registry.code, registry_status: 'public' }
    expect((await app.call(updateRegistry, shown, { as: back.data.token })).status).toBe(200)
    app.later(30 * day)
    await app.job('account-deadlines')
    expect(await findCustomer(host.id)).toMatchObject({
      email: host.email,
      deletion_requested_at: null,
      erased_at: null,
    })
    expect(await templatesTo(host.email)).toContain('account-back')
    app.clock.now = before
  })

  test('a co-host does not open the registry of an owner who is leaving', async () => {
    const [host, coHost] = [
      await registerHost('leaving@example.com'),
      await registerHost('stays-on@example.com'),
    ]
    const registry = await aRegistry(app, host, { co_host_id: coHost.id })
    await deactivate(host)
    for (const change of [{ end_date: '2027-07-19' }, { registry_status: 'public' }]) {
      const input = { id: registry.code, ...change }
      const { status, data } = await app.call<Refused>(updateRegistry, input, { as: coHost.token })
      expect([status, data.code]).toEqual([403, 'registry_owner_only'])
    }
  })

  test('after the grace period the person is erased, and what was given stays', async () => {
    const host = await registerHost('gone@example.com', { surname: 'Παππαδοκιμή' })
    const registry = await aRegistry(app, host)
    const gift = await aGift(app, registry)
    const giver = { giver_name: 'Νίκος Δοκιμή' }
    const { cartId } = await handOff(app, registry, [lineOf(gift, { units: 1 })], giver)
    await app.shop.actions.pay(cartId, { email: 'nikos@example.com' })
    await app.job('order-sync')
    await deactivate(host)
    const before = app.clock.now
    app.later(14 * day)
    expect((await app.call(login, { email: host.email, password })).status).toBe(401)
    await Promise.all([app.job('account-deadlines', 'A'), app.job('account-deadlines', 'B')])
    expect(await findCustomer(host.id)).toMatchObject({
      name: '',
      surname: '',
      phone: null,
      password_hash: '',
    })
    const erased = { registry_name: '', name: '', home_address: null, shipping_address: null }
    expect(await findRegistryRow(registry.id)).toMatchObject(erased)
    expect(await findPurchases(registry.id)).toHaveLength(1)
    expect(await templatesTo(host.email)).toEqual(['account-erased'])
    await app.job('emails')
    await app.job('account-deadlines')
    expect(await tablesContaining(host.email)).toEqual(['mailbox'])
    expect(await tablesContaining('Παππαδοκιμή')).toEqual([])
    expect((await app.call(register, { ...person, email: host.email })).status).toBe(200)
    app.clock.now = before
  })

  test('what the person gave to others stays without their name and words', async () => {
    const [giver, host] = [await registerHost('giver@example.com'), await registerHost('thanked@example.com')]
    const registry = await aRegistry(app, host)
    const gift = await aGift(app, registry)
    const { data: cart } = await app.call<{ redirects: { checkout_url: string } }>(
      createCart,
      {
        registry_id: registry.code,
        giver_name: 'Θωμάς Μοναδικός',
        message: 'Με αγάπη, ο Θωμάς Μοναδικός σας',
        line_items: [{ ...lineOf(gift, { units: 1 }), message: 'Για το σερβίτσιο, Θωμάς Μοναδικός' }],
      },
      { as: giver.token },
    )
    const cartId = new URL(cart.redirects.checkout_url).searchParams.get('id') ?? ''
    await app.shop.actions.pay(cartId, { email: giver.email })
    await app.job('order-sync')
    await app.job('emails')
    await deactivate(giver)
    const before = app.clock.now
    app.later(14 * day)
    await app.job('account-deadlines')
    // Only in the e-mail to the host, in the mailbox that only a demonstration has.
    expect(await tablesContaining('Μοναδικός')).toEqual(['mailbox'])
    const purchases = await findPurchases(registry.id)
    expect(purchases).toMatchObject([{ state: 'paid', units: 1, giver_email: null, visibility: 'anonymous' }])
    const order = purchases[0]?.order_id ?? 0
    await app.shop.actions.changeStatus(order, COMPLETED)
    await syncOrder(order, await app.processA.createContext(new Request(app.config.SITE_URL)))
    const afterSync = await findPurchases(registry.id)
    expect(afterSync).toMatchObject([{ state: 'paid', giver_name: '', giver_email: null }])
    app.clock.now = before
  })

  test('rows that life names go, and columns that it clears are empty', async () => {
    const host = await registerHost('rows@example.com')
    const registry = await aRegistry(app, host)
    const gift = await aGift(app, registry)
    const marked = 'σημαδιακή λέξη'
    await app.db.updateTable('gift').set({ note: marked }).where('id', '=', gift.id).execute()
    for (const statement of [
      sql`insert into guest (registry_id, name, people, language) values (${registry.id}, ${marked}, 1, 'el')`,
      sql`insert into registry_change (registry_id, what, about, at) values (${registry.id}, 'details', ${marked}, ${app.clock.now})`,
      sql`insert into known_device (customer_id, device_hash, seen_at) values (${host.id}, 'x', ${app.clock.now})`,
      sql`insert into email_change (customer_id, old_email, old_email_key, new_email, requested_at, expires_at)
        values (${host.id}, ${marked}, ${marked}, ${marked}, ${app.clock.now}, ${app.clock.now})`,
      sql`insert into link (kind, subject_id, hash, expires_at) select kind, id, ('of rows ' || kind)::bytea, ${new Date(8e12)}
        from (values ('sign_in'::link_kind, ${host.id}::bigint), ('co_host', ${registry.id}),
          ('email_change_stop', (select max(id) from email_change))) as link (kind, id)`,
    ])
      await statement.execute(app.db)
    expect(await tablesContaining(marked)).toEqual(['email_change', 'gift', 'guest', 'registry_change'])
    await deactivate(host)
    const before = app.clock.now
    app.later(14 * day)
    await app.job('account-deadlines')
    expect(await tablesContaining(marked)).toEqual([])
    for (const table of ['session', 'known_device'] as const)
      expect(
        await app.db.selectFrom(table).select('customer_id').where('customer_id', '=', host.id).execute(),
      ).toEqual([])
    const left = await sql`select kind from link where hash like 'of rows %'`.execute(app.db)
    expect(left.rows).toEqual([])
    app.clock.now = before
  })

  test('accounts that wait for their money keep no others, however many they are', async () => {
    const at = app.clock.now
    const leave = (id: number, days: number) =>
      app.db
        .updateTable('customer')
        .set({ deletion_requested_at: new Date(at.getTime() - days * 86_400_000) })
        .where('id', '=', id)
        .execute()
    const order_id = 990_001
    const paid = { status: 'captured', method: 'card', is_paid: true, paid_at: at, first_paid_at: at }
    await insertRow(app.db, 'order_payment', { order_id, ...paid })
    const waiting = []
    for (let line_id = 0; line_id < 55; line_id++) {
      const host = await aHost(app)
      const { id: registry_id } = await aRegistry(app, host)
      const money = { kind: 'contribution', account: 'gift', cents: 4000 } as const
      await insertRow(app.db, 'ledger', {
        ...money,
        registry_id,
        order_id,
        line_id,
        cause: `waits ${line_id}`,
      })
      await leave(host.id, 30)
      waiting.push(host.id)
    }
    const settled = await aHost(app)
    await leave(settled.id, 20)
    await app.job('account-deadlines')
    expect((await findCustomer(settled.id)).erased_at).not.toBeNull()
    const rows = await findRows(app.db, 'customer', {
      where: { id: { in: waiting } },
      columns: ['erased_at'],
    })
    expect(new Set(rows.map(({ erased_at }) => erased_at))).toEqual(new Set([null]))
  })
})

/** Names of the tables in `public` with a row that contains the text. */
async function tablesContaining(text: string): Promise<string[]> {
  const tables = await app.db.introspection.getTables()
  const containing = []
  for (const { name, schema } of tables.filter(one => one.schema === 'public')) {
    const rows = await app.db
      .withSchema(schema ?? 'public')
      .selectFrom(name as 'customer')
      .selectAll()
      .execute()
    if (JSON.stringify(rows).includes(text)) containing.push(name)
  }
  return containing.sort()
}
