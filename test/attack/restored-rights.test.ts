import { mkdtempSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import { beforeEach, describe, expect, test } from 'vitest'
import { updatePassword } from '../../src/account/password/password.contract.ts'
import { hashPassword } from '../../src/account/password/password.ts'
import { register } from '../../src/account/registration.contract.ts'
import { listSessions, login, logout } from '../../src/account/session.contract.ts'
import { deactivateAccount } from '../../src/account/settings.contract.ts'
import { endStaff, inviteStaff } from '../../src/app/operations.ts'
import { recoverAfterRestore } from '../../src/app/reconciliation.ts'
import { unsubscribeFromInvitations } from '../../src/invitation/reply.contract.ts'
import { sendInvitations } from '../../src/invitation/sending.contract.ts'
import { removeCoHost, showRegistryHosts } from '../../src/registry/co-host.contract.ts'
import { findRegistry } from '../../src/registry/registry.contract.ts'
import { changeSearchable, updateRegistry } from '../../src/registry/settings.contract.ts'
import { findRows, getRow, updateRows } from '../../src/server/postgres/rows.ts'
import { aHost, aRegistry } from '../builders.ts'
import { quickFolder } from '../folders.ts'
import { aHostWithMoney } from '../money.ts'
import { opened } from '../opened.ts'
import { backUpTables, restoreTables } from '../restored-tables.ts'
import { staffCookieOf } from '../staff-client.ts'
import { testApp } from '../test-app.ts'

/** A backup is older than what was taken away since: a restore gives none of it back (R1261). */
const list = join(mkdtempSync(join(quickFolder(), 'doron-rights-')), 'erasures.jsonl')
const app = opened(() => testApp({ env: { ERASURE_LOG: list } }))
const tables = ['customer', 'session', 'registry', 'staff_person', 'email_change', 'email_suppression']
beforeEach(() => app.later(120))

const dependencies = () => ({
  ...app.processA,
  config: app.config,
  log: pino({ enabled: false }),
  now: () => app.clock.now,
})
/** What happens meanwhile is lost by the restore, but for the list beside the database. */
async function lose(meanwhile: () => Promise<void>) {
  const since = app.clock.now
  await backUpTables(app.db, tables)
  app.later(1)
  await meanwhile()
  await restoreTables(app.db, tables)
  app.later(1)
  return (await recoverAfterRestore(dependencies(), since)).unplaced
}

const person = { name: 'Ελένη', surname: 'Παππά', password: 'a first password' }
let hostCount = 0
async function aRegisteredHost() {
  const email = `restored${++hostCount}@example.gr`
  const fields = { ...person, email, repassword: person.password }
  const { data } = await app.call<{ token: string; id: number }>(register, fields)
  const signIn = (password: string) => app.call<{ token: string }>(login, { email, password })
  return { ...data, email, signIn }
}

test('a password that was changed stays changed, and no session comes back', async () => {
  const host = await aRegisteredHost()
  const other = await aRegisteredHost()
  const sentences = await lose(async () => {
    const change = { current_password: person.password, password: 'another one', repassword: 'another one' }
    expect((await app.call(updatePassword, change, host.token)).status).toBe(200)
    await app.call(logout, {}, other.token)
  })
  expect(sentences).toEqual([])
  for (const { token } of [host, other]) expect((await app.call(listSessions, {}, token)).status).toBe(401)
  for (const password of [person.password, 'another one'])
    expect((await host.signIn(password)).status).toBe(401)
  expect((await other.signIn(person.password)).status).toBe(200)
  expect(readFileSync(list, 'utf8')).not.toMatch(/restored|Ελένη/)
})

test('repeated, it ends nothing that was begun since', async () => {
  const host = await aRegisteredHost()
  const since = app.clock.now
  await recoverAfterRestore(dependencies(), since)
  const { data } = await host.signIn(person.password)
  await recoverAfterRestore(dependencies(), since)
  expect((await app.call(listSessions, {}, data.token)).status).toBe(200)
})

test('a co-host who was removed, and a registry that was hidden, stay so', async () => {
  const [owner, coHost] = [await aHost(app), await aHost(app)]
  const shared = await aRegistry(app, owner, { co_host_id: coHost.id })
  const hidden = await aRegistry(app, owner)
  const unlisted = await aRegistry(app, owner)
  const opened = await aRegistry(app, owner, { privacy: 'private' })
  await lose(async () => {
    await app.call(removeCoHost, { id: shared.code }, owner.token)
    await app.call(updateRegistry, { id: hidden.code, registry_status: 'private' }, owner.token)
    await app.call(changeSearchable, { id: unlisted.code, searchable: false }, owner.token)
    await app.call(updateRegistry, { id: opened.code, registry_status: 'public' }, owner.token)
  })
  const rows = await findRows(app.db, 'registry', {
    where: { customer_id: owner.id },
    columns: ['id', 'co_host_id', 'privacy', 'searchable'],
    orderBy: ['id'],
  })
  expect(rows).toEqual([
    { id: shared.id, co_host_id: null, privacy: 'public', searchable: true },
    { id: hidden.id, co_host_id: null, privacy: 'private', searchable: true },
    { id: unlisted.id, co_host_id: null, privacy: 'public', searchable: false },
    { id: opened.id, co_host_id: null, privacy: 'private', searchable: true },
  ])
  expect(await app.call(findRegistry, { id: hidden.code })).toMatchObject({ data: [] })
  expect((await app.call(showRegistryHosts, { id: shared.code }, coHost.token)).status).toBe(401)
})

test('whoever wanted no more invitations gets none', async () => {
  const host = await aHost(app)
  const email = 'tired@example.gr'
  const invite = async (by: typeof host) => {
    const registry_id = (await aRegistry(app, by)).code
    return app.call<{ skipped: object[] }>(sendInvitations, { registry_id, emails: email }, { as: by.token })
  }
  const sentences = await lose(async () => {
    expect((await invite(host)).data.skipped).toEqual([])
    const { props } = await getRow(app.db, 'outbox', { recipient: email })
    const input = { token: String(props.stop) }
    expect((await app.call(unsubscribeFromInvitations, input)).status).toBe(200)
  })
  expect(sentences).toEqual([])
  expect(readFileSync(list, 'utf8')).not.toContain('tired')
  expect((await invite(await aHost(app))).data.skipped).toEqual([{ email, reason: 'invitation_stopped' }])
})

test('somebody of the staff who was removed does not come back: all are invited anew', async () => {
  const cookie = await staffCookieOf({ ...app, clock: app.clock }, 'owner')
  expect(cookie).toContain('=')
  await inviteStaff(dependencies(), { name: 'Μαρία', email: 'maria@shop.gr', role: 'manager' })
  await app.db.updateTable('staff_person').set({ accepted_at: app.clock.now, password_hash: 'x' }).execute()
  const sentences = await lose(async () => {
    expect(await endStaff(dependencies(), 'maria@shop.gr')).toBe(true)
  })
  expect(sentences).toEqual([expect.stringContaining('npm run staff -- invite')])
  const staff = await app.db.selectFrom('staff_person').select(['accepted_at', 'password_hash']).execute()
  expect(new Set(staff.map(({ accepted_at, password_hash }) => accepted_at ?? password_hash))).toEqual(
    new Set([null]),
  )
  expect(
    await app.db.selectFrom('session').select('person_id').where('person_id', 'is not', null).execute(),
  ).toEqual([])
})

test('another e-mail is lost, so the former one is confirmed anew, and a person is told', async () => {
  const host = await aHost(app)
  const ctx = await app.processA.createContext(new Request(app.config.SITE_URL))
  const sentences = await lose(async () => {
    await ctx.recordSecurityEvent({ kind: 'email_changed', customerId: host.id })
  })
  expect(sentences).toEqual([expect.stringContaining(`account ${host.id} got another e-mail`)])
  const row = await getRow(app.db, 'customer', { id: host.id }, ['confirmed_at', 'password_hash'])
  expect(row).toEqual({ confirmed_at: null, password_hash: '' })
})

describe('an account that was deactivated', () => {
  /** They leave, by a session from before, with a public registry. */
  async function aLeavingHost() {
    const host = await aRegisteredHost()
    const registry = await aRegistry(app, host, { search_engines: true })
    const leave = () => app.call(deactivateAccount, { password: person.password }, host.token)
    const read = () => getRow(app.db, 'customer', { id: host.id }, ['deletion_requested_at', 'erased_at'])
    const privacy = async () => (await getRow(app.db, 'registry', { id: registry.id })).privacy
    return { ...host, registry, leave, read, privacy }
  }
  const day = 24 * 60

  test('is leaving again since that moment, with its registries closed, and is erased in time', async () => {
    const host = await aLeavingHost()
    let left = new Date()
    const sentences = await lose(async () => {
      left = app.clock.now
      expect((await host.leave()).status).toBe(200)
    })
    expect(sentences).toEqual([])
    expect(await host.read()).toEqual({ deletion_requested_at: left, erased_at: null })
    expect(await host.privacy()).toBe('private')
    expect(await app.call(findRegistry, { id: host.registry.code })).toMatchObject({ data: [] })
    app.later(14 * day)
    await app.job('account-deadlines')
    expect((await host.read()).erased_at).toEqual(app.clock.now)
  })

  test('stays where its owner came back, whether they had left before the backup or since', async () => {
    const [before, since] = [await aLeavingHost(), await aLeavingHost()]
    expect((await before.leave()).status).toBe(200)
    await lose(async () => {
      expect((await since.leave()).status).toBe(200)
      app.later(1)
      for (const host of [before, since]) expect((await host.signIn(person.password)).status).toBe(200)
    })
    for (const host of [before, since]) {
      expect((await host.read()).deletion_requested_at).toBeNull()
      expect(await host.privacy()).toBe('private')
    }
  })

  test('is leaving although the e-mail is unconfirmed again by which it could claim its money', async () => {
    const host = await aHostWithMoney(app)
    await host.fundedGift(4000)
    const where = { id: host.id }
    const password_hash = await hashPassword(person.password)
    await updateRows(app.db, 'customer', { set: { password_hash, confirmed_at: null }, where })
    await lose(async () => {
      await updateRows(app.db, 'customer', { set: { confirmed_at: app.clock.now }, where })
      expect((await app.call(deactivateAccount, person, host.token)).status).toBe(200)
    })
    const { confirmed_at, deletion_requested_at } = await getRow(app.db, 'customer', where)
    expect([confirmed_at, deletion_requested_at]).toEqual([null, expect.any(Date)])
    expect(await getRow(app.db, 'registry', { id: host.registry.id })).toMatchObject({ privacy: 'private' })
  })
})
