import { randomUUID } from 'node:crypto'
import { generateSync } from 'otplib'
import { beforeEach, describe, expect, test } from 'vitest'
import { hashToken } from '../../src/server/context/session.ts'
import { countAttempt } from '../../src/server/security/rate-limits.ts'
import { ShopFailure } from '../../src/shop/port.ts'
import { accountClient, person } from '../account-client.ts'
import { opened } from '../opened.ts'
import { testApp } from '../test-app.ts'

/** Guessing passwords (R108 R1242 to R1246). */
let now = new Date('2027-03-01T10:00:00Z')
const asked: string[] = []
let isShopAway = false
const checkCustomerPassword = async (email: string) => {
  asked.push(email)
  if (isShopAway) throw new ShopFailure('unavailable', 'away')
  return null
}
const site = opened(() =>
  testApp({
    shop: { checkCustomerPassword, watchCredentials() {} } as never,
    now: () => now,
    env: { STAFF_EMAIL: 'staff@doron.test' },
  }),
)
beforeEach(() => {
  asked.length = 0
  isShopAway = false
  minutes(60)
})

const minutes = (count: number) => {
  now = new Date(now.getTime() + count * 60_000)
}
const { registerConfirmed, emailsTo, post } = accountClient(() => site)
const { password } = person
let visitors = 0
const newAddress = () => `10.77.${++visitors >> 8}.${visitors & 255}`
const signIn = (email: string, more: object = {}, from = newAddress()) =>
  site.post('/login', { email, password, ...more }, { from })

/** A hundred wrong passwords from everywhere, in this quarter of an hour. */
async function guessAHundredTimes(email: string): Promise<void> {
  await countAttempt(site.db, now, `login::${email}`, Infinity, 900, undefined, 100)
}
const linksTo = async (email: string) =>
  (await emailsTo(email, 'sign-in-link')).map(({ props }) => String(props.code))
const outcome = ({ status, body }: Awaited<ReturnType<typeof signIn>>) => [status, body.data.code ?? 'in']

describe('beyond a hundred wrong passwords from everywhere', () => {
  test('an unknown browser needs the password and the link, and right, wrong and unknown are answered alike', async () => {
    const [email, stranger] = ['besieged@example.gr', 'nobody@example.gr']
    await registerConfirmed(email)
    await guessAHundredTimes(email)
    await guessAHundredTimes(stranger)
    const answers = [
      await signIn(email, { password: 'wrong password' }),
      await signIn(stranger),
      await signIn(email),
      await signIn(email),
    ]
    expect(answers.map(outcome)).toEqual(answers.map(() => [401, 'account_login_link']))
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    const [link, ...more] = await linksTo(email)
    expect(more).toEqual([])
    expect(outcome(await signIn(email, { link, password: 'wrong password' }))).toEqual([
      401,
      'account_login_wrong',
    ])
    expect(outcome(await signIn(stranger, { link }))).toEqual([401, 'account_login_link'])
    expect(outcome(await signIn(email, { link: 'made up' }))).toEqual([401, 'account_login_link'])
    expect(outcome(await signIn(email, { link }))).toEqual([200, 'in'])
    // Used once; the next one is another.
    expect(outcome(await signIn(email, { link }))).toEqual([401, 'account_login_link'])
    expect(await linksTo(email)).toHaveLength(2)
  })

  test('a guess never learns that it was right: not by another try, and not by many at once', async () => {
    const email = 'oracle@example.gr'
    await registerConfirmed(email)
    await guessAHundredTimes(email)
    const from = '203.0.113.66'
    const statuses = []
    for (let guess = 0; guess < 11; guess++)
      statuses.push((await signIn(email, guess === 4 ? {} : { password: 'guess' }, from)).status)
    expect(statuses).toEqual([...Array(10).fill(401), 429])
    minutes(61)
    await guessAHundredTimes(email)
    await Promise.all(Array.from({ length: 8 }, () => signIn(email)))
    expect(await linksTo(email)).toHaveLength(2)
  })

  test('a link lives for an hour, and has ten tries that nobody else can use up', async () => {
    const email = 'hour@example.gr'
    await registerConfirmed(email)
    await guessAHundredTimes(email)
    const from = '203.0.113.67'
    for (let guess = 0; guess < 10; guess++) await signIn(email, { password: 'guess' }, from)
    await signIn(email)
    const [link] = await linksTo(email)
    minutes(14)
    expect((await signIn(email, { password: 'guess', link }, from)).status).toBe(401)
    minutes(45)
    await guessAHundredTimes(email)
    for (let guess = 0; guess < 10; guess++) await signIn(email, { password: 'guess', link }, from)
    expect((await signIn(email, { link }, from)).status).toBe(429)
    minutes(1)
    await guessAHundredTimes(email)
    expect(outcome(await signIn(email, { link }))).toEqual([401, 'account_login_link'])
  })

  test('a known browser goes on with ten tries of its own, whatever its address did', async () => {
    const email = 'known@example.gr'
    await registerConfirmed(email)
    const device = randomUUID()
    const from = '203.0.113.68'
    expect((await signIn(email, { device }, from)).status).toBe(200)
    await guessAHundredTimes(email)
    for (let guess = 0; guess < 11; guess++) await signIn(email, { password: 'guess' }, from)
    await countAttempt(site.db, now, `login:${from}`, Infinity, 900, undefined, 100)
    expect((await signIn(email, { device }, from)).status).toBe(200)
    for (let guess = 0; guess < 10; guess++)
      expect((await signIn(email, { device, password: 'typo' }, from)).status).toBe(401)
    expect((await signIn(email, { device }, from)).status).toBe(429)
    // The name of a browser that somebody made up is none.
    expect(outcome(await signIn(email, { device: randomUUID() }))).toEqual([401, 'account_login_link'])
  })

  test('the owner is told once a day', async () => {
    const email = 'told@example.gr'
    await registerConfirmed(email)
    for (let day = 0; day < 2; day++) {
      for (let round = 0; round < 3; round++) {
        await guessAHundredTimes(email)
        await signIn(email, { password: 'guess' })
        minutes(20)
      }
      expect(await emailsTo(email, 'sign-in-guessed')).toHaveLength(day + 1)
      minutes(24 * 60)
    }
  })
})

