import { pino } from 'pino'
import { beforeEach, describe, expect, test } from 'vitest'
import { findRows, getRow } from '../../src/server/postgres/rows.ts'
import { exportSecurityLog, recordSecurityEvent } from '../../src/server/security/security-log.ts'
import { accountClient, person } from '../account-client.ts'
import { aHost, aRegistry } from '../builders.ts'
import { opened } from '../opened.ts'
import { testApp } from '../test-app.ts'

const start = new Date('2027-03-01T10:00:00Z')
let now = start
/** Each request has a line of its own, whatever it asks for. */
const isOfRequest = (line: string) => line.includes('"msg":"request"')
const lines: string[] = []
const log = pino({ level: 'info' }, { write: line => void (isOfRequest(line) || lines.push(line)) })
const site = opened(() =>
  testApp({ shop: 'none', now: () => now, log, env: { STAFF_EMAIL: 'staff@doron.test' } }),
)
beforeEach(async () => {
  await site.db.deleteFrom('security_event').execute()
  await site.db.deleteFrom('outbox').execute()
  now = new Date(now.getTime() + 3 * 86_400_000)
  lines.length = 0
})

const { register } = accountClient(() => site)
const events = async (kind: string) =>
  (await Array.fromAsync(exportSecurityLog(site.db, new Date(0)))).filter(event => event.kind === kind)
const lettersToStaff = () =>
  findRows(site.db, 'outbox', {
    where: { recipient: 'staff@doron.test' },
    columns: ['template', 'props'],
    orderBy: ['id'],
  })
const wrong = { password: 'not the password' }
const addressOf = (index: number) => `198.51.${index >> 8}.${index & 255}`

describe('what is in the log', () => {
  test('a sign-in, what failed before it, a changed password and the end of the session', async () => {
    const email = 'eleni@example.gr'
    await register(email)
    const { id } = await site.db.selectFrom('customer').select('id').executeTakeFirstOrThrow()
    for (let guess = 0; guess < 3; guess++)
      await site.post('/login', { email, ...wrong }, { from: '203.0.113.9' })
    const { body } = await site.post('/login', { email, password: person.password }, { from: '203.0.113.9' })
    const token = String(body.data.token)
    const change = { current_password: person.password, password: 'a new one 2', repassword: 'a new one 2' }
    await site.post('/me/password-update', { ...change, current_password: 'wrong one' }, { token })
    const changed = await site.post('/me/password-update', change, { token })
    await site.post('/logout', {}, { token: String(changed.body.data.token) })
    const failed = await events('sign_in_failed')
    expect(failed).toMatchObject([{ customer: id, count: 3, network: expect.any(String) }])
    expect(await events('signed_in')).toHaveLength(2)
    for (const kind of ['registered', 'proof_failed', 'password_changed', 'signed_out'])
      expect(await events(kind), kind).toMatchObject([{ customer: id }])
  })

  test('one-time codes that were asked for and guessed', async () => {
    await register('maria@example.gr')
    await site.post('/password-email', { email: 'maria@example.gr' })
    await site.post('/password-code-check', { email: 'maria@example.gr', code: 'x'.repeat(43) })
    expect([(await events('code_requested')).length, (await events('code_failed')).length]).toEqual([1, 1])
  })

  test('a stranger who opens another’s registry', async () => {
    const [owner, stranger] = [await aHost(site), await aHost(site)]
    const { code } = await aRegistry(site, owner, { privacy: 'private' })
    for (let attempt = 0; attempt < 5; attempt++)
      await site.post('/registry/settings', { id: code }, { token: stranger.token })
    expect(await events('access_refused')).toMatchObject([{ customer: stranger.id, count: 5 }])
  })

  test('no e-mail, no address, no name, no token, neither in the table nor in the log', async () => {
    const email = 'secret.person@example.gr'
    const token = await register(email)
    await site.post('/login', { email, ...wrong }, { from: '203.0.113.77' })
    await site.post('/login', { email: 'nobody.known@example.gr', ...wrong }, { from: '203.0.113.77' })
    const all =
      JSON.stringify(await Array.fromAsync(exportSecurityLog(site.db, new Date(0)))) + lines.join('')
    expect(lines.join('')).toContain('sign_in_failed')
    for (const secret of ['secret.person', 'nobody.known', '203.0.113', '10.3.', person.name, token, 'pass'])
      expect(all).not.toContain(secret)
  })

  test('nothing that was rolled back', async () => {
    const { recordSecurityEvent: record } = await site.createContext(new Request('https://doron.test/'))
    await expect(
      site.db.transaction().execute(async tx => {
        await record({ kind: 'money_out', cents: 100 }, tx)
        throw new Error('rolled back')
      }),
    ).rejects.toThrow('rolled back')
    expect(await events('money_out')).toEqual([])
  })
})

