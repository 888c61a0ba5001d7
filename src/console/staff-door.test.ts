import { beforeAll, expect, test } from 'vitest'
import { opened } from '../../test/opened.ts'
import { cookiesOf } from '../../test/page-client.ts'
import { consoleOn, staffClient, staffPassword } from '../../test/staff-client.ts'
import { testApp } from '../../test/test-app.ts'

/** Nobody can lock one of the staff out (R1240); codes can't be guessed with the password (R1241). */
const site = opened(() => testApp({ shop: 'none', pages: true, env: consoleOn }))
beforeAll(() => join('boss@shop.gr', 'owner'))

const { timeCode, join, signIn, unlock } = staffClient(() => site)
const minutes = (count: number) => {
  site.clock.now = new Date(site.clock.now.getTime() + count * 60_000)
}
const lettersTo = async (email: string) =>
  (
    await site.db
      .selectFrom('outbox')
      .select(['recipient', 'props'])
      .where('template', '=', 'staff-tries')
      .where('recipient', '=', email)
      .execute()
  ).map(({ props }) => props)

/** So many wrong tries, each from another network address. */
const guess = (email: string, count: number, { password = 'guess guess', prefix = '198.51.100.' } = {}) =>
  Promise.all(
    Array.from({ length: count }, (_, index) =>
      signIn(email, '000000', password, { from: `${prefix}${index}` }),
    ),
  )
/** The cookie that stays in a browser after signing out. */
const browserOf = (answer: Response) => /staffBrowser=[^;]+/.exec(cookiesOf(answer))?.[0] ?? ''
const statusesOf = (answers: Response[]) => [...new Set(answers.map(({ status }) => status))]

test('a stranger’s wrong tries shut nobody out, and the person and the owners are told once a day', async () => {
  const email = 'guessed@shop.gr'
  const { secret } = await join(email)
  for (let round = 0; round < 3; round++) {
    expect(statusesOf(await guess(email, 25))).toEqual([401])
    minutes(2)
    expect((await signIn(email, timeCode(secret), staffPassword, { from: '192.0.2.1' })).status).toBe(302)
  }
  for (const told of [email, 'boss@shop.gr'])
    expect(await lettersTo(told)).toEqual([expect.objectContaining({ knows: 'nothing' })])
  minutes(24 * 60)
  await guess(email, 25)
  expect(await lettersTo(email)).toHaveLength(2)
})

test('an address that guesses slows itself alone, and a known browser beside it has tries of its own', async () => {
  const email = 'office@shop.gr'
  const { secret } = await join(email)
  minutes(2)
  const from = '203.0.113.9'
  const browser = browserOf(await signIn(email, timeCode(secret), staffPassword, { from }))
  for (let index = 0; index < 5; index++)
    expect((await signIn(email, '000000', 'guess guess', { from })).status).toBe(401)
  minutes(1)
  expect((await signIn(email, timeCode(secret), staffPassword, { from })).status).toBe(429)
  // The limit of the address as a whole, whatever e-mails it tries.
  for (let index = 0; index < 60; index++) await signIn(`${index}@shop.gr`, '000000', 'guess', { from })
  expect((await signIn(email, timeCode(secret), staffPassword, { from, cookie: browser })).status).toBe(302)
  for (let index = 0; index < 5; index++)
    expect((await signIn(email, '000000', 'oops', { from, cookie: browser })).status).toBe(401)
  expect((await signIn(email, '000000', 'oops', { from, cookie: browser })).status).toBe(429)
})

test('the browser of one of the staff is nobody else’s, and unknown after a new invitation', async () => {
  const [email, other] = ['mine@shop.gr', 'theirs@shop.gr']
  const { secret } = await join(other)
  await join(email)
  minutes(2)
  const from = '203.0.113.20'
  const cookie = browserOf(await signIn(other, timeCode(secret), staffPassword, { from }))
  const tryAs = async (address: string) =>
    (await signIn(address, '000000', 'guess guess', { from, cookie })).status
  for (let index = 0; index < 5; index++) expect(await tryAs(email)).toBe(401)
  expect(await tryAs(email)).toBe(429)
  for (let index = 0; index < 5; index++) await signIn(other, '000000', 'guess guess', { from })
  expect(await tryAs(other)).toBe(401)
  minutes(1)
  await join(other)
  expect(await tryAs(other)).toBe(429)
})

test('who has the password guesses five codes from unknown browsers, at all addresses together', async () => {
  const email = 'leaked@shop.gr'
  const { secret } = await join(email)
  minutes(2)
  const known = browserOf(await signIn(email, timeCode(secret), staffPassword, { from: '192.0.2.7' }))
  expect(statusesOf(await guess(email, 5, { password: staffPassword }))).toEqual([401])
  expect(await lettersTo(email)).toContainEqual(expect.objectContaining({ knows: 'password' }))
  minutes(1)
  const right = (more: object) => signIn(email, timeCode(secret), staffPassword, more)
  expect((await right({ from: '192.0.2.8' })).status).toBe(401)
  expect((await right({ from: '192.0.2.8', cookie: known })).status).toBe(302)
  // Signing in with the known browser unlocks no other one.
  minutes(1)
  expect((await right({ from: '192.0.2.9' })).status).toBe(401)
  await unlock(email)
  expect((await right({ from: '192.0.2.9' })).status).toBe(302)
})

test('unlocking also gives an address that mistyped its tries back; nobody is there to unlock else', async () => {
  const email = 'typing@shop.gr'
  const { secret } = await join(email)
  const from = '203.0.113.40'
  for (let index = 0; index < 6; index++) await signIn(email, '000000', 'oops oops', { from })
  minutes(1)
  expect((await signIn(email, timeCode(secret), staffPassword, { from })).status).toBe(429)
  expect(await unlock(email)).toBe(true)
  expect(await unlock('nobody@shop.gr')).toBe(false)
  expect((await signIn(email, timeCode(secret), staffPassword, { from })).status).toBe(302)
})

test('known and unknown e-mails are refused alike, also when they were tried too often', async () => {
  const email = 'alike@shop.gr'
  await join(email)
  const answers = async (address: string, from: string) => {
    const statuses = []
    for (let index = 0; index < 7; index++)
      statuses.push((await signIn(address, '000000', 'guess guess', { from })).status)
    return statuses
  }
  expect(await answers(email, '203.0.113.50')).toEqual(await answers('nobody@shop.gr', '203.0.113.51'))
})
