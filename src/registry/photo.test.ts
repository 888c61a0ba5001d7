import * as fc from 'fast-check'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { pictureForm } from '../../test/builders.ts'
import { opened } from '../../test/opened.ts'
import { pictureBomb } from '../../test/picture-bomb.ts'
import { registryTestApp } from '../../test/registries.ts'
import { cropSquare, maxPhotoBytes } from './photo.rules.ts'
import { deleteRegistry } from './registry.contract.ts'
import { updateRegistry } from './settings.contract.ts'

const app = opened(() => registryTestApp())

const plain = (width: number, height: number, background = '#a3233a') =>
  sharp({ create: { width, height, channels: 3, background } })

async function upload(
  id: string,
  bytes: Buffer | string,
  { name = 'a.jpg', as = app.host.token, crop = {} as Record<string, number> } = {},
) {
  const chosen = Object.entries(crop).map(([part, value]) => [`crop[${part}]`, String(value)])
  const form = pictureForm({ id, ...Object.fromEntries(chosen) }, bytes, name)
  const { status, body } = await app.post('/registry/update', form, { token: as })
  return { status, keys: body.data.keys }
}

interface PhotoPaths {
  thumbnail: string
  full_thumbnail: string
  portrait: string | null
}
const viewRegistry = async (id: string) =>
  (await app.viewRegistry(id, app.host.token)) as unknown as PhotoPaths
const get = (path: string, token?: string) =>
  app.app.request(path, token ? { headers: { cookie: `customerToken=${token}` } } : {})
const download = async (path: string) => Buffer.from(await (await get(path, app.host.token)).arrayBuffer())

test('the square is always within the picture', () => {
  const fraction = fc.double({ min: 0, max: 1, noNaN: true })
  const crops = fc.option(fc.record({ x: fraction, y: fraction, side: fraction }))
  const sides = fc.integer({ min: 1, max: 5000 })
  fc.assert(
    fc.property(sides, sides, crops, (width, height, crop) => {
      const square = cropSquare(width, height, crop)
      expect(square.width).toBe(square.height)
      expect(square.width).toBeGreaterThan(0)
      expect(square.left >= 0 && square.top >= 0).toBe(true)
      expect(square.left + square.width <= width && square.top + square.height <= height).toBe(true)
    }),
  )
})

