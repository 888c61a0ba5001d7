import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { generateSync } from 'otplib'
import { beforeAll, expect, test } from 'vitest'
import {
  type Revocation,
  revocations,
  type StandingRight,
  standingRights,
} from '../../src/account/revocation.rules.ts'
import { createSessionToken } from '../../src/server/context/session.ts'
import { getRow, insertRow, updateRows } from '../../src/server/postgres/rows.ts'
import type { LinkKind } from '../../src/server/postgres/tables.generated.ts'
import { accountClient, person } from '../account-client.ts'
import { aHost, aRegistry } from '../builders.ts'
import { opened } from '../opened.ts'
import { consoleOn, staffClient } from '../staff-client.ts'
import { testApp } from '../test-app.ts'

const site = opened(() => testApp({ shop: 'none', pages: true, env: consoleOn }))
let manager: string
beforeAll(async () => {
  manager = await staff.sessionOf('manager@shop.gr', 'manager')
})

const staff = staffClient(() => site)
const { post, register, registerConfirmed, login, isSignedIn, codeTo } = accountClient(() => site)
const later = (hours: number) => new Date(site.clock.now.getTime() + hours * 3_600_000)
const hash = () => createSessionToken().hash

interface Account {
  id: number
  email: string
  token: string
  device: string
}

/** How each kind of right comes to stand, and by which rows it is seen to stand. */
interface Kind {
  give(account: Account): Promise<unknown>
  stands(account: Account): Promise<boolean>
}

const giveLink =
  (kind: LinkKind) =>
  ({ id }: Account) =>
    site.db
      .insertInto('link')
      .values({ kind, subject_id: id, hash: hash(), expires_at: later(99) })
      .onConflict(one => one.doNothing())
      .execute()
const hasLink = (kind: LinkKind) => async (account: Account) =>
  (
    await sql`select from link where kind = ${kind} and subject_id = ${account.id} and used_at is null`.execute(
      site.db,
    )
  ).rows.length > 0
const hasRow = (table: string) => async (account: Account) =>
  (await sql`select from ${sql.table(table)} where customer_id = ${account.id}`.execute(site.db)).rows
    .length > 0
const hasColumn = (condition: string) => async (account: Account) =>
  (
    await sql`select from registry where customer_id = ${account.id} and ${sql.raw(condition)}`.execute(
      site.db,
    )
  ).rows.length > 0

async function coHostSince({ id }: Account, joined: Date) {
  const accomplice = await aHost(site)
  const registry = await aRegistry(site, { id }, { co_host_id: accomplice.id })
  const entry = { registry_id: registry.id, customer_id: accomplice.id, what: 'co_host_joined', at: joined }
  await site.db.insertInto('registry_change').values(entry).execute()
  return registry.id
}

const addFactor = (customer_id: number, added_at: Date) =>
  insertRow(site.db, 'second_factor', { customer_id, sealed_time_secret: '', last_time_step: 0, added_at })

const coHosts = new Map<string, number>()
const coHostKind = (name: string, joined: () => Date): Kind => ({
  give: async account => coHosts.set(`${name} ${account.id}`, await coHostSince(account, joined())),
  stands: async account =>
    hasColumn(`co_host_id is not null and id = ${coHosts.get(`${name} ${account.id}`)}`)(account),
})

