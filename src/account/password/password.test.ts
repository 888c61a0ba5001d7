import { describe, expect, test } from 'vitest'
import { accountClient, person } from '../../../test/account-client.ts'
import { opened } from '../../../test/opened.ts'
import { testApp } from '../../../test/test-app.ts'

const site = opened(() => testApp({ shop: 'none' }))

const { post, register, registerConfirmed, login, isSignedIn, emailsTo } = accountClient(() => site)

describe('changing the password', () => {
  const change = (token: string, current_password: string, password = 'quite new', again = password) =>
    post('/me/password-update', { current_password, password, repassword: again }, token)

  test('needs the current one, ends every other session and sends an e-mail', async () => {
    const token = await registerConfirmed('change@example.gr')
    const elsewhere = await login('change@example.gr')
    const { status, body } = await change(token, person.password)
    expect([status, body.message]).toEqual([200, 'Your password has been changed successfully.'])
    const tokens = [String(body.data.token), token, elsewhere]
    expect(await Promise.all(tokens.map(isSignedIn))).toEqual([true, false, false])
    expect((await post('/login', { email: 'change@example.gr', password: person.password })).status).toBe(401)
    expect(await isSignedIn(await login('change@example.gr', 'quite new'))).toBe(true)
    expect(await emailsTo('change@example.gr', 'password-updated')).toHaveLength(1)
  })

  test('a wrong current one changes nothing', async () => {
    const token = await register('guess@example.gr')
    const elsewhere = await login('guess@example.gr')
    const { status, body } = await change(token, 'not it')
    expect([status, body.data.keys]).toEqual([422, { current_password: 'account_password_wrong' }])
    expect(await isSignedIn(elsewhere)).toBe(true)
    expect(await isSignedIn(await login('guess@example.gr'))).toBe(true)
  })

  test('wrong lengths and different passwords are refused together', async () => {
    const token = await register('lengths@example.gr')
    const { body } = await change(token, '', 'abc', 'abd')
    expect(body.data.keys).toEqual({
      current_password: 'account_required',
      password: 'account_password_short',
      repassword: 'account_passwords_differ',
    })
  })

  test('guesses within a session are limited', async () => {
    const token = await register('open@example.gr')
    const statuses = []
    for (let i = 0; i < 11; i++) {
      const passwords = { current_password: `guess ${i}`, password: 'a new one', repassword: 'a new one' }
      statuses.push((await site.post('/me/password-update', passwords, { token })).status)
    }
    expect(new Set(statuses.slice(0, 10))).toEqual(new Set([422]))
    expect(statuses[10]).toBe(429)
  })

  test('makes a code from before invalid', async () => {
    const token = await register('code@example.gr')
    await post('/password-email', { email: 'code@example.gr' })
    const [sent] = await emailsTo('code@example.gr', 'password-reset')
    await change(token, person.password)
    const answer = await post('/password-reset', { ...sent?.props, password: 'an intruder' })
    expect(answer.status).toBe(422)
  })
})
