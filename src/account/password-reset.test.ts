import { describe, expect, test } from 'vitest'
import { accountClient, person } from '../../test/account-client.ts'
import { opened } from '../../test/opened.ts'
import { testApp } from '../../test/test-app.ts'

let now = new Date('2027-03-01T10:00:00Z')
const site = opened(() => testApp({ shop: 'none', now: () => now }))

const { post, register, emailsTo } = accountClient(() => site)
const request = (email: string) => post('/password-email', { email })

/** Oldest first. */
const codesTo = async (email: string) =>
  (await emailsTo(email, 'password-reset')).map(({ props }) => String(props.code))

async function requestCode(email: string): Promise<string> {
  await request(email)
  return (await codesTo(email)).at(-1) ?? ''
}

describe('requesting a code', () => {
  test('answers alike for a known and an unknown e-mail, and sends to the known one only', async () => {
    await register('known@example.gr')
    const known = await request('KNOWN@example.gr')
    const unknown = await request('unknown@example.gr')
    expect([known.status, known.body]).toEqual([200, { success: true, message: 'Email Send', data: {} }])
    expect([unknown.status, unknown.body]).toEqual([known.status, known.body])
    expect(await codesTo('known@example.gr')).toHaveLength(1)
    expect(await codesTo('unknown@example.gr')).toHaveLength(0)
  })

  test('sends in the language of the account', async () => {
    await post('/register?lang=el', { ...person, email: 'greek@example.gr' })
    await request('greek@example.gr')
    const [sent] = await emailsTo('greek@example.gr', 'password-reset')
    expect(sent?.language).toBe('el')
  })

  test('the database stores the code only as a hash', async () => {
    await register('hidden@example.gr')
    const code = await requestCode('hidden@example.gr')
    expect(code).toMatch(/^[\w-]{43}$/)
    const rows = await site.db.selectFrom('link').selectAll().execute()
    expect(rows.some(row => row.hash.toString('base64url') === code)).toBe(false)
  })

  test('sends five e-mails an hour to one person; the answer and the last code stay the same', async () => {
    await register('pestered@example.gr')
    for (let i = 0; i < 8; i++) expect((await request('pestered@example.gr')).status).toBe(200)
    const codes = await codesTo('pestered@example.gr')
    expect(codes).toHaveLength(5)
    const { status } = await post('/password-code-check', {
      email: 'pestered@example.gr',
      code: codes.at(-1),
    })
    expect(status).toBe(200)
  })

  test('is limited by network address', async () => {
    const from = '198.51.100.20'
    const requests = Array.from({ length: 21 }, (_, i) =>
      site.post('/password-email', { email: `n${i}@example.gr` }, { from }),
    )
    const statuses = (await Promise.all(requests)).map(({ status }) => status).sort()
    expect(statuses).toEqual([...Array(20).fill(200), 429])
  })

  test('refuses what is not an e-mail', async () => {
    const { status, body } = await request('nobody')
    expect([status, body.data.fields]).toEqual([422, { email: 'Invalid email' }])
  })
})

