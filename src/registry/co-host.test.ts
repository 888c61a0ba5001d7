import { beforeEach, describe, expect, test } from 'vitest'
import { aHost, type Host, registryDraft } from '../../test/builders.ts'
import { opened } from '../../test/opened.ts'
import { insertProducts } from '../../test/products.ts'
import { testApp } from '../../test/test-app.ts'
import { addGifts } from '../gift/wish.contract.ts'
import * as contract from './co-host.contract.ts'
import { deleteRegistry, findRegistry, listMyRegistries, saveRegistry } from './registry.contract.ts'
import { showRegistrySettings, updateRegistry } from './settings.contract.ts'

const app = opened(() => testApp({ shop: 'none' }))
let owner: Host
let partner: Host
let stranger: Host
beforeEach(async () => {
  ;[owner, partner, stranger] = [await aHost(app), await aHost(app, 'Γιώργος'), await aHost(app, 'Άννα')]
})

const createRegistry = async (draft: object = {}) =>
  (await app.call<{ id: string }>(saveRegistry, { ...registryDraft, ...draft }, owner.token)).data.id

const newestEmail = (template: string) =>
  app.db
    .selectFrom('outbox')
    .select(['recipient', 'props'])
    .where('template', '=', template)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()

/** Invites somebody, the partner by default; returns the code of the e-mail's link. */
async function invite(id: string, address = partner.email): Promise<string> {
  expect((await app.call(contract.inviteCoHost, { id, email: address }, owner.token)).status).toBe(200)
  const email = await newestEmail('co-host-asked')
  expect(email.recipient).toBe(address)
  return (email.props as { code: string }).code
}
const accept = (code: string, who: Host) =>
  app.call<{ id: string }>(contract.acceptCoHost, { code }, who.token)
const createWithCoHost = async (draft: object = {}) => {
  const id = await createRegistry(draft)
  expect((await accept(await invite(id), partner)).data).toEqual({ id })
  return id
}
const readHosts = async (id: string, who = owner) =>
  (
    await app.call<{
      co_host: object | null
      invited: object | null
      changes: { who: string; what: string; about: string | null }[]
    }>(contract.showRegistryHosts, { id }, who.token)
  ).data

