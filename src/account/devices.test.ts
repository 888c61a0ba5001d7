import { describe, expect, test } from 'vitest'
import { accountClient, person } from '../../test/account-client.ts'
import { opened } from '../../test/opened.ts'
import { testApp } from '../../test/test-app.ts'
import { hashToken } from '../server/context/session.ts'
import { getRow } from '../server/postgres/rows.ts'

let now = new Date('2027-03-01T10:00:00Z')
const site = opened(() => testApp({ shop: 'none', now: () => now }))

const { post, register, registerConfirmed, login, isSignedIn, emailsTo, codeTo } = accountClient(() => site)

const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Mobile/15E148 Safari/604.1'

describe('devices', () => {
  interface SessionList {
    sessions: { id: number; current: boolean; browser: string; system: string }[]
  }
  const listSessions = async (token: string) =>
    ((await site.get('/me/sessions', { token })).body.data as unknown as SessionList).sessions

  test('are listed by their User-Agent, without their tokens', async () => {
    const token = await register('devices@example.gr')
    await login('devices@example.gr', person.password, phone)
    const { body } = await site.get('/me/sessions', { token })
    expect(
      (await listSessions(token)).map(({ current, browser, system }) => [current, browser, system]),
    ).toEqual([
      [false, 'Safari', 'iPhone'],
      [true, 'Firefox', 'Linux'],
    ])
    expect(JSON.stringify(body)).not.toMatch(/token|hash/)
  })

  test('at most 50 are listed beside the current one, and how many there are', async () => {
    const token = await register('many@example.gr')
    const { customer_id } = await getRow(site.db, 'session', { token_hash: hashToken(token) })
    const later = (minutes: number) => new Date(now.getTime() + minutes * 60_000)
    const others = Array.from({ length: 60 }, (_, index) => ({
      token_hash: hashToken(`many ${index}`),
      customer_id,
      expires_at: later(10_000),
      seen_at: later(index + 1),
      agent: phone,
    }))
    await site.db.insertInto('session').values(others).execute()
    const { sessions, total } = (await site.get('/me/sessions', { token })).body.data as {
      sessions: { current: boolean; seen_at: string }[]
      total: number
    }
    expect(total).toBe(61)
    expect(sessions.map(({ seen_at }) => seen_at)).toEqual([
      ...others
        .slice(10)
        .map(({ seen_at }) => seen_at.toISOString())
        .reverse(),
      now.toISOString(),
    ])
    expect(sessions.findIndex(({ current }) => current)).toBe(50)
  })

  test('one can be signed out, or all others', async () => {
    const token = await register('out@example.gr')
    const tokens = [
      await login('out@example.gr'),
      await login('out@example.gr'),
      await login('out@example.gr'),
    ]
    const [newest] = await listSessions(token)
    await post('/me/sessions/end', { id: newest?.id }, token)
    expect(await Promise.all(tokens.map(isSignedIn))).toEqual([true, true, false])
    await post('/me/sessions/end', {}, token)
    expect(await Promise.all([token, ...tokens].map(isSignedIn))).toEqual([true, false, false, false])
  })

  test('a session of somebody else is not found', async () => {
    const token = await register('thief@example.gr')
    const other = await register('owner@example.gr')
    const [session] = await listSessions(other)
    expect((await post('/me/sessions/end', { id: session?.id }, token)).status).toBe(404)
    expect(await isSignedIn(other)).toBe(true)
  })

  test('a new one is reported by e-mail; a known one and the one that made the account are not', async () => {
    const email = 'news@example.gr'
    await registerConfirmed(email)
    await login(email)
    expect(await emailsTo(email, 'new-device')).toHaveLength(0)
    await login(email, person.password, phone)
    await login(email, person.password, phone)
    const emails = await emailsTo(email, 'new-device')
    expect(emails.map(({ props }) => props.device)).toEqual(['Safari · iPhone'])
    await login(email, person.password, phone, { device: 'an id of its own' })
    expect(await emailsTo(email, 'new-device')).toHaveLength(2)
  })

  test('every one is reported once all were forgotten', async () => {
    const email = 'forgotten@example.gr'
    await registerConfirmed(email)
    await post('/password-email', { email })
    const reset = { email, code: await codeTo(email, 'password-reset'), password: 'a new password' }
    expect((await post('/password-reset', reset)).status).toBe(200)
    await login(email, 'a new password', phone)
    await login(email, 'a new password', phone)
    const emails = await emailsTo(email, 'new-device')
    expect(emails.map(({ props }) => props.device)).toEqual(['Safari · iPhone'])
  })

  test('the use of a session is recorded at most once an hour', async () => {
    const token = await register('seen@example.gr')
    const sessions = async () => (await site.get('/me/sessions', { token })).body.data.sessions
    const first = await sessions()
    const before = now
    now = new Date(before.getTime() + 30 * 60_000)
    expect(await sessions()).toEqual(first)
    now = new Date(before.getTime() + 61 * 60_000)
    expect(await sessions()).not.toEqual(first)
    now = before
  })
})
