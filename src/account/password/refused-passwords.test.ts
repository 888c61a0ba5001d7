import { expect, test } from 'vitest'
import { codeInEmail } from '../../../test/account-client.ts'
import { opened } from '../../../test/opened.ts'
import { testApp } from '../../../test/test-app.ts'

const env = { PASSWORD_LENGTH: '8-64', PASSWORD_REFUSE_COMMON: 'true' }
const site = opened(() => testApp({ shop: 'none', env }))

const names = { name: 'Ελένη', surname: 'Παππά' }
const good = 'μέλι και καρύδια'
let count = 0
const newEmail = () => `anna.dimou${++count}@example.gr`
const register = (password: string, email = newEmail()) =>
  site.post('/register', { ...names, email, password, repassword: password })

test.each([
  ['a common one', 'password1', 'account_password_common'],
  ['a common Greek one', 'Καλημέρα21', 'account_password_common'],
  ['the name and a year', 'Ελένη1987', 'account_password_common'],
  ['the name in Latin letters', 'eleni1987', 'account_password_common'],
  ['the e-mail', 'anna.dimou', 'account_password_common'],
  ['the site’s name', 'doron2027', 'account_password_common'],
  ['seven characters', 'xk29ffq', 'account_password_short'],
  ['65 characters', 'λ'.repeat(65), 'account_password_long'],
])('%s is refused for a new account', async (_, password, reason) => {
  const { status, body } = await register(password)
  expect([status, body.data.keys?.password]).toEqual([422, reason])
})

test('64 characters and a few words are accepted, and a change or a reset is judged alike', async () => {
  expect((await register('λκ'.repeat(32))).status).toBe(200)
  const email = newEmail()
  const { body } = await register(good, email)
  const change = { current_password: good, password: 'password1', repassword: 'password1' }
  const refused = await site.post('/me/password-update', change, { token: String(body.data.token) })
  expect(refused.body.data.keys).toEqual({ password: 'account_password_common' })
  await site.post('/password-email', { email })
  const sent = { email, code: await codeInEmail(site, email, 'password-reset') }
  const reset = await site.post('/password-reset', { ...sent, password: 'password1' })
  expect(reset.body.data.keys).toEqual({ password: 'account_password_common' })
  // The refused try has not used up the code.
  const second = await site.post('/password-reset', { ...sent, password: 'καρύδια και μέλι' })
  expect(second.status).toBe(200)
})
