import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aHost, type Host, insertProducts, registryDraft } from '../../../test/builders.ts'
import { type SingleTestApp, testApp } from '../../../test/test-app.ts'
import { addGifts } from '../../gift/wish/contract.ts'
import { deleteRegistry, findRegistry, listMyRegistries, saveRegistry } from '../registry/contract.ts'
import { showRegistrySettings, updateRegistry } from '../settings/contract.ts'
import * as contract from './contract.ts'

let world: SingleTestApp
type Someone = Host
let owner: Someone
let partner: Someone
let stranger: Someone
beforeAll(async () => {
  world = await testApp({ shop: 'none' })
})
beforeEach(async () => {
  ;[owner, partner, stranger] = [
    await aHost(world),
    await aHost(world, 'Γιώργος'),
    await aHost(world, 'Άννα'),
  ]
})
afterAll(() => world.close())

const created = async (draft: object = {}) =>
  (await world.call<{ id: string }>(saveRegistry, { ...registryDraft, ...draft }, owner.token)).data.id

/** Invites the partner; answers the token of the letter's link. */
async function invited(id: string, email = partner.email): Promise<string> {
  expect((await world.call(contract.inviteCoHost, { id, email }, owner.token)).status).toBe(200)
  const letter = await world.db
    .selectFrom('outbox')
    .select(['recipient', 'props'])
    .where('template', '=', 'co-host-asked')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  expect(letter.recipient).toBe(email)
  return (letter.props as { token: string }).token
}
const accept = (token: string, who: Someone) =>
  world.call<{ id: string }>(contract.acceptCoHost, { token }, who.token)
const withCoHost = async (draft: object = {}) => {
  const id = await created(draft)
  expect((await accept(await invited(id), partner)).data).toEqual({ id })
  return id
}
const hosts = async (id: string, who = owner) =>
  (
    await world.call<{
      co_host: object | null
      invited: object | null
      changes: { who: string; what: string; about: string | null }[]
    }>(contract.showRegistryHosts, { id }, who.token)
  ).data