const kinds: Record<StandingRight, Kind> = {
  sessions: {
    give: ({ id }) => {
      const times = { expires_at: later(999), seen_at: later(0), proved_at: later(0) }
      const session = { token_hash: hash(), customer_id: id, agent: 'stolen', ...times }
      return site.db.insertInto('session').values(session).execute()
    },
    stands: async ({ id }) =>
      (await sql`select from session where customer_id = ${id} and agent = 'stolen'`.execute(site.db)).rows
        .length > 0,
  },
  'known browsers': {
    give: ({ id }) =>
      insertRow(site.db, 'known_device', { customer_id: id, device_hash: hash(), seen_at: later(0) }),
    stands: hasRow('known_device'),
  },
  'code for a new password': {
    give: ({ email }) => post('/password-email', { email }),
    stands: hasLink('password_reset'),
  },
  'link to sign in': { give: giveLink('sign_in'), stands: hasLink('sign_in') },
  'code of the confirmation': { give: giveLink('email_confirmation'), stands: hasLink('email_confirmation') },
  'waiting e-mail': {
    give: ({ id, email }) =>
      insertRow(site.db, 'email_change', {
        customer_id: id,
        old_email: email,
        old_email_key: email,
        new_email: `thief${id}@example.gr`,
        requested_at: later(0),
        expires_at: later(72),
      }),
    stands: async ({ id }) =>
      (
        await sql`select from email_change where customer_id = ${id} and confirmed_at is null
          and new_email = ${`thief${id}@example.gr`} and expires_at > ${site.clock.now}`.execute(site.db)
      ).rows.length > 0,
  },
  'second factor': {
    give: ({ id }) => addFactor(id, later(-24 * 30)),
    stands: hasRow('second_factor'),
  },
  'new second factor': {
    give: async ({ id }) => {
      await site.db.deleteFrom('second_factor').where('customer_id', '=', id).execute()
      return addFactor(id, later(1))
    },
    stands: hasRow('second_factor'),
  },
  'removal of the second factor': {
    give: ({ id }) =>
      insertRow(site.db, 'factor_recovery', { customer_id: id, asked_at: later(0), due_at: later(24) }),
    stands: hasRow('factor_recovery'),
  },
  'tie to the shop': {
    give: ({ id }) =>
      updateRows(site.db, 'customer', { set: { shop_customer_id: id + 10_000 }, where: { id } }),
    stands: async ({ id }) =>
      (await sql`select from customer where id = ${id} and shop_customer_id is not null`.execute(site.db))
        .rows.length > 0,
  },
  'invitations of co-hosts': {
    give: async ({ id }) => {
      const { id: subject_id } = await aRegistry(site, { id })
      const values = { kind: 'co_host', subject_id, hash: hash(), expires_at: later(99) } as const
      await insertRow(site.db, 'link', { email: 'accomplice@example.gr', ...values })
    },
    stands: async ({ id }) =>
      (
        await sql`select from link join registry on registry.id = subject_id
          where kind = 'co_host' and customer_id = ${id}`.execute(site.db)
      ).rows.length > 0,
  },
  'new co-hosts': coHostKind('new', () => later(-24)),
  'co-hosts': coHostKind('old', () => later(-24 * 30)),
  'prepared registries': {
    give: ({ id }) => aRegistry(site, { id }),
    stands: hasColumn(`privacy <> 'private' and shipping_address is not null`),
  },
}

/** An account with a right of each kind, but those that the act can't meet. */
async function anAccountWithAll(email: string, confirmed: boolean, without: StandingRight[]) {
  const device = randomUUID()
  const token = await (confirmed ? registerConfirmed(email) : register(email))
  const { id } = await getRow(site.db, 'customer', { email }, ['id'])
  const account = { id, email, token, device }
  for (const kind of Object.keys(kinds) as StandingRight[])
    if (!without.includes(kind)) await kinds[kind].give(account)
  return account
}

const reset = async ({ email }: Account) => {
  const code = await codeTo(email, 'password-reset')
  return post('/password-reset', { email, code, password: 'a new password' })
}

/** What each act is called by; the kinds that can't stand beside it are left out. */
const acts: Record<
  Revocation,
  { run(account: Account): Promise<unknown>; confirmed?: boolean; without?: StandingRight[] }
