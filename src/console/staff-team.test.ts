import { beforeAll, describe, expect, test } from 'vitest'
import { opened } from '../../test/opened.ts'
import { consoleOn, staffClient } from '../../test/staff-client.ts'
import { testApp } from '../../test/test-app.ts'

const site = opened(() => testApp({ shop: 'none', pages: true, env: consoleOn }))
let owner: string
beforeAll(async () => {
  owner = await staff.sessionOf('first@shop.gr', 'owner')
})

const staff = staffClient(() => site)
const { view, send, join, signIn, sessionOf, timeCode, openInvitation } = staff
const reason = 'she left the shop'
const personOf = (email: string) =>
  site.db.selectFrom('staff_person').selectAll().where('email', '=', email).executeTakeFirstOrThrow()
const pageOf = async (email: string) => `/staff/team/${(await personOf(email)).id}`
const isSignedIn = async (cookie: string) => (await view('/staff/sessions', cookie)).status === 200
const lastLine = async () =>
  site.db
    .selectFrom('staff_audit')
    .innerJoin('staff_audit_value', 'audit_id', 'staff_audit.id')
    .innerJoin('staff_person', 'staff_person.id', 'person_id')
    .select(['action', 'subject', 'before', 'after', 'reason', 'email'])
    .orderBy('staff_audit.id', 'desc')
    .executeTakeFirstOrThrow()

describe('an owner', () => {
  test('invites somebody by letter; a wrong form says so, and whoever joined is not invited again', async () => {
    const wrong = await send('/staff/team', { name: '', email: 'x', role: 'chief' }, { cookie: owner })
    expect(wrong.status).toBe(422)
    const invitee = { name: 'Νίκη', email: 'niki@shop.gr', role: 'manager' }
    expect((await send('/staff/team', invitee, { cookie: owner })).status).toBe(302)
    expect(await lastLine()).toMatchObject({ action: 'staff_invited', email: 'first@shop.gr' })
    const { props } = await site.db
      .selectFrom('outbox')
      .select('props')
      .where('recipient', '=', 'niki@shop.gr')
      .executeTakeFirstOrThrow()
    expect((await openInvitation(`/staff/invitation?code=${props.code}`)).html).toContain('Νίκη')
    await join('joined@shop.gr')
    const known = await send('/staff/team', { ...invitee, email: 'Joined@shop.gr' }, { cookie: owner })
    expect([known.status, (await personOf('joined@shop.gr')).role]).toEqual([409, 'support'])
    const list = await (await view('/staff/team', owner)).text()
    for (const words of ['niki@shop.gr', 'joined@shop.gr', 'invited']) expect(list).toContain(words)
  })

  test('changes a role from the next click on, with a reason in the audit', async () => {
    const cookie = await sessionOf('role@shop.gr', 'support')
    const path = await pageOf('role@shop.gr')
    expect(
      (await send(path, { intent: 'role', role: 'manager', reason: '' }, { cookie: owner })).status,
    ).toBe(422)
    expect((await view('/staff/audit', cookie)).status).toBe(403)
    await send(path, { intent: 'role', role: 'manager', reason }, { cookie: owner })
    expect((await view('/staff/audit', cookie)).status).toBe(200)
    expect(await lastLine()).toMatchObject({
      action: 'staff_role_changed',
      before: { role: 'support' },
      after: { role: 'manager' },
      reason,
    })
  })

  test('ends sessions, resets password and time code, and removes', async () => {
    const email = 'going@shop.gr'
    const { secret, codes } = await join(email)
    const cookie = (await signIn(email, timeCode(secret, 1))).headers.getSetCookie()[0]?.split(';')[0] ?? ''
    const path = await pageOf(email)
    const act = (intent: string) => send(path, { intent, reason }, { cookie: owner })
    await act('sessions')
    expect(await isSignedIn(cookie)).toBe(false)
    expect((await signIn(email, codes[0] ?? '')).status).toBe(302)
    await act('reset')
    expect((await signIn(email, codes[1] ?? '')).status).toBe(401)
    const again = await join(email)
    expect((await signIn(email, again.codes[0] ?? '')).status).toBe(302)
    await act('remove')
    expect(await lastLine()).toMatchObject({ action: 'staff_removed', reason })
    expect((await signIn(email, again.codes[1] ?? '')).status).toBe(401)
    expect((await act('sessions')).status).toBe(404)
  })

  test('changes nothing of their own access, and of two who remove each other one is left', async () => {
    const own = await send(await pageOf('first@shop.gr'), { intent: 'remove', reason }, { cookie: owner })
    expect([own.status, await isSignedIn(owner)]).toEqual([409, true])
    const pairs = await Promise.all(
      ['a@shop.gr', 'b@shop.gr'].map(async email => ({
        cookie: await sessionOf(email, 'owner'),
        path: await pageOf(email),
      })),
    )
    const [a, b] = pairs
    if (!a || !b) throw new Error('two owners')
    const fields = { intent: 'remove', reason }
    const answers = await Promise.all([
      send(b.path, fields, { cookie: a.cookie }),
      send(a.path, fields, { cookie: b.cookie }),
    ])
    expect(
      answers.filter(
        ({ status, headers }) => status === 302 && headers.get('location') === '/staff/team?lang=en',
      ),
    ).toHaveLength(1)
    expect([await isSignedIn(a.cookie), await isSignedIn(b.cookie)].sort()).toEqual([false, true])
  })
})
