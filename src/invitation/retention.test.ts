import { expect, test } from 'vitest'
import { aHost, aRegistry } from '../../test/builders.ts'
import { opened } from '../../test/opened.ts'
import { testApp } from '../../test/test-app.ts'
import { findRows, updateRows } from '../server/postgres/rows.ts'
import { createLinkToken } from './link-token.ts'

const event = '2027-06-19'
let now = new Date('2026-11-22T10:00:00Z')
const app = opened(() => testApp({ shop: 'none', now: () => now }))

const run = () => Promise.all([app.job('retention'), app.job('retention')])
const guestsOf = async (registry: { id: number }) =>
  (await app.db.selectFrom('guest').select('id').where('registry_id', '=', registry.id).execute()).length
const lettersTo = (host: { email: string }) =>
  findRows(app.db, 'outbox', {
    where: { template: 'guest-list-ends', recipient: host.email },
    columns: ['props'],
    orderBy: ['id'],
  })

async function registryWithGuests(columns: Parameters<typeof aRegistry>[2] & { event_day?: string } = {}) {
  const host = await aHost(app)
  const { event_day, ...more } = columns
  const registry = await aRegistry(app, host, more)
  await updateRows(app.db, 'registry', { set: { event_day: event_day ?? event }, where: { id: registry.id } })
  const guest = { registry_id: registry.id, phone: null, language: 'el' as const, people: 1, notes: null }
  const { id } = await app.db
    .insertInto('guest')
    .values({ ...guest, name: 'Άννα', email: 'anna@example.gr', email_key: 'anna@example.gr' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { host, registry, guestId: id }
}

test('hosts are told 30 days before, and the list and its reply links end 12 months after the event', async () => {
  const { host, registry, guestId } = await registryWithGuests()
  const reply = createLinkToken('reply', guestId, app.config, now)
  now = new Date('2028-05-19T10:00:00Z')
  await run()
  expect(await lettersTo(host)).toEqual([])
  now = new Date('2028-05-20T10:00:00Z')
  await run()
  await run()
  expect(await lettersTo(host)).toMatchObject([{ props: { id: registry.code, day: '2028-06-19' } }])
  now = new Date('2028-06-18T10:00:00Z')
  await run()
  expect(await guestsOf(registry)).toBe(1)
  expect((await app.post('/guest/invitation', { token: reply })).status).toBe(200)
  now = new Date('2028-06-19T12:00:00Z')
  await run()
  expect(await guestsOf(registry)).toBe(0)
  expect((await app.post('/guest/invitation', { token: reply })).status).toBe(404)
  expect(await lettersTo(host)).toHaveLength(1)
})

test('whoever was not told in time is told now, and has 30 days', async () => {
  now = new Date('2029-01-10T10:00:00Z')
  const { host, registry } = await registryWithGuests()
  await run()
  expect(await lettersTo(host)).toMatchObject([{ props: { day: '2029-02-09' } }])
  now = new Date('2029-02-08T10:00:00Z')
  await run()
  expect(await guestsOf(registry)).toBe(1)
  now = new Date('2029-02-09T10:00:00Z')
  await run()
  expect(await guestsOf(registry)).toBe(0)
})

test('an event that is moved keeps its list, and its hosts are told anew', async () => {
  now = new Date('2029-03-01T10:00:00Z')
  const { host, registry } = await registryWithGuests({ event_day: '2028-03-10' })
  await run()
  await updateRows(app.db, 'registry', { set: { event_day: '2029-03-05' }, where: { id: registry.id } })
  now = new Date('2029-04-15T10:00:00Z')
  await run()
  expect(await guestsOf(registry)).toBe(1)
  now = new Date('2030-02-10T10:00:00Z')
  await run()
  expect((await lettersTo(host)).map(({ props }) => props.day)).toEqual(['2029-03-31', '2030-03-12'])
})

test('of an event without a day hosts are told that one keeps the list', async () => {
  now = new Date('2030-03-01T10:00:00Z')
  const { host, registry } = await registryWithGuests()
  const undated = { event_day: null, closing_day: null, created_at: new Date('2029-03-15T10:00:00Z') }
  await updateRows(app.db, 'registry', { set: undated, where: { id: registry.id } })
  await run()
  expect(await lettersTo(host)).toMatchObject([{ props: { day: '2030-03-31', undated: true } }])
  await updateRows(app.db, 'registry', { set: { event_day: '2030-09-01' }, where: { id: registry.id } })
  now = new Date('2030-04-15T10:00:00Z')
  await run()
  expect(await guestsOf(registry)).toBe(1)
})

test('a registry that its host deleted keeps its guests for 30 days', async () => {
  now = new Date('2030-05-01T10:00:00Z')
  const { registry } = await registryWithGuests({ event_day: '2031-01-01' })
  await app.db.updateTable('registry').set({ removed_at: now }).where('id', '=', registry.id).execute()
  now = new Date('2030-05-30T10:00:00Z')
  await run()
  expect(await guestsOf(registry)).toBe(1)
  now = new Date('2030-06-02T10:00:00Z')
  await run()
  expect(await guestsOf(registry)).toBe(0)
})
