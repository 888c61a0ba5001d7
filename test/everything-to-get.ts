import { calls } from '../src/app.ts'
import { fillPath } from '../src/base/endpoint.ts'
import { createGiverToken } from '../src/checkout/request.ts'
import { createLinkToken } from '../src/invitation/link-token.ts'
import routes from '../src/routes.ts'
import { createSessionToken, hashToken } from '../src/server/context/session.ts'
import { getRow } from '../src/server/postgres/rows.ts'
import type { LinkKind } from '../src/server/postgres/tables.generated.ts'
import { inputFor } from './access/call-inputs.ts'
import { aPrivateRegistry, type PrivateRegistry } from './access/private-registry.ts'
import { aHost, aRegistry } from './builders.ts'
import type { TestApp } from './test-app.ts'

/** Everybody who asks, and what can be asked for. */
export interface World {
  paths: string[]
  visitors: Record<string, Record<string, string>>
  /** The first registry, which is private. */
  owned: PrivateRegistry
}

/** A private and a public registry with an owner, a co-host, guests, money, and every kind of link that letters carry. */
export async function aWorld(app: TestApp): Promise<World> {
  const owned = await aPrivateRegistry(app)
  const { owner, registry, gift, guest } = owned
  const [coHost, stranger] = [await aHost(app), await aHost(app, 'Ξένη', { confirmed: false })]
  await app.db.updateTable('registry').set({ co_host_id: coHost.id }).where('id', '=', registry.id).execute()
  const open = await aRegistry(app, stranger)
  const codes = await storeCodes(app, { owner, stranger, open })
  const handoff = await getRow(app.db, 'handoff', { registry_id: registry.id }, ['id', 'reference'])
  const tokens = [
    createLinkToken('reply', guest.id, app.config, app.clock.now),
    createLinkToken('stop', 1, app.config, app.clock.now),
    createGiverToken(handoff.reference, app.config, app.clock.now),
  ]
  const values = {
    id: [registry.code, open.code],
    token: tokens,
    productId: [String(gift.productId)],
    reference: [handoff.reference],
    card: ['1'],
    eventType: ['wedding'],
    language: ['el'],
    version: ['1'],
  }
  const emails = [owner.email, stranger.email].map(email => `&email=${encodeURIComponent(email)}`)
  const links = ['/email-confirmation', '/email-change', '/email-change/stop', '/co-host'].flatMap(path =>
    Object.values(codes).map(code => `${path}?code=${code}`),
  )
  const resets = emails.map(email => `/reset-password?code=${codes.reset}${email}`)
  return {
    owned,
    paths: [
      ...new Set([
        ...pagePaths(values),
        ...links,
        ...resets,
        ...apiPaths(owned, codes),
        ...otherPaths(registry.code),
      ]),
    ],
    visitors: {
      nobody: {},
      'a mail scanner': { 'user-agent': 'Mozilla/5.0 (compatible; MSIE 10.0; Windows NT 6.2)' },
      owner: { cookie: `customerToken=${owner.token}` },
      'co-host': { cookie: `customerToken=${coHost.token}` },
      stranger: { cookie: `customerToken=${stranger.token}` },
      'a program of the owner': { authorization: `Bearer ${owner.token}` },
    },
  }
}

interface Hosts {
  owner: { id: number; email: string }
  stranger: { id: number; email: string }
  open: { id: number }
}

/** Codes as letters carry them: to confirm, to reset, to change the e-mail and to stop that, and to become co-host. */
async function storeCodes(app: TestApp, { owner, stranger, open }: Hosts) {
  const code = () => createSessionToken().token
  const codes = { confirm: code(), reset: code(), change: code(), stop: code(), coHost: code() }
  const { db, clock } = app
  const expires_at = new Date(clock.now.getTime() + 86_400_000)
  const addresses = { old_email: owner.email, old_email_key: owner.email, new_email: 'new@owner.example' }
  const { id: changeId } = await db
    .insertInto('email_change')
    .values({ customer_id: owner.id, ...addresses, requested_at: clock.now, expires_at })
    .returning('id')
    .executeTakeFirstOrThrow()
  const link = (kind: LinkKind, subject_id: number, token: string) => ({
    kind,
    subject_id,
    hash: hashToken(token),
    expires_at,
    email: kind === 'co_host' ? owner.email : null,
  })
  await db
    .insertInto('link')
    .values([
      link('email_confirmation', stranger.id, codes.confirm),
      link('password_reset', owner.id, codes.reset),
      link('email_change', changeId, codes.change),
      link('email_change_stop', changeId, codes.stop),
      link('co_host', open.id, codes.coHost),
    ])
    .execute()
  return codes
}

type Routes = { path?: string | undefined; children?: Routes | undefined }[]

/** Every page of src/routes.ts, with every value that its parameters may have. */
function pagePaths(values: Record<string, string[]>, list: Routes = routes as Routes, under = ''): string[] {
  return list.flatMap(({ path = '', children = [] }) => {
    const full = path === '' ? under : `${under}/${path}`
    return [...fill(full || '/', values), ...pagePaths(values, children, full)]
  })
}

function fill(pattern: string, values: Record<string, string[]>): string[] {
  const name = /:(\w+)\??/.exec(pattern)
  if (!name) return [pattern.replace(/\*$/, 'nonsense')]
  const filled = values[name[1] ?? ''] ?? ['nonsense']
  return filled.flatMap(value => fill(pattern.replace(name[0], value), values))
}

/** Every call of the API by GET, whatever its method, with its input in the query, and with every code. */
function apiPaths(owned: PrivateRegistry, codes: Record<string, string>): string[] {
  const inputs = [{}, ...Object.values(codes).map(code => ({ code, token: code }))]
  return calls
    .filter(({ endpoint }) => !endpoint.inside)
    .flatMap(call => {
      const input = inputFor(call, owned)
      const path = `/api${fillPath(call.endpoint.path, input)}`
      const takesCode = 'code' in input || 'token' in input
      return (takesCode ? inputs : [{}]).map(more => `${path}?${flatten({ ...input, ...more })}`)
    })
}

function flatten(input: Record<string, unknown>): URLSearchParams {
  const fields = Object.entries(input).filter(([, value]) => typeof value !== 'object')
  return new URLSearchParams(fields.map(([name, value]) => [name, String(value)]))
}

const otherPaths = (code: string): string[] => [
  '/robots.txt',
  '/sitemap.xml',
  '/health',
  '/ready',
  '/api/openapi.json',
  '/.well-known/change-password',
  '/.well-known/security.txt',
  `/api/registry/${code}/live`,
  `/share/${code}/el.jpg`,
  `/images/${'0'.repeat(40)}.jpg`,
  '/letter-photo/nonsense.jpg',
  `/invitation-picture/${'0'.repeat(40)}.jpg`,
]
