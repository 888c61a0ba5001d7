import { describe, expect, test } from 'vitest'
import { aHost } from '../../test/builders.ts'
import { opened } from '../../test/opened.ts'
import { cookiesOf } from '../../test/page-client.ts'
import { consoleOn, staffClient, staffPassword } from '../../test/staff-client.ts'
import { testApp } from '../../test/test-app.ts'

const site = opened(() => testApp({ shop: 'none', pages: true, env: consoleOn }))

const staff = staffClient(() => site)
const minutes = (count: number) => {
  site.clock.now = new Date(site.clock.now.getTime() + count * 60_000)
}

/** Somebody who has just signed in, and the secret of their time codes. */
async function signedIn(email: string, role: 'manager' | 'owner') {
  const { secret } = await staff.join(email, role)
  minutes(1)
  const cookie = cookiesOf(await staff.signIn(email, staff.timeCode(secret)))
  return { cookie, proof: () => ({ proof_password: staffPassword, proof_code: staff.timeCode(secret) }) }
}

const reason = 'Called back on the known number.'

describe('what makes or moves money, or changes who signs in, asks for a fresh proof (R1181)', () => {
  test('a host’s e-mail: within ten minutes at once, later with password and code, and what was typed stays', async () => {
    const { cookie, proof } = await signedIn('proof@shop.gr', 'manager')
    const host = await aHost(site)
    const path = '/staff/actions/email_corrected'
    const typed = { host: String(host.id), email: 'right@example.gr' }
    const look = async () => (await staff.send(path, { ...typed, step: 'look' }, { cookie })).text()
    const confirm = async (html: string, more: Record<string, string>) => {
      const hidden = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? ''
      const form = { ...typed, version: hidden('version'), key: hidden('key'), reason, ...more }
      const answer = await staff.send(path, form, { cookie })
      return { status: answer.status, html: answer.status === 302 ? '' : await answer.text() }
    }
    const waiting = () =>
      site.db.selectFrom('email_change').select('new_email').where('customer_id', '=', host.id).execute()
    expect(await look()).not.toContain('proof_password')
    minutes(11)
    const html = await look()
    expect(html).toContain('name="proof_password"')
    const without = await confirm(html, {})
    expect([without.status, await waiting()]).toEqual([403, []])
    for (const kept of ['right@example.gr', reason, 'name="proof_code"']) expect(without.html).toContain(kept)
    const wrong = await confirm(html, { ...proof(), proof_password: 'wrong' })
    expect([wrong.status, await waiting()]).toEqual([422, []])
    for (const kept of ['right@example.gr', reason, 'Password or code is wrong'])
      expect(wrong.html).toContain(kept)
    expect((await confirm(html, proof())).status).toBe(302)
    expect(await waiting()).toEqual([{ new_email: 'right@example.gr' }])
    // For ten minutes nothing asks for a proof again.
    expect(await look()).not.toContain('proof_password')
  })

  test('the team, a second factor, an account, and files with people in them', async () => {
    const { cookie, proof } = await signedIn('owner@shop.gr', 'owner')
    const host = await aHost(site)
    minutes(11)
    const invite = { name: 'New', email: 'new@shop.gr', role: 'owner' }
    const refused = await staff.send('/staff/team', invite, { cookie })
    expect(refused.status).toBe(403)
    const html = await refused.text()
    for (const kept of ['value="New"', 'value="new@shop.gr"', 'name="proof_password"'])
      expect(html).toContain(kept)
    const { id } = await site.db
      .selectFrom('staff_person')
      .select('id')
      .where('email', '=', 'proof@shop.gr')
      .executeTakeFirstOrThrow()
    for (const [page, intent] of [
      [`/staff/team/${id}`, 'role'],
      [`/staff/team/${id}`, 'reset'],
      [`/staff/team/${id}`, 'remove'],
      [`/staff/hosts/${host.id}`, 'recovery'],
      [`/staff/hosts/${host.id}`, 'erase'],
    ] as const) {
      const answer = await staff.send(page, { intent, reason, role: 'owner', sure: 'on' }, { cookie })
      expect([page, intent, answer.status, (await answer.text()).includes(reason)]).toEqual([
        ...[page, intent, 403, true],
      ])
    }
    for (const file of [`/staff/hosts/${host.id}/file`, '/staff/audit/csv', '/staff/money/lines/file']) {
      const answer = await staff.view(file, cookie)
      expect([file, answer.status, answer.headers.get('location')]).toEqual([
        file,
        302,
        `/staff/proof?to=${encodeURIComponent(file)}&lang=en`,
      ])
    }
    const people = await staff.send('/staff/people/file', { email: host.email }, { cookie })
    expect([people.status, people.headers.get('location')]).toEqual([302, '/staff/people?lang=en'])
    const page = `/staff/proof?to=${encodeURIComponent('/staff/audit/csv')}`
    const proved = await staff.send(page, proof(), { cookie })
    expect([proved.status, await proved.text()]).toEqual([200, expect.stringContaining('/staff/audit/csv')])
    expect((await staff.view('/staff/audit/csv', cookie)).status).toBe(200)
    expect((await staff.send('/staff/team', invite, { cookie })).status).toBe(302)
  })

  test('a form that is sent twice proves once; a session guesses five times, and no other one pays for it', async () => {
    const { cookie, proof } = await signedIn('twice@shop.gr', 'owner')
    minutes(11)
    const give = (more = {}) => staff.send('/staff/proof', { ...proof(), ...more }, { cookie })
    const twice = await Promise.all([give(), give()])
    expect(twice.map(({ status }) => status)).toEqual([200, 200])
    minutes(11)
    const guesses = []
    for (let guess = 0; guess < 6; guess++)
      guesses.push((await give({ proof_password: `guess ${guess}` })).status)
    expect(guesses).toEqual([422, 422, 422, 422, 422, 429])
    expect((await give()).status).toBe(429)
    const other = await signedIn('calm@shop.gr', 'owner')
    minutes(11)
    const { status } = await staff.send('/staff/proof', other.proof(), { cookie: other.cookie })
    expect(status).toBe(200)
  })
})
