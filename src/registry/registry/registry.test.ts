import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aHost, type Host, registryDraft } from '../../../test/builders.ts'
import type { Answer, Refused } from '../../../test/client.ts'
import { type SingleTestApp, testApp } from '../../../test/test-app.ts'
import * as settings from '../settings/contract.ts'
import * as contract from './contract.ts'
import * as eventTypes from './event-type-contract.ts'

let world: SingleTestApp
let host: Host
let other: Host

beforeAll(async () => {
  world = await testApp({ shop: 'none' })
  host = await aHost(world)
  other = await aHost(world, 'Άννα')
})
afterAll(() => world.close())

const created = async (draft: object = {}) => {
  const answer = await world.call<{ id: string }>(
    contract.saveRegistry,
    { ...registryDraft, ...draft },
    host.token,
  )
  expect(answer).toMatchObject({ status: 200, success: true, message: 'Registry Created' })
  return answer.data.id
}
const seen = async (id: string, token?: string) => {
  const { data } = await world.call<Record<string, unknown>[]>(contract.findRegistry, { id }, token)
  return data[0]
}

test('a host creates a registry, everybody finds it by its code however it is typed', async () => {
  const id = await created()
  expect(id).toMatch(/^[ABEZHKMNPTYX345679]{12}$/)
  const greek = id
    .toLowerCase()
    .replace(/a/g, 'α')
    .replace(/(.{4})/g, '$1 - ')
  expect(await seen(greek)).toMatchObject({
    id,
    registry_name: 'Ελένη & Γιώργος',
    hosts: 'Ελένη & Γιώργος',
    registry_date: '2027-06-19 00:00:00',
    end_date: '2027-07-19 00:00:00',
    registry_status: 'public',
    type_info: { slug: 'wedding', name: 'Wedding' },
    open: 1,
    is_owner: 0,
  })
  expect(await seen(id, host.token)).toMatchObject({ is_owner: 1, items: 0, givers: 0 })
})

test('one form makes one registry, however often and at once it is sent', async () => {
  const [one, two] = [await aHost(world), await aHost(world)]
  const send = async (who: typeof host, more: object = {}) =>
    (
      await world.call<{ id: string }>(
        contract.saveRegistry,
        { ...registryDraft, draft_key: 'form-1', ...more },
        who.token,
      )
    ).data.id
  const ids = await Promise.all(Array.from({ length: 8 }, () => send(one)))
  expect(new Set(ids).size).toBe(1)
  expect(await send(one, { registry_name: 'Άλλο όνομα' })).toBe(ids[0])
  expect(await send(two)).not.toBe(ids[0])
  expect(await send(one, { draft_key: 'form-2' })).not.toBe(ids[0])
  await world.call(contract.deleteRegistry, { registry_id: ids[0] }, one.token)
  expect(await send(one)).not.toBe(ids[0])
  const letters = await world.db
    .selectFrom('outbox')
    .select('id')
    .where('cause', '=', `registry-created:${ids[0]}`)
    .execute()
  expect(letters).toHaveLength(1)
})

test('its letter waits in the outbox in the host’s language, and the terms are kept with their moment', async () => {
  const id = await created()
  const letter = await world.db
    .selectFrom('outbox')
    .selectAll()
    .where('cause', '=', `registry-created:${id}`)
    .executeTakeFirstOrThrow()
  expect(letter).toMatchObject({ recipient: host.email, language: 'el', template: 'registry-created' })
  const row = await world.db
    .selectFrom('registry')
    .selectAll()
    .where('code', '=', id)
    .executeTakeFirstOrThrow()
  expect(row).toMatchObject({ terms_at: world.clock.now, home_address: { phone: '+306941234567' } })
  expect(row.shipping_address).toEqual(row.home_address)
})

test('addresses and phones are in no answer', async () => {
  const id = await created()
  expect(JSON.stringify(await seen(id))).not.toMatch(/Αμαλίας|694/)
})