describe('a flood', () => {
  test('from one address costs one row and a handful of lines', async () => {
    for (let guess = 0; guess < 60; guess++)
      await site.post('/login', { email: 'guessed@example.gr', ...wrong }, { from: '203.0.113.10' })
    expect(await events('sign_in_failed')).toMatchObject([{ count: 10 }])
    expect(await events('limit_reached')).toMatchObject([
      { about: 'shop-password', count: 1 },
      { about: 'login', count: 1 },
    ])
    expect(lines.length).toBeLessThan(12)
  })

  test('from any number of addresses costs a bounded number of rows', async () => {
    const rounds = process.env.TEST_FULL ? 3000 : 1100
    const source = { db: site.db, config: site.config, log: pino({ level: 'silent' }), now }
    for (let index = 0; index < rounds; index++)
      await recordSecurityEvent({ ...source, address: addressOf(index) }, { kind: 'sign_in_failed' })
    const rows = await events('sign_in_failed')
    expect(rows.length).toBe(1001)
    expect(rows.reduce((sum, row) => sum + row.count, 0)).toBe(rounds)
  })
})

describe('staff are told', () => {
  const look = () => Promise.all([site.job('security-alarms'), site.job('security-alarms')])

  test('of many failures on one account, once an hour', async () => {
    await register('besieged@example.gr')
    const { id } = await getRow(site.db, 'customer', { email: 'besieged@example.gr' }, ['id'])
    const guess = async (from: string) =>
      site.post('/login', { email: 'besieged@example.gr', ...wrong }, { from })
    const source = { db: site.db, config: site.config, log: pino({ level: 'silent' }), now }
    for (let index = 0; index < 49; index++)
      await recordSecurityEvent(
        { ...source, address: addressOf(index) },
        { kind: 'sign_in_failed', customerId: id },
      )
    await look()
    expect(await lettersToStaff()).toEqual([])
    await guess('203.0.113.20')
    await look()
    now = new Date(now.getTime() + 5 * 60_000)
    await look()
    expect(await lettersToStaff()).toMatchObject([
      { template: 'alarm-one-account', props: { failures: 50, accounts: String(id) } },
    ])
    now = new Date(now.getTime() + 61 * 60_000)
    await look()
    expect(await lettersToStaff()).toHaveLength(2)
  })

  test('of failures on many accounts, from as many addresses', async () => {
    for (let index = 0; index < 30; index++)
      await site.post(
        '/login',
        { email: `leaked${index}@example.gr`, password: 'Summer2026' },
        { from: addressOf(index) },
      )
    await look()
    expect(await lettersToStaff()).toMatchObject([
      { template: 'alarm-many-accounts', props: { accounts: 30, usual: 0 } },
    ])
  })

  test('of much money, unless it is always so', async () => {
    const takeOut = async (cents: number) =>
      (await site.createContext(new Request('https://doron.test/'))).recordSecurityEvent({
        kind: 'money_out',
        cents,
      })
    await takeOut(499_999)
    await look()
    expect(await lettersToStaff()).toEqual([])
    await takeOut(1)
    await look()
    expect(await lettersToStaff()).toMatchObject([{ template: 'alarm-money-out', props: { cents: 500_000 } }])
    // As much in nearly every hour of a month is the usual of a large shop.
    now = new Date(now.getTime() + 86_400_000)
    await takeOut(600 * 500_000)
    now = new Date(now.getTime() + 2 * 3_600_000)
    await takeOut(500_000)
    await look()
    expect(await lettersToStaff()).toHaveLength(1)
  })
})
