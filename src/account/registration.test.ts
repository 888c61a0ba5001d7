import { describe, expect, test } from 'vitest'
import { accountClient } from '../../test/account-client.ts'
import { opened } from '../../test/opened.ts'
import { visitor } from '../../test/page-client.ts'
import { testApp } from '../../test/test-app.ts'
import { getRow } from '../server/postgres/rows.ts'

const site = opened(() => testApp({ shop: 'none' }))

const { registerPerson } = accountClient(() => site)
const eleni = { ...visitor, email: 'Eleni@Example.gr' }
const register = (email: string, more: object = {}) => registerPerson(email, { ...eleni, email, ...more })

describe('registering', () => {
  test('answers token, e-mail, name and id, and sends a welcome e-mail', async () => {
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
      asks_shop_password: false,
    })
    const emails = await site.db.selectFrom('outbox').select(['template', 'language', 'recipient']).execute()
    expect(emails).toEqual([{ template: 'welcome', language: 'el', recipient: 'Eleni@Example.gr' }])
  })

  test('answers every wrong field at once, as texts and as keys', async () => {
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
    ['six visible characters, each of two code points', 'ά'.repeat(6), undefined],
  ])('a password of %s characters', async (_, password, refusal) => {
    const email = `length${Math.random()}@example.gr`
    const { body } = await site.post('/register', { ...eleni, email, password, repassword: password })
    expect(body.data.keys?.password).toBe(refusal)
    expect(body.success).toBe(refusal === undefined)
  })

  test('a foreign phone is stored in E.164', async () => {
    const { token } = await register('abroad@example.gr', { phone: '+44 20 7946 0018' })
    const me = await site.get('/me', { token })
    expect(me.body.data.phone).toBe('+442079460018')
  })

  test('what nobody sees of a copied e-mail, name and phone is not stored', async () => {
    const copied = {
      email: 'co\u200bpied@example.gr\ufeff',
      name: 'Ελέ\u00adνη\u2060',
      phone: '\u202a+306971234567\u202c',
    }
    const { token } = await register(copied.email, copied)
    const { data } = (await site.get('/me', { token })).body
    expect(data).toMatchObject({ email: 'copied@example.gr', name: 'Ελένη', phone: '+306971234567' })
    const login = await site.post('/login', { email: 'copied@example.gr', password: eleni.password })
    expect(login.status).toBe(200)
  })

  test.each(['eleni@example.gr', 'ELENI@EXAMPLE.GR', '  eleni@Example.gr ', 'eleni\u200d@example.gr'])(
    'one account for each e-mail: %j is taken',
    async email => {
      const { status, body } = await site.post('/register', { ...eleni, email })
      expect(status).toBe(409)
      expect(body).toMatchObject({
        message: 'There is already an account with this e-mail',
        data: { code: 'account_email_taken', keys: { email: 'account_email_taken' } },
      })
    },
  )

  test('of ten simultaneous registrations with one e-mail, one succeeds', async () => {
    const all = await Promise.all(
      Array.from({ length: 10 }, () => site.post('/register', { ...eleni, email: 'rush@example.gr' })),
    )
    expect(all.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)])
  })

  test('ignores ids in the input', async () => {
    const { id } = await register('mass@example.gr', { id: 1, customer_id: 1, shop_customer_id: 7 })
    expect((await getRow(site.db, 'customer', { id })).shop_customer_id).toBeNull()
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

  test('is limited by network address', async () => {
    const taken = { ...eleni, email: 'eleni@example.gr' }
    const statuses = []
    for (let i = 0; i < 61; i++)
      statuses.push((await site.post('/register', taken, { from: '198.51.100.9' })).status)
    expect(new Set(statuses.slice(0, 60))).toEqual(new Set([409]))
    expect(statuses[60]).toBe(429)
  })

  test('different passwords answer the texts of R102', async () => {
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
})