test('every wrong field is told at once', async () => {
  const wrong = {
    name: 'Αβ',
    surname: 'R2D2',
    guest_count: '1',
    registry_status: 'secret',
    home_address: { street: 'Οδ', phone: '1' },
  }
  const { status, data } = await world.call(contract.saveRegistry, wrong, host.token)
  expect(status).toBe(422)
  expect(Object.keys(data.fields ?? {}).sort()).toEqual(
    [
      'guest_count',
      'home_address.city',
      'home_address.country',
      'home_address.phone',
      'home_address.postcode',
      'home_address.region',
      'home_address.street',
      'name',
      'registry_date',
      'registry_name',
      'registry_status',
      'shipping_address.street',
      'surname',
      'terms',
      'type',
    ].sort(),
  )
  expect(data.fields).toMatchObject({
    name: 'Name must be 3 characters or more',
    surname: 'No special character are allowed',
    type: 'Please select Event Type',
  })
})

test('the shipping address is asked for unless it is the home address', async () => {
  const { data } = await world.call(
    contract.saveRegistry,
    { ...registryDraft, same_as_home: false },
    host.token,
  )
  expect(data.fields).toEqual({ 'shipping_address.street': 'Please fill in the delivery address' })
})

test('a place that there is not, a past event and a closing before it are wrong fields', async () => {
  const wrong = {
    ...registryDraft,
    type: 'divorce',
    registry_date: '2026-11-20',
    end_date: '2026-11-19',
    home_address: { ...registryDraft.home_address, country: 'CY' },
  }
  const { status, data } = await world.call(contract.saveRegistry, wrong, host.token)
  expect(status).toBe(422)
  expect(Object.keys(data.fields ?? {})).toEqual(['type', 'registry_date', 'end_date', 'home_address.region'])
})

test.each([
  '0000-00-00',
  '0000-01-01',
  '2027-13-01',
  '2027-02-30',
  '2027-06-32 00:00:00',
  '2027-06-19T25:00:00Z',
  '99999-01-01',
])('%s is no day, and a wrong field', async day => {
  for (const field of ['registry_date', 'end_date']) {
    const { status, data } = await world.call(
      contract.saveRegistry,
      { ...registryDraft, [field]: day },
      host.token,
    )
    expect([status, Object.keys(data.fields ?? {})]).toEqual([422, [field]])
  }
})

test('an undecided date is the zero date on the wire, and the registry stays open', async () => {
  const id = await created({ registry_date: '', date_undecided: true })
  const zero = '1970-01-01 00:00:00'
  expect(await seen(id)).toMatchObject({ registry_date: zero, end_date: zero, open: 1 })
})

test('a closed registry is shown as closed after its closing day in Athens', async () => {
  const id = await created({ registry_date: '2026-12-01', end_date: '2026-12-05' })
  const before = world.clock.now
  world.clock.now = new Date('2026-12-05T21:59:59Z')
  expect(await seen(id)).toMatchObject({ open: 1 })
  world.clock.now = new Date('2026-12-05T22:00:00Z')
  expect(await seen(id)).toMatchObject({ open: 0 })
  world.clock.now = before
})

test('a private registry is found by its host alone, and answers others like an unknown one', async () => {
  const id = await created({ registry_status: 'private' })
  const unknown = await world.call(contract.findRegistry, { id: 'ABEZHKMNPTYX' }, other.token)
  for (const token of [undefined, 'wrong', other.token])
    expect(await world.call(contract.findRegistry, { id }, token)).toEqual(unknown)
  expect(await seen(id, host.token)).toMatchObject({ id, registry_status: 'private' })
})

test('what was sent is changed, what was emptied is cleared, the rest stays', async () => {
  const id = await created({ message: 'Με αγάπη', greeting: 'Χαίρετε' })
  const change = { id, registry_name: 'Η λίστα μας', message: '', registry_status: 'shareable' }
  expect(await world.call(settings.updateRegistry, change, host.token)).toMatchObject({ status: 200 })
  expect(await seen(id)).toMatchObject({
    registry_name: 'Η λίστα μας',
    message: null,
    greeting: 'Χαίρετε',
    registry_status: 'shareable',
    registry_date: '2027-06-19 00:00:00',
    version: 2,
  })
})