describe('the letter’s link', () => {
  test('tells what it is about, and makes whoever is signed in co-host, once', async () => {
    const id = await created()
    const token = await invited(id, 'someone-else@example.com')
    expect((await world.call(contract.showCoHostInvitation, { token })).data).toEqual({
      registry_name: registryDraft.registry_name,
      type: 'wedding',
      type_name: 'Wedding',
      host: 'Ελένη',
      own_id: null,
    })
    expect((await world.call(contract.showCoHostInvitation, { token }, owner.token)).data).toMatchObject({
      own_id: id,
    })
    expect((await world.call(contract.acceptCoHost, { token })).status).toBe(401)
    expect((await accept(token, partner)).data).toEqual({ id })
    expect((await accept(token, stranger)).status).toBe(404)
    expect((await world.call(contract.showCoHostInvitation, { token })).status).toBe(404)
    expect(await hosts(id)).toMatchObject({
      co_host: { name: 'Γιώργος Δοκιμή', email: partner.email },
      invited: null,
    })
    const { recipient } = await world.db
      .selectFrom('outbox')
      .select('recipient')
      .where('template', '=', 'co-host-joined')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(recipient).toBe(owner.email)
  })

  test('pressed twice at once makes one co-host', async () => {
    const id = await created()
    const token = await invited(id)
    const answers = await Promise.all([partner, stranger, partner, stranger].map(who => accept(token, who)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('is dead once a new one was sent, it was taken back, or 14 days are over', async () => {
    const id = await created()
    const first = await invited(id)
    const second = await invited(id)
    expect((await accept(first, partner)).status).toBe(404)
    await world.call(contract.removeCoHost, { id }, owner.token)
    expect((await accept(second, partner)).status).toBe(404)
    const third = await invited(await created(), 'late@example.com')
    const before = world.clock.now
    world.clock.now = new Date(before.getTime() + 14 * 86_400_000 + 1000)
    expect((await accept(third, partner)).status).toBe(404)
    world.clock.now = before
  })

  test('is kept as a hash only, and is not for the owner', async () => {
    const id = await created()
    const token = await invited(id, 'p@example.com')
    const rows = await world.db.selectFrom('co_host_invitation').selectAll().execute()
    expect(
      JSON.stringify(rows.map(row => ({ ...row, token_hash: row.token_hash.toString('base64url') }))),
    ).not.toContain(token)
    expect((await accept(token, owner)).status).toBe(409)
    expect((await accept(token, partner)).status).toBe(200)
  })

  test.each(['', 'x', '\u0000', 'a'.repeat(9000)])('nonsense leads nowhere: %j', async token => {
    expect((await accept(token, partner)).status).toBeGreaterThanOrEqual(404)
  })
})

describe('a co-host', () => {
  test('sees and changes what the owner does, private or not', async () => {
    const id = await withCoHost({ registry_status: 'private' })
    const [seen] = (await world.call<object[]>(findRegistry, { id }, partner.token)).data
    expect(seen).toMatchObject({ id, is_owner: 0, is_host: 1 })
    expect((await world.call(showRegistrySettings, { id }, partner.token)).data).toMatchObject({
      home_address: { city: 'Ναύπλιο' },
    })
    expect((await world.call(updateRegistry, { id, message: 'Μαζί' }, partner.token)).status).toBe(200)
    const { data } = (await world.call(listMyRegistries, {}, partner.token)) as unknown as {
      data: { id: string }[]
    }
    expect(data.map(registry => registry.id)).toContain(id)
  })

  test('may not delete the registry, nor choose a co-host', async () => {
    const id = await withCoHost()
    expect((await world.call(deleteRegistry, { registry_id: id }, partner.token)).status).toBe(403)
    await world.call(contract.removeCoHost, { id }, owner.token)
    const again = await withCoHost()
    const invitation = { id: again, email: 'third@example.com' }
    expect((await world.call(contract.inviteCoHost, invitation, partner.token)).status).toBe(403)
    expect((await world.call(contract.inviteCoHost, invitation, owner.token)).status).toBe(409)
  })

  test('who was removed, or left, is a stranger at once', async () => {
    for (const who of [owner, partner]) {
      const id = await withCoHost({ registry_status: 'private' })
      expect((await world.call(contract.removeCoHost, { id }, who.token)).status).toBe(200)
      expect((await world.call(findRegistry, { id }, partner.token)).data).toEqual([])
      const missing = await world.call(updateRegistry, { id: 'ABEZHKMNPTYX', message: 'x' }, partner.token)
      expect(await world.call(updateRegistry, { id, message: 'x' }, partner.token)).toEqual(missing)
    }
  })

  test('strangers learn nothing and change nothing', async () => {
    const id = await withCoHost()
    for (const [call, input] of [
      [contract.showRegistryHosts, { id }],
      [contract.inviteCoHost, { id, email: 'x@example.com' }],
      [contract.removeCoHost, { id }],
    ] as const) {
      expect((await world.call(call, input, stranger.token)).status).toBe(404)
      expect((await world.call(call, input)).status).toBe(401)
    }
    expect((await hosts(id)).co_host).not.toBeNull()
  })
})

test('the history names who changed what, newest first', async () => {
  const id = await withCoHost()
  await world.call(updateRegistry, { id, registry_status: 'shareable' }, partner.token)
  await world.call(updateRegistry, { id, message: 'Με αγάπη', slug: 'istoria-mas' }, owner.token)
  const { changes } = await hosts(id, partner)
  expect(changes.map(({ who, what, about }) => [who, what, about])).toEqual([
    ['Ελένη', 'url', null],
    ['Ελένη', 'details', null],
    ['Γιώργος', 'privacy', null],
    ['Γιώργος', 'co_host_joined', null],
    ['Ελένη', 'co_host_asked', partner.email],
    ['Ελένη', 'created', null],
  ])
})

test('the history calls a gift as its reader does, whichever language it was wished in', async () => {
  await insertProducts(world.db, [{ id: 11 }])
  const id = await created()
  const products = [{ product_id: 11 }]
  expect((await world.call(addGifts, { registry_id: id, products }, owner.token)).status).toBe(200)
  const about = async (lang: string) => {
    const answer = await world.app.request(`/api/registry/hosts?lang=${lang}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${owner.token}` },
      body: JSON.stringify({ id }),
    })
    const { data } = (await answer.json()) as { data: Awaited<ReturnType<typeof hosts>> }
    return data.changes[0]
  }
  expect(await about('en')).toMatchObject({ what: 'gift_added', about: 'Teapot 11' })
  expect(await about('el')).toMatchObject({ what: 'gift_added', about: 'Τσαγιέρα 11' })
})

test('nobody is asked too often', async () => {
  const id = await created()
  const ask = () => world.call(contract.inviteCoHost, { id, email: 'often@example.com' }, owner.token)
  const answers = [await ask(), await ask(), await ask(), await ask()]
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429])
})
