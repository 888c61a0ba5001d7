import { expect, test } from 'vitest'
import { accountClient, person } from '../../../test/account-client.ts'
import { opened } from '../../../test/opened.ts'
import { testApp } from '../../../test/test-app.ts'

const start = new Date('2027-03-01T10:00:00Z')
let now = start
const site = opened(() => testApp({ shop: 'none', now: () => now }))

const { post, register, registerConfirmed, login } = accountClient(() => site)
const minutesLater = (minutes: number) => new Date(start.getTime() + minutes * 60_000)
const proofOf = async (token: string) => (await site.get('/me/proof', { token })).body.data

test('a sign-in is a proof for ten minutes', async () => {
  now = start
  const token = await register('fresh@example.gr')
  now = minutesLater(9)
  expect(await proofOf(token)).toMatchObject({ fresh: true })
  now = minutesLater(10)
  expect(await proofOf(token)).toMatchObject({ fresh: false })
  const other = await login('fresh@example.gr')
  expect([(await proofOf(other)).fresh, (await proofOf(token)).fresh]).toEqual([true, false])
})

test('the password again is one, a wrong one is not, and guessing ends', async () => {
  now = start
  const token = await register('again@example.gr')
  now = minutesLater(60)
  const wrong = await post('/me/proof', { password: 'not it' }, token)
  expect([wrong.status, wrong.body.data.keys]).toEqual([422, { password: 'account_password_wrong' }])
  expect(await proofOf(token)).toMatchObject({ fresh: false })
  expect((await post('/me/proof', { password: person.password }, token)).status).toBe(200)
  expect(await proofOf(token)).toMatchObject({ fresh: true })
  const prove = (password: string) => site.post('/me/proof', { password }, { token })
  for (let i = 0; i < 10; i++) await prove('guess')
  expect((await prove(person.password)).status).toBe(429)
})

test('a sign-in takes an empty code, for a second factor that nobody has', async () => {
  await register('code@example.gr')
  const answer = await post('/login', { email: 'code@example.gr', password: person.password, code: '' })
  expect(answer.status).toBe(200)
})

test('a changed and a reset password hold money back for 72 hours, and a second change makes it longer', async () => {
  now = start
  let token = await registerConfirmed('held@example.gr')
  expect(await proofOf(token)).toMatchObject({ confirmed: true, hold_until: '' })
  const change = async (current_password: string, password: string) => {
    const passwords = { current_password, password, repassword: password }
    const answer = await post('/me/password-update', passwords, token)
    token = String(answer.body.data.token)
    return answer
  }
  expect((await change(person.password, 'another one')).status).toBe(200)
  expect((await proofOf(token)).hold_until).toBe(minutesLater(72 * 60).toISOString())
  now = minutesLater(60)
  expect((await change('another one', 'and a third')).status).toBe(200)
  expect((await proofOf(token)).hold_until).toBe(minutesLater(73 * 60).toISOString())
  now = minutesLater(73 * 60)
  expect((await proofOf(token)).hold_until).toBe('')
})
