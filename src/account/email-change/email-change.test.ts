import { beforeEach, describe, expect, test } from 'vitest'
import { accountClient, person } from '../../../test/account-client.ts'
import { opened } from '../../../test/opened.ts'
import { testApp } from '../../../test/test-app.ts'
import { getRow } from '../../server/postgres/rows.ts'

const start = new Date('2027-03-01T10:00:00Z')
let now = start
const site = opened(() => testApp({ shop: 'none', now: () => now }))
beforeEach(() => {
  now = start
})

const { post, register, registerConfirmed, isSignedIn, emailsTo } = accountClient(() => site)
const hoursLater = (hours: number) => new Date(start.getTime() + hours * 3_600_000)

const request = (token: string, email: string, password = person.password) =>
  post('/me/email-change', { email, password }, token)

async function codeTo(email: string, template: string): Promise<string> {
  const letters = await emailsTo(email, template)
  return String(letters.at(-1)?.props.code)
}

const confirm = (code: string, password = person.password) =>
  post('/email-change/confirm', { code, password })
const stop = (code: string) => post('/email-change/stop', { code })
const emailOf = async (token: string) => (await site.get('/me', { token })).body.data.email

async function changeEmail(token: string, from: string, to: string): Promise<string> {
  expect((await request(token, to)).status).toBe(200)
  expect((await confirm(await codeTo(to, 'email-change-confirm'))).status).toBe(200)
  return codeTo(from, 'email-changed')
}

describe('a new e-mail', () => {
  test('counts once it is confirmed, is told to the old one, and holds money back', async () => {
    const token = await registerConfirmed('old@example.gr')
    expect((await request(token, 'new@example.gr')).status).toBe(200)
    expect((await site.get('/me/email-change', { token })).body.data).toEqual({ email: 'new@example.gr' })
    expect(await emailOf(token)).toBe('old@example.gr')
    const [notice] = await emailsTo('old@example.gr', 'email-change-requested')
    expect(notice?.props).toMatchObject({ email: 'n…@example.gr' })
    expect((await confirm(await codeTo('new@example.gr', 'email-change-confirm'))).status).toBe(200)
    expect(await emailOf(token)).toBe('new@example.gr')
    expect((await post('/login', { email: 'new@example.gr', password: person.password })).status).toBe(200)
    expect((await post('/login', { email: 'old@example.gr', password: person.password })).status).toBe(401)
    const proof = (await site.get('/me/proof', { token })).body.data
    expect(proof).toMatchObject({ confirmed: true, hold_until: hoursLater(72).toISOString() })
    expect(await emailsTo('old@example.gr', 'email-changed')).toHaveLength(1)
  })

  test('needs the password, an e-mail that nobody has, and another one than now', async () => {
    const token = await registerConfirmed('careful@example.gr')
    await registerConfirmed('somebody@example.gr')
    const wrong = await request(token, 'x@example.gr', 'a guess')
    expect(wrong.body.data.keys).toEqual({ password: 'account_password_wrong' })
    const taken = await request(token, 'Somebody@example.gr')
    expect(taken.body.data.keys).toEqual({ email: 'account_email_taken' })
    const same = await request(token, 'CAREFUL@example.gr')
    expect(same.body.data.keys).toEqual({ email: 'account_email_same' })
    expect(await emailsTo('careful@example.gr', 'email-change-requested')).toEqual([])
  })

  test('is no way to write to strangers without end', async () => {
    const token = await registerConfirmed('sender@example.gr')
    const statuses: number[] = []
    for (let i = 0; i < 6; i++) statuses.push((await request(token, `stranger${i}@example.gr`)).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  })

  test('of an account that was never confirmed is told to nobody else', async () => {
    const token = await register('not-mine@example.gr')
    await changeEmail(token, 'not-mine@example.gr', 'truly-mine@example.gr')
    expect(await emailsTo('not-mine@example.gr', 'email-change-requested', 'email-changed')).toEqual([])
  })

  test('can be confirmed once, for three days, and not after it was replaced or taken back', async () => {
    const token = await registerConfirmed('links@example.gr')
    await request(token, 'first@example.gr')
    const first = await codeTo('first@example.gr', 'email-change-confirm')
    await request(token, 'second@example.gr')
    const second = await codeTo('second@example.gr', 'email-change-confirm')
    expect((await confirm(first)).body.data.code).toBe('account_email_change_late')
    now = hoursLater(72)
    expect((await confirm(second)).status).toBe(422)
    await request(token, 'third@example.gr')
    const third = await codeTo('third@example.gr', 'email-change-confirm')
    expect((await post('/me/email-change/cancel', {}, token)).status).toBe(200)
    expect((await confirm(third)).status).toBe(422)
    await request(token, 'fourth@example.gr')
    const fourth = await codeTo('fourth@example.gr', 'email-change-confirm')
    const ten = await Promise.all(Array.from({ length: 10 }, () => confirm(fourth)))
    expect(ten.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(422)])
  })

  test('is not confirmed by whoever reads the letter alone: a stranger may have named their address', async () => {
    const token = await registerConfirmed('stranger@example.gr')
    await request(token, 'bystander@example.gr')
    const code = await codeTo('bystander@example.gr', 'email-change-confirm')
    const pressed = await post('/email-change/confirm', { code, device: crypto.randomUUID() })
    expect([pressed.status, pressed.body.data.code]).toEqual([403, 'account_confirm_proof'])
    expect((await confirm(code, 'a guess')).body.data.keys).toEqual({ password: 'account_password_wrong' })
    expect(await emailOf(token)).toBe('stranger@example.gr')
    expect((await post('/email-change/confirm', { code }, token)).status).toBe(200)
    expect(await emailOf(token)).toBe('bystander@example.gr')
  })

  test('that waits ends with a changed password', async () => {
    const token = await registerConfirmed('changes@example.gr')
    await request(token, 'waits@example.gr')
    const change = { current_password: person.password, password: 'another', repassword: 'another' }
    expect((await post('/me/password-update', change, token)).status).toBe(200)
    expect((await confirm(await codeTo('waits@example.gr', 'email-change-confirm'))).status).toBe(422)
  })
})

