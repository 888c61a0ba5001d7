import { describe, expect, test } from 'vitest'
import { aHost } from '../../test/builders.ts'
import { opened } from '../../test/opened.ts'
import { cookiesOf } from '../../test/page-client.ts'
import { consoleOn, staffClient, staffPassword } from '../../test/staff-client.ts'
import { testApp } from '../../test/test-app.ts'

const site = opened(() =>
  testApp({
    shop: 'none',
    pages: true,
    env: { ...consoleOn, SECRET: 'a former secret of these tests without commas' },
  }),
)

const { view, send, invite, openInvitation, timeCode, join, signIn, sessionOf } = staffClient(() => site)
const minutes = (count: number) => {
  site.clock.now = new Date(site.clock.now.getTime() + count * 60_000)
}
const isSignedIn = async (cookie: string) => (await view('/staff/sessions', cookie)).status === 200
const lettersTo = async (email: string, template: string) =>
  site.db
    .selectFrom('outbox')
    .selectAll()
    .where('recipient', '=', email)
    .where('template', '=', template)
    .execute()

describe('an invitation', () => {
  test('shows a key, and takes password and first code; the codes of recovery are shown once', async () => {
    const path = await invite('anna@shop.gr', 'manager')
    expect(await lettersTo('anna@shop.gr', 'staff-invitation')).toHaveLength(1)
    const { cookie, html, secret } = await openInvitation(path)
    expect(html).toContain('Person manager')
    expect((await openInvitation(path)).secret).toBe(secret)
    const fields = { password: staffPassword, repassword: staffPassword, time_code: timeCode(secret) }
    const accepted = await send('/staff/invitation', fields, { cookie })
    expect(accepted.headers.get('cache-control')).toContain('no-store')
    expect((await accepted.text()).match(/<code>/g)).toHaveLength(10)
    expect(await (await send('/staff/invitation', fields, { cookie })).text()).toContain('no longer works')
    expect((await openInvitation(path)).html).toContain('no longer works')
  })

  test('refuses a short or common password and a wrong code, and stays good', async () => {
    const { cookie, secret } = await openInvitation(await invite('weak@shop.gr'))
    const right = { password: staffPassword, repassword: staffPassword, time_code: timeCode(secret) }
    for (const wrong of [
      { password: 'short', repassword: 'short' },
      { password: 'weak@shop.gr1', repassword: 'weak@shop.gr1' },
      { time_code: timeCode(secret, 5) },
      { repassword: `${staffPassword}!` },
    ])
      expect((await send('/staff/invitation', { ...right, ...wrong }, { cookie })).status).toBe(422)
    expect((await send('/staff/invitation', right, { cookie })).status).toBe(200)
  })

  test('ends after 48 hours, and with the next one', async () => {
    const [first, second] = [await invite('late@shop.gr'), await invite('late@shop.gr')]
    expect((await openInvitation(first)).secret).toBe('')
    minutes(48 * 60 - 1)
    expect((await openInvitation(second)).secret).not.toBe('')
    minutes(1)
    expect((await openInvitation(second)).secret).toBe('')
  })

  test('a new one for whoever is known ends their sessions and former codes when it is used', async () => {
    const cookie = await sessionOf('again@shop.gr', 'owner')
    const { secret, codes } = await join('again@shop.gr', 'support')
    expect(await isSignedIn(cookie)).toBe(false)
    expect((await signIn('again@shop.gr', codes[0] ?? '')).status).toBe(302)
    expect((await signIn('again@shop.gr', timeCode(secret, 1))).status).toBe(302)
  })

  test('the database has neither the key nor a code as it is', async () => {
    const { secret, codes } = await join('stored@shop.gr')
    const rows = JSON.stringify([
      await site.db.selectFrom('staff_person').selectAll().execute(),
      await site.db.selectFrom('second_factor').selectAll().execute(),
      await site.db.selectFrom('recovery_code').selectAll().execute(),
    ])
    for (const hidden of [secret, staffPassword, ...codes, ...codes.map(code => code.replaceAll('-', ''))])
      expect(rows).not.toContain(hidden)
  })
})

