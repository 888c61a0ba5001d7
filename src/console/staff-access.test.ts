import { beforeAll, describe, expect, test } from 'vitest'
import { aHost, aRegistry } from '../../test/builders.ts'
import { opened } from '../../test/opened.ts'
import { pageClient } from '../../test/page-client.ts'
import { staffAddresses, staffPagePaths } from '../../test/staff-addresses.ts'
import { consoleOn, staffClient } from '../../test/staff-client.ts'
import { testApp } from '../../test/test-app.ts'
import { consoleCalls } from '../app/console-calls.ts'
import { staffEffects } from '../base/staff-effects.ts'
import { hasStaffRole, staffRoles } from '../base/staff-roles.ts'
import { runStaffCall } from '../server/context/handler.ts'
import { type AnyStaffCall, demandOf } from '../server/context/staff-call.ts'

/** Calls for staff only: name, and the role and proof that they demand. */
const closedCalls = Object.entries<AnyStaffCall>(consoleCalls).flatMap(([name, call]) =>
  call.demand === 'anybody' ? [] : [{ name, call, ...demandOf(call.demand) }],
)

const site = opened(() => testApp({ shop: 'none', pages: true, env: consoleOn }))
let registry: { code: string }
let host: { id: number }
beforeAll(async () => {
  host = await aHost(site)
  registry = await aRegistry(site, host)
})

const staff = staffClient(() => site)

/** Pages that anybody may open: they show nothing of the console. */
const open = ['/staff', '/staff/login', '/staff/invitation', '/staff/logout', '/staff/stop']
/** The status of each page by role; a new page needs its line here. */
const pages: Record<string, Record<(typeof staffRoles)[number], number>> = {
  '/staff/money': { support: 403, manager: 200, owner: 200 },
  '/staff/money/lines': { support: 403, manager: 200, owner: 200 },
  '/staff/money/file': { support: 403, manager: 200, owner: 200 },
  '/staff/money/lines/file': { support: 403, manager: 200, owner: 200 },
  '/staff/overview': { support: 200, manager: 200, owner: 200 },
  // Its table of money is for managers only.
  '/staff/overview/file': { support: 200, manager: 200, owner: 200 },
  '/staff/work': { support: 200, manager: 200, owner: 200 },
  '/staff/work/:kind': { support: 200, manager: 200, owner: 200 },
  '/staff/deliveries': { support: 200, manager: 200, owner: 200 },
  '/staff/deliveries/:id': { support: 200, manager: 200, owner: 200 },
  '/staff/demand': { support: 200, manager: 200, owner: 200 },
  '/staff/demand/file': { support: 200, manager: 200, owner: 200 },
  '/staff/demand/searches': { support: 200, manager: 200, owner: 200 },
  '/staff/approvals/:id': { support: 403, manager: 404, owner: 404 },
  '/staff/proof': { support: 200, manager: 200, owner: 200 },
  '/staff/sessions': { support: 200, manager: 200, owner: 200 },
  '/staff/event-types': { support: 403, manager: 200, owner: 200 },
  '/staff/event-types/:slug': { support: 403, manager: 200, owner: 200 },
  '/staff/team': { support: 403, manager: 403, owner: 200 },
  '/staff/team/:id': { support: 403, manager: 403, owner: 200 },
  '/staff/hosts/:id': { support: 200, manager: 200, owner: 200 },
  '/staff/hosts/:id/file': { support: 403, manager: 200, owner: 200 },
  '/staff/seen/:as/:id/*': { support: 200, manager: 200, owner: 200 },
  '/staff/people': { support: 403, manager: 200, owner: 200 },
  // Only a form may fetch it, by POST.
  '/staff/people/file': { support: 405, manager: 405, owner: 405 },
  '/staff/search': { support: 200, manager: 200, owner: 200 },
  '/staff/registries/:id/:part?': { support: 200, manager: 200, owner: 200 },
  // This test has no orders.
  '/staff/orders/:order': { support: 404, manager: 404, owner: 404 },
  '/staff/actions/:action': { support: 200, manager: 200, owner: 200 },
  '/staff/audit': { support: 403, manager: 200, owner: 200 },
  '/staff/audit/csv': { support: 403, manager: 200, owner: 200 },
}

/** The first of the staff has the number 1. */
const idOf = (path: string) =>
  path.startsWith('/staff/hosts/')
    ? String(host.id)
    : /^\/staff\/(team|approvals)\//.test(path)
      ? '1'
      : registry.code
const addressesOf = (path: string) => staffAddresses(path, idOf(path))