describe('a photo', () => {
  test.each(['jpeg', 'png', 'webp'] as const)(
    'in %s becomes a JPEG of 120 × 120, and two larger ones',
    async format => {
      const id = await app.createRegistry()
      expect(await upload(id, await plain(1800, 900).toFormat(format).toBuffer())).toEqual({ status: 200 })
      const { thumbnail, portrait, full_thumbnail } = await viewRegistry(id)
      const sizes = [thumbnail, portrait ?? '', full_thumbnail].map(async path => {
        const { format: made, width, height } = await sharp(await download(path)).metadata()
        return [made, width, height]
      })
      expect(await Promise.all(sizes)).toEqual([
        ['jpeg', 120, 120],
        ['jpeg', 720, 720],
        ['jpeg', 1600, 800],
      ])
    },
  )

  test('is turned upright, cropped to the chosen square, and loses its metadata', async () => {
    const halves = await sharp({ create: { width: 600, height: 300, channels: 3, background: '#ffffff' } })
      .composite([{ input: await plain(300, 300).png().toBuffer(), left: 0, top: 0 }])
      .withExif({ IFD0: { Artist: 'Ζουμάγια' }, IFD3: { GPSLatitude: '37/1 58/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    const id = await app.createRegistry()
    await upload(id, halves, { crop: { x: 0, y: 0, side: 1 } })
    const bytes = await download((await viewRegistry(id)).thumbnail)
    const { exif, orientation, icc, xmp } = await sharp(bytes).metadata()
    expect([exif, orientation, icc, xmp]).toEqual([undefined, undefined, undefined, undefined])
    expect(bytes.includes('Ζουμάγια')).toBe(false)
    // After turning by 90° the coloured half is on top, and the crop takes the top.
    const { channels } = await sharp(bytes).stats()
    expect(channels.map(({ mean }) => Math.round(mean / 16) * 16)).toEqual([160, 32, 64])
  })

  test('is cached forever, has a name that nobody can guess, and is stored once', async () => {
    const [one, two] = [await app.createRegistry(), await app.createRegistry()]
    const bytes = await plain(200, 200).png().toBuffer()
    for (const id of [one, two]) await upload(id, bytes)
    const { thumbnail } = await viewRegistry(one)
    expect((await viewRegistry(two)).thumbnail).toBe(thumbnail)
    const answer = await get(thumbnail)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    })
    expect(thumbnail).toMatch(/^\/images\/[0-9a-f]{40}\.jpg$/)
    for (const path of ['/images/', '/images/x.jpg', `/images/${'0'.repeat(40)}.jpg`, '/images/..%2Fx.jpg'])
      expect((await get(path)).status).toBe(404)
  })

  test('of a private registry is for its hosts alone, at once', async () => {
    const id = await app.createRegistry()
    await upload(id, await plain(210, 210, '#1d5a74').png().toBuffer())
    const { thumbnail } = await viewRegistry(id)
    expect((await get(thumbnail)).status).toBe(200)
    await app.call(updateRegistry, { id, registry_status: 'private' }, app.host.token)
    expect((await get(thumbnail)).status).toBe(404)
    expect((await get(thumbnail, app.other.token)).status).toBe(404)
    const own = await get(thumbnail, app.host.token)
    expect([own.status, own.headers.get('cache-control')]).toEqual([200, 'private, no-cache'])
  })

  test('that is removed, replaced or of a deleted registry is not served', async () => {
    const id = await app.createRegistry()
    await upload(id, await plain(220, 220).png().toBuffer())
    const first = (await viewRegistry(id)).thumbnail
    await upload(id, await plain(230, 230).jpeg({ quality: 50 }).toBuffer(), {
      crop: { x: 0, y: 0, side: 0.4 },
    })
    const { full_thumbnail } = await viewRegistry(id)
    expect((await get(full_thumbnail)).status).toBe(200)
    await app.call(updateRegistry, { id, remove_picture: true }, app.host.token)
    expect(await viewRegistry(id)).toMatchObject({ thumbnail: '/pictures/wedding', portrait: null })
    expect((await get(full_thumbnail)).status).toBe(404)
    await upload(id, await plain(240, 240).png().toBuffer())
    const last = (await viewRegistry(id)).full_thumbnail
    await app.call(deleteRegistry, { registry_id: id }, app.host.token)
    expect((await get(last)).status).toBe(404)
    expect(first).toMatch(/^\/images/)
  })

  test('can be uploaded by a host only', async () => {
    const id = await app.createRegistry()
    const bytes = await plain(200, 200).png().toBuffer()
    expect((await upload(id, bytes, { as: app.other.token })).status).toBe(404)
    expect((await upload(id, bytes, { as: 'wrong' })).status).toBe(401)
    expect(await viewRegistry(id)).toMatchObject({ portrait: null })
  })
})

describe('a file that is not a photo, or too large, is refused', () => {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="200"><script>alert(1)</script></svg>'
  const cases: [string, () => Promise<Buffer> | Buffer, number, string][] = [
    ['nothing', () => Buffer.alloc(0), 415, 'picture_type'],
    ['text', () => Buffer.from('hello'), 415, 'picture_type'],
    ['a picture that is a program', () => Buffer.from(svg), 415, 'picture_type'],
    ['a page', () => Buffer.from('<html><script>alert(1)</script>'), 415, 'picture_type'],
    ['a GIF', () => plain(200, 200).gif().toBuffer(), 415, 'picture_type'],
    ['a TIFF', () => plain(200, 200).tiff().toBuffer(), 415, 'picture_type'],
    [
      'a broken JPEG',
      async () => (await plain(400, 400).jpeg().toBuffer()).subarray(0, 300),
      422,
      'picture_broken',
    ],
    ['the first bytes of one', () => Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0]), 422, 'picture_broken'],
    ['a tiny one', () => plain(119, 400).jpeg().toBuffer(), 422, 'picture_small'],
    ['one byte too many', () => Buffer.alloc(maxPhotoBytes + 1, 0xff), 413, 'picture_large'],
    ['a bomb of 400 million pixels', () => pictureBomb(20_000, 20_000), 413, 'picture_large'],
  ]
  test.each(cases)('%s', async (_, make, status, key) => {
    const id = await app.createRegistry()
    const bytes = await make()
    const before = process.cpuUsage()
    expect(await upload(id, bytes, { name: '../../x.jpg' })).toEqual({ status, keys: { picture: key } })
    const { user, system } = process.cpuUsage(before)
    expect((user + system) / 1000, 'milliseconds of work').toBeLessThan(2000)
    expect(await viewRegistry(id)).toMatchObject({ portrait: null, thumbnail: '/pictures/wedding' })
  })

  test('a body far beyond the limit is not read', async () => {
    expect((await upload(await app.createRegistry(), Buffer.alloc(4_000_000, 1))).status).toBe(413)
  })

  test('a JPEG that is a page too loses the page', async () => {
    const id = await app.createRegistry()
    const page = Buffer.from('<html><script>alert(1)</script></html>')
    const polyglot = Buffer.concat([await plain(300, 300).jpeg().toBuffer(), page])
    expect((await upload(id, polyglot)).status).toBe(200)
    const { thumbnail, full_thumbnail, portrait } = await viewRegistry(id)
    for (const path of [thumbnail, full_thumbnail, portrait ?? ''])
      expect((await download(path)).includes('script')).toBe(false)
  })

  test('randomly changed bytes are accepted or refused, without a failure', async () => {
    const id = await app.createRegistry()
    const jpeg = await plain(200, 200).jpeg().toBuffer()
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(jpeg.length - 1), fc.nat(255)), { maxLength: 20 }),
        async changes => {
          const bytes = Buffer.from(jpeg)
          for (const [at, byte] of changes) bytes[at] = byte
          expect([200, 413, 415, 422, 429]).toContain((await upload(id, bytes)).status)
        },
      ),
      { numRuns: 30 },
    )
  })
})