describe('signing in', () => {
  test('needs password and time code, and takes each code once', async () => {
    const email = 'both@shop.gr'
    const { secret } = await join(email)
    const used = timeCode(secret)
    expect((await signIn(email, used)).status).toBe(401)
    minutes(1)
    const code = timeCode(secret)
    expect((await signIn(email, code, 'not the password')).status).toBe(401)
    expect((await signIn(email, '')).status).toBe(422)
    const answer = await signIn(email, code)
    expect(answer.status).toBe(302)
    expect(answer.headers.getSetCookie()[0]).toMatch(
      /^staffToken=[\w-]{43}; Path=\/staff; .*HttpOnly; SameSite=Lax/,
    )
    expect(await isSignedIn(cookiesOf(answer))).toBe(true)
    expect((await signIn(email, code)).status).toBe(401)
  })

  test('goes on with a new SECRET, and soon without the former one', async () => {
    const email = 'rotated@shop.gr'
    const { secret } = await join(email)
    const [former, SECRET] = [site.config.SECRET, 'the present secret of these tests without commas']
    const digest = { DIGEST_SECRET: site.config.DIGEST_SECRET }
    const signInWith = async (env: Record<string, string>) => {
      minutes(1)
      const { db, clock } = site
      const options = { shop: 'none', pages: true, db, now: () => clock.now } as const
      const renewed = await testApp({ ...options, env: { ...consoleOn, ...digest, ...env } })
      const { status } = await staffClient(() => renewed).signIn(email, timeCode(secret))
      await renewed.close()
      return status
    }
    expect(await signInWith({ SECRET })).toBe(401)
    expect(await signInWith({ SECRET, SECRET_PREVIOUS: former })).toBe(302)
    expect(await signInWith({ SECRET })).toBe(302)
  })

  test('a recovery code stands in for the time code, once', async () => {
    const { codes } = await join('lost@shop.gr')
    const typed = (codes[0] ?? '').toLocaleLowerCase('en').replaceAll('-', ' ')
    const answer = await signIn('lost@shop.gr', typed)
    expect(answer.status).toBe(302)
    const page = await (await view('/staff/sessions', cookiesOf(answer))).text()
    expect(page).toContain('9 recovery codes')
    expect((await signIn('lost@shop.gr', typed)).status).toBe(401)
  })

  test('answers alike for an unknown e-mail, a wrong password and a wrong code', async () => {
    const { secret } = await join('alike@shop.gr')
    const answers = [
      await signIn('nobody@shop.gr', '123456'),
      await signIn('alike@shop.gr', timeCode(secret, 1), 'not the password'),
      await signIn('alike@shop.gr', timeCode(secret, 9)),
    ]
    const texts = await Promise.all(answers.map(answer => answer.text()))
    const notices = texts.map(text => /role="alert"[\s\S]*?<\/div>/.exec(text)?.[0])
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401])
    expect(new Set(notices).size).toBe(1)
  })
})

describe('a session', () => {
  test('ends after 12 hours, and after 60 minutes without use', async () => {
    const idle = await sessionOf('idle@shop.gr', 'support')
    minutes(59)
    expect(await isSignedIn(idle)).toBe(true)
    minutes(60)
    expect(await isSignedIn(idle)).toBe(false)
    const long = await sessionOf('long@shop.gr', 'support')
    for (let half = 1; half < 24; half++) {
      minutes(30)
      expect(await isSignedIn(long)).toBe(true)
    }
    minutes(30)
    expect(await isSignedIn(long)).toBe(false)
  })

  test('opens nothing of a host, nor the other way round: both stand in one table', async () => {
    const [name = '', staffToken = ''] = (await sessionOf('one-table@shop.gr', 'owner')).split('=')
    const host = await aHost(site)
    expect((await site.get('/me', { token: host.token })).status).toBe(200)
    expect((await site.get('/me', { token: staffToken })).status).toBe(401)
    expect([await isSignedIn(`${name}=${staffToken}`), await isSignedIn(`${name}=${host.token}`)]).toEqual([
      true,
      false,
    ])
  })

  test('is listed and ended by its owner alone', async () => {
    const email = 'two@shop.gr'
    const { secret } = await join(email)
    const here = cookiesOf(await signIn(email, timeCode(secret, 1)))
    minutes(2)
    const there = cookiesOf(await signIn(email, timeCode(secret)))
    const other = await sessionOf('other@shop.gr', 'owner')
    const { id } = await site.db
      .selectFrom('session')
      .innerJoin('staff_person', 'staff_person.id', 'person_id')
      .select('session.id')
      .where('email', '=', email)
      .orderBy('session.id', 'desc')
      .executeTakeFirstOrThrow()
    await send('/staff/sessions', { end: String(id) }, { cookie: other })
    expect(await isSignedIn(there)).toBe(true)
    await send('/staff/sessions', { end: String(id) }, { cookie: here })
    expect([await isSignedIn(here), await isSignedIn(there)]).toEqual([true, false])
  })

  test('signing out ends it; another site can neither end nor use it', async () => {
    const cookie = await sessionOf('out@shop.gr', 'support')
    const foreign = await send('/staff/logout', {}, { cookie, origin: 'https://elsewhere.example' })
    expect(foreign.status).toBe(403)
    expect(await isSignedIn(cookie)).toBe(true)
    const out = await send('/staff/logout', {}, { cookie })
    expect(out.headers.getSetCookie().join()).toContain('staffToken=; Path=/staff; Max-Age=0')
    expect(await isSignedIn(cookie)).toBe(false)
  })
})
