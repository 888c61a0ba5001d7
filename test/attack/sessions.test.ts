import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { generateSync } from 'otplib'
import { beforeAll, describe, expect, test } from 'vitest'
import { deleteRows, findRows, getRow, insertRow, updateRows } from '../../src/server/postgres/rows.ts'
import { accountClient, person } from '../account-client.ts'
import { aHost } from '../builders.ts'
import { opened } from '../opened.ts'
import { testApp } from '../test-app.ts'

const start = new Date('2027-03-01T10:00:00Z')
const daysLater = (days: number) => new Date(start.getTime() + days * 86_400_000)
let now = start
const site = opened(() => testApp({ shop: 'none', now: () => now }))
const secure = opened(() => testApp({ shop: 'none', env: { SITE_URL: 'https://registry.example' } }))

const { post, register, registerConfirmed, login, isSignedIn, codeTo } = accountClient(() => site)

test('a token that nobody used for two weeks is worth nothing, and one in use goes on', async () => {
  now = start
  const [idle, used] = [await register('idle@example.gr'), await register('used@example.gr')]
  now = daysLater(13)
  expect(await isSignedIn(used)).toBe(true)
  now = daysLater(15)
  expect([await isSignedIn(idle), await isSignedIn(used)]).toEqual([false, true])
  const devices = await site.get('/me/sessions', { token: await login('idle@example.gr') })
  expect(devices.body.data.sessions).toHaveLength(1)
})

test('use is written at most once an hour', async () => {
  now = start
  const token = await register('seldom@example.gr')
  const seenAt = async () =>
    (
      await site.db
        .selectFrom('session')
        .innerJoin('customer', 'customer.id', 'session.customer_id')
        .select('seen_at')
        .where('email', '=', 'seldom@example.gr')
        .executeTakeFirstOrThrow()
    ).seen_at.getTime()
  for (const [minutes, seen] of [
    [59, 0],
    [61, 61],
    [120, 61],
  ] as const) {
    now = new Date(start.getTime() + minutes * 60_000)
    await isSignedIn(token)
    expect(await seenAt()).toBe(start.getTime() + seen * 60_000)
  }
})

test('whoever copied the token is out when the password changes', async () => {
  now = start
  const copied = await register('copied@example.gr')
  const passwords = { current_password: person.password, password: 'quite new', repassword: 'quite new' }
  const { body } = await post('/me/password-update', passwords, copied)
  expect([await isSignedIn(copied), await isSignedIn(String(body.data.token))]).toEqual([false, true])
})

test('on https only the cookie that no other host can set signs anybody in', async () => {
  const { token } = await aHost(secure)
  const statusWith = async (name: string) =>
    (await secure.get('/me', { headers: { cookie: `${name}=${token}` } })).status
  expect([await statusWith('__Host-customerToken'), await statusWith('customerToken')]).toEqual([200, 401])
  const post = (headers: Record<string, string>) =>
    secure.post('/me/update', {}, { headers: { cookie: `__Host-customerToken=${token}`, ...headers } })
  expect((await post({ origin: 'https://evil.example' })).status).toBe(403)
  expect((await post({})).status).toBe(403)
})

test('signing out clears what the browser stored, and nothing else does', async () => {
  now = start
  const token = await register('leaves@example.gr')
  expect((await post('/me/update', {}, token)).headers.get('clear-site-data')).toBeNull()
  expect((await post('/logout', {}, '')).headers.get('clear-site-data')).toBeNull()
  expect((await post('/logout', {}, token)).headers.get('clear-site-data')).toBe('"cache", "storage"')
})

