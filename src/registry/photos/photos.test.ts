import sharp from 'sharp'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { aHost, aPicture, aRegistry, type Host, pictureForm } from '../../../test/builders.ts'
import { opened } from '../../../test/opened.ts'
import { testApp } from '../../../test/test-app.ts'
import { countRows, updateRows } from '../../server/postgres/rows.ts'
import { deleteRegistry, findRegistry, type PhotoView } from '../registry.contract.ts'
import { updateRegistry } from '../settings.contract.ts'
import { changePhoto } from './photos.contract.ts'

const app = opened(() => testApp({ shop: 'none' }))
let host: Host
let other: Host
let registry: Awaited<ReturnType<typeof aRegistry>>
beforeAll(async () => {
  other = await aHost(app, 'Άννα')
})
beforeEach(async () => {
  host = await aHost(app)
  registry = await aRegistry(app, host)
})

async function send(
  path: string,
  picture: Buffer | string,
  fields: Record<string, string>,
  token = host.token,
) {
  const form = pictureForm({ id: registry.code, ...fields }, picture)
  const { status, body } = await app.post(`/registry/${path}`, form, { token })
  return { status, keys: body.data.keys }
}
const add = async (role: string, alt = '', token?: string) =>
  send('photo/add', await aPicture(), { role, alt }, token)
const setCover = async (width: number, height: number) => send('update', await aPicture(width, height), {})

async function shown(role: PhotoView['role'], token?: string): Promise<PhotoView[]> {
  const { data } = await app.call<{ photos: PhotoView[] }[]>(findRegistry, { id: registry.code }, token)
  return (data[0]?.photos ?? []).filter(photo => photo.role === role)
}
const change = (input: object, token = host.token) =>
  app.call<{ keys?: Record<string, string> }>(changePhoto, { id: registry.code, ...input }, token)
const statusOf = async (path = '') => (await app.app.request(path)).status
const kept = () => countRows(app.db, 'picture', { registry_id: registry.id })

async function sizeOf(path: string) {
  const answer = await app.app.request(path)
  const { width, height } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
  return [width, height]
}

test('a landscape cover is a band, too, in a large and a light version', async () => {
  expect((await setCover(1800, 1000)).status).toBe(200)
  const [band] = await shown('cover')
  expect(band).toMatchObject({ width: 1280, height: 720, alt: '' })
  expect([await sizeOf(band!.large), await sizeOf(band!.small)]).toEqual([
    [1280, 720],
    [720, 405],
  ])
})

test.each([
  ['upright', 900, 1200],
  ['hardly wider than high', 1200, 1000],
  ['too small to fill the page', 800, 500],
])('a cover that is %s is none', async (_, width, height) => {
  await setCover(1800, 1000)
  const before = (await shown('cover'))[0]?.large
  expect((await setCover(width, height)).status).toBe(200)
  expect(await shown('cover')).toEqual([])
  expect(await statusOf(before)).toBe(404)
})

test('its hosts may choose the arch, and the cover stays', async () => {
  await setCover(1800, 1000)
  const [band] = await shown('cover')
  expect((await change({ photo: band!.large, act: 'remove' })).status).toBe(200)
  expect(await shown('cover')).toEqual([])
  expect([await statusOf(band!.large), await statusOf(band!.small)]).toEqual([404, 404])
  expect(await kept()).toBe(3)
})

