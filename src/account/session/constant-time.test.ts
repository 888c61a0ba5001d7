import { createHook } from 'node:async_hooks'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openApp } from '../../../test/app.ts'

/** Faults F25: the same work is done for known and unknown people; how long it takes follows from that. */
const hashes = { count: 0 }
const counter = createHook({
  init(_, type) {
    if (type === 'ARGON2REQUEST') hashes.count += 1
  },
})

let site: Awaited<ReturnType<typeof openApp>>
let asked = 0
beforeAll(async () => {
  counter.enable()
  const checkCustomerPassword = async () => {
    asked += 1
    return null
  }
  site = await openApp({}, { shop: { checkCustomerPassword } as never })
  await site.post('/register', {
    email: 'known@example.gr',
    password: 'abcdefgh',
    repassword: 'abcdefgh',
    name: 'Ελένη',
    surname: 'Παππά',
  })
  // The hash that an unknown e-mail is compared with is made once.
  await site.post('/login', { email: 'warm@example.gr', password: 'abcdefgh' })
})
beforeEach(() => {
  hashes.count = 0
  asked = 0
})
afterAll(async () => {
  counter.disable()
  await site.close()
})

let visitors = 0
/** The work of one call: hashes computed, and questions to the shop. */
async function workOf(path: string, body: object) {
  visitors += 1
  const before = { hashes: hashes.count, asked }
  const { status } = await site.post(path, body, { from: `10.9.0.${visitors}` })
  return { status, hashes: hashes.count - before.hashes, asked: asked - before.asked }
}

test('a sign-in does the same for a wrong e-mail and a wrong password', async () => {
  const wrong = await workOf('/login', { email: 'known@example.gr', password: 'a wrong one' })
  const unknown = await workOf('/login', { email: 'stranger@example.gr', password: 'a wrong one' })
  expect(wrong).toEqual(unknown)
  expect(wrong).toEqual({ status: 401, hashes: 1, asked: 1 })
})

test.each([
  ['/password-email', {}],
  ['/password-code-check', { code: 'nonsense' }],
  ['/password-reset', { code: 'nonsense', password: 'abcdefgh' }],
  ['/email-confirmation-send', {}],
])('%s does the same for a known and an unknown e-mail', async (path, more) => {
  const known = await workOf(path, { ...more, email: 'known@example.gr' })
  const unknown = await workOf(path, { ...more, email: 'stranger@example.gr' })
  expect(known).toEqual(unknown)
})
