import { sql } from 'kysely'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import {
  maxKeptBytesPerAccount,
  maxUploadedKilobytesPerAccount,
  maxUploadsPerAddress,
} from '../../src/registry/photo.rules.ts'
import { savePicture, sumPictureBytes } from '../../src/registry/photo.ts'
import { deleteRegistry, saveRegistry } from '../../src/registry/registry.contract.ts'
import { updateRegistry } from '../../src/registry/settings.contract.ts'
import { findRows, updateRows } from '../../src/server/postgres/rows.ts'
import { countAttempt } from '../../src/server/security/rate-limits.ts'
import { aHost, type Host, registryDraft } from '../builders.ts'
import { opened } from '../opened.ts'
import { testApp } from '../test-app.ts'

/** Whoever uploads again and again must not fill the disk: rows and bytes are counted in the database (R945). */
const app = opened(() => testApp({ shop: 'none' }))

const address = '203.0.113.7'
const createRegistry = async (host: Host) =>
  (await app.call<{ id: string }>(saveRegistry, registryDraft, host.token)).data.id

/** A picture that no other upload has. */
const picture = async (seed: number) =>
  new File(
    [
      new Uint8Array(
        await sharp({
          create: {
            width: 130,
            height: 130,
            channels: 3,
            background: { r: (seed * 37) % 256, g: (seed * 91) % 256, b: (seed * 53) % 256 },
          },
        })
          .jpeg()
          .toBuffer(),
      ),
    ],
    'a.jpg',
  )

async function send(path: string, fields: Record<string, string | File>, { token }: Host, from = address) {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.set(name, value)
  const { status, body: answer } = await app.post(path, body, { token, from })
  return { status, keys: answer.data.keys }
}

const uploadPhoto = async (id: string, host: Host, seed: number, from = address) =>
  send('/registry/update', { id, picture: await picture(seed) }, host, from)

const invitation = {
  font_family: 'gfs-didot',
  text_color: '#1d5a74',
  background_color: '#ffffff',
  font_size: '20',
  text_align: 'right',
  subject: 'Ελάτε',
  message: 'Σας περιμένουμε',
}
const uploadBackground = async (id: string, host: Host, seed: number, from = address) =>
  send(
    '/v2/invitation-content/save',
    { registry_id: id, ...invitation, background_image: await picture(seed) },
    host,
    from,
  )

async function countPictures(): Promise<number[]> {
  const counts = (['photo', 'background'] as const).map(use =>
    app.db
      .selectFrom('picture')
      .select(row => row.fn.countAll<number>().as('count'))
      .where('use', '=', use)
      .executeTakeFirstOrThrow(),
  )
  return (await Promise.all(counts)).map(({ count }) => Number(count))
}

test('a host without a confirmed e-mail creates a registry, but uploads nothing', async () => {
  const host = await aHost(app, 'Νέα', { confirmed: false })
  const id = await createRegistry(host)
  const before = await countPictures()
  expect(await uploadPhoto(id, host, 1)).toMatchObject({
    status: 403,
    keys: { picture: 'picture_unconfirmed' },
  })
  expect(await uploadBackground(id, host, 2)).toMatchObject({
    status: 403,
    keys: { background_image: 'picture_unconfirmed' },
  })
  expect(await countPictures()).toEqual(before)
})

test('what is replaced is gone at once, also when uploads race', async () => {
  const host = await aHost(app)
  const id = await createRegistry(host)
  const [photos, backgrounds] = await countPictures()
  for (const seed of [10, 11, 12]) {
    expect((await uploadPhoto(id, host, seed)).status).toBe(200)
    expect((await uploadBackground(id, host, seed)).status).toBe(200)
  }
  await Promise.all(
    [13, 14, 15, 16].flatMap(seed => [uploadPhoto(id, host, seed), uploadBackground(id, host, seed)]),
  )
  // Square pictures: the square and the whole have the same bytes.
  expect(await countPictures()).toEqual([(photos ?? 0) + 2, (backgrounds ?? 0) + 1])
  await app.call(updateRegistry, { id, remove_picture: true }, host.token)
  expect((await countPictures())[0]).toBe(photos)
})

test('a photo that another registry shows too stays', async () => {
  const host = await aHost(app)
  const [one, two] = [await createRegistry(host), await createRegistry(host)]
  const [photos] = await countPictures()
  for (const id of [one, two]) await uploadPhoto(id, host, 20)
  await uploadPhoto(one, host, 21)
  expect((await countPictures())[0]).toBe((photos ?? 0) + 4)
})

test('the clean-up keeps what is shown, and drops what a deleted registry showed', async () => {
  const host = await aHost(app)
  const [one, two] = [await createRegistry(host), await createRegistry(host)]
  await uploadPhoto(one, host, 25)
  const [before] = await countPictures()
  await uploadPhoto(two, host, 26)
  await app.call(deleteRegistry, { registry_id: two }, host.token)
  const { now } = app.clock
  app.clock.now = new Date(now.getTime() + 2 * 86_400_000)
  await app.job('retention')
  app.clock.now = now
  expect((await countPictures())[0]).toBe(before)
})

test('backgrounds that e-mails show are kept, ten of a registry', async () => {
  const host = await aHost(app)
  const id = await createRegistry(host)
  const statuses: number[] = []
  for (let seed = 30; seed < 42; seed++) {
    statuses.push((await uploadBackground(id, host, seed, '203.0.113.8')).status)
    await updateRows(app.db, 'picture', { set: { emailed_at: app.clock.now }, where: { use: 'background' } })
  }
  expect(statuses).toEqual([...Array(10).fill(200), 409, 409])
})