test('the closing date can’t be moved before the event, and a past one may stay', async () => {
  const id = await created()
  const early = await world.call(settings.updateRegistry, { id, end_date: '2027-06-18' }, host.token)
  expect(early.data.fields).toEqual({ end_date: 'The registry can’t close before the event' })
  await world.db
    .updateTable('registry')
    .set({ event_day: '2026-01-01', closing_day: '2026-02-01' })
    .where('code', '=', id)
    .execute()
  const words = { id, message: 'Ευχαριστούμε', registry_date: '2026-01-01', end_date: '2026-02-01' }
  expect(await world.call(settings.updateRegistry, words, host.token)).toMatchObject({ status: 200 })
})

test('dates are checked against the registry as it is when the change is written', async () => {
  const id = await created()
  let answer: Promise<Answer<Refused>> | undefined
  await world.db.transaction().execute(async tx => {
    await tx
      .updateTable('registry')
      .set({ event_day: '2027-08-01', closing_day: '2027-08-31' })
      .where('code', '=', id)
      .execute()
    // It reads the old dates, then waits for the lock.
    answer = world.call(settings.updateRegistry, { id, end_date: '2027-07-25' }, host.token)
    await waitingForLock()
  })
  expect((await answer)?.data.fields).toEqual({ end_date: 'The registry can’t close before the event' })
  expect(await seen(id)).toMatchObject({ end_date: '2027-08-31 00:00:00' })
})

/** Resolves when a transaction of this database waits for a lock. */
async function waitingForLock(): Promise<void> {
  for (;;) {
    const { rows } = await sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
      world.db,
    )
    if (rows.length > 0) return
    await new Promise(resolve => setTimeout(resolve, 10))
  }
}

test('event types are told in their order and one by one; an unknown one is missing', async () => {
  const types = (
    await world.call<{ slug: string; name: string }[]>(eventTypes.listEventTypes, { lang: 'el' })
  ).data
  expect(types.map(({ slug }) => slug)).toEqual([
    'wedding',
    'baptism',
    'baby-shower',
    'birthday',
    'student-life',
    'lets-event',
    'group-activity',
    'other',
  ])
  expect(types[0]).toEqual({
    slug: 'wedding',
    name: 'Γάμος',
    picture: '/pictures/wedding',
    illustration: 'church',
    tone: 'rose',
    position: 1,
    hides_day_and_place: 0,
  })
  const one = { slug: 'group-activity', lang: 'en' }
  expect((await world.call(eventTypes.showEventType, one)).data).toMatchObject({
    name: 'Group Activity',
    landing_title: 'Group activity registry',
  })
  expect((await world.call(eventTypes.showEventType, { slug: 'cart' })).status).toBe(404)
})

test('a new event type is one row and its texts', async () => {
  await world.db
    .insertInto('event_type')
    .values({
      slug: 'retirement',
      position: 9,
      illustration: 'star',
      tone: 'honey',
      starts_as_group: false,
      hides_day_and_place: false,
    })
    .execute()
  const texts = { landing_title: 'Retirement registry', landing_lead: 'Time.', landing_text: 'At last.' }
  await world.db
    .insertInto('event_type_text')
    .values({ slug: 'retirement', language: 'en', name: 'Retirement', search_words: 'retirement', ...texts })
    .execute()
  const id = await created({ type: 'retirement' })
  expect(await seen(id)).toMatchObject({
    type_info: { slug: 'retirement', name: 'Retirement', illustration: 'star', starts_as_group: 0 },
    thumbnail: '/pictures/retirement',
  })
  const inGreek = { slug: 'retirement', lang: 'el' }
  expect((await world.call(eventTypes.showEventType, inGreek)).data).toMatchObject(texts)
  const slug = await world.call(settings.updateRegistry, { id, slug: 'retirement' }, host.token)
  expect([slug.status, slug.data.fields]).toEqual([422, { slug: expect.any(String) }])
})