describe('who opens which page of the console', () => {
  test('every page is in this table', () => {
    expect([...open, ...Object.keys(pages)].sort()).toEqual(staffPagePaths.sort())
  })

  test('nobody, a host and a guest are asked to sign in, whatever they send', async () => {
    const hostCookie = await staff.signUp('host@example.gr')
    const token = /customerToken=([^;]+)/.exec(hostCookie)?.[1] ?? ''
    const strangers = ['', hostCookie, `staffToken=${token}`, 'staffToken=guess', 'cart=1']
    for (const path of Object.keys(pages).flatMap(addressesOf))
      for (const cookie of strangers)
        for (const answer of [await staff.view(path, cookie), await staff.send(path, {}, { cookie })]) {
          // A page without an action refuses forms.
          if (answer.status === 405) continue
          expect([path, answer.status]).toEqual([path, 302])
          expect(answer.headers.get('location')).toMatch(/^\/staff\/login\?to=/)
        }
  })

  test.each(staffRoles)('%s', async role => {
    const cookie = await staff.sessionOf(`${role}@shop.gr`, role)
    for (const [pattern, byRole] of Object.entries(pages))
      for (const path of addressesOf(pattern))
        expect([path, (await staff.view(path, cookie)).status]).toEqual([path, byRole[role]])
  })

  test('a session of the console signs nobody in anywhere else', async () => {
    const cookie = await staff.sessionOf('only@shop.gr', 'owner')
    const token = cookie.split('=')[1] ?? ''
    expect((await staff.view('/settings', `customerToken=${token}`)).status).toBe(302)
    const { status } = await site.get('/me/sessions', { token })
    expect(status).toBe(401)
  })

  test('every call asks for one of the staff, or is how they come in', () => {
    const open = Object.entries<AnyStaffCall>(consoleCalls).filter(([, { demand }]) => demand === 'anybody')
    expect(open.map(([name]) => name).sort()).toEqual([
      ...['acceptInvitation', 'invitation', 'login', 'requestToStop', 'self', 'stopMoneyRequest'],
    ])
    expect(closedCalls.length).toBeGreaterThan(90)
  })

  test.each([...staffRoles, 'host', 'nobody'] as const)('calls as %s', async who => {
    const cookie =
      who === 'nobody'
        ? ''
        : who === 'host'
          ? await staff.signUp('calls@example.gr')
          : await staff.sessionOf(`calls-${who}@shop.gr`, who)
    const ctx = await site.createContext(
      new Request(`${site.config.SITE_URL}/staff/x`, { headers: { cookie } }),
    )
    for (const { name, call, role } of closedCalls) {
      const refusal = await runStaffCall(call, { id: -1 }, ctx).then(
        () => null,
        (error: { code?: string }) => error.code ?? String(error),
      )
      const isStaff = who === 'support' || who === 'manager' || who === 'owner'
      const expected = isStaff ? (hasStaffRole(who, role) ? 'allowed' : 'staff_role') : 'refused_signin'
      // Whoever may call it is answered, be it with wrong fields.
      const got = refusal === null || refusal === 'refused_fields' ? 'allowed' : refusal
      expect([name, got]).toEqual([name, expected])
    }
  })

  test('of an owner whose proof is old, each call that asks for one by what it does is refused, and no other', async () => {
    const cookie = await staff.sessionOf('old-proof@shop.gr', 'owner')
    await site.db
      .updateTable('session')
      .set({ proved_at: new Date(0) })
      .where('person_id', 'is not', null)
      .execute()
    const ctx = await site.createContext(
      new Request(`${site.config.SITE_URL}/staff/x`, { headers: { cookie } }),
    )
    const refused = []
    for (const { name, call } of closedCalls) {
      const code = await runStaffCall(call, { id: -1 }, ctx).then(
        () => null,
        (error: { code?: string }) => error.code,
      )
      if (code === 'staff_proof_needed') refused.push(name)
    }
    const asking = closedCalls.filter(({ effect }) => staffEffects[effect].proof)
    expect(refused).toEqual(asking.map(({ name }) => name))
    expect(refused.length).toBeGreaterThan(5)
  })

  test('the calls are for the pages alone', async () => {
    const { status } = await site.post('/staff/login', { email: 'a@b.gr', password: 'x', code: '1' })
    expect(status).toBe(404)
  })
})

describe('the console', () => {
  test('is kept from search engines and from every cache', async () => {
    for (const path of staffPagePaths.flatMap(addressesOf)) {
      const { headers } = await staff.view(path)
      expect([path, headers.get('x-robots-tag')]).toEqual([path, 'noindex, nofollow'])
      expect(headers.get('cache-control')).toContain('no-store')
    }
  })

  test('nothing of the site leads to it', async () => {
    for (const path of ['/', '/login', '/robots.txt', '/sitemap.xml', '/no-such-page'])
      expect(await (await staff.view(path)).text()).not.toContain('/staff')
  })

  test.each([
    ['off', {}],
    ['for another network', { ...consoleOn, STAFF_NETWORKS: '203.0.113.0/24,2001:db8::/48' }],
  ])('where it is %s, its addresses are missing ones', async (_, env) => {
    const closed = await testApp({ shop: 'none', pages: true, env })
    try {
      const { view } = pageClient(() => closed)
      for (const path of [
        ...staffPagePaths.flatMap(addressesOf),
        '/Staff/login',
        '/st%61ff/login',
        '//staff/login',
        '/staff/login.data',
      ])
        expect([path, (await view(path)).status]).toEqual([path, 404])
    } finally {
      await closed.close()
    }
  })

  test('is reached from the networks that are named', async () => {
    const env = { ...consoleOn, STAFF_NETWORKS: '203.0.113.0/24,192.0.2.0/28' }
    const bound = await testApp({ shop: 'none', pages: true, env })
    try {
      const { app } = bound
      const from = (remoteAddress: string) =>
        app.request('/staff/login', {}, { incoming: { socket: { remoteAddress } } })
      const statuses = await Promise.all(['203.0.113.7', '192.0.2.9', '192.0.2.16', '2001:db8::1'].map(from))
      expect(statuses.map(({ status }) => status)).toEqual([200, 200, 404, 404])
    } finally {
      await bound.close()
    }
  })
})
