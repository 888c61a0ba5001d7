import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openApp } from '../../../test/app.ts'
import { countAttempt } from '../../server/security/rate-limits.ts'
import { needsRehash, verifyPassword } from '../password/service.ts'

let site: Awaited<ReturnType<typeof openApp>>
let now = new Date('2027-03-01T10:00:00Z')
beforeAll(async () => {
  site = await openApp({}, { now: () => now })
})
afterAll(() => site.close())

const eleni = {
  email: 'Eleni@Example.gr',
  password: 'μέλι και καρύδια',
  repassword: 'μέλι και καρύδια',
  name: 'Ελένη',
  surname: 'Παππά',
}

/** “old password”, hashed when 8 MiB and one pass were enough. */
const oldHash =
  '$argon2id$v=19$m=8192,t=1,p=1$KUJcdDRFH/XSUL8qykO1tA$kgHrngWa2bIQhZt9bZKU3c3aLwIseXPpZaLRByvIcXs'

/** Registers somebody under that address and answers the reply's four fields. */
async function registered(email: string, more: object = {}) {
  const { status, body } = await site.post('/register', { ...eleni, email, ...more })
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data as { token: string; email: string; name: string; id: number }
}

const login = (email: string, password: string, from?: string) =>
  site.post('/login', { email, password, from_app: 1 }, from ? { from } : {})

describe('register', () => {
  test('answers token, e-mail, name and id, and greets by letter', async () => {
    const form = new URLSearchParams({ ...eleni, phone: '697 123 4567', from_app: '1' })
    const { status, body } = await site.post('/register?lang=el', form)
    expect(status).toBe(200)
    expect(Object.keys(body.data).sort()).toEqual(['email', 'id', 'name', 'token'])
    expect(body.data).toMatchObject({ email: 'Eleni@Example.gr', name: 'Ελένη' })
    expect(body.message).toBe('Συγχαρητήρια, ο λογαριασμός σας δημιουργήθηκε!')
    const me = await site.get('/me', { token: String(body.data.token) })
    expect(me.body.data).toEqual({
      id: body.data.id,
      email: 'Eleni@Example.gr',
      name: 'Ελένη',
      surname: 'Παππά',
      phone: '+306971234567',
      language: 'el',
      marketing: false,
      confirmed: false,
    })
    const letters = await site.db.selectFrom('outbox').select(['template', 'language', 'recipient']).execute()
    expect(letters).toEqual([{ template: 'welcome', language: 'el', recipient: 'Eleni@Example.gr' }])
  })

  test('tells every wrong field at once, in words and in keys', async () => {
    const { status, body } = await site.post('/register', {
      email: 'nobody',
      password: 'short',
      repassword: 'other',
      name: 'Li',
      phone: '12345',
    })
    expect(status).toBe(422)
    expect(body.data.keys).toEqual({
      email: 'email_invalid',
      password: 'account_password_short',
      repassword: 'account_passwords_differ',
      name: 'name_short',
      surname: 'surname_required',
      phone: 'account_phone_wrong',
    })
    expect(body.data.fields).toMatchObject({ password: 'Too Short!', repassword: 'Passwords should match' })
  })

  test.each([
    ['five', 'abcde', 'account_password_short'],
    ['six', 'abcdef', undefined],
    ['48', 'λ'.repeat(48), undefined],
    ['49', 'λ'.repeat(49), 'account_password_long'],
    ['half a megabyte, twice', 'x'.repeat(490_000), 'account_password_long'],
    ['six seen letters of two code points', 'ά'.repeat(6), undefined],
  ])('a password of %s letters', async (_, password, refusal) => {
    const email = `length${Math.random()}@example.gr`
    const { body } = await site.post('/register', { ...eleni, email, password, repassword: password })
    expect(body.data.keys?.password).toBe(refusal)
    expect(body.success).toBe(refusal === undefined)
  })

  test('a foreign number is kept as it is dialled', async () => {
    const { token } = await registered('abroad@example.gr', { phone: '+44 20 7946 0018' })
    const me = await site.get('/me', { token })
    expect(me.body.data.phone).toBe('+442079460018')
  })

  test.each(['eleni@example.gr', 'ELENI@EXAMPLE.GR', '  eleni@Example.gr '])(
    'one account an address: %j is taken',
    async email => {
      const { status, body } = await site.post('/register', { ...eleni, email })
      expect(status).toBe(409)
      expect(body).toMatchObject({
        message: 'There is already an account with this e-mail',
        data: { code: 'account_email_taken', keys: { email: 'account_email_taken' } },
      })
    },
  )

  test('of ten at once with one address, one is made', async () => {
    const all = await Promise.all(
      Array.from({ length: 10 }, () => site.post('/register', { ...eleni, email: 'rush@example.gr' })),
    )
    expect(all.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)])
  })

  test('ignores what is not its to take', async () => {
    const { id } = await registered('mass@example.gr', { id: 1, customer_id: 1, shop_customer_id: 7 })
    const row = await site.db
      .selectFrom('customer')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(row.shop_customer_id).toBeNull()
  })

  test.each(['\0', 'a\ud800', '\u202e', '\ufffd'])('refuses %j in every field', async bad => {
    const fields = ['email', 'password', 'name', 'surname', 'phone'] as const
    const sent = Object.fromEntries(fields.map(name => [name, `nobody${bad}@example.gr`]))
    const { status, body } = await site.post('/register', { ...sent, repassword: sent.password })
    expect(status).toBe(422)
    expect(Object.keys(body.data.keys ?? {}).sort()).toEqual([...fields].sort())
  })

  test.each(['%00', '%c0%ae', '%ff%fe', '%ed%a0%80'])('refuses the bytes %s', async bytes => {
    const init = {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: `email=a${bytes}@example.gr&password=${bytes}abcdef`,
    }
    expect((await site.app.request('/api/login', init)).status).toBe(422)
  })

  test('is limited by address', async () => {
    const taken = { ...eleni, email: 'eleni@example.gr' }
    const statuses = []
    for (let i = 0; i < 61; i++)
      statuses.push((await site.post('/register', taken, { from: '198.51.100.9' })).status)
    expect(new Set(statuses.slice(0, 60))).toEqual(new Set([409]))
    expect(statuses[60]).toBe(429)
  })
})

