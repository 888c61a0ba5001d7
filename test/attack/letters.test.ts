import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createJobContext } from '../../src/context.ts'
import {
  inviteGuests,
  resendInvitation,
  sendInvitations,
  sendTestInvitation,
} from '../../src/invitation/sending/contract.ts'
import { sendSms } from '../../src/invitation/sms/contract.ts'
import { emailTemplates } from '../../src/jobs.ts'
import { inviteCoHost } from '../../src/registry/co-host/contract.ts'
import { kindPolicies, mailboxKey, policyOf } from '../../src/server/email/email-policy.ts'
import { sendContactMessage } from '../../src/site/contact/contract.ts'
import { accountClient, person } from '../account-client.ts'
import { aHost, aRegistry } from '../builders.ts'
import type { Refused } from '../client.ts'
import { type SingleTestApp, testApp } from '../test-app.ts'

/** How often each letter is asked for. */
const rounds = process.env.TEST_FULL ? 40 : 6
const hour = 3_600_000

const env = { SITE_URL: 'https://doron.test', STAFF_EMAIL: 'staff@doron.test', MAIL_PER_HOUR: '100' }
let site: SingleTestApp
/** Another process on the same database. */
let other: SingleTestApp
let now = new Date('2027-03-01T10:00:00Z')
beforeAll(async () => {
  site = await testApp({ shop: 'none', now: () => now, env })
  other = await testApp({ shop: 'none', now: () => now, env, db: site.db })
})
afterAll(async () => {
  await other.close()
  await site.close()
})
beforeEach(async () => {
  now = new Date(now.getTime() + 72 * hour)
  await site.db.deleteFrom('outbox').execute()
  await site.db.deleteFrom('mailbox').execute()
})

const { register, registerConfirmed, login, post } = accountClient(() => site)

/** Two processes send what is due, until nothing more leaves. */
async function sendAll(): Promise<void> {
  for (let before = -1, sent = 0; sent > before; ) {
    before = sent
    await Promise.all([site.job('emails'), other.job('emails')])
    sent = (await site.db.selectFrom('outbox').select('id').where('attempts', '>', 0).execute()).length
  }
}
/** The templates of what left for that mailbox. */
async function lettersTo(mailbox: string): Promise<string[]> {
  await sendAll()
  const rows = await site.db
    .selectFrom('outbox')
    .select(['recipient', 'template'])
    .where('state', '=', 'sent')
    .execute()
  return rows.filter(row => mailboxKey(row.recipient) === mailboxKey(mailbox)).map(row => row.template)
}
const countOf = (letters: string[], template: string) => letters.filter(one => one === template).length

test('every template has a policy, and the shares of the kinds are no more than the budget', () => {
  for (const template of [...Object.keys(emailTemplates), 'sms']) expect(policyOf(template)).toBeDefined()
  expect(() => policyOf('a template that nobody bounded')).toThrow()
  const shares = Object.entries(kindPolicies).filter(([kind]) => kind !== 'sms')
  expect(shares.reduce((sum, [, { share }]) => sum + share, 0)).toBeLessThanOrEqual(100)
})

