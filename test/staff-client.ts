import { randomUUID } from 'node:crypto'
import { generateSync } from 'otplib'
import { pino } from 'pino'
import { insertSession } from '../src/account/session.ts'
import { createJobContext } from '../src/app/context.ts'
import { type StaffRole, staffCookieName } from '../src/base/staff-roles.ts'
import { inviteStaffMember, unlockStaffMember } from '../src/console/member.ts'
import { createSessionToken } from '../src/server/context/session.ts'
import type { Db } from '../src/server/postgres/tables.ts'
import { cookiesOf, pageClient } from './page-client.ts'
import type { SingleTestApp } from './test-app.ts'
import { noShop } from './test-process.ts'

/** The settings of an app whose console is on. */
export const consoleOn = { STAFF_CONSOLE: 'true' }
export const staffPassword = 'θάλασσα και ελιές'

/** A session of the console, by its rows, for tests that are not about signing in. */
export async function staffCookieOf(
  { db, clock, config }: Pick<SingleTestApp, 'config'> & { db: Db; clock: { now: Date } },
  role: StaffRole = 'support',
): Promise<string> {
  const email = `${role}-${randomUUID()}@shop.gr`
  const person = { name: `Person ${role}`, email, email_key: email, role, language: 'en' as const }
  const { now } = clock
  const { id } = await db
    .insertInto('staff_person')
    // Whoever has a session has joined.
    .values({ ...person, invited_at: now, accepted_at: now, password_hash: 'x' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return `${staffCookieName(config.SITE_URL.startsWith('https:'))}=${await sessionFor({ db, clock }, id)}`
}

/** The token of a session of one of the staff, from now on. */
export async function sessionFor({ db, clock }: { db: Db; clock: { now: Date } }, personId: number) {
  const { now } = clock
  const { token, hash } = createSessionToken()
  const times = { created_at: now, seen_at: now, expires_at: new Date(now.getTime() + 12 * 3_600_000) }
  await insertSession(
    db,
    { kind: 'staff', id: personId },
    { token_hash: hash, agent: '', ...times, proved_at: now },
  )
  return token
}

/** The console as a browser without JavaScript uses it. */
export function staffClient(getApp: () => SingleTestApp) {
  const pages = pageClient(getApp)

  /** Invites somebody as the terminal does; answers the link's path. */
  async function invite(email: string, role: StaffRole = 'support'): Promise<string> {
    const link = await inviteStaffMember({ name: `Person ${role}`, email, role }, terminalContext())
    return link.slice(getApp().config.SITE_URL.length)
  }

  function terminalContext() {
    const { db, config, clock } = getApp()
    return createJobContext({ db, config, shop: noShop(), log: pino({ enabled: false }), now: clock.read })
  }

  /** Forgets somebody's wrong tries, as the terminal does. */
  const unlock = (email: string) => unlockStaffMember(email, terminalContext())

  /** Opens the link of an invitation: the cookie that it leaves, and the key of the time codes on the page. */
  async function openInvitation(path: string) {
    const moved = await pages.view(path)
    const cookie = cookiesOf(moved)
    const html = await (await pages.view(moved.headers.get('location') ?? '', cookie)).text()
    return { cookie, html, secret: /<code[^>]*>([A-Z2-7]{32})<\/code>/.exec(html)?.[1] ?? '' }
  }

  /** The time code of a key, some steps of 30 seconds from now. */
  function timeCode(secret: string, steps = 0): string {
    const epoch = Math.floor(getApp().clock.read().getTime() / 1000) + steps * 30
    return generateSync({ secret, epoch })
  }

  /** Accepts an invitation; answers the key of the time codes and the recovery codes. */
  async function join(email: string, role: StaffRole = 'support') {
    const { cookie, secret } = await openInvitation(await invite(email, role))
    const fields = { password: staffPassword, repassword: staffPassword, time_code: timeCode(secret) }
    const answer = await pages.send('/staff/invitation', fields, { cookie })
    const html = await answer.text()
    const codes = [...html.matchAll(/<code>([A-Z\d]{4}-[A-Z\d]{4}-[A-Z\d]{4})<\/code>/g)].map(
      ([, code]) => code ?? '',
    )
    return { status: answer.status, secret, codes }
  }

  /** From a browser with those cookies, at that network address. */
  const signIn = (
    email: string,
    code: string,
    password = staffPassword,
    { from, cookie = '' }: { from?: string; cookie?: string } = {},
  ) =>
    getApp().app.request(
      '/staff/login',
      {
        method: 'POST',
        headers: { origin: getApp().config.SITE_URL, cookie },
        body: new URLSearchParams({ email, password, code }),
      },
      from === undefined ? {} : { incoming: { socket: { remoteAddress: from } } },
    )

  /** Signs in with the next time code, so that it may follow at once; answers the console's cookie. */
  async function sessionOf(email: string, role: StaffRole): Promise<string> {
    const { status, secret } = await join(email, role)
    const answer = await signIn(email, timeCode(secret, 1))
    const cookie = cookiesOf(answer)
    if (answer.status !== 302 || cookie === '')
      throw new Error(
        `No session for ${email}: joined ${status}, signed in ${answer.status}, ${await answer.text()}`,
      )
    return cookie
  }

  return { ...pages, invite, unlock, openInvitation, timeCode, join, signIn, sessionOf }
}
