import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountClient, person } from '../account-client.ts'
import { aHost } from '../builders.ts'
import { type SingleTestApp, testApp } from '../test-app.ts'

const start = new Date('2027-03-01T10:00:00Z')
const daysLater = (days: number) => new Date(start.getTime() + days * 86_400_000)
let now = start
let site: SingleTestApp
let secure: SingleTestApp
beforeAll(async () => {
  site = await testApp({ shop: 'none', now: () => now })
  secure = await testApp({ shop: 'none', env: { SITE_URL: 'https://registry.example' } })
})
afterAll(() => Promise.all([site.close(), secure.close()]))

const { post, register, login, isSignedIn } = accountClient(() => site)

test('a token that nobody used for two weeks is worth nothing, and one in use goes on', async () => {
  now = start
  const [idle, used] = [await register('idle@example.gr'), await register('used@example.gr')]
  now = daysLater(13)
  expect(await isSignedIn(used)).toBe(true)
  now = daysLater(15)
  expect([await isSignedIn(idle), await isSignedIn(used)]).toEqual([false, true])
  const devices = await site.get('/me/sessions', { token: await login('idle@example.gr') })
  expect(devices.body.data.sessions).toHaveLength(1)
})

test('use is written at most once an hour', async () => {
  now = start
  const token = await register('seldom@example.gr')
  const seenAt = async () =>
    (
      await site.db
        .selectFrom('session')
        .innerJoin('customer', 'customer.id', 'session.customer_id')
        .select('seen_at')
        .where('email', '=', 'seldom@example.gr')
        .executeTakeFirstOrThrow()
    ).seen_at.getTime()
  for (const [minutes, seen] of [
    [59, 0],
    [61, 61],
    [120, 61],
  ] as const) {
    now = new Date(start.getTime() + minutes * 60_000)
    await isSignedIn(token)
    expect(await seenAt()).toBe(start.getTime() + seen * 60_000)
  }
})

test('whoever copied the token is out when the password changes', async () => {
  now = start
  const copied = await register('copied@example.gr')
  const passwords = { current_password: person.password, password: 'quite new', repassword: 'quite new' }
  const { body } = await post('/me/password-update', passwords, copied)
  expect([await isSignedIn(copied), await isSignedIn(String(body.data.token))]).toEqual([false, true])
})

test('on https only the cookie that no other host can set signs anybody in', async () => {
  const { token } = await aHost(secure)
  const statusWith = async (name: string) =>
    (await secure.get('/me', { headers: { cookie: `${name}=${token}` } })).status
  expect([await statusWith('__Host-customerToken'), await statusWith('customerToken')]).toEqual([200, 401])
  const post = (headers: Record<string, string>) =>
    secure.post('/me/update', {}, { headers: { cookie: `__Host-customerToken=${token}`, ...headers } })
  expect((await post({ origin: 'https://evil.example' })).status).toBe(403)
  expect((await post({})).status).toBe(403)
})

test('signing out clears what the browser stored, and nothing else does', async () => {
  now = start
  const token = await register('leaves@example.gr')
  expect((await post('/me/update', {}, token)).headers.get('clear-site-data')).toBeNull()
  expect((await post('/logout', {}, '')).headers.get('clear-site-data')).toBeNull()
  expect((await post('/logout', {}, token)).headers.get('clear-site-data')).toBe('"cache", "storage"')
})
