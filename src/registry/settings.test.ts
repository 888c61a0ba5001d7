import { expect, test } from 'vitest'
import { person } from '../../test/account-client.ts'
import { registryDraft } from '../../test/builders.ts'
import type { Answer, Refused } from '../../test/client.ts'
import { opened } from '../../test/opened.ts'
import { findBlocked } from '../../test/postgres.ts'
import { registryTestApp } from '../../test/registries.ts'
import { register } from '../account/registration.contract.ts'
import { login } from '../account/session.contract.ts'
import { deactivateAccount } from '../account/settings.contract.ts'
import { saveRegistry } from './registry.contract.ts'
import * as contract from './settings.contract.ts'

const app = opened(() => registryTestApp())

test('sent fields change, empty ones are cleared, missing ones stay', async () => {
  const id = await app.createRegistry({ message: 'Με αγάπη', greeting: 'Χαίρετε' })
  const change = { id, registry_name: 'Η λίστα μας', message: '', registry_status: 'shareable' }
  expect(await app.call(contract.updateRegistry, change, app.host.token)).toMatchObject({ status: 200 })
  expect(await app.viewRegistry(id)).toMatchObject({
    registry_name: 'Η λίστα μας',
    message: null,
    greeting: 'Χαίρετε',
    registry_status: 'shareable',
    registry_date: '2027-06-19 00:00:00',
    version: 2,
  })
})

test('each change of the event’s day is counted for calendars, and no other change', async () => {
  const id = await app.createRegistry()
  const sequences: unknown[] = []
  for (const change of [
    { message: 'Με αγάπη' },
    { registry_date: '2027-06-20' },
    { registry_date: '2027-06-26' },
  ]) {
    expect((await app.call(contract.updateRegistry, { id, ...change }, app.host.token)).status).toBe(200)
    sequences.push(((await app.viewRegistry(id)) as { event_sequence?: number }).event_sequence)
  }
  expect(sequences).toEqual([0, 1, 2])
})

test('the closing day can’t be moved before the event, and an unchanged past one may stay', async () => {
  const id = await app.createRegistry()
  const early = await app.call(contract.updateRegistry, { id, end_date: '2027-06-18' }, app.host.token)
  expect(early.data.fields).toEqual({ end_date: 'The registry can’t close before the event' })
  await app.db
    .updateTable('registry')
    .set({ event_day: '2026-01-01', closing_day: '2026-02-01' })
    .where('code', '=', id)
    .execute()
  const words = { id, message: 'Ευχαριστούμε', registry_date: '2026-01-01', end_date: '2026-02-01' }
  expect(await app.call(contract.updateRegistry, words, app.host.token)).toMatchObject({ status: 200 })
})

test('dates are checked against the registry as it is when the change is written', async () => {
  const id = await app.createRegistry()
  let answer: Promise<Answer<Refused>> | undefined
  await app.db.transaction().execute(async tx => {
    await tx
      .updateTable('registry')
      .set({ event_day: '2027-08-01', closing_day: '2027-08-31' })
      .where('code', '=', id)
      .execute()
    // This call reads the old dates, then waits for the lock.
    answer = app.call(contract.updateRegistry, { id, end_date: '2027-07-25' }, app.host.token)
    await expect.poll(() => findBlocked(app.db)).not.toEqual([])
  })
  expect((await answer)?.data.fields).toEqual({ end_date: 'The registry can’t close before the event' })
  expect(await app.viewRegistry(id)).toMatchObject({ end_date: '2027-08-31 00:00:00' })
})

test('a registry hidden from find stays public', async () => {
  const id = await app.createRegistry()
  await app.call(contract.changeSearchable, { id, searchable: '0' }, app.host.token)
  const row = await app.db.selectFrom('registry').selectAll().where('code', '=', id).executeTakeFirst()
  expect(row).toMatchObject({ searchable: false, privacy: 'public' })
})

test('search engines show a registry once its hosts agreed, until it is no longer public (R211)', async () => {
  const id = await app.createRegistry({ search_engines: true })
  const update = (change: object) => app.call(contract.updateRegistry, { id, ...change }, app.host.token)
  const isShown = async () => (await app.viewRegistry(id))?.search_engines
  expect(await isShown()).toBe(1)
  await update({ search_engines: '0' })
  expect(await isShown()).toBe(0)
  await update({ search_engines: '1' })
  await update({ registry_status: 'shareable' })
  await update({ registry_status: 'public' })
  expect(await isShown()).toBe(0)
  await update({ registry_status: 'shareable', search_engines: '1' })
  expect(await isShown()).toBe(0)
  const changes = await app.db
    .selectFrom('registry_change')
    .innerJoin('registry', 'registry.id', 'registry_change.registry_id')
    .select('what')
    .where('code', '=', id)
    .orderBy('registry_change.id')
    .execute()
  expect(changes.map(({ what }) => what)).toEqual([
    'created',
    ...['search_engines', 'search_engines', 'privacy', 'privacy', 'privacy'],
  ])
})

test('deactivating loses the consent to search engines, too (R211)', async () => {
  const account = { ...person, email: 'leaves@example.gr' }
  const signIn = async (contract: typeof register | typeof login) =>
    (await app.call<{ token: string }>(contract, account)).data.token
  const token = await signIn(register)
  const draft = { ...registryDraft, search_engines: true }
  const { id } = (await app.call<{ id: string }>(saveRegistry, draft, token)).data
  expect((await app.call(deactivateAccount, person, token)).status).toBe(200)
  const change = { id, registry_status: 'public', end_date: '2027-07-25' }
  expect((await app.call(contract.updateRegistry, change, await signIn(login))).status).toBe(200)
  expect(await app.viewRegistry(id)).toMatchObject({ registry_status: 'public', search_engines: 0 })
})
