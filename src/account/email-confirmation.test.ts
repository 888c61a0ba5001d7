import { describe, expect, test } from 'vitest'
import { accountClient } from '../../test/account-client.ts'
import { opened } from '../../test/opened.ts'
import { testApp } from '../../test/test-app.ts'

let now = new Date('2027-03-01T10:00:00Z')
const site = opened(() => testApp({ shop: 'none', now: () => now }))

const { post, register, emailsTo } = accountClient(() => site)

/** Oldest first. */
const codesTo = async (email: string) =>
  (await emailsTo(email, 'welcome', 'confirm-email')).map(({ props }) => String(props.code))

const isConfirmed = async (token: string) => (await site.get('/me', { token })).body.data.confirmed

describe('confirming an e-mail', () => {
  test('the link of the welcome e-mail confirms once; then it answers that it is done already', async () => {
    const token = await register('first@example.gr')
    expect(await isConfirmed(token)).toBe(false)
    const [code = ''] = await codesTo('first@example.gr')
    expect(code).toMatch(/^[\w-]{43}$/)
    const confirm = () => post('/email-confirmation', { code }, token)
    const answers = [await confirm(), await confirm()]
    expect(answers.map(({ status, body }) => [status, body.data.state])).toEqual([
      [200, 'confirmed'],
      [200, 'already'],
    ])
    expect(await isConfirmed(token)).toBe(true)
  })

  test('the database stores the code only as a hash', async () => {
    await register('hidden@example.gr')
    const [code] = await codesTo('hidden@example.gr')
    const rows = await site.db.selectFrom('link').selectAll().execute()
    expect(rows.some(row => row.hash.toString('base64url') === code)).toBe(false)
  })

  test('an unknown link, a replaced one and one of seven days ago are refused alike', async () => {
    const token = await register('late@example.gr')
    const [old = ''] = await codesTo('late@example.gr')
    await post('/email-confirmation-send', { email: 'LATE@example.gr' })
    const [, fresh = ''] = await codesTo('late@example.gr')
    const before = now
    now = new Date(before.getTime() + 7 * 86_400_000)
    const refused = await Promise.all(
      ['nonsense', old, fresh].map(code => post('/email-confirmation', { code })),
    )
    now = before
    for (const { status, body } of refused)
      expect([status, body.data.code]).toEqual([422, 'account_confirm_expired'])
    expect(await isConfirmed(token)).toBe(false)
    expect((await post('/email-confirmation', { code: fresh }, token)).body.data.state).toBe('confirmed')
  })

  test('another request is answered alike, and sends only where there is something to confirm', async () => {
    const token = await register('done@example.gr')
    const [code = ''] = await codesTo('done@example.gr')
    await post('/email-confirmation', { code }, token)
    const answers = await Promise.all(
      ['done@example.gr', 'nobody@example.gr'].map(email => post('/email-confirmation-send', { email })),
    )
    expect(answers[0]?.body).toEqual(answers[1]?.body)
    expect(await codesTo('done@example.gr')).toHaveLength(1)
    expect(await codesTo('nobody@example.gr')).toHaveLength(0)
  })

  test('sends five e-mails an hour to one account', async () => {
    await register('pestered@example.gr')
    for (let i = 0; i < 8; i++) await post('/email-confirmation-send', { email: 'pestered@example.gr' })
    expect(await codesTo('pestered@example.gr')).toHaveLength(6)
  })

  test('a new password by a code that was e-mailed confirms, too', async () => {
    const token = await register('reset@example.gr')
    await post('/password-email', { email: 'reset@example.gr' })
    const [sent] = await emailsTo('reset@example.gr', 'password-reset')
    await post('/password-reset', { ...sent?.props, password: 'a new password' })
    expect((await site.get('/me', { token })).status).toBe(401)
    const { body } = await post('/login', { email: 'reset@example.gr', password: 'a new password' })
    expect(await isConfirmed(String(body.data.token))).toBe(true)
  })

  test('only wrong codes count as attempts of a network address', async () => {
    const from = '198.51.100.7'
    const check = (code: string) => site.post('/email-confirmation-check', { code }, { from })
    await register('hall@example.gr')
    const [code = ''] = await codesTo('hall@example.gr')
    for (let count = 0; count < 35; count++) expect((await check(code)).status).toBe(200)
    for (let count = 0; count < 30; count++) expect((await check('nonsense')).status).toBe(422)
    expect((await check('nonsense')).status).toBe(429)
  })
})