test('hosts see their own registries, newest first, page by page', async () => {
  const many = await aHost(world, 'Νίκος')
  for (const name of ['Πρώτη', 'Δεύτερη'])
    await world.call(contract.saveRegistry, { ...registryDraft, registry_name: name }, many.token)
  const { data, meta } = (await world.call(
    contract.listMyRegistries,
    { id: host.id },
    many.token,
  )) as unknown as {
    data: { registry_name: string }[]
    meta: object
  }
  expect(data.map(registry => registry.registry_name)).toEqual(['Δεύτερη', 'Πρώτη'])
  expect(meta).toEqual({ page: 1, per_page: 20, total: 2, last_page: 1 })
})

test('a deleted registry is gone for everyone', async () => {
  const id = await created()
  expect(await world.call(contract.deleteRegistry, { registry_id: id }, host.token)).toMatchObject({
    status: 200,
  })
  expect(await seen(id, host.token)).toBeUndefined()
  expect(await world.call(contract.deleteRegistry, { registry_id: id }, host.token)).toMatchObject({
    status: 404,
  })
})

describe('a registry is deleted unless money of it is unsettled:', () => {
  const accounts = { gift: 'goods', contribution: 'gift', surplus: 'change' } as const
  const given = async (id: string, lines: { kind: 'gift' | 'contribution' | 'surplus'; cents: number }[]) => {
    const registry = await world.db
      .selectFrom('registry')
      .select('id')
      .where('code', '=', id)
      .executeTakeFirstOrThrow()
    for (const [index, { kind, cents }] of lines.entries())
      await world.db
        .insertInto('ledger')
        .values({
          registry_id: registry.id,
          order_id: 1,
          line_id: index,
          kind,
          account: accounts[kind],
          cents,
          cause: `${id}${index}`,
        })
        .execute()
  }
  const remove = async (id: string) => world.call(contract.deleteRegistry, { registry_id: id }, host.token)

  test.each([
    ['a contribution waits', [{ kind: 'contribution', cents: 4000 }], 409],
    ['something was left over', [{ kind: 'surplus', cents: 1 }], 409],
    [
      'a contribution was given back',
      [
        { kind: 'contribution', cents: 4000 },
        { kind: 'contribution', cents: -4000 },
      ],
      200,
    ],
    ['goods were bought as such', [{ kind: 'gift', cents: 6400 }], 200],
    ['nothing was given', [], 200],
  ] as [string, { kind: 'gift' | 'contribution' | 'surplus'; cents: number }[], number][])(
    '%s',
    async (_, lines, status) => {
      const id = await created()
      await given(id, lines)
      const answer = await remove(id)
      expect([answer.status, answer.data.code]).toEqual([
        status,
        status === 409 ? 'registry_has_money' : undefined,
      ])
      expect((await seen(id, host.token)) === undefined).toBe(status === 200)
      expect(answer.message === 'Registry Deleted').toBe(status === 200)
    },
  )
})

test('a registry hidden from find says so in its row only', async () => {
  const id = await created()
  await world.call(settings.changeSearchable, { id, searchable: '0' }, host.token)
  const row = await world.db.selectFrom('registry').selectAll().where('code', '=', id).executeTakeFirst()
  expect(row).toMatchObject({ searchable: false, privacy: 'public' })
})

