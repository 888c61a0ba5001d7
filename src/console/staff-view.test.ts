import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { aHost, aRegistry } from '../../test/builders.ts'
import { opened } from '../../test/opened.ts'
import { insertProducts } from '../../test/products.ts'
import { consoleOn, staffClient, staffCookieOf } from '../../test/staff-client.ts'
import { testApp } from '../../test/test-app.ts'
import { hostPages, seenLink } from './console.rules.ts'

const site = opened(() => testApp({ shop: 'none', pages: true, env: consoleOn }))
let host: { id: number; email: string }
let registry: { id: number; code: string }
let cookie: string
beforeAll(async () => {
  host = await aHost(site, 'Ευανθία')
  registry = await aRegistry(site, host)
  cookie = await staffCookieOf(site)
  await insertProducts(site.db, [{ id: 11, cents: 6400 }])
  const gift = { product_id: 11, variant_id: 0, sku: '', quantity: 2, price_cents: 6400, position: 1 }
  await site.db
    .insertInto('gift')
    .values({ registry_id: registry.id, ...gift, is_group: false, selected_options: '[]', note: null })
    .execute()
})

const { view } = staffClient(() => site)
const see = async (as: string, page = '', by = cookie) => {
  const answer = await view(`/staff/seen/${as}/${registry.code}${page && `/${page}`}`, by)
  return { answer, html: await answer.text() }
}
/** Rows of each table, without the audit, rate limits, and the note that there is no shop for the menus. */
async function countRows(): Promise<unknown> {
  const { rows } = await sql<{ name: string; count: number }>`
    select tablename as name, (xpath('/row/c/text()', query_to_xml(
      format('select count(*) as c from %I', tablename), false, true, '')))[1]::text::int as count
    from pg_tables where schemaname = current_schema()
      and tablename not in ('staff_audit', 'staff_audit_value', 'rate_limit', 'security_event') order by 1`.execute(
    site.db,
  )
  return rows
}

describe('a registry as somebody else sees it', () => {
  test('every page of the host is shown with a banner, runs nothing and sends nothing', async () => {
    const before = await countRows()
    for (const page of hostPages) {
      const { answer, html } = await see('host', page)
      expect([page, answer.status]).toEqual([page, 200])
      expect(html).toContain('as its host sees it.')
      expect(html).toContain('You can only look')
      expect(html).toContain('Ευανθία')
      expect(html).not.toMatch(/<script|modulepreload/)
      const policy = answer.headers.get('content-security-policy') ?? ''
      expect(policy).toContain("default-src 'none'")
      expect(policy).toContain("form-action 'none'")
      expect(policy).toMatch(/sandbox allow-same-origin(;|$)/)
      expect(answer.headers.get('cache-control')).toContain('no-store')
      expect(answer.headers.get('x-robots-tag')).toBe('noindex, nofollow')
      expect(answer.headers.getSetCookie().join()).not.toMatch(/customer/i)
      const links = [...html.matchAll(/<a\b[^>]* href="([^"]*)"/g)].map(([, href]) => href ?? '')
      expect(links.filter(href => !/^(\/staff\/(seen|registries)\/|#)/.test(href))).toEqual([])
    }
    expect(await countRows()).toEqual(before)
  })

  test('guests see their page, and nothing of the host’s', async () => {
    const { answer, html } = await see('guest')
    expect(answer.headers.get('cache-control')).toBe('private, no-store')
    expect(html).toContain('as guests see it.')
    expect(html).not.toContain(host.email)
    expect(html).toMatch(/href="\/staff\/seen\/guest\/[A-Z\d]+\/11/)
    expect((await see('guest', 'gifts-received')).answer.status).toBe(404)
    expect((await see('guest', '11')).answer.status).toBe(200)
    for (const page of ['edit/guests', 'edit/co-host', 'add', '../../settings'])
      expect([page, (await see('host', page)).answer.status]).toEqual([page, 404])
    await site.db.updateTable('registry').set({ privacy: 'private' }).where('id', '=', registry.id).execute()
    expect((await see('guest')).answer.headers.get('location')).toContain(
      `/staff/registries/${registry.code}`,
    )
    expect((await see('host', 'gifts')).answer.status).toBe(200)
    await site.db.updateTable('registry').set({ privacy: 'public' }).where('id', '=', registry.id).execute()
  })

  test('each look is audited, once an hour; strangers and another’s cookie see the sign-in', async () => {
    const other = await staffCookieOf(site)
    await see('guest', '', other)
    await see('host', 'gifts', other)
    await see('host', 'edit', other)
    const lines = await site.db
      .selectFrom('staff_audit')
      .select(['action', 'registry_id'])
      .where('person_id', '=', eb => eb.selectFrom('staff_person').select(({ fn }) => fn.max('id').as('id')))
      .orderBy('id')
      .execute()
    expect(lines).toEqual([
      { action: 'seen_as_guest', registry_id: registry.id },
      { action: 'seen_as_host', registry_id: registry.id },
    ])
    expect((await see('host', 'gifts', 'customerToken=x')).answer.headers.get('location')).toMatch(
      /staff\/login/,
    )
  })

  test('a deleted registry and an erased host have nothing to see', async () => {
    const gone = await aHost(site)
    const left = await aRegistry(site, gone)
    const statusOf = async (as: string) =>
      (await view(`/staff/seen/${as}/${left.code}${as === 'host' ? '/gifts' : ''}`, cookie)).status
    await site.db
      .updateTable('customer')
      .set({ erased_at: site.clock.now })
      .where('id', '=', gone.id)
      .execute()
    expect(await statusOf('host')).toBe(404)
    await site.db
      .updateTable('registry')
      .set({ removed_at: site.clock.now })
      .where('id', '=', left.id)
      .execute()
    expect(await statusOf('guest')).toBe(404)
  })

  test('links lead to what is seen in the same way, or nowhere', () => {
    const as = 'host' as const
    const to = (href: string) =>
      seenLink(href, { as, addresses: ['ABC', 'anna'], pathOf: page => `S/${page}` })
    expect(to('/registry/anna/gifts?lang=el')).toBe('S/gifts?lang=el')
    expect(to('/registry/ABC/edit')).toBe('S/edit')
    expect(to('#main')).toBe('#main')
    for (const href of [
      '/registry/XYZ/gifts',
      '/registry/ABC',
      '/registry/ABC/add',
      '/logout',
      'https://x.gr/',
    ])
      expect([href, to(href)]).toEqual([href, null])
  })
})