> = {
  stop: {
    without: ['second factor', 'waiting e-mail'],
    async run({ email, id }) {
      const host = { id, email, language: 'en' as const }
      await site.db.deleteFrom('email_change').where('customer_id', '=', id).execute()
      const stop = createSessionToken()
      const { id: subject_id } = await site.db
        .insertInto('email_change')
        .values({
          customer_id: id,
          old_email: host.email,
          old_email_key: host.email,
          new_email: `thief${id}@example.gr`,
          requested_at: later(0),
          expires_at: later(72),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await insertRow(site.db, 'link', {
        kind: 'email_change_stop',
        subject_id,
        hash: stop.hash,
        expires_at: later(72),
      })
      return post('/email-change/stop', { code: stop.token })
    },
  },
  reset: { run: reset },
  password: {
    without: ['second factor', 'new second factor', 'removal of the second factor'],
    run: ({ token }) =>
      post(
        '/me/password-update',
        { current_password: person.password, password: 'a new one', repassword: 'a new one' },
        token,
      ),
  },
  factor: {
    without: ['second factor', 'new second factor', 'removal of the second factor'],
    async run({ token }) {
      const { data } = (await post('/me/second-factor/setup', {}, token)).body as unknown as {
        data: { setup: string; secret: string }
      }
      const epoch = Math.floor(site.clock.now.getTime() / 1000)
      const code = generateSync({ secret: data.secret, epoch })
      return post('/me/second-factor', { setup: data.setup, code }, token)
    },
  },
  reclaim: { confirmed: false, run: reset },
  email: {
    without: ['second factor', 'new second factor', 'removal of the second factor', 'waiting e-mail'],
    async run({ token, email }) {
      const to = `moved-${email}`
      await post('/me/email-change', { email: to, password: person.password }, token)
      return post('/email-change/confirm', { code: await codeTo(to, 'email-change-confirm') }, token)
    },
  },
  correction: {
    without: ['second factor'],
    async run({ id, email }) {
      const path = `/staff/actions/email_corrected`
      const fields = { step: 'look', host: String(id), email: `right-${email}` }
      const html = await (await staff.send(`${path}?host=${id}&lang=en`, fields, { cookie: manager })).text()
      const form = html.slice(html.indexOf('method="post"', html.indexOf('<h1'))).split('</form>', 1)[0] ?? ''
      const hidden = Object.fromEntries(
        [...form.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)].map(([, key, value]) => [
          key ?? '',
          value ?? '',
        ]),
      )
      const reason = 'They called from the number on file.'
      const answer = await staff.send(`${path}?host=${id}`, { ...hidden, reason }, { cookie: manager })
      return { ...answer, status: answer.status === 302 ? 200 : answer.status }
    },
  },
  staff: {
    async run({ id }) {
      const fields = { intent: 'sessions', reason: 'They called from the number on file.' }
      const { status } = await staff.send(`/staff/hosts/${id}`, fields, { cookie: manager })
      return { status: status === 302 ? 200 : status }
    },
  },
  deactivation: {
    without: ['second factor', 'new second factor', 'removal of the second factor', 'prepared registries'],
    run: ({ token }) => post('/me/deactivate', { password: person.password }, token),
  },
}

test.each(Object.keys(acts) as Revocation[])(
  '%s ends every kind of right but those that it leaves',
  async act => {
    const { run, confirmed = true, without = [] } = acts[act]
    const account = await anAccountWithAll(`${act}@example.gr`, confirmed, without)
    const given = (Object.keys(standingRights) as StandingRight[]).filter(kind => !without.includes(kind))
    const standing = async () => {
      const all: string[] = []
      for (const kind of given) if (await kinds[kind].stands(account)) all.push(kind)
      return all
    }
    expect(await standing()).toEqual(given)
    const { status, body } = (await run(account)) as { status: number; body: unknown }
    expect(status, JSON.stringify(body)).toBe(200)
    const leaves: readonly string[] = revocations[act].leaves
    expect(await standing()).toEqual(given.filter(kind => leaves.includes(kind)))
  },
)

/** Columns that lead to an account, or open something, and are no right of its own. */
const noRights: Record<string, string> = {
  'store_state.store_hash': 'the name of the store',
  'link.hash': 'of a right by its kind',
  'link:email_change_late_stop': 'takes a right away',
  'link:email_change_stop': 'takes a right away',
  'link:factor_stop': 'takes a right away',
  'link:staff_invitation': 'of the staff',
  'link:staff_stop': 'stops an act of staff, and opens nothing',
  'customer.password_hash': 'set anew by every act that calls for it',
  'email_suppression.address_digest': 'takes a right away',
  'handoff.customer_id': 'what somebody did',
  'invitation_email.customer_id': 'a count',
  'registry_change.customer_id': 'a history',
  'security_event.customer_id': 'a log',
  'staff_audit.customer_id': 'a log',
  staff_person: 'of the staff',
  storefront_token: 'of the store',
}

/**
 * What grants: a reference to an account, a kind of links, or a hash, token, code, secret or digest. Whatever is new here belongs to a
 * kind in src/account/revocation.rules.ts, or is named above with the reason why it is no right.
 */
test('every column and kind of links that grants something is of a kind that is revoked, or said to be none', async () => {
  const { rows } = await sql<{ name: string; refers: boolean }>`
    select c.relname || '.' || a.attname as name, exists (
      select from pg_constraint f where f.contype = 'f' and f.conrelid = c.oid and a.attnum = any (f.conkey)
        and f.confrelid in ('customer'::regclass, 'second_factor'::regclass)) as refers
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and a.attnum > 0 and not a.attisdropped
      and c.relname !~ '^(shop_|kysely_)'
    union all select 'link:' || unnest(enum_range(null::link_kind)), true
    order by 1`.execute(site.db)
  const grants = rows.filter(
    ({ name, refers }) => refers || /(hash|token|secret|digest|stop|customer_id|password)$/.test(name),
  )
  const places = Object.values(standingRights).flat() as string[]
  const isListed = (name: string) =>
    [...places, ...Object.keys(noRights)].some(place => name === place || name.startsWith(`${place}.`))
  expect(grants.filter(({ name }) => !isListed(name)).map(({ name }) => name)).toEqual([])
  const known = new Set(rows.map(({ name }) => name))
  const gone = [...places, ...Object.keys(noRights)].filter(
    place => ![...known].some(name => name === place || name.startsWith(`${place}.`)),
  )
  expect(gone).toEqual([])
})

test('a thief who invited a co-host and asked for a new e-mail is out with both browser and invitation', async () => {
  const email = 'owner-of-all@example.gr'
  await registerConfirmed(email)
  const device = randomUUID()
  const thief = await login(email, person.password, 'Mozilla/5.0 thief', { device })
  const { id } = await getRow(site.db, 'customer', { email }, ['id'])
  const registry = await aRegistry(site, { id })
  const accomplice = await aHost(site)
  const invitation = { id: registry.code, email: accomplice.email }
  expect((await post('/registry/co-host/invite', invitation, thief)).status).toBe(200)
  const code = await codeTo(accomplice.email, 'co-host-asked')
  await post('/me/email-change', { email: 'the-thief@example.gr', password: person.password }, thief)
  const stop = await codeTo(email, 'email-change-requested')
  expect((await post('/email-change/stop', { code: stop })).status).toBe(200)
  await post('/password-email', { email })
  const reset = { email, code: await codeTo(email, 'password-reset'), password: 'a new password' }
  expect((await post('/password-reset', reset)).status).toBe(200)
  expect(await isSignedIn(thief)).toBe(false)
  expect((await post('/co-host/accept', { code }, accomplice.token)).status).toBe(404)
  const seen = await post('/registry/settings', { id: registry.code }, accomplice.token)
  expect(seen.status).toBe(404)
  const devices = site.db.selectFrom('known_device').select('device_hash').where('customer_id', '=', id)
  expect(await devices.execute()).toEqual([])
})
