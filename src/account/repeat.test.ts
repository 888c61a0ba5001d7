import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { aGift, aHost, aRegistry, lineOf } from '../../test/builders.ts'
import { opened } from '../../test/opened.ts'
import { handOff, jobContextOf } from '../../test/orders.ts'
import { backUpTables, restoreTables } from '../../test/restored-tables.ts'
import { testApp } from '../../test/test-app.ts'
import { recoverAfterRestore } from '../app/reconciliation.ts'
import { readErasures } from '../server/backup/erasure-log.ts'
import { eraseDueAccounts } from './deletion.ts'

/** Accounts that were erased after the backup that a database was restored from (R523). */
let person: Awaited<ReturnType<typeof aHost>>
let registry: Awaited<ReturnType<typeof aRegistry>>
const folder = mkdtempSync(join(tmpdir(), 'doron-repeat-'))
const app = opened(() => testApp({ env: { ERASURE_LOG: join(folder, 'erasures.jsonl') } }))
beforeEach(async () => {
  person = await aHost(app, 'Μοναδική')
  registry = await aRegistry(app, person)
})

const tables = ['customer', 'registry', 'handoff', 'purchase', 'session']
const backUp = () => backUpTables(app.db, tables)
const restore = () => restoreTables(app.db, tables)

async function erase(id: number): Promise<void> {
  const set = { deletion_requested_at: new Date(app.clock.now.getTime() - 30 * 86_400_000) }
  await app.db.updateTable('customer').set(set).where('id', '=', id).execute()
  await app.job('account-deadlines')
}

const dependencies = () => ({ ...app.processA, config: app.config, log: silent, now: () => app.clock.now })
const silent = { info() {}, warn() {}, error() {}, debug() {} } as never
const repeat = () => recoverAfterRestore(dependencies(), new Date(app.clock.now.getTime() - 3_600_000))
const findPerson = (id: number) =>
  app.db.selectFrom('customer').selectAll().where('id', '=', id).executeTakeFirst()
const lettersOf = (id: number) =>
  app.db.selectFrom('outbox').select('id').where('cause', '=', `erased:${id}`).execute()

test('who was erased after the backup is erased again, with what names them, once and without a second letter', async () => {
  const gift = await aGift(app, registry)
  const { cartId } = await handOff(app, registry, [lineOf(gift, { units: 1 })])
  const order = await app.shop.actions.pay(cartId, { email: 'nikos@example.com' })
  await app.job('order-sync')
  await app.job('shop-tasks')
  await backUp()
  await erase(person.id)
  await restore()
  expect(await findPerson(person.id)).toMatchObject({ email: person.email, deletion_requested_at: null })
  expect(await repeat()).toMatchObject({ erased: 1, unplaced: [] })
  expect(await findPerson(person.id)).toMatchObject({ name: '', surname: '', password_hash: '' })
  const rows = app.db.selectFrom('registry').selectAll().where('id', '=', registry.id)
  expect(await rows.execute()).toMatchObject([{ name: '', home_address: null, privacy: 'private' }])
  const sessions = app.db.selectFrom('session').select('customer_id').where('customer_id', '=', person.id)
  expect(await sessions.execute()).toEqual([])
  await app.job('shop-tasks')
  const staffOrder = await (await app.staff('GET', `/v2/orders/${order.id}`)).json()
  expect(JSON.stringify(staffOrder)).not.toMatch(/Μοναδική|Ελένη/)
  expect(await repeat()).toMatchObject({ erased: 0, unplaced: [] })
  expect(await lettersOf(person.id)).toEqual([])
})

test('an account that was made and erased after the backup stays an unnamed number', async () => {
  await erase(person.id)
  await app.db.transaction().execute(async tx => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`delete from customer where id = ${person.id}`.execute(tx)
  })
  expect(await repeat()).toMatchObject({ erased: 1 })
  expect(await findPerson(person.id)).toMatchObject({ name: '', erased_at: app.clock.now })
})

test('a number that is another person’s by now is left alone, and listed', async () => {
  await backUp()
  await erase(person.id)
  await restore()
  const set = { created_at: new Date(app.clock.now.getTime() + 1000) }
  await app.db.updateTable('customer').set(set).where('id', '=', person.id).execute()
  expect((await repeat()).unplaced).toEqual([expect.stringContaining('is that of another account now')])
  expect(await findPerson(person.id)).toMatchObject({ email: person.email })
  await erase(person.id)
})

test('the list is written before the erasure commits, and names nobody', async () => {
  const ctx = await jobContextOf(app)
  const { ERASURE_LOG } = ctx.config
  expect(readFileSync(ERASURE_LOG, 'utf8')).not.toMatch(/Μοναδική|@/)
  const recordErasure = () => {
    throw new Error('the disk is full')
  }
  const set = { deletion_requested_at: new Date(app.clock.now.getTime() - 30 * 86_400_000) }
  await app.db.updateTable('customer').set(set).where('id', '=', person.id).execute()
  await expect(eraseDueAccounts({ ...ctx, recordErasure })).rejects.toThrow('the disk is full')
  expect(await findPerson(person.id)).toMatchObject({ email: person.email, erased_at: null })
  await app.job('account-deadlines')
  expect(readErasures([ERASURE_LOG]).map(({ customer }) => customer)).toContain(person.id)
})
