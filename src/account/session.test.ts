import { beforeAll, describe, expect, test } from 'vitest'
import { accountClient } from '../../test/account-client.ts'
import { opened } from '../../test/opened.ts'
import { visitor } from '../../test/page-client.ts'
import { testApp } from '../../test/test-app.ts'
import { getRow } from '../server/postgres/rows.ts'
import { needsRehash, verifyPassword } from './password/password.ts'

let now = new Date('2027-03-01T10:00:00Z')
const site = opened(() => testApp({ shop: 'none', now: () => now }))
beforeAll(() => register(eleni.email))

const { registerPerson } = accountClient(() => site)
const eleni = { ...visitor, email: 'Eleni@Example.gr' }
const register = (email: string) => registerPerson(email, { ...eleni, email })

/** “old password”, hashed with former settings: 8 MiB and one pass. */
const oldHash =
  '$argon2id$v=19$m=8192,t=1,p=1$KUJcdDRFH/XSUL8qykO1tA$kgHrngWa2bIQhZt9bZKU3c3aLwIseXPpZaLRByvIcXs'

const login = (email: string, password: string, from?: string) =>
  site.post('/login', { email, password, from_app: 1 }, from ? { from } : {})

describe('signing in', () => {
  test('works whatever the case of the e-mail', async () => {
    const { status, body } = await login('ELENI@example.gr', eleni.password)
    expect(status).toBe(200)
    expect(Object.keys(body.data).sort()).toEqual(['email', 'id', 'name', 'token'])
  })

  test('accents in the password may be composed or not', async () => {
    expect((await login('eleni@example.gr', eleni.password.normalize('NFD'))).status).toBe(200)
  })

  test('answers alike for a wrong e-mail and a wrong password', async () => {
    const wrong = await login('eleni@example.gr', 'wrong password')
    const unknown = await login('stranger@example.gr', 'wrong password')
    expect(wrong.body).toEqual(unknown.body)
    expect([wrong.status, unknown.status]).toEqual([401, 401])
    expect(wrong.body).toEqual({
      success: false,
      message: 'Error on Login',
      data: { error: 'Email or Password Wrong Try Again', code: 'account_login_wrong' },
    })
  })

  test.each([
    ['en', 'Please sign in first'],
    ['el', 'Συνδεθείτε πρώτα'],
  ])('an error has two sentences to show, and never a key: %s', async (lang, sentence) => {
    const { body } = await site.get(`/me?lang=${lang}`)
    expect(body).toMatchObject({ message: sentence, data: { error: sentence, code: 'refused_signin' } })
  })

  test('fifty wrong passwords block that address, not the owner elsewhere', async () => {
    await register('besieged@example.gr')
    const statuses = []
    for (let i = 0; i < 50; i++)
      statuses.push((await login('besieged@example.gr', `guess ${i}`, '203.0.113.5')).status)
    expect(statuses[0]).toBe(401)
    expect(statuses[49]).toBe(429)
    expect((await login('besieged@example.gr', eleni.password, '203.0.113.5')).status).toBe(429)
    expect((await login('besieged@example.gr', eleni.password, '203.0.113.6')).status).toBe(200)
  })

  test('right passwords are not limited', async () => {
    for (let i = 0; i < 12; i++)
      expect((await login('eleni@example.gr', eleni.password, '203.0.113.77')).status).toBe(200)
  })

  test('an older hash is renewed at the next sign-in', async () => {
    const { id } = await register('older@example.gr')
    const row = () => getRow(site.db, 'customer', { id })
    const { password_hash: today } = await row()
    expect(needsRehash(today)).toBe(false)
    await site.db.updateTable('customer').set({ password_hash: oldHash }).where('id', '=', id).execute()
    expect(await verifyPassword('old password', oldHash)).toBe(true)
    expect((await login('older@example.gr', 'old password')).status).toBe(200)
    const { password_hash: renewed } = await row()
    expect(needsRehash(renewed)).toBe(false)
    expect((await login('older@example.gr', 'old password')).status).toBe(200)
  })
})

describe('sessions', () => {
  test.each(['/logout', '/me'])('%s needs a valid token', async path => {
    const ask = (token?: string) =>
      path === '/me' ? site.get(path, token ? { token } : {}) : site.post(path, {}, token ? { token } : {})
    for (const token of [undefined, 'wrong', 'x'.repeat(5000)]) {
      const { status, body } = await ask(token)
      expect(status).toBe(401)
      expect(body.data.code).toBe('refused_signin')
    }
  })

  test('a token is invalid after signing out', async () => {
    const { token } = await register('leaving@example.gr')
    expect((await site.get('/me', { token })).status).toBe(200)
    expect((await site.post('/logout', {}, { token })).status).toBe(200)
    expect((await site.get('/me', { token })).status).toBe(401)
    expect((await site.get('/me', { headers: { cookie: `customerToken=${token}` } })).status).toBe(401)
  })

  test('end after 30 days', async () => {
    const { token } = await register('staying@example.gr')
    const before = now
    for (const days of [13, 26]) {
      now = new Date(before.getTime() + days * 86_400_000)
      expect((await site.get('/me', { token })).status).toBe(200)
    }
    now = new Date(before.getTime() + 30 * 86_400_000 - 1000)
    expect((await site.get('/me', { token })).status).toBe(200)
    now = new Date(before.getTime() + 30 * 86_400_000)
    expect((await site.get('/me', { token })).status).toBe(401)
    now = before
  })

  test('the database stores tokens only as hashes', async () => {
    const { token } = await register('hashed@example.gr')
    const rows = await site.db.selectFrom('session').selectAll().execute()
    expect(JSON.stringify(rows.map(row => row.token_hash.toString('latin1')))).not.toContain(token)
  })

  test('a sign-in gives a new token and ends the session that it came with', async () => {
    const { token } = await register('fixed@example.gr')
    const again = await site.post(
      '/login',
      { email: 'fixed@example.gr', password: eleni.password },
      { token },
    )
    expect(again.body.data.token).not.toBe(token)
    expect((await site.get('/me', { token })).status).toBe(401)
  })

  test('signing in by the API sets no cookie', async () => {
    const { headers } = await login('eleni@example.gr', eleni.password)
    expect(headers.get('set-cookie')).toBeNull()
  })
})
