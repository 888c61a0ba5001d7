import { expect, test } from 'vitest'
import { aHost, registryDraft } from '../../test/builders.ts'
import { opened } from '../../test/opened.ts'
import { registryTestApp } from '../../test/registries.ts'
import { countRows, getRow, insertRow } from '../server/postgres/rows.ts'
import * as contract from './registry.contract.ts'
import * as places from './registry.rules.ts'
import { foldSlug } from './slug.rules.ts'

const app = opened(() => registryTestApp())

test('a host creates a registry, which everybody finds by its code in any spelling', async () => {
  const id = await app.createRegistry()
  expect(id).toMatch(/^[ABEZHKMNPTYX345679]{12}$/)
  const greek = id
    .toLowerCase()
    .replace(/a/g, 'α')
    .replace(/(.{4})/g, '$1 - ')
  expect(await app.viewRegistry(greek)).toMatchObject({
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
  expect(await app.viewRegistry(id, app.host.token)).toMatchObject({ is_owner: 1, items: 0, givers: 0 })
})

test('a link is found as chats and letters bring it, and a code behind its word', async () => {
  const id = await app.createRegistry()
  const { id: registry_id } = await getRow(app.db, 'registry', { code: id })
  const slug = 'nikos-kai-maria'
  await insertRow(app.db, 'slug', { slug, folded: foldSlug(slug), registry_id })
  for (const address of [id, slug])
    for (const brought of ['.', '),', '»', '\u200b', '?lang=el', '&lang=el'].map(more => address + more))
      expect(await app.viewRegistry(brought), brought).toMatchObject({ id })
  const written = id.replace(/(.{4})(?=.)/g, '$1.')
  for (const before of ['Κωδικός: ', 'Code ', '"', 'κωδικός:\u00a0'])
    expect(await app.viewRegistry(`${before}${written}"`), before).toMatchObject({ id })
})

test('a form that is sent several times, also at once, creates one registry', async () => {
  const [one, two] = [await aHost(app), await aHost(app)]
  const send = async (who: typeof app.host, more: object = {}) =>
    (
      await app.call<{ id: string }>(
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
  await app.call(contract.deleteRegistry, { registry_id: ids[0] }, one.token)
  expect(await send(one)).not.toBe(ids[0])
  expect(await countRows(app.db, 'outbox', { cause: `registry-created:${ids[0]}` })).toBe(1)
})

test('creating enqueues an e-mail in the host’s language and stores the version and time of the terms', async () => {
  const id = await app.createRegistry()
  const letter = await getRow(app.db, 'outbox', { cause: `registry-created:${id}` })
  expect(letter).toMatchObject({ recipient: app.host.email, language: 'el', template: 'registry-created' })
  await app.job('emails')
  const { plain } = await getRow(app.db, 'mailbox', { message_id: letter.message_id })
  expect(plain).toContain(`/registry/${id}?lang=el`)
  const row = await getRow(app.db, 'registry', { code: id })
  expect(row).toMatchObject({ terms_at: app.clock.now, home_address: { phone: '+306941234567' } })
  expect(row.shipping_address).toEqual(row.home_address)
})

test('no reply contains addresses or phone numbers', async () => {
  const id = await app.createRegistry()
  expect(JSON.stringify(await app.viewRegistry(id))).not.toMatch(/Αμαλίας|694\s?123/)
})

test('an undecided date is the zero date on the wire, and the registry stays open', async () => {
  const id = await app.createRegistry({ registry_date: '', date_undecided: true })
  const zero = '1970-01-01 00:00:00'
  expect(await app.viewRegistry(id)).toMatchObject({ registry_date: zero, end_date: zero, open: 1 })
})

test('a closed registry is shown as closed after its closing day in Athens', async () => {
  const id = await app.createRegistry({ registry_date: '2026-12-01', end_date: '2026-12-05' })
  const before = app.clock.now
  app.clock.now = new Date('2026-12-05T21:59:59Z')
  expect(await app.viewRegistry(id)).toMatchObject({ open: 1 })
  app.clock.now = new Date('2026-12-05T22:00:00Z')
  expect(await app.viewRegistry(id)).toMatchObject({ open: 0 })
  app.clock.now = before
})

test('only its host finds a private registry; others get the answer for an unknown one', async () => {
  const id = await app.createRegistry({ registry_status: 'private' })
  const unknown = await app.call(contract.findRegistry, { id: 'ABEZHKMNPTYX' }, app.other.token)
  for (const token of [undefined, 'wrong', app.other.token])
    expect(await app.call(contract.findRegistry, { id }, token)).toEqual(unknown)
  expect(await app.viewRegistry(id, app.host.token)).toMatchObject({ id, registry_status: 'private' })
})

test('hosts see their own registries, newest first, page by page', async () => {
  const many = await aHost(app, 'Νίκος')
  for (const name of ['Πρώτη', 'Δεύτερη'])
    await app.call(contract.saveRegistry, { ...registryDraft, registry_name: name }, many.token)
  const { data, meta } = (await app.call(
    contract.listMyRegistries,
    { id: app.host.id },
    many.token,
  )) as unknown as {
    data: { registry_name: string }[]
    meta: object
  }
  expect(data.map(registry => registry.registry_name)).toEqual(['Δεύτερη', 'Πρώτη'])
  expect(meta).toEqual({ page: 1, per_page: 20, total: 2, last_page: 1 })
})

test('markup in the host’s texts stays text', async () => {
  const words = '"><img src=x onerror=window.__x=1>'
  const id = await app.createRegistry({ message: words, greeting: `${words}\r\n{{7*7}}` })
  expect(await app.viewRegistry(id)).toMatchObject({ message: words })
})

test('places: Greece and Cyprus come first, with their regions in the reader’s language', async () => {
  const { data } = await app.call<{ countries: object[]; regions: { name: string }[] }>(places.listPlaces, {
    country: 'GR',
    lang: 'el',
  })
  expect(data.countries.slice(0, 3)).toMatchObject([
    { name: 'Ελλάδα' },
    { name: 'Κύπρος' },
    { name: expect.stringMatching(/^[ΆΑ]/) },
  ])
  expect(data.regions).toHaveLength(14)
  expect(data.regions[0]).toEqual({ code: 'GR-69', name: 'Άγιον Όρος' })
  const none = await app.call<{ regions: object[] }>(places.listPlaces, { country: 'XX' })
  expect(none.data.regions).toEqual([])
})

test('a registry is shareable where the API is not told otherwise, and kept from search engines (R211)', async () => {
  expect(await app.viewRegistry(await app.createRegistry({ registry_status: undefined }))).toMatchObject({
    registry_status: 'shareable',
    search_engines: 0,
  })
  expect(await app.viewRegistry(await app.createRegistry({ search_engines: undefined }))).toMatchObject({
    registry_status: 'public',
    search_engines: 0,
  })
})