describe('the link of an invitation', () => {
  test('shows what it is about, and makes a signed-in customer co-host, once', async () => {
    const id = await createRegistry()
    const code = await invite(id, 'someone-else@example.com')
    expect((await app.call(contract.showCoHostInvitation, { code })).data).toEqual({
      registry_name: registryDraft.registry_name,
      type: 'wedding',
      type_name: 'Wedding',
      host: 'Ελένη',
      own_id: null,
    })
    expect((await app.call(contract.showCoHostInvitation, { code }, owner.token)).data).toMatchObject({
      own_id: id,
    })
    expect((await app.call(contract.acceptCoHost, { code })).status).toBe(401)
    expect((await accept(code, partner)).data).toEqual({ id })
    expect((await accept(code, stranger)).status).toBe(404)
    expect((await app.call(contract.showCoHostInvitation, { code })).status).toBe(404)
    expect(await readHosts(id)).toMatchObject({
      co_host: { name: 'Γιώργος Δοκιμή', email: partner.email },
      invited: null,
    })
    expect((await newestEmail('co-host-joined')).recipient).toBe(owner.email)
  })

  test('accepted several times at once makes one co-host', async () => {
    const id = await createRegistry()
    const code = await invite(id)
    const answers = await Promise.all([partner, stranger, partner, stranger].map(who => accept(code, who)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('is invalid once a new one was sent, it was withdrawn, or 14 days are over', async () => {
    const id = await createRegistry()
    const first = await invite(id)
    const second = await invite(id)
    expect((await accept(first, partner)).status).toBe(404)
    await app.call(contract.removeCoHost, { id }, owner.token)
    expect((await accept(second, partner)).status).toBe(404)
    const third = await invite(await createRegistry(), 'late@example.com')
    const before = app.clock.now
    app.clock.now = new Date(before.getTime() + 14 * 86_400_000 + 1000)
    expect((await accept(third, partner)).status).toBe(404)
    app.clock.now = before
  })

  test('is stored as a hash only, and is not for the owner', async () => {
    const id = await createRegistry()
    const code = await invite(id, 'p@example.com')
    const rows = await app.db.selectFrom('link').selectAll().execute()
    expect(JSON.stringify(rows.map(row => ({ ...row, hash: row.hash.toString('base64url') })))).not.toContain(
      code,
    )
    expect((await accept(code, owner)).status).toBe(409)
    expect((await accept(code, partner)).status).toBe(200)
  })

  test.each(['', 'x', '\u0000', 'a'.repeat(9000)])('an unknown code is refused: %j', async code => {
    expect((await accept(code, partner)).status).toBeGreaterThanOrEqual(404)
  })
})

describe('a co-host', () => {
  test('sees and changes what the owner does, also in a private registry', async () => {
    const id = await createWithCoHost({ registry_status: 'private' })
    const [seen] = (await app.call<object[]>(findRegistry, { id }, partner.token)).data
    expect(seen).toMatchObject({ id, is_owner: 0, is_host: 1 })
    expect((await app.call(showRegistrySettings, { id }, partner.token)).data).toMatchObject({
      home_address: { city: 'Ναύπλιο' },
    })
    expect((await app.call(updateRegistry, { id, message: 'Μαζί' }, partner.token)).status).toBe(200)
    const { data } = (await app.call(listMyRegistries, {}, partner.token)) as unknown as {
      data: { id: string }[]
    }
    expect(data.map(registry => registry.id)).toContain(id)
  })

  test('may not delete the registry, nor choose a co-host', async () => {
    const id = await createWithCoHost()
    expect((await app.call(deleteRegistry, { registry_id: id }, partner.token)).status).toBe(403)
    await app.call(contract.removeCoHost, { id }, owner.token)
    const again = await createWithCoHost()
    const invitation = { id: again, email: 'third@example.com' }
    expect((await app.call(contract.inviteCoHost, invitation, partner.token)).status).toBe(403)
    expect((await app.call(contract.inviteCoHost, invitation, owner.token)).status).toBe(409)
  })

  test('who was removed or left has no access at once', async () => {
    for (const who of [owner, partner]) {
      const id = await createWithCoHost({ registry_status: 'private' })
      expect((await app.call(contract.removeCoHost, { id }, who.token)).status).toBe(200)
      expect((await app.call(findRegistry, { id }, partner.token)).data).toEqual([])
      const missing = await app.call(updateRegistry, { id: 'ABEZHKMNPTYX', message: 'x' }, partner.token)
      expect(await app.call(updateRegistry, { id, message: 'x' }, partner.token)).toEqual(missing)
    }
  })

  test('strangers can read and change nothing', async () => {
    const id = await createWithCoHost()
    for (const [call, input] of [
      [contract.showRegistryHosts, { id }],
      [contract.inviteCoHost, { id, email: 'x@example.com' }],
      [contract.removeCoHost, { id }],
    ] as const) {
      expect((await app.call(call, input, stranger.token)).status).toBe(404)
      expect((await app.call(call, input)).status).toBe(401)
    }
    expect((await readHosts(id)).co_host).not.toBeNull()
  })
})

test('the history shows who changed what, newest first', async () => {
  const id = await createWithCoHost()
  await app.call(updateRegistry, { id, registry_status: 'shareable' }, partner.token)
  await app.call(updateRegistry, { id, message: 'Με αγάπη', slug: 'istoria-mas' }, owner.token)
  const { changes } = await readHosts(id, partner)
  expect(changes.map(({ who, what, about }) => [who, what, about])).toEqual([
    ['Ελένη', 'url', null],
    ['Ελένη', 'details', null],
    ['Γιώργος', 'privacy', null],
    ['Γιώργος', 'co_host_joined', null],
    ['Ελένη', 'co_host_asked', partner.email],
    ['Ελένη', 'created', null],
  ])
})

test('what is sent as it was is no change in the history', async () => {
  const id = await createWithCoHost()
  const details = await app.call<Record<string, unknown>>(
    updateRegistry,
    { id, message: 'Με αγάπη' },
    owner.token,
  )
  expect(details.status).toBe(200)
  const { length } = (await readHosts(id)).changes
  const same = {
    registry_status: registryDraft.registry_status,
    message: 'Με αγάπη',
    guest_count: registryDraft.guest_count,
    registry_date: registryDraft.registry_date,
    home_address: registryDraft.home_address,
  }
  await app.call(updateRegistry, { id, ...same }, owner.token)
  expect((await readHosts(id)).changes).toHaveLength(length)
})

test('the history names a gift in the reader’s language, whichever language it was added in', async () => {
  await insertProducts(app.db, [{ id: 11 }])
  const id = await createRegistry()
  const products = [{ product_id: 11 }]
  expect((await app.call(addGifts, { registry_id: id, products }, owner.token)).status).toBe(200)
  const about = async (lang: string) => {
    const answer = await app.app.request(`/api/registry/hosts?lang=${lang}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${owner.token}` },
      body: JSON.stringify({ id }),
    })
    const { data } = (await answer.json()) as { data: Awaited<ReturnType<typeof readHosts>> }
    return data.changes[0]
  }
  expect(await about('en')).toMatchObject({ what: 'gift_added', about: 'Teapot 11' })
  expect(await about('el')).toMatchObject({ what: 'gift_added', about: 'Τσαγιέρα 11' })
})

test('one address is invited at most three times a day', async () => {
  const id = await createRegistry()
  const ask = () => app.call(contract.inviteCoHost, { id, email: 'often@example.com' }, owner.token)
  const answers = [await ask(), await ask(), await ask(), await ask()]
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429])
})