describe('what one person may get', () => {
  const change = { password: person.password, repassword: person.password, current_password: person.password }

  /** Everything that an account can do to make us write to it. */
  async function flood(email: string, token: string): Promise<void> {
    const each = (call: (round: number) => Promise<unknown>) =>
      Promise.all(Array.from({ length: rounds }, (_, round) => call(round)))
    await each(() => post('/me/password-update', change, token))
    await each(round => login(email, person.password, `Browser ${round}`, { device: `device ${round}` }))
    await each(round => post('/password-email', { email: round % 2 ? email : email.toUpperCase() }))
    await each(() => post('/email-confirmation-send', { email }))
    for (let round = 0; round < 3; round++) {
      await post('/me/deactivate', { password: person.password }, await login(email))
      await login(email)
    }
  }

  test('an address that somebody else registered gets codes alone, and few', async () => {
    const victim = 'victim@example.com'
    const token = await register(victim)
    await flood(victim, token)
    const letters = await lettersTo(victim)
    expect(letters.filter(template => policyOf(template).kind !== 'code')).toEqual([])
    expect(countOf(letters, 'welcome')).toBe(1)
    expect(letters.length).toBeLessThanOrEqual(12)
  }, 30_000)

  test('an owner gets a handful of each notice, and at least one whatever the flood', async () => {
    const owner = 'owner@example.com'
    const token = await registerConfirmed(owner)
    await flood(owner, token)
    const letters = await lettersTo(owner)
    for (const template of ['password-updated', 'new-device', 'account-leaving', 'password-reset'])
      expect(countOf(letters, template), template).toBeGreaterThan(0)
    for (const template of ['password-updated', 'new-device', 'account-leaving', 'account-back'])
      expect(countOf(letters, template), template).toBeLessThanOrEqual(2)
    expect(letters.length).toBeLessThanOrEqual(15)
    // What is too much for one hour is told once in the next one.
    now = new Date(now.getTime() + hour)
    expect((await lettersTo(owner)).length - letters.length).toBeLessThanOrEqual(4)
  }, 30_000)

  test('a stranger gets few letters from two hosts and ten places, under every spelling of the address', async () => {
    const spellings = (round: number) => [
      `stranger+${round}@gmail.com`,
      's.tranger@googlemail.com',
      'STRANGER@GMAIL.COM',
    ]
    for (const name of ['Άννα', 'Βάσω']) {
      const host = await aHost(site, name)
      const registry = await aRegistry(site, host)
      for (let round = 0; round < rounds; round++) {
        const from = `203.0.113.${round % 10}`
        for (const email of spellings(round)) {
          const caller = { as: host.token, from }
          await site.call(sendInvitations, { registry_id: registry.code, emails: email }, caller)
          await site.call(inviteCoHost, { id: registry.code, email }, caller)
          const message = { name: 'Νίκη Δοκιμή', email, message: `Message ${round} of many` }
          await site.call(sendContactMessage, message, { from })
        }
        await site.call(
          resendInvitation,
          { registry_id: registry.code, id: round + 1 },
          { as: host.token, from },
        )
      }
    }
    const letters = await lettersTo('stranger@gmail.com')
    expect(letters.length).toBeGreaterThan(0)
    expect(letters.length).toBeLessThanOrEqual(6)
  }, 30_000)

  test('what is caused at one moment is counted too', async () => {
    const { email } = await aHost(site)
    const ctx = createJobContext({ db: site.db, config: site.config, now: () => now } as Parameters<
      typeof createJobContext
    >[0])
    const letter = (round: number) => ({
      cause: `concurrent:${round}`,
      template: 'password-updated',
      language: 'el' as const,
      to: email,
      props: {},
    })
    await Promise.all(Array.from({ length: 30 }, (_, round) => ctx.enqueueEmail(site.db, letter(round))))
    expect(await lettersTo(email)).toHaveLength(2)
  })
})

test('whoever has not confirmed their e-mail writes to nobody', async () => {
  const host = await aHost(site, 'Άννα', { confirmed: false })
  const registry_id = (await aRegistry(site, host)).code
  const attempts = [
    site.call<Refused>(sendInvitations, { registry_id, emails: 'a@example.com' }, host.token),
    site.call<Refused>(inviteGuests, { registry_id }, host.token),
    site.call<Refused>(sendTestInvitation, { registry_id }, host.token),
    site.call<Refused>(sendSms, { registry_id, phone: '6944000001', message: 'Γεια' }, host.token),
    site.call<Refused>(inviteCoHost, { id: registry_id, email: 'a@example.com' }, host.token),
  ]
  for (const { status, data } of await Promise.all(attempts))
    expect([status, data.code]).toEqual([403, 'invitations_unconfirmed'])
  expect(await site.db.selectFrom('outbox').select('id').execute()).toEqual([])
})

describe('what the site sends', () => {
  const sent = (kind: string) =>
    site.db
      .selectFrom('outbox')
      .select('parts')
      .where('kind', '=', kind)
      .where('released_at', 'is not', null)
      .execute()

  test('a flood of invitations waits, starves no other letter, loses none, and staff are told once', async () => {
    const host = await aHost(site)
    const registry_id = (await aRegistry(site, host)).code
    const emails = Array.from({ length: 30 }, (_, index) => `guest${index}@example.com`).join(';')
    await site.call(sendInvitations, { registry_id, emails }, host.token)
    await sendAll()
    expect(await sent('invitation')).toHaveLength(14)
    await site.post('/password-email', { email: host.email })
    expect(await lettersTo(host.email)).toEqual(['password-reset'])
    expect(await lettersTo('staff@doron.test')).toEqual(['budget-reached'])
    for (let hours = 0; hours < 2; hours++) {
      now = new Date(now.getTime() + hour)
      await sendAll()
    }
    expect(await sent('invitation')).toHaveLength(30)
  })

  test('text messages are counted by what is paid for: by host, and for the whole site', async () => {
    const message = 'α'.repeat(200)
    const statuses: number[] = []
    for (let index = 0; index < 5; index++) {
      const host = await aHost(site)
      const registry_id = (await aRegistry(site, host)).code
      for (let round = 0; round < 8; round++) {
        const input = { registry_id, phone: `69440${index}1${100 + round}`, message }
        statuses.push((await site.call(sendSms, input, { as: host.token, from: `192.0.2.${index}` })).status)
      }
    }
    // Six messages of three parts are within the 20 parts of a host.
    expect(statuses.filter(status => status === 200)).toHaveLength(30)
    await sendAll()
    const parts = (await sent('sms')).reduce((sum, row) => sum + row.parts, 0)
    expect(parts).toBe(60)
    expect(await lettersTo('staff@doron.test')).toEqual(['budget-reached'])
  })
})
