import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { aHost, aRegistry } from '../../test/builders.ts'
import { opened } from '../../test/opened.ts'
import { consoleOn, staffClient } from '../../test/staff-client.ts'
import { testApp } from '../../test/test-app.ts'
import { eraseAuditValues } from './audit.sql.ts'
import { recordAudit } from './audit.ts'

const site = opened(() => testApp({ shop: 'none', pages: true, env: consoleOn }))
let cookie: string
beforeAll(async () => {
  cookie = await staff.sessionOf('manager@shop.gr', 'manager')
})

const staff = staffClient(() => site)
const lines = () => site.db.selectFrom('staff_audit').selectAll().orderBy('id').execute()
const rowsOf = (html: string) => (html.match(/<tr /g) ?? []).length

describe('the audit', () => {
  test('has invitations, joining, sign-ins, the end of sessions, and signing out', async () => {
    const own = await staff.sessionOf('one@shop.gr', 'support')
    await staff.send('/staff/sessions', { end: 'others' }, { cookie: own })
    await staff.send('/staff/logout', {}, { cookie: own })
    const { codes } = await staff.join('two@shop.gr')
    await staff.signIn('two@shop.gr', codes[0] ?? '')
    const actions = (await lines()).map(({ action }) => action)
    expect(actions).toEqual(
      expect.arrayContaining([
        ...['staff_invited', 'staff_joined', 'signed_in', 'sessions_ended', 'signed_out'],
        'signed_in_by_recovery_code',
      ]),
    )
  })

  test('takes lines alone: none is changed, deleted or truncated', async () => {
    const before = await lines()
    for (const statement of [
      sql`update staff_audit set action = 'x'`,
      sql`delete from staff_audit`,
      sql`truncate staff_audit cascade`,
    ])
      await expect(statement.execute(site.db)).rejects.toThrow('append-only')
    expect(await lines()).toEqual(before)
  })

  test('is one with what it tells of: undone together', async () => {
    const count = (await lines()).length
    const undone = site.db.transaction().execute(async tx => {
      await recordAudit(tx, { now: site.clock.now }, { action: 'staff_removed' })
      throw new Error('killed')
    })
    await expect(undone).rejects.toThrow('killed')
    expect(await lines()).toHaveLength(count)
  })

  test('loses what it says of a host with their account, and keeps the line and its address', async () => {
    const { db, clock } = site
    const host = await aHost(site)
    const registry = await aRegistry(site, host)
    const ctx = { now: clock.now, address: '192.0.2.7' }
    for (const about of [{ registryId: registry.id }, { customerId: host.id }])
      await recordAudit(db, ctx, {
        action: 'staff_removed',
        ...about,
        before: { email: 'eleni@example.gr' },
        after: { email: 'maria@example.gr' },
        reason: 'Ελένη phoned',
      })
    await eraseAuditValues(db, host.id)
    const values = await db
      .selectFrom('staff_audit')
      .innerJoin('staff_audit_value', 'audit_id', 'id')
      .select(['address', 'before', 'after', 'reason'])
      .where(where => where.or([where('registry_id', '=', registry.id), where('customer_id', '=', host.id)]))
      .execute()
    const erased = { address: '192.0.2.7', before: null, after: null, reason: null }
    expect(values).toEqual([erased, erased])
  })
})

describe('the page of the audit', () => {
  test('finds lines by person, action, day, registry, number and host', async () => {
    const { db, clock } = site
    const host = await aHost(site)
    const registry = await aRegistry(site, host)
    const entry = { action: 'staff_removed', registryId: registry.id, customerId: host.id } as const
    await recordAudit(db, { now: clock.now }, { ...entry, subject: 'order 4711', reason: 'found by all' })
    const person = await db
      .selectFrom('staff_person')
      .select('id')
      .where('email', '=', 'manager@shop.gr')
      .executeTakeFirstOrThrow()
    const found = async (query: string) => (await staff.view(`/staff/audit?${query}`, cookie)).text()
    for (const query of [
      `about=${registry.code}`,
      'about=4711',
      `about=${host.email}`,
      'action=staff_removed&from=2026-11-01&to=2030-01-01',
    ])
      expect(await found(query)).toContain('found by all')
    for (const query of [
      `person=${person.id}`,
      'about=4712',
      'about=nobody@example.gr',
      'to=2020-01-01',
      'action=signed_in',
    ])
      expect(await found(query)).not.toContain('found by all')
  })

  test('puts what was and will be into words, and moments into the time of Athens', async () => {
    const { db, clock } = site
    const values = {
      role: 'manager',
      host_kind: 'couple',
      reserved: true,
      work: 'payout 12',
      due: '2027-01-31T22:30:00.000Z',
      snoozed_until: '2027-02-28T22:45:00.000Z',
    }
    await recordAudit(db, { now: clock.now }, { action: 'staff_role_changed', after: values })
    const html = await (await staff.view('/staff/audit?action=staff_role_changed&lang=el', cookie)).text()
    for (const words of ['Υπεύθυνος', 'Ένα ζευγάρι', 'σε κράτηση', 'Εκταμιεύσεις που εκκρεμούν (12)'])
      expect(html).toContain(words)
    for (const moment of ['1 Φεβ 2027', '00:30', '1 Μαρ 2027', '00:45']) expect(html).toContain(moment)
    const cells = html.slice(html.indexOf('<table'), html.indexOf('</table>')).replace(/<[^>]*>/g, ' ')
    expect(cells).not.toMatch(/manager|couple|true|payout|T22:/)
  })

  test('says what is wrong with a filter, and throws nothing', async () => {
    for (const query of ['from=yesterday', 'person=x', 'action=nothing', 'before=x']) {
      const answer = await staff.view(`/staff/audit?${query}`, cookie)
      expect([query, answer.status]).toEqual([query, 200])
    }
    expect(await (await staff.view('/staff/audit?from=yesterday', cookie)).text()).toContain(
      'This is not a date',
    )
  })

  test('has fifty lines, and leads to older ones, each once', async () => {
    const { db, clock } = site
    for (let number = 0; number < 120; number++)
      await recordAudit(db, { now: clock.now }, { action: 'staff_removed', reason: `line-${number}.` })
    const seen: string[] = []
    let path: string | undefined = '/staff/audit?action=staff_removed'
    while (path) {
      const html: string = await (await staff.view(path, cookie)).text()
      expect(rowsOf(html)).toBeLessThanOrEqual(51)
      seen.push(...(html.match(/line-\d+\./g) ?? []))
      path = /href="([^"]*)"[^>]*rel="next"/.exec(html)?.[1]?.replaceAll('&amp;', '&')
    }
    const own = seen.filter((line, at) => seen.indexOf(line) === at)
    expect(own).toHaveLength(120)
  })

  test('is downloaded by the same filter; the download is a line of it', async () => {
    const answer = await staff.view('/staff/audit/csv?about=4711&lang=el', cookie)
    expect(answer.headers.get('content-type')).toContain('text/csv')
    const text = await answer.text()
    expect(text).toContain('found by all')
    expect(text.trim().split('\r\n')).toHaveLength(2)
    expect((await lines()).at(-1)?.action).toBe('audit_exported')
  })
})
