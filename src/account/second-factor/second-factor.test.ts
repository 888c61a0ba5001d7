import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { generateSync } from 'otplib'
import { describe, expect, test } from 'vitest'
import { accountClient, codeInEmail, person } from '../../../test/account-client.ts'
import { opened } from '../../../test/opened.ts'
import { findBlocked } from '../../../test/postgres.ts'
import { testApp } from '../../../test/test-app.ts'
import { countRows, getRow, updateRows } from '../../server/postgres/rows.ts'
import { completeFactorRecoveries, startFactorRecovery } from './second-factor.ts'

const site = opened(() => testApp({ shop: 'none' }))

const { post, register, registerConfirmed, isSignedIn, emailsTo } = accountClient(() => site)
const { password } = person
const hours = (count: number) => {
  site.clock.now = new Date(site.clock.now.getTime() + count * 3_600_000)
}
const timeCode = (secret: string, steps = 0) =>
  generateSync({ secret, epoch: Math.floor(site.clock.now.getTime() / 1000) + steps * 30 })
const context = () => site.createContext(new Request(site.config.SITE_URL))
const factorOf = async (token: string) => (await site.get('/me/second-factor', { token })).body.data
const changesTold = async (email: string) =>
  (await emailsTo(email, 'second-factor-changed')).map(({ props }) => (props as { change: string }).change)

const codeOfLetter = (email: string, template: string) => codeInEmail(site, email, template)

/** A host with a second factor: the session, the key, the recovery codes, and the browser that needs no code. */
async function hostWithFactor(email: string) {
  const token = await registerConfirmed(email)
  const offered = (await post('/me/second-factor/setup', {}, token)).body.data
  const { setup, secret } = offered as { setup: string; secret: string }
  const device = randomUUID()
  const { status, body } = await post('/me/second-factor', { setup, device, code: timeCode(secret) }, token)
  expect(status, JSON.stringify(body)).toBe(200)
  return { email, token, secret, device, codes: body.data.recovery_codes as string[] }
}

const signIn = (email: string, more: object = {}) => post('/login', { email, password, ...more })

describe('adding a second factor', () => {
  test('takes a fresh proof and the first code of the key that was offered, and ends other sessions', async () => {
    const email = 'add@example.gr'
    const other = await registerConfirmed(email)
    const token = String((await signIn(email)).body.data.token)
    const offer = (await post('/me/second-factor/setup', {}, token)).body.data as Record<string, string>
    const { setup = '', secret = '', uri = '' } = offer
    expect(uri).toContain(`secret=${secret}`)
    expect((await post('/me/second-factor/setup', { setup }, token)).body.data.secret).toBe(secret)
    const add = (code: string) => post('/me/second-factor', { setup, code }, token)
    expect((await add(timeCode(secret, 5))).body.data.keys).toEqual({ code: 'account_factor_wrong' })
    hours(1)
    expect((await add(timeCode(secret))).body.data.code).toBe('proof_needed')
    await post('/me/proof', { password }, token)
    const codes = (await add(timeCode(secret))).body.data.recovery_codes as string[]
    expect(new Set(codes).size).toBe(10)
    expect((await add(timeCode(secret, 1))).status).toBe(409)
    expect(await isSignedIn(other)).toBe(false)
    expect(await factorOf(token)).toMatchObject({ recovery_codes_left: 10, recovery_due_at: '' })
    expect(await changesTold(email)).toEqual(['added'])
    const { data } = (await site.get('/me/proof', { token })).body
    expect(data).toMatchObject({
      factor: true,
      hold_until: new Date(+site.clock.now + 72 * 3_600_000).toISOString(),
    })
    const rows = JSON.stringify([
      await site.db.selectFrom('second_factor').selectAll().execute(),
      await site.db.selectFrom('recovery_code').selectAll().execute(),
    ])
    for (const hidden of [secret, ...codes, ...codes.map(code => code.replaceAll('-', ''))])
      expect(rows).not.toContain(hidden)
  })
})

describe('signing in with a second factor', () => {
  test('asks a new device for a code; a device that is known is not a proof without one', async () => {
    const { email, secret, device } = await hostWithFactor('in@example.gr')
    expect((await signIn(email)).body.data.keys).toEqual({ code: 'account_factor_needed' })
    expect((await signIn(email, { password: 'wrong one' })).body.data.code).toBe('account_login_wrong')
    expect((await signIn(email, { code: '123456' })).body.data.keys).toEqual({ code: 'account_factor_wrong' })
    const known = await signIn(email, { device })
    const token = String(known.body.data.token)
    expect((await site.get('/me/proof', { token })).body.data.fresh).toBe(false)
    expect((await post('/me/proof', { password }, token)).body.data.keys).toEqual({
      code: 'account_factor_needed',
    })
    expect((await post('/me/proof', { password, code: timeCode(secret, 1) }, token)).status).toBe(200)
    expect((await site.get('/me/proof', { token })).body.data.fresh).toBe(true)
    hours(1)
    const by = await signIn(email, { device: randomUUID(), code: timeCode(secret) })
    expect((await site.get('/me/proof', { token: String(by.body.data.token) })).body.data.fresh).toBe(true)
  })

  /** Sends the same code twice at once; both requests wait for a lock before either can write. */
  async function signInTogether(email: string, code: string) {
    const answers: ReturnType<typeof signIn>[] = []
    await site.db.transaction().execute(async tx => {
      for (const table of ['second_factor', 'recovery_code'])
        await sql`select 1 from ${sql.table(table)} for update`.execute(tx)
      answers.push(...Array.from({ length: 2 }, () => signIn(email, { code })))
      await expect.poll(() => findBlocked(site.db)).toHaveLength(2)
    })
    return (await Promise.all(answers)).filter(({ status }) => status === 200).length
  }

  test('takes each code once, also when it is sent twice at the same moment', async () => {
    const { email, secret, codes } = await hostWithFactor('once@example.gr')
    for (const code of [timeCode(secret, 1), (codes[0] ?? '').toLowerCase()]) {
      expect(await signInTogether(email, code)).toBe(1)
      expect((await signIn(email, { code })).body.data.keys).toEqual({ code: 'account_factor_wrong' })
      hours(1)
    }
    const told = await emailsTo(email, 'second-factor-changed')
    expect(told.at(-1)?.props).toMatchObject({ change: 'code_used', left: 9 })
  })

  test('ends guessing, and tells the host', async () => {
    const { email, secret } = await hostWithFactor('guess@example.gr')
    for (let count = 0; count < 5; count++) await signIn(email, { code: '000000' })
    expect((await signIn(email, { code: timeCode(secret, 1) })).status).toBe(429)
    expect((await signIn(email, { code: timeCode(secret, 1) })).status).toBe(429)
    expect(await changesTold(email)).toEqual(['added', 'guessed'])
    hours(1)
    expect((await signIn(email, { code: timeCode(secret) })).status).toBe(200)
  })
})

