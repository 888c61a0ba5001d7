import { beforeAll, describe, expect, test } from 'vitest'
import { aHost, aRegistry } from '../../test/builders.ts'
import { opened } from '../../test/opened.ts'
import { consoleOn, staffClient } from '../../test/staff-client.ts'
import { testApp } from '../../test/test-app.ts'

const site = opened(() => testApp({ shop: 'none', pages: true, env: consoleOn }))
let support: string
let manager: string
beforeAll(async () => {
  support = await staff.sessionOf('support@shop.gr', 'support')
  manager = await staff.sessionOf('manager@shop.gr', 'manager')
})

const staff = staffClient(() => site)
const { view, send } = staff
const reason = 'lost the phone, called back on the known number'
const lettersTo = async (recipient: string) =>
  (
    await site.db
      .selectFrom('outbox')
      .select('template')
      .where('recipient', '=', recipient)
      .orderBy('id')
      .execute()
  ).map(({ template }) => template)
const linesAbout = (customerId: number) =>
  site.db
    .selectFrom('staff_audit')
    .innerJoin('staff_audit_value', 'audit_id', 'id')
    .select(['action', 'reason'])
    .where('customer_id', '=', customerId)
    .orderBy('id')
    .execute()

describe('the account of a host', () => {
  test('is found by search, and a lost second factor is asked to go by a manager, once, with a reason; support takes none away', async () => {
    const host = await aHost(site)
    const path = `/staff/hosts/${host.id}`
    expect(await (await view(`/staff/search?q=${host.email}`, support)).text()).toContain(
      `href="${path}?lang=en"`,
    )
    expect(await (await view(path, support)).text()).not.toContain('Turn it off in 24 hours')
    const factor = {
      customer_id: host.id,
      sealed_time_secret: 'x',
      last_time_step: 0,
      added_at: site.clock.now,
    }
    await site.db.insertInto('second_factor').values(factor).execute()
    expect(await (await view(path, manager)).text()).toContain('Turn it off in 24 hours')
    const html = await (await view(path, support)).text()
    for (const words of ['Turn it off in 24 hours', 'value="erase"', 'value="sessions"', `${path}/file`])
      expect(html).not.toContain(words)
    const ask = (why: string) => send(path, { intent: 'recovery', reason: why }, { cookie: manager })
    const alone = await send(path, { intent: 'recovery', reason }, { cookie: support })
    expect([alone.status, await lettersTo(host.email)]).toEqual([403, []])
    expect((await ask('')).status).toBe(422)
    const answers = await Promise.all([ask(reason), ask(reason)])
    expect(answers.map(({ status }) => status).sort()).toEqual([302, 409])
    expect(await lettersTo(host.email)).toEqual(['second-factor-recovery'])
    expect(await linesAbout(host.id)).toEqual([{ action: 'factor_recovery_asked', reason }])
    expect(await (await view(path, support)).text()).toContain('unless the host stops it')
    expect((await send(path, { intent: 'sessions', reason }, { cookie: support })).status).toBe(403)
  })

  test('a manager signs the host out, sends the password letter, exports, and erases by the rules of hosts', async () => {
    const host = await aHost(site)
    const registry = await aRegistry(site, host)
    const path = `/staff/hosts/${host.id}`
    const act = (intent: string, more = {}) => send(path, { intent, reason, ...more }, { cookie: manager })
    const file = await (await view(`${path}/file`, manager)).json()
    expect(file.account.email).toBe(host.email)
    expect(await (await view(path, manager)).text()).toContain(registry.code)
    expect((await act('sessions')).status).toBe(302)
    expect((await site.get('/me', { token: host.token })).status).toBe(401)
    await act('password')
    expect((await act('erase')).status).toBe(422)
    expect((await act('erase', { sure: 'on' })).status).toBe(302)
    expect((await act('erase', { sure: 'on' })).status).toBe(409)
    expect(await lettersTo(host.email)).toEqual(['password-reset', 'account-leaving'])
    expect((await linesAbout(host.id)).map(({ action }) => action)).toEqual([
      'host_exported',
      'host_sessions_ended',
      'password_letter_sent',
      'host_deactivated',
    ])
    const { privacy } = await site.db
      .selectFrom('registry')
      .select('privacy')
      .where('id', '=', registry.id)
      .executeTakeFirstOrThrow()
    expect(privacy).toBe('private')
    expect((await view('/staff/hosts/999999', manager)).status).toBe(404)
  })

  test('whose money waits for a confirmed e-mail stays, and staff read that the host has to confirm it', async () => {
    const host = await aHost(site)
    const { id: registry_id } = await aRegistry(site, host)
    await site.db.updateTable('customer').set({ confirmed_at: null }).where('id', '=', host.id).execute()
    const money = { kind: 'contribution', account: 'gift', order_id: 1, line_id: 1, cents: 4000 } as const
    await site.db
      .insertInto('ledger')
      .values({ registry_id, ...money, cause: 'line 1' })
      .execute()
    const answer = await send(
      `/staff/hosts/${host.id}`,
      { intent: 'erase', reason, sure: 'on' },
      { cookie: manager },
    )
    expect([answer.status, await answer.text()]).toEqual([
      409,
      expect.stringContaining('Their e-mail is not confirmed, and money waits in a registry'),
    ])
  })
})