test.each([
  ['a /56', 20, (index: number) => `2001:db8:1:${(0xab00 + index).toString(16)}::1`, '2001:db8:1:abff::1'],
  ['a /48', 40, (index: number) => `2001:db8:2:${(index * 256).toString(16)}::1`, '2001:db8:2:ffff::1'],
])('%s is one customer, however many networks it has', async (_, max, addressOf, another) => {
  // Beyond five wrong ones of an e-mail only the right password tells whether a network still has tries (R1245).
  for (const [guesses, status] of [
    [max - 1, 200],
    [max, 429],
  ] as const) {
    const email = `networks${guesses}of${max}@example.gr`
    await registerConfirmed(email)
    for (let index = 0; index < guesses; index++) await signIn(email, { password: 'guess' }, addressOf(index))
    expect((await signIn(email, {}, another)).status).toBe(status)
  }
})

describe('the shop’s own check of passwords', () => {
  const failed = () =>
    site.db.selectFrom('security_event').select('count').where('kind', '=', 'sign_in_failed').execute()

  test('a sign-in is recorded also while the shop can’t be asked', async () => {
    isShopAway = true
    const sum = async () => (await failed()).reduce((total, { count }) => total + count, 0)
    const before = await sum()
    expect(outcome(await signIn('away@example.gr'))).toEqual([503, 'account_login_away'])
    expect(await sum()).toBe(before + 1)
  })

  test('twelve tries at once about one e-mail leave the shop’s check to everybody else', async () => {
    const email = 'twelve@example.gr'
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => signIn(email, { password: 'a guess' })),
    )
    expect(asked).toHaveLength(5)
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(5).fill(401), ...Array(7).fill(429)])
    expect(outcome(await signIn('another@example.gr'))).toEqual([401, 'account_login_wrong'])
  })

  test('nor do tries from one address about many e-mails', async () => {
    const from = '203.0.113.90'
    for (let index = 0; index < 40; index++) await signIn(`one${index}@example.gr`, {}, from)
    expect(asked).toHaveLength(30)
    expect(outcome(await signIn('other@example.gr'))).toEqual([401, 'account_login_wrong'])
  })
})

describe('giving the password again', () => {
  const prove = (token: string, typed: string, from: string) =>
    site.post('/me/proof', { password: typed }, { token, from })

  test('wrong tries in a stolen session lock its owner out nowhere', async () => {
    const email = 'stolen@example.gr'
    const stolen = await registerConfirmed(email)
    const own = String((await signIn(email)).body.data.token)
    for (let guess = 0; guess < 15; guess++) await prove(stolen, 'guess', '203.0.113.80')
    expect((await prove(stolen, password, '203.0.113.80')).status).toBe(429)
    expect((await prove(own, password, '203.0.113.80')).status).toBe(200)
    // The very session, from the owner's address.
    expect((await prove(stolen, password, '192.0.2.33')).status).toBe(200)
    expect((await signIn(email)).status).toBe(200)
  })

  test('guesses in one session end, from however many addresses they come', async () => {
    const token = await registerConfirmed('spread@example.gr')
    const key = `password:${hashToken(token).toString('base64url')}`
    await countAttempt(site.db, now, key, Infinity, 900, undefined, 100)
    expect((await prove(token, password, '192.0.2.34')).status).toBe(429)
  })

  test('who has the password guesses codes at the sign-in without keeping the owner from giving theirs', async () => {
    const email = 'codes@example.gr'
    const token = await registerConfirmed(email)
    const { setup, secret } = (await post('/me/second-factor/setup', {}, token)).body.data as Record<
      string,
      string
    >
    const timeCode = (steps = 0) =>
      generateSync({ secret: secret ?? '', epoch: Math.floor(now.getTime() / 1000) + steps * 30 })
    expect((await post('/me/second-factor', { setup, code: timeCode() }, token)).status).toBe(200)
    for (let guess = 0; guess < 7; guess++) await signIn(email, { code: '000000' })
    expect((await signIn(email, { code: '000000' })).status).toBe(429)
    minutes(1)
    expect((await post('/me/proof', { password, code: timeCode() }, token)).status).toBe(200)
  })
})