describe('changing a second factor', () => {
  test('new recovery codes replace the former ones; removing takes a proof with a code', async () => {
    const { email, token, secret, codes } = await hostWithFactor('change@example.gr')
    const renewed = (await post('/me/second-factor/recovery-codes', {}, token)).body.data
    const [code = ''] = renewed.recovery_codes as string[]
    expect((await signIn(email, { code: codes[0] })).status).toBe(422)
    expect((await signIn(email, { code })).status).toBe(200)
    hours(1)
    const refused = await post('/me/second-factor/remove', {}, token)
    expect(refused.body.data).toMatchObject({ code: 'proof_needed', factor: true })
    expect((await post('/me/second-factor/recovery-codes', {}, token)).status).toBe(403)
    await post('/me/proof', { password, code: timeCode(secret) }, token)
    expect((await post('/me/second-factor/remove', {}, token)).status).toBe(200)
    expect((await post('/me/second-factor/remove', {}, token)).status).toBe(409)
    expect((await signIn(email)).status).toBe(200)
    expect(await changesTold(email)).toEqual(['added', 'codes', 'code_used', 'removed'])
  })

  test('whoever confirms the e-mail with a new password finds no second factor of a stranger', async () => {
    const email = 'squatted@example.gr'
    const token = await register(email)
    const offer = (await post('/me/second-factor/setup', {}, token)).body.data as Record<string, string>
    const { setup, secret = '' } = offer
    await post('/me/second-factor', { setup, code: timeCode(secret) }, token)
    const code = await codeOfLetter(email, 'welcome')
    const confirmed = await post('/email-confirmation', { code, new_password: 'entirely new' })
    expect(confirmed.status).toBe(200)
    expect((await signIn(email, { password: 'entirely new' })).status).toBe(200)
  })

  test('taking a changed e-mail back removes a factor that was added since', async () => {
    const { email, token, secret } = await hostWithFactor('kept@example.gr')
    hours(1)
    const change = { email: 'mine@example.gr', password, code: timeCode(secret) }
    expect((await post('/me/email-change', change, token)).status).toBe(200)
    const code = await codeOfLetter(email, 'email-change-requested')
    const { id: customer_id } = await getRow(site.db, 'customer', { email })
    hours(1)
    expect((await post('/email-change/stop', { code })).status).toBe(200)
    const countFactors = () => countRows(site.db, 'second_factor', { customer_id })
    expect(await countFactors()).toBe(1)
    const where = { customer_id }
    await updateRows(site.db, 'second_factor', { set: { added_at: site.clock.now }, where })
    await updateRows(site.db, 'email_change', { set: { stopped_at: null }, where })
    await updateRows(site.db, 'link', { set: { used_at: null }, where: { kind: 'email_change_stop' } })
    expect((await post('/email-change/stop', { code })).status).toBe(200)
    expect(await countFactors()).toBe(0)
  })
})

describe('a lost second factor', () => {
  const recover = async (email: string) => {
    const ctx = await context()
    const host = await getRow(site.db, 'customer', { email })
    return site.db.transaction().execute(async tx => startFactorRecovery(tx, host, ctx))
  }
  test('goes after a day, once, and the host is told', async () => {
    const { email, token } = await hostWithFactor('lost@example.gr')
    expect(await recover(email)).not.toBeNull()
    expect(await recover(email)).toBeNull()
    expect((await factorOf(token)).recovery_due_at).not.toBe('')
    hours(23.9)
    await completeFactorRecoveries(await context())
    expect((await signIn(email)).status).toBe(422)
    hours(0.1)
    await Promise.all([completeFactorRecoveries(await context()), completeFactorRecoveries(await context())])
    expect((await signIn(email)).status).toBe(200)
    expect(await changesTold(email)).toEqual(['added', 'recovered'])
    const late = await post('/second-factor-recovery/stop', {
      code: await codeOfLetter(email, 'second-factor-recovery'),
    })
    expect(late.body.data.code).toBe('account_factor_late')
  })

  test('stays when the host stops it by the link of the letter', async () => {
    const { email } = await hostWithFactor('stopped@example.gr')
    await recover(email)
    const code = await codeOfLetter(email, 'second-factor-recovery')
    expect((await post('/second-factor-recovery/stop', { code: 'another' })).status).toBe(422)
    expect((await post('/second-factor-recovery/stop', { code })).status).toBe(200)
    hours(25)
    await completeFactorRecoveries(await context())
    expect((await signIn(email)).status).toBe(422)
  })
})