describe('only the host', () => {
  const changes: [string, typeof settings.updateRegistry, (id: string) => object][] = [
    ['update', settings.updateRegistry, id => ({ id, registry_name: 'Ξένη' })],
    ['hide', settings.changeSearchable as never, id => ({ id, searchable: false })],
    ['delete', contract.deleteRegistry as never, id => ({ registry_id: id })],
  ]
  test.each(changes)('may %s', async (_, call, input) => {
    const id = await created()
    const before = await seen(id)
    expect(await world.call(call, input(id))).toMatchObject({ status: 401 })
    expect(await world.call(call, input(id), 'wrong')).toMatchObject({ status: 401 })
    const missing = await world.call(call, input('ABEZHKMNPTYX'), other.token)
    expect(missing.status).toBe(404)
    expect(await world.call(call, input(id), other.token)).toEqual(missing)
    expect(await seen(id)).toEqual(before)
  })

  test('may create or list', async () => {
    for (const call of [contract.saveRegistry, contract.listMyRegistries])
      for (const token of [undefined, 'wrong'])
        expect(await world.call(call, registryDraft, token)).toMatchObject({ status: 401 })
  })

  test('and who he is comes from the session, never from a field', async () => {
    const { data } = await world.call<{ id: string }>(
      contract.saveRegistry,
      { ...registryDraft, customer_id: other.id, id: 'ABEZHKMNPTYX', version: 9 },
      host.token,
    )
    expect(await seen(data.id)).toMatchObject({ customer_id: host.id, version: 1 })
  })
})

describe('names', () => {
  const good = ['Μαρία-Ελένη', 'O’Neill', "O'Neill", 'Αγ. Νικόλαος', 'José', 'Ιωάννα', 'Анна', '田中太郎']
  const bad = ['R2D2', 'Ann<a>', 'Άννα🎉', 'a@b', '{{x}}', 'Ann;a']
  test.each(good)('%s passes', async name => {
    expect(
      await world.call(contract.saveRegistry, { ...registryDraft, name }, (await aHost(world)).token),
    ).toMatchObject({
      status: 200,
    })
  })
  test.each(bad)('%s has a special character', async name => {
    const { data } = await world.call(contract.saveRegistry, { ...registryDraft, name }, host.token)
    expect(data.fields).toEqual({ name: 'No special character are allowed' })
  })
})

describe('text that can’t be kept is a wrong field, never a failure', () => {
  const strings = [
    'abc\u0000def',
    '\ud800abc',
    'abc\u202edef',
    'abc\ufeffdef',
    'abc\u0007def',
    'a'.repeat(5000),
  ]
  const fields = [
    'name',
    'surname',
    'partner_name',
    'registry_name',
    'event_place',
    'message',
    'greeting',
    'type',
  ]
  test.each(fields)('%s', async field => {
    for (const text of strings) {
      const answer = await world.call(contract.saveRegistry, { ...registryDraft, [field]: text }, host.token)
      expect([answer.status, Object.keys(answer.data.fields ?? {})]).toEqual([422, [field]])
    }
  })
  test('in addresses, and where a registry is named', async () => {
    for (const text of strings) {
      for (const field of ['street', 'city', 'postcode', 'region', 'phone', 'country']) {
        const home_address = { ...registryDraft.home_address, [field]: text }
        const { status } = await world.call(
          contract.saveRegistry,
          { ...registryDraft, home_address },
          host.token,
        )
        expect([field, status]).toEqual([field, 422])
      }
      expect((await world.call(contract.findRegistry, { id: text })).status).toBeLessThan(500)
    }
  })
})

test('markup in the host’s words is text', async () => {
  const words = '"><img src=x onerror=window.__x=1>'
  const id = await created({ message: words, greeting: `${words}\r\n{{7*7}}` })
  expect(await seen(id)).toMatchObject({ message: words })
})

test('Greece comes first, Cyprus next, and their regions in the reader’s language', async () => {
  const { data } = await world.call<{ countries: object[]; regions: { name: string }[] }>(
    contract.listPlaces,
    {
      country: 'GR',
      lang: 'el',
    },
  )
  expect(data.countries.slice(0, 3)).toMatchObject([
    { name: 'Ελλάδα' },
    { name: 'Κύπρος' },
    { name: expect.stringMatching(/^[ΆΑ]/) },
  ])
  expect(data.regions).toHaveLength(14)
  expect(data.regions[0]).toEqual({ code: 'GR-69', name: 'Άγιον Όρος' })
  const none = await world.call<{ regions: object[] }>(contract.listPlaces, { country: 'XX' })
  expect(none.data.regions).toEqual([])
})
