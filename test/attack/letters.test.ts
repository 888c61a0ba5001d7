import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createJobContext } from '../../src/app/context.ts'
import { allLetters } from '../../src/app/letters.ts'
import {
  inviteGuests,
  resendInvitation,
  sendInvitations,
  sendTestInvitation,
} from '../../src/invitation/sending.contract.ts'
import { sendSms } from '../../src/invitation/sms.contract.ts'
import { inviteCoHost } from '../../src/registry/co-host.contract.ts'
import { kindPolicies, mailboxKey, policyOf } from '../../src/server/email/email-policy.ts'
import { findRows, insertRow } from '../../src/server/postgres/rows.ts'
import { sendContactMessage } from '../../src/site/contact.contract.ts'
import { accountClient, person } from '../account-client.ts'
import { aHost, aRegistry } from '../builders.ts'
import type { Refused } from '../client.ts'
import { opened } from '../opened.ts'
import { testApp } from '../test-app.ts'

/** How often each letter is asked for. */
const rounds = process.env.TEST_FULL ? 40 : 6
const hour = 3_600_000

const env = { SITE_URL: 'https://doron.test', STAFF_EMAIL: 'staff@doron.test', MAIL_PER_DAY: '670' }
let now = new Date('2027-03-01T10:00:00Z')
const site = opened(() => testApp({ shop: 'none', now: () => now, env }))
/** Another process on the same database. */
const other = opened(() => testApp({ shop: 'none', now: () => now, env, db: site.db }))
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
  const rows = await findRows(site.db, 'outbox', {
    where: { state: 'sent' },
    columns: ['recipient', 'template'],
  })
  return rows.filter(row => mailboxKey(row.recipient) === mailboxKey(mailbox)).map(row => row.template)
}
const countOf = (letters: string[], template: string) => letters.filter(one => one === template).length

test('what is no letter has no policy, and the shares of the kinds are no more than the budget', () => {
  expect(() => policyOf('a template that nobody bounded', allLetters)).toThrow()
  const shares = Object.entries(kindPolicies).filter(([kind]) => !kind.endsWith('sms'))
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
    expect(letters.filter(template => policyOf(template, allLetters).kind !== 'code')).toEqual([])
    expect(countOf(letters, 'welcome')).toBe(1)
    expect(letters.length).toBeLessThanOrEqual(12)
  })

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
  })

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
  })

  test('ten accounts together get few letters to one mailbox, of all kinds and under all its spellings', async () => {
    const spelling = (round: number) => `v.i.c.tim+${round}@gmail.com`
    for (let round = 0; round < 10; round++) {
      const from = `198.51.100.${round}`
      const host = await aHost(site)
      const registry_id = (await aRegistry(site, host)).code
      const caller = { as: host.token, from }
      await site.call(sendInvitations, { registry_id, emails: 'victim@googlemail.com' }, caller)
      await site.call(inviteCoHost, { id: registry_id, email: 'Victim@gmail.com' }, caller)
      await site.post('/register', { ...person, email: spelling(round) }, { from })
      await site.post('/email-confirmation-send', { email: spelling(round) }, { from })
      await site.post('/password-email', { email: spelling(round) }, { from })
    }
    const letters = await lettersTo('victim@gmail.com')
    expect(letters.length).toBeGreaterThan(5)
    expect(letters.length).toBeLessThanOrEqual(12)
    // An hour later as many, and within a day no more than forty.
    for (let hours = 1; hours < 6; hours++) {
      now = new Date(now.getTime() + hour)
      await Promise.all(
        Array.from({ length: 20 }, (_, round) => {
          const path = round < 10 ? '/email-confirmation-send' : '/password-email'
          return site.post(path, { email: spelling(round % 10) }, { from: `198.51.100.${round}` })
        }),
      )
      await sendAll()
    }
    expect(await lettersTo('victim@gmail.com')).toHaveLength(40)
  })

  describe('of a mailbox that others have filled', () => {
    const owner = 'filled@example.com'
    const device = '6f4a2f60-3a51-4c55-9a6e-0d6a3c1f5b10'
    const ask = (more: object = {}) => post('/password-email', { email: owner, ...more })
    const resets = async () => countOf(await lettersTo(owner), 'password-reset')
    beforeAll(async () => {
      await registerConfirmed(owner)
    })
    beforeEach(async () => {
      await login(owner, person.password, undefined, { device })
      await site.db.deleteFrom('outbox').execute()
      await fill(40)
    })
    let letters = 0
    const enqueue = async (template: string) => {
      const ctx = await site.createContext(new Request(site.config.SITE_URL))
      const language = 'el' as const
      return ctx.enqueueEmail(site.db, {
        cause: `fill:${++letters}`,
        template,
        language,
        to: owner,
        props: {},
      })
    }
    /** Invitations of many hosts that have left. */
    async function fill(count: number) {
      const created_at = new Date(now.getTime() - 60_000)
      for (let index = 0; index < count; index++)
        await insertRow(site.db, 'outbox', {
          cause: `filled:${++letters}`,
          template: index % 2 ? 'invitation' : 'welcome',
          language: 'el',
          recipient: owner,
          props: '{}',
          message_id: `<${letters}@x>`,
          state: 'sent',
          next_attempt_at: created_at,
          created_at,
          released_at: created_at,
          kind: index % 2 ? 'invitation' : 'code',
          recipient_key: owner,
        })
    }

    test('the owner still gets a reset a day, and whatever their own browser asks for', async () => {
      await ask()
      await ask()
      expect(await resets()).toBe(1)
      // Strangers have used up what strangers may ask for.
      for (let round = 0; round < 6; round++) await ask()
      expect(await resets()).toBe(1)
      await ask({ device })
      expect(await resets()).toBe(2)
      now = new Date(now.getTime() + 25 * hour)
      await ask()
      expect(await resets()).toBe(3)
    })

    test('letters about security and money come at once, however many orders were paid', async () => {
      expect(await enqueue('invitation')).toBe(false)
      expect(await enqueue('password-updated')).toBe(true)
      for (const template of ['gift-given', 'giftcard-issued', 'money-owed', 'registry-closed'] as const)
        for (let round = 0; round < 80; round++) expect(await enqueue(template)).toBe(true)
      const late = await site.db
        .selectFrom('outbox')
        .select('id')
        .where('cause', 'like', 'fill:%')
        .where('next_attempt_at', '>', now)
        .execute()
      expect(late).toEqual([])
      // And they take nothing from what others may send.
      await site.db.deleteFrom('outbox').where('cause', 'like', 'filled:%').execute()
      expect(await enqueue('invitation')).toBe(true)
    })
  })

  test('one mailbox is one, however its address is written', () => {
    const same = [
      ['Anna@Example.com', 'anna+gifts@example.com', 'anna@example.com.'],
      ['anna@δοκιμή.gr', 'ANNA+1@xn--jxalpdlp.gr', 'anna@ΔΟΚΙΜΉ.gr'],
      ['an.na@gmail.com', 'anna+x@googlemail.com', 'ＡＮＮＡ@gmail.com'],
    ]
    for (const spellings of same) expect(new Set(spellings.map(mailboxKey)).size).toBe(1)
    expect(mailboxKey('an.na@example.com')).not.toBe(mailboxKey('anna@example.com'))
  })

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

