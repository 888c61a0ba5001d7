import { createHook } from 'node:async_hooks'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { opened } from '../../test/opened.ts'
import { testApp } from '../../test/test-app.ts'
import { countAttempt } from '../server/security/rate-limits.ts'

/** The same work is done for known and unknown e-mails (R113, R114), so that the time tells nothing. */
const hashes = { count: 0 }
const counter = createHook({
  init(_, type) {
    if (type === 'ARGON2REQUEST') hashes.count += 1
  },
})

let shopCalls = 0
const checkCustomerPassword = async () => {
  shopCalls += 1
  return null
}
const site = opened(() => testApp({ shop: { checkCustomerPassword, watchCredentials() {} } as never }))
beforeAll(async () => {
  counter.enable()
  await site.post('/register', {
    email: 'known@example.gr',
    password: 'abcdefgh',
    repassword: 'abcdefgh',
    name: 'Ελένη',
    surname: 'Παππά',
  })
  // The hash that unknown e-mails are compared with is made once, by this call.
  await site.post('/login', { email: 'warm@example.gr', password: 'abcdefgh' })
})
beforeEach(() => {
  hashes.count = 0
  shopCalls = 0
})
afterAll(() => counter.disable())

let visitors = 0
/** The work of one call: hashes computed, and calls to the shop. */
async function measureWork(path: string, body: object) {
  visitors += 1
  const before = { hashes: hashes.count, shopCalls }
  const { status } = await site.post(path, body, { from: `10.9.0.${visitors}` })
  return { status, hashes: hashes.count - before.hashes, shopCalls: shopCalls - before.shopCalls }
}

test('a sign-in does the same work for a wrong e-mail and a wrong password', async () => {
  const wrong = await measureWork('/login', { email: 'known@example.gr', password: 'a wrong one' })
  const unknown = await measureWork('/login', { email: 'stranger@example.gr', password: 'a wrong one' })
  expect(wrong).toEqual(unknown)
  expect(wrong).toEqual({ status: 401, hashes: 1, shopCalls: 1 })
})

test('while many wrong passwords are tried, it does the same for a right one, too', async () => {
  const kinds = []
  for (const [email, password] of [
    ['known@example.gr', 'abcdefgh'],
    ['known@example.gr', 'a wrong one'],
    ['stranger@example.gr', 'a wrong one'],
  ] as const) {
    await countAttempt(site.db, site.clock.read(), `login::${email}`, Infinity, 900, undefined, 100)
    kinds.push(await measureWork('/login', { email, password }))
  }
  expect(kinds).toEqual(kinds.map(() => ({ status: 401, hashes: 1, shopCalls: 0 })))
})

test.each([
  ['/password-email', {}],
  ['/password-code-check', { code: 'nonsense' }],
  ['/password-reset', { code: 'nonsense', password: 'abcdefgh' }],
  ['/email-confirmation-send', {}],
])('%s does the same work for a known and an unknown e-mail', async (path, more) => {
  const known = await measureWork(path, { ...more, email: 'known@example.gr' })
  const unknown = await measureWork(path, { ...more, email: 'stranger@example.gr' })
  expect(known).toEqual(unknown)
})