test('a picture is served at the address of its use alone: no photo of a private registry as a background', async () => {
  const host = await aHost(app)
  const id = await createRegistry(host)
  await uploadPhoto(id, host, 50)
  await uploadBackground(id, host, 51)
  const { photo, full_picture, background_image, registry_id } = await app.db
    .selectFrom('registry')
    .innerJoin('invitation_content', 'invitation_content.registry_id', 'registry.id')
    .select(['photo', 'full_picture', 'background_image', 'invitation_content.registry_id'])
    .where('code', '=', id)
    .executeTakeFirstOrThrow()
  const statusOf = async (folder: string, name: string | null) =>
    (await app.app.request(`/${folder}/${name}.jpg`)).status
  expect(await statusOf('images', photo)).toBe(200)
  expect(await statusOf('invitation-picture', background_image)).toBe(200)
  await app.call(updateRegistry, { id, registry_status: 'private' }, host.token)
  for (const name of [photo, full_picture]) {
    expect(await statusOf('images', name)).toBe(404)
    expect(await statusOf('invitation-picture', name)).toBe(404)
  }
  expect(await statusOf('images', background_image)).toBe(404)
  const bytes = Buffer.from('the same bytes')
  const save = (use: 'photo' | 'background') =>
    savePicture(app.db, { use, bytes, registry_id }, { config: app.config, now: app.clock.now })
  expect(await save('photo')).not.toBe(await save('background'))
})

test('two accounts at one address share its uploads of an hour', async () => {
  const hosts = await Promise.all([aHost(app), aHost(app), aHost(app), aHost(app)])
  const ids = await Promise.all(hosts.map(createRegistry))
  await app.db.deleteFrom('rate_limit').execute()
  const before = await countPictures()
  const attempts = Array.from({ length: maxUploadsPerAddress + 10 }, (_, at) => at % 4)
  const statuses: number[] = []
  // Broken files count too: they are decoded as well.
  for (const who of attempts) {
    const file = new File([new Uint8Array([0xff, 0xd8, 0xff, 0xe0])], 'a.jpg')
    statuses.push(
      (await send('/registry/update', { id: ids[who] as string, picture: file }, hosts[who] as Host)).status,
    )
  }
  expect(statuses.filter(status => status === 422)).toHaveLength(maxUploadsPerAddress)
  expect(new Set(statuses.slice(maxUploadsPerAddress))).toEqual(new Set([429]))
  expect(await countPictures()).toEqual(before)
})

describe('bytes', () => {
  const noise = async (side: number) =>
    new File(
      [
        new Uint8Array(
          await sharp({
            create: {
              width: side,
              height: side,
              channels: 3,
              background: '#888',
              noise: { type: 'gaussian', mean: 128, sigma: 60 },
            },
          })
            .jpeg({ quality: 90 })
            .toBuffer(),
        ),
      ],
      'a.jpg',
    )

  test('one account, and the whole site, take so much a day; staff are told once', async () => {
    await app.db.deleteFrom('rate_limit').execute()
    const photo = await noise(1200)
    const uploadAll = async (host: Host, times: number) => {
      const id = await createRegistry(host)
      const made: Awaited<ReturnType<typeof send>>[] = []
      for (let count = 0; count < times; count++) {
        made.push(
          await send('/registry/update', { id, picture: photo }, host, `203.0.113.${100 + made.length}`),
        )
        if (made.at(-1)?.status !== 200) break
      }
      return made
    }
    const host = await aHost(app)
    await uploadAll(host, 1)
    const perUpload = (await sumPictureBytes(app.db, host.id)) / 1000
    expect(perUpload).toBeGreaterThan(500)
    const setUsed = (key: string, kilobytes: number) =>
      countAttempt(app.db, app.clock.now, key, Infinity, 86_400, undefined, Math.round(kilobytes))
    await setUsed(`uploaded-by:${host.id}`, maxUploadedKilobytesPerAccount - 2.5 * perUpload)
    expect((await uploadAll(host, 5)).map(({ status }) => status)).toEqual([200, 429])
    await setUsed('uploaded', 2_000_000)
    const other = await aHost(app)
    for (const _ of [1, 2])
      expect(await uploadAll(other, 1)).toMatchObject([
        { status: 429, keys: { picture: 'picture_site_full' } },
      ])
    const letters = await findRows(app.db, 'outbox', {
      where: { template: 'pictures-full' },
      columns: ['props'],
    })
    expect(letters).toEqual([{ props: { limit: 2000 } }])
  })

  test('what an account keeps in all its registries is bounded', async () => {
    await app.db.deleteFrom('rate_limit').execute()
    const host = await aHost(app)
    const id = await createRegistry(host)
    await uploadBackground(id, host, 90)
    await sql`
      update picture set bytes = convert_to(repeat('a', ${maxKeptBytesPerAccount}), 'UTF8')
      where use = 'background' and registry_id = (select id from registry where code = ${id})`.execute(app.db)
    const second = await createRegistry(host)
    expect(await uploadPhoto(second, host, 91)).toMatchObject({
      status: 409,
      keys: { picture: 'picture_quota' },
    })
    expect(await uploadBackground(id, host, 92)).toMatchObject({ status: 200 })
    expect(await uploadPhoto(second, host, 91)).toMatchObject({ status: 200 })
  })
})