test('nor does a letter of theirs leave by another way', async () => {
  const [unconfirmed, confirmed] = [await aHost(site, 'Άννα', { confirmed: false }), await aHost(site)]
  let letters = 0
  const write = async (template: string, { token }: { token: string }, to = 'friend@example.com') => {
    const headers = { authorization: `Bearer ${token}` }
    const ctx = await site.createContext(new Request(site.config.SITE_URL, { headers }))
    const language = 'el' as const
    return ctx.enqueueEmail(site.db, { cause: `way:${++letters}`, template, language, to, props: {} })
  }
  const written = [...Object.keys(allLetters), 'sms'].filter(
    template => policyOf(template, allLetters).isWritten,
  )
  expect(written).toEqual(expect.arrayContaining(['invitation', 'co-host-asked', 'sms']))
  for (const template of written) expect(await write(template, unconfirmed), template).toBe(false)
  expect(await write('invitation', confirmed)).toBe(true)
  expect(await write('email-change-confirm', unconfirmed, 'own@example.com')).toBe(true)
})

/** Confirmed just now. */
async function aNewHost() {
  const host = await aHost(site)
  await site.db.updateTable('customer').set({ confirmed_at: now }).where('id', '=', host.id).execute()
  return host
}

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
      const host = await aNewHost()
      const registry_id = (await aRegistry(site, host)).code
      for (let round = 0; round < 8; round++) {
        const input = { registry_id, phone: `69440${index}1${100 + round}`, message }
        statuses.push((await site.call(sendSms, input, { as: host.token, from: `192.0.2.${index}` })).status)
      }
    }
    // Six messages of three parts are within the 20 parts of a host.
    expect(statuses.filter(status => status === 200)).toHaveLength(30)
    await sendAll()
    const partsOf = async (kind: string) => (await sent(kind)).reduce((sum, row) => sum + row.parts, 0)
    expect(await partsOf('sms')).toBe(30)
    expect(await lettersTo('staff@doron.test')).toEqual(['budget-reached'])
    // Of what new accounts can't use up, known ones go on sending.
    const host = await aHost(site)
    const confirmed_at = new Date(now.getTime() - 8 * 24 * hour)
    await site.db.updateTable('customer').set({ confirmed_at }).where('id', '=', host.id).execute()
    const registry_id = (await aRegistry(site, host)).code
    await site.call(sendSms, { registry_id, phone: '6944099999', message }, host.token)
    await sendAll()
    expect(await partsOf('known-sms')).toBe(3)
  })

  test('strangers who ask for codes without end take none of what known accounts get', async () => {
    const owner = 'share@example.com'
    await registerConfirmed(owner)
    await site.db.deleteFrom('outbox').execute()
    for (let index = 0; index < 30; index++) await register(`flood${index}@example.com`)
    await sendAll()
    expect(await sent('code')).toHaveLength(12)
    await post('/password-email', { email: owner })
    expect(await lettersTo(owner)).toEqual(['password-reset'])
  })

  test('codes and text messages count for the whole /48 of an address', async () => {
    const statuses = []
    for (let index = 0; index < 21; index++) {
      const from = `2001:db8:77:${index.toString(16)}::1`
      statuses.push((await site.post('/password-email', { email: 'nobody@example.com' }, { from })).status)
    }
    expect(statuses).toEqual([...Array(20).fill(200), 429])
    const parts = []
    for (let index = 0; index < 21; index++) {
      const host = await aNewHost()
      const registry_id = (await aRegistry(site, host)).code
      const input = { registry_id, phone: `69440${88100 + index}`, message: 'α'.repeat(200) }
      const from = `2001:db8:78:${index.toString(16)}::1`
      parts.push((await site.call(sendSms, input, { as: host.token, from })).status)
    }
    expect(parts).toEqual([...Array(20).fill(200), 429])
  })
})