describe('somebody who took the account over', () => {
  test('is stopped from the old address before the new one is confirmed', async () => {
    const token = await registerConfirmed('alert@example.gr')
    await request(token, 'thief1@example.gr')
    expect((await stop(await codeTo('alert@example.gr', 'email-change-requested'))).status).toBe(200)
    expect((await confirm(await codeTo('thief1@example.gr', 'email-change-confirm'))).status).toBe(422)
    expect(await isSignedIn(token)).toBe(false)
    const again = await post('/login', { email: 'alert@example.gr', password: person.password })
    expect(again.status).toBe(401)
  })

  test('loses it again within 72 hours, also after further changes, and can’t keep the old address away', async () => {
    const token = await registerConfirmed('victim@example.gr')
    const stopCode = await changeEmail(token, 'victim@example.gr', 'thief2@example.gr')
    const takes = { ...person, email: 'Victim@example.gr' }
    expect((await post('/register', takes)).body.data.code).toBe('account_email_taken')
    const other = await registerConfirmed('thief-too@example.gr')
    expect((await request(other, 'victim@example.gr')).status).toBe(422)
    const laterCode = await changeEmail(token, 'thief2@example.gr', 'thief3@example.gr')
    now = hoursLater(71.9)
    expect((await stop(stopCode)).body.data.email).toBe('victim@example.gr')
    expect(await isSignedIn(token)).toBe(false)
    expect((await stop(laterCode)).status).toBe(422)
    const row = await getRow(site.db, 'customer', { email_key: 'victim@example.gr' })
    expect(row.payout_hold_until).toEqual(hoursLater(71.9 + 72))
    for (const email of ['victim@example.gr', 'thief3@example.gr'])
      expect((await post('/login', { email, password: person.password })).status).toBe(401)
    await post('/password-email', { email: 'victim@example.gr' })
    expect(await emailsTo('victim@example.gr', 'password-reset')).toHaveLength(1)
  })

  test('keeps it after 72 hours: the link has ended', async () => {
    const token = await registerConfirmed('late@example.gr')
    const stopCode = await changeEmail(token, 'late@example.gr', 'later@example.gr')
    now = hoursLater(72)
    expect((await stop(stopCode)).body.data.code).toBe('account_email_change_late')
    expect((await post('/register', { ...person, email: 'late@example.gr' })).status).toBe(200)
  })
})