describe('a code', () => {
  const check = (email: string, code: string) => post('/password-code-check', { email, code })
  const reset = (email: string, code: string, password = 'a new password') =>
    post('/password-reset', { email, code, password })

  test('sets a new password, once, and ends every session', async () => {
    const token = await register('forgetful@example.gr')
    const code = await requestCode('forgetful@example.gr')
    expect((await check('Forgetful@example.gr', code)).status).toBe(200)
    const done = await reset('forgetful@example.gr', code)
    expect([done.status, done.body.message]).toEqual([200, 'Your password has been changed successfully.'])
    expect((await site.get('/me', { token })).status).toBe(401)
    expect((await post('/login', { email: 'forgetful@example.gr', password: 'old password' })).status).toBe(
      401,
    )
    expect((await post('/login', { email: 'forgetful@example.gr', password: 'a new password' })).status).toBe(
      200,
    )
    expect((await reset('forgetful@example.gr', code)).body.data.code).toBe('account_code_wrong')
    expect((await check('forgetful@example.gr', code)).status).toBe(422)
  })

  test('of ten simultaneous attempts one succeeds', async () => {
    await register('contested@example.gr')
    const code = await requestCode('contested@example.gr')
    const all = await Promise.all(Array.from({ length: 10 }, () => reset('contested@example.gr', code)))
    expect(all.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(422)])
  })

  test('is replaced by a newer one', async () => {
    await register('twice@example.gr')
    const first = await requestCode('twice@example.gr')
    const second = await requestCode('twice@example.gr')
    expect((await check('twice@example.gr', first)).status).toBe(422)
    expect((await check('twice@example.gr', second)).status).toBe(200)
  })

  test('is valid for an hour', async () => {
    await register('late@example.gr')
    const code = await requestCode('late@example.gr')
    const before = now
    now = new Date(before.getTime() + 3_600_000 - 1000)
    expect((await check('late@example.gr', code)).status).toBe(200)
    now = new Date(before.getTime() + 3_600_000)
    expect((await check('late@example.gr', code)).status).toBe(422)
    expect((await reset('late@example.gr', code)).status).toBe(422)
    now = before
  })

  test('works only for the account that it was sent to', async () => {
    await register('mallory@example.gr')
    await register('victim@example.gr')
    const code = await requestCode('mallory@example.gr')
    await request('victim@example.gr')
    expect((await check('victim@example.gr', code)).status).toBe(422)
    expect((await reset('victim@example.gr', code)).status).toBe(422)
    expect((await post('/login', { email: 'victim@example.gr', password: 'old password' })).status).toBe(200)
  })

  test('a wrong code is answered alike for a known and an unknown e-mail', async () => {
    await register('asked@example.gr')
    await request('asked@example.gr')
    expect((await check('asked@example.gr', 'wrong')).body).toEqual(
      (await check('nowhere@example.gr', 'wrong')).body,
    )
    expect((await reset('asked@example.gr', 'wrong')).body).toEqual(
      (await reset('nowhere@example.gr', 'wrong')).body,
    )
  })

  test('is not used up by a password that is too short', async () => {
    await register('short@example.gr')
    const code = await requestCode('short@example.gr')
    const short = await reset('short@example.gr', code, 'abc')
    expect(short.body.data.fields).toEqual({ password: 'Too Short!' })
    expect((await reset('short@example.gr', code)).status).toBe(200)
  })

  test('guessing is limited by network address', async () => {
    const guess = () =>
      site.post(
        '/password-code-check',
        { email: 'asked@example.gr', code: 'guess' },
        { from: '198.51.100.30' },
      )
    const statuses = (await Promise.all(Array.from({ length: 31 }, guess))).map(({ status }) => status).sort()
    expect(statuses).toEqual([...Array(30).fill(422), 429])
  })
})

describe('the e-mails', () => {
  test.each([
    ['en', 'Welcome to Doron', 'Choose a new password', 'Your password has been changed', ''],
    [
      'el',
      'Καλώς ήρθατε στο Doron',
      'Ορίστε νέο κωδικό πρόσβασης',
      'Ο κωδικός πρόσβασής σας άλλαξε',
      '&lang=el',
    ],
  ])('are in %s, with links to the configured host', async (language, welcome, reset, changed, tail) => {
    const email = `letters+${language}@example.gr`
    await post(`/register?lang=${language}`, { ...person, email })
    const code = await requestCode(email)
    await post('/password-reset', { email, code, password: 'a new password' })
    await site.sendEmails()
    const emails = await site.db.selectFrom('mailbox').selectAll().where('recipient', '=', email).execute()
    expect(emails.map(({ subject }) => subject).sort()).toEqual([welcome, reset, changed].sort())
    const link = `http://registry.example/reset-password?${new URLSearchParams({ email, code })}${tail}`
    const sent = emails.find(({ subject }) => subject === reset)
    expect(sent?.plain).toContain(link)
    expect(sent?.html).toContain(link.replaceAll('&', '&amp;'))
  })

  test('contain no host but the configured one', async () => {
    await register('poisoned@example.gr')
    const ask = (headers: Record<string, string>) =>
      site.post('/password-email', { email: 'poisoned@example.gr' }, { headers, from: '10.200.0.1' })
    expect((await ask({ host: 'evil.example' })).status).toBe(421)
    expect((await ask({ 'x-forwarded-host': 'evil.example' })).status).toBe(200)
    await site.sendEmails()
    const emails = await site.db
      .selectFrom('mailbox')
      .select('html')
      .where('recipient', '=', 'poisoned@example.gr')
      .execute()
    expect(emails).toHaveLength(2)
    expect(emails.map(({ html }) => html).join()).not.toContain('evil.example')
  })
})