test('the letter takes six photographs, each once, in the order of the hosts', async () => {
  for (const alt of ['1', '2', '3', '4', '5', '6']) expect((await add('letter', alt)).status).toBe(200)
  expect(await add('letter', '7')).toEqual({ status: 409, keys: { picture: 'photos_many' } })
  const altsInOrder = async () => (await shown('letter')).map(({ alt }) => alt).join('')
  expect(await altsInOrder()).toBe('123456')
  const [first, second] = await shown('letter')
  expect([first!.width, first!.height, await sizeOf(first!.small)]).toEqual([640, 480, [360, 270]])
  await change({ photo: first!.large, act: 'earlier' })
  expect(await altsInOrder()).toBe('123456')
  await change({ photo: first!.large, act: 'later' })
  expect(await altsInOrder()).toBe('213456')
  await change({ photo: first!.large, act: 'later', alt: 'στη θάλασσα' })
  expect(await altsInOrder()).toBe('23στη θάλασσα456')
  await change({ photo: second!.large, act: 'remove' })
  expect(await altsInOrder()).toBe('3στη θάλασσα456')
  expect([await statusOf(second!.large), await statusOf(second!.small)]).toEqual([404, 404])
  await change({ photo: first!.large, alt: '' })
  expect(await altsInOrder()).toBe('3456')
  const same = await aPicture()
  expect((await send('photo/add', same, { role: 'letter' })).status).toBe(200)
  await change({ photo: (await shown('letter'))[0]!.large, act: 'remove' })
  expect(await send('photo/add', same, { role: 'letter' })).toEqual({
    status: 409,
    keys: { picture: 'photos_twice' },
  })
})

test('what the gifts became is shown once the registry is closed, one photograph at a time', async () => {
  await add('afterwards', 'το παλιό')
  expect(await shown('afterwards', host.token)).toEqual([])
  const over = { event_day: '2026-01-01', closing_day: '2026-01-01' }
  await updateRows(app.db, 'registry', { set: over, where: { id: registry.id } })
  const [first] = await shown('afterwards')
  expect(first).toMatchObject({ alt: 'το παλιό', width: 800, height: 600 })
  await add('afterwards', 'το νέο')
  expect((await shown('afterwards')).map(({ alt }) => alt)).toEqual(['το νέο'])
  expect(await statusOf(first!.large)).toBe(404)
})

test('bad input is refused beside its field, and nothing is kept', async () => {
  expect(await send('photo/add', 'no picture', { role: 'letter' })).toEqual({
    status: 415,
    keys: { picture: 'picture_type' },
  })
  expect((await send('photo/add', await aPicture(100, 100), { role: 'letter' })).keys).toEqual({
    picture: 'picture_small',
  })
  expect((await send('photo/add', await aPicture(), { role: 'cover' })).status).toBe(422)
  expect((await add('letter', 'α'.repeat(141))).keys).toEqual({ alt: 'photos_alt_long' })
  expect(await kept()).toBe(0)
  await add('letter')
  const photo = (await shown('letter'))[0]!.large
  expect((await change({ photo, alt: 'α'.repeat(141) })).status).toBe(422)
  expect((await change({ photo, act: 'away' })).status).toBe(422)
  expect((await change({ photo: '/images/x.jpg', act: 'remove' })).status).toBe(404)
})

test('only its hosts add and change photographs', async () => {
  await add('letter')
  const photo = (await shown('letter'))[0]!.large
  for (const [token, status] of [
    [other.token, 404],
    ['wrong', 401],
  ] as const) {
    expect((await add('letter', '', token)).status).toBe(status)
    expect((await change({ photo, act: 'remove' }, token)).status).toBe(status)
  }
  expect(await shown('letter')).toHaveLength(1)
})

test('those of a private registry are for its hosts alone', async () => {
  await add('letter')
  const { large, small } = (await shown('letter'))[0]!
  expect([await statusOf(large), await statusOf(small)]).toEqual([200, 200])
  await app.call(updateRegistry, { id: registry.code, registry_status: 'private' }, host.token)
  expect([await statusOf(large), await statusOf(small)]).toEqual([404, 404])
})

test('a deleted registry serves none, and a day later none is kept', async () => {
  await setCover(1800, 1000)
  await add('letter')
  const { large } = (await shown('letter'))[0]!
  await app.call(deleteRegistry, { registry_id: registry.code }, host.token)
  expect(await statusOf(large)).toBe(404)
  app.clock.now = new Date(app.clock.now.getTime() + 25 * 3_600_000)
  await app.job('retention')
  await app.job('retention')
  expect(await kept()).toBe(0)
})