describe('a request that has verified the old password', () => {
  beforeAll(async () => {
    // What is verified takes its counted try back, and waits there while the test holds this lock.
    for (const statement of [
      sql`create function wait_for_test() returns trigger language plpgsql as
        'begin perform pg_advisory_xact_lock(1); return new; end'`,
      sql`create trigger wait_for_test before update on rate_limit for each row when (new.count < old.count)
        execute function wait_for_test()`,
    ])
      await statement.execute(site.db)
  })

  /** What the request is answered if all this happens after it has verified the password, and before it writes. */
  async function answerAfter(
    request: () => ReturnType<typeof post>,
    meanwhile: () => Promise<unknown>,
  ): ReturnType<typeof post> {
    const { answer } = await site.db.transaction().execute(async tx => {
      await sql`select pg_advisory_xact_lock(1)`.execute(tx)
      const answer = request()
      await expect
        .poll(async () => {
          const waiting = sql`select from pg_locks where locktype = 'advisory' and not granted and database =
            (select oid from pg_database where datname = current_database())`
          return (await waiting.execute(site.db)).rows
        })
        .toHaveLength(1)
      await meanwhile()
      return { answer }
    })
    return answer
  }

  async function aVictim(name: string) {
    now = start
    const email = `${name}@example.gr`
    const token = await registerConfirmed(email)
    const { id } = await getRow(site.db, 'customer', { email })
    await post('/password-email', { email })
    const code = await codeTo(email, 'password-reset')
    const reset = async () => {
      now = new Date(start.getTime() + 1000)
      expect((await post('/password-reset', { email, code, password: 'quite new' })).status).toBe(200)
    }
    return { email, token, id, reset }
  }
  const rightsOf = async (customer_id: number) => [
    ...(await findRows(site.db, 'session', { where: { customer_id } })),
    ...(await findRows(site.db, 'known_device', { where: { customer_id } })),
  ]
  const signIn = (email: string, more: object = {}) =>
    post('/login', { email, password: person.password, ...more })

  test('does not sign in once there is a new one', async () => {
    const { email, id, reset } = await aVictim('reset')
    const { status, body } = await answerAfter(() => signIn(email, { device: randomUUID() }), reset)
    expect([status, body.data.code]).toEqual([401, 'account_login_wrong'])
    expect(await rightsOf(id)).toEqual([])
    expect(await isSignedIn(await login(email, 'quite new'))).toBe(true)
  })

  test('signs in where only its hash was renewed', async () => {
    const { email, id } = await aVictim('renewed')
    const other = await register('same-password@example.gr')
    const { status } = await answerAfter(
      () => signIn(email),
      async () => {
        const { password_hash } = await getRow(site.db, 'customer', { email: 'same-password@example.gr' })
        await updateRows(site.db, 'customer', { set: { password_hash }, where: { id } })
      },
    )
    expect([status, await isSignedIn(other)]).toEqual([200, true])
  })

  test('is asked for the second factor that was added, and not trusted by a browser that was forgotten', async () => {
    const { email, id } = await aVictim('factor')
    const device = randomUUID()
    await signIn(email, { device })
    for (const code of [undefined, '123456']) {
      const { body } = await answerAfter(
        () => signIn(email, { device, code }),
        async () => {
          await deleteRows(site.db, 'second_factor', { customer_id: id })
          const factor = { sealed_time_secret: '', last_time_step: 0, added_at: now }
          await insertRow(site.db, 'second_factor', { customer_id: id, ...factor })
          await deleteRows(site.db, 'known_device', { customer_id: id })
        },
      )
      expect(body.data.keys).toEqual({ code: 'account_factor_needed' })
      await deleteRows(site.db, 'second_factor', { customer_id: id })
    }
  })

  const setUp = async (token: string) => {
    const { data } = (await post('/me/second-factor/setup', {}, token)).body
    const epoch = Math.floor(now.getTime() / 1000)
    return { setup: data.setup, code: generateSync({ secret: String(data.secret), epoch }) }
  }
  const password = person.password
  const acts: Record<string, (token: string) => [string, object] | Promise<[string, object]>> = {
    'a new password': () => [
      '/me/password-update',
      { current_password: password, password: 'of the thief', repassword: 'of the thief' },
    ],
    'a new e-mail': () => ['/me/email-change', { email: 'of-the-thief@example.gr', password }],
    'a second factor': async token => ['/me/second-factor', await setUp(token)],
    deactivating: () => ['/me/deactivate', { password }],
  }

  test.each(Object.keys(acts))('changes nothing by a session that has ended: %s', async act => {
    const { email, token, id, reset } = await aVictim(act.replaceAll(' ', '-'))
    const [path, fields] = (await acts[act]?.(token)) ?? ['', {}]
    const { status, body } = await answerAfter(() => post(path, fields, token), reset)
    expect([status, body.data.code]).toEqual([401, 'refused_signin'])
    expect(await findRows(site.db, 'second_factor', { where: { customer_id: id } })).toEqual([])
    expect(await findRows(site.db, 'email_change', { where: { customer_id: id } })).toEqual([])
    expect(await getRow(site.db, 'customer', { id })).toMatchObject({ deletion_requested_at: null })
    expect(await isSignedIn(await login(email, 'quite new'))).toBe(true)
  })

  test('confirms no new e-mail that was waiting', async () => {
    const { email, token, reset } = await aVictim('waiting')
    await post('/me/email-change', { email: 'thief-waits@example.gr', password }, token)
    const code = await codeTo('thief-waits@example.gr', 'email-change-confirm')
    const { status, body } = await answerAfter(() => post('/email-change/confirm', { code, password }), reset)
    expect([status, body.data.code]).toEqual([422, 'account_email_change_late'])
    expect(await isSignedIn(await login(email, 'quite new'))).toBe(true)
  })
})