describe('login', () => {
  test('signs in whatever the case of the address', async () => {
    const { status, body } = await login('ELENI@example.gr', eleni.password)
    expect(status).toBe(200)
    expect(Object.keys(body.data).sort()).toEqual(['email', 'id', 'name', 'token'])
  })

  test('the accents of the password may be composed or not', async () => {
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
  ])('an alert has two sentences to show, and never a key: %s', async (lang, sentence) => {
    const { body } = await site.get(`/me?lang=${lang}`)
    expect(body).toMatchObject({ message: sentence, data: { error: sentence, code: 'refused_signin' } })
  })

  test('passwords that differ are said as specification §8 words it', async () => {
    const { body } = await site.post('/register', {
      ...eleni,
      email: 'differ@example.gr',
      repassword: 'other',
    })
    expect(body.data).toMatchObject({
      error: 'The passwords must match',
      fields: { repassword: 'Passwords should match' },
    })
  })

  test('fifty wrong ones close the door for that address, not for the owner elsewhere', async () => {
    await registered('besieged@example.gr')
    const statuses = []
    for (let i = 0; i < 50; i++)
      statuses.push((await login('besieged@example.gr', `guess ${i}`, '203.0.113.5')).status)
    expect(statuses[0]).toBe(401)
    expect(statuses[49]).toBe(429)
    expect((await login('besieged@example.gr', eleni.password, '203.0.113.5')).status).toBe(429)
    expect((await login('besieged@example.gr', eleni.password, '203.0.113.6')).status).toBe(200)
  })

  test('an attack from many addresses leaves each one few guesses, and the owner his', async () => {
    await registered('surrounded@example.gr')
    for (let guess = 0; guess < 100; guess++)
      await countAttempt(site.db, now, 'login::surrounded@example.gr', 100, 900)
    const late = []
    for (let guess = 0; guess < 4; guess++)
      late.push((await login('surrounded@example.gr', 'guess', '198.51.100.200')).status)
    expect(late).toEqual([401, 401, 401, 429])
    expect((await login('surrounded@example.gr', eleni.password, '203.0.113.9')).status).toBe(200)
  })

  test('right ones are never too many', async () => {
    for (let i = 0; i < 12; i++)
      expect((await login('eleni@example.gr', eleni.password, '203.0.113.77')).status).toBe(200)
  })

  test('an older hash is made anew at the next sign-in', async () => {
    const { id } = await registered('older@example.gr')
    const row = () =>
      site.db.selectFrom('customer').select('password_hash').where('id', '=', id).executeTakeFirstOrThrow()
    const { password_hash: today } = await row()
    expect(needsRehash(today)).toBe(false)
    await site.db.updateTable('customer').set({ password_hash: oldHash }).where('id', '=', id).execute()
    expect(await verifyPassword('old password', oldHash)).toBe(true)
    expect((await login('older@example.gr', 'old password')).status).toBe(200)
    const { password_hash: fresh } = await row()
    expect(needsRehash(fresh)).toBe(false)
    expect((await login('older@example.gr', 'old password')).status).toBe(200)
  })
})

describe('sessions', () => {
  test.each(['/logout', '/me'])('%s asks for a living token', async path => {
    const ask = (token?: string) =>
      path === '/me' ? site.get(path, token ? { token } : {}) : site.post(path, {}, token ? { token } : {})
    for (const token of [undefined, 'wrong', 'x'.repeat(5000)]) {
      const { status, body } = await ask(token)
      expect(status).toBe(401)
      expect(body.data.code).toBe('refused_signin')
    }
  })

  test('a token is worth nothing after signing out', async () => {
    const { token } = await registered('leaving@example.gr')
    expect((await site.get('/me', { token })).status).toBe(200)
    expect((await site.post('/logout', {}, { token })).status).toBe(200)
    expect((await site.get('/me', { token })).status).toBe(401)
    expect((await site.get('/me', { headers: { cookie: `customerToken=${token}` } })).status).toBe(401)
  })

  test('ends after 30 days', async () => {
    const { token } = await registered('staying@example.gr')
    const before = now
    now = new Date(before.getTime() + 30 * 86_400_000 - 1000)
    expect((await site.get('/me', { token })).status).toBe(200)
    now = new Date(before.getTime() + 30 * 86_400_000)
    expect((await site.get('/me', { token })).status).toBe(401)
    now = before
  })

  test('the database keeps no token', async () => {
    const { token } = await registered('hashed@example.gr')
    const rows = await site.db.selectFrom('session').selectAll().execute()
    expect(JSON.stringify(rows.map(row => row.token_hash.toString('latin1')))).not.toContain(token)
  })

  test('a sign-in brings a new token and ends the one that was brought', async () => {
    const { token } = await registered('fixed@example.gr')
    const again = await site.post(
      '/login',
      { email: 'fixed@example.gr', password: eleni.password },
      { token },
    )
    expect(again.body.data.token).not.toBe(token)
    expect((await site.get('/me', { token })).status).toBe(401)
  })

  test('signing in over HTTP sets no cookie', async () => {
    const { headers } = await login('eleni@example.gr', eleni.password)
    expect(headers.get('set-cookie')).toBeNull()
  })
})
