import jsQR from 'jsqr'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openApp } from '../../../test/app.ts'
import { aRegistry } from '../../../test/build.ts'
import { signedIn } from '../../../test/hosts.ts'
import { savePhoto } from '../../registry/photo/data.ts'
import { sharePicturePath } from './rules.ts'

/** Planted in registries that not everybody may see (faults F23). */
const [name, word] = ['Ζουμάγια & Πέτρος', 'Κρυφολόγι']
const bots = ['facebookexternalhit/1.1', 'WhatsApp/2.23', 'Viber', 'Twitterbot/1.0']

let site: Awaited<ReturnType<typeof openApp>>
let host: Awaited<ReturnType<typeof signedIn>>
let other: Awaited<ReturnType<typeof signedIn>>
const codes = { public: '', shareable: '', private: '' }
beforeAll(async () => {
  site = await openApp({}, { withPages: true })
  host = await signedIn(site.db, new Date(), 'Ελένη')
  other = await signedIn(site.db, new Date(), 'Άννα')
  const world = { db: site.db, clock: { now: new Date() } }
  for (const privacy of ['public', 'shareable', 'private'] as const) {
    const { id, code } = await aRegistry(world, { id: host.id }, { privacy })
    codes[privacy] = code
    await site.db
      .updateTable('registry')
      .set({ registry_name: name, message: word, greeting: word, event_place: word })
      .where('id', '=', id)
      .execute()
  }
})
afterAll(() => site.close())

const get = (path: string, headers: Record<string, string> = {}) => site.app.request(path, { headers })
const cookie = (who: { token: string }) => ({ cookie: `customerToken=${who.token}` })
const tag = (html: string, property: string) =>
  new RegExp(`<meta property="${property}" content="([^"]*)"`).exec(html)?.[1]
const picture = async (id: string, language = 'el') => {
  const answer = await get(sharePicturePath(id, language, 1))
  return { answer, bytes: Buffer.from(await answer.arrayBuffer()) }
}

describe('what previews read', () => {
  test.each(bots)('%s finds title, picture and language in the page', async agent => {
    const html = await (await get(`/registry/${codes.public}?lang=el`, { 'user-agent': agent })).text()
    expect(tag(html, 'og:title')).toBe(name.replace('&', '&amp;'))
    expect(tag(html, 'og:description')).toBe(word)
    expect(tag(html, 'og:locale')).toBe('el_GR')
    const image = tag(html, 'og:image') ?? ''
    expect(image).toBe(`${site.config.SITE_URL}${sharePicturePath(codes.public, 'el', 1)}`)
    const { format, width, height } = await sharp((await picture(codes.public)).bytes).metadata()
    expect({ format, width, height }).toEqual({ format: 'jpeg', width: 1200, height: 630 })
  })

  test('a picture is below 300 kB, is asked for anew, and comes again without its bytes', async () => {
    const { answer, bytes } = await picture(codes.public)
    expect(bytes.length).toBeLessThan(300_000)
    expect(answer.headers.get('cache-control')).toContain('no-cache')
    const again = await get(sharePicturePath(codes.public, 'el', 1), {
      'if-none-match': answer.headers.get('etag') ?? '',
    })
    expect(again.status).toBe(304)
    const kept = await site.db.selectFrom('share_picture').select('key').execute()
    await picture(codes.public)
    expect(await site.db.selectFrom('share_picture').select('key').execute()).toEqual(kept)
  })

  test('a registry by link shows its name and type alone, and asks search engines to stay away', async () => {
    const html = await (await get(`/registry/${codes.shareable}?lang=el`)).text()
    const head = html.slice(0, html.indexOf('</head>'))
    expect(head).not.toContain(word)
    expect(tag(head, 'og:title')).toBe(name.replace('&', '&amp;'))
    expect(head).toContain('content="noindex"')
    const [shareable, open] = [await picture(codes.shareable), await picture(codes.public)]
    expect(shareable.bytes.equals(open.bytes)).toBe(false)
  })

  test('a private registry’s picture is the site’s own, as that of one that is not there', async () => {
    const ownCard = (await picture('site')).bytes
    for (const id of [codes.private, 'ABEZHKMNPTYX', 'nonsense'])
      expect((await picture(id)).bytes.equals(ownCard)).toBe(true)
  })

  test('the hosts’ photo stands in the picture of a public registry alone', async () => {
    const photo = await sharp({ create: { width: 400, height: 400, channels: 3, background: '#1d5a74' } })
      .jpeg()
      .toBuffer()
    const before = await picture(codes.shareable)
    await savePhoto(site.db, 'f'.repeat(40), photo, new Date())
    await site.db
      .updateTable('registry')
      .set({ photo: 'f'.repeat(40) })
      .where('code', 'in', Object.values(codes))
      .execute()
    const middle = async (jpeg: Buffer) => [
      ...(await sharp(jpeg).extract({ left: 250, top: 300, width: 1, height: 1 }).raw().toBuffer()),
    ]
    const [red = 0, green = 0, blue = 0] = await middle((await picture(codes.public)).bytes)
    for (const [seen, meant] of [
      [red, 0x1d],
      [green, 0x5a],
      [blue, 0x74],
    ] as const)
      expect(Math.abs(seen - meant)).toBeLessThan(6)
    expect((await picture(codes.shareable)).bytes.equals(before.bytes)).toBe(true)
    expect((await picture(codes.private)).bytes.equals((await picture('site')).bytes)).toBe(true)
    await site.db.updateTable('registry').set({ photo: null }).execute()
  })

  test('a switch to private holds at once', async () => {
    const set = (privacy: 'public' | 'private') =>
      site.db.updateTable('registry').set({ privacy }).where('code', '=', codes.public).execute()
    const before = await picture(codes.public)
    await set('private')
    const after = await get(sharePicturePath(codes.public, 'el', 1), {
      'if-none-match': before.answer.headers.get('etag') ?? '',
    })
    expect(after.status).toBe(200)
    expect(Buffer.from(await after.arrayBuffer()).equals((await picture('site')).bytes)).toBe(true)
    await set('public')
  })
})

describe('what is private is nowhere', () => {
  const below = ['', '/share', '/cards', '/qr?kind=svg', '/qr?kind=png', '/calendar']
  const asked = (id: string) => below.map(path => `/registry/${id}${path}`)
  test.each(['a guest', 'another host', ...bots])('for %s', async who => {
    const headers: Record<string, string> = who === 'another host' ? cookie(other) : { 'user-agent': who }
    for (const path of [...asked(codes.private), '/', '/sitemap.xml', '/robots.txt']) {
      const answer = await get(path, headers)
      const said = (await answer.text()) + JSON.stringify([...answer.headers])
      expect(said, path).not.toContain('Ζουμάγια')
      expect(said, path).not.toContain(word)
      if (/qr|calendar/.test(path)) expect(answer.status, path).toBe(404)
    }
  })
})

describe('the files', () => {
  test('the calendar has the day of the event, and none while it is undecided', async () => {
    const answer = await get(`/registry/${codes.public}/calendar?lang=el`)
    expect(answer.headers.get('content-type')).toContain('text/calendar')
    expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="${codes.public}.ics"`)
    expect(await answer.text()).toContain('DTSTART;VALUE=DATE:20270619\r\n')
    const shown = async () => (await get(`/registry/${codes.public}/share`)).text()
    expect(await shown()).toContain(`/registry/${codes.public}/calendar`)
    await site.db.updateTable('registry').set({ event_day: null }).where('code', '=', codes.public).execute()
    expect((await get(`/registry/${codes.public}/calendar`)).status).toBe(404)
    expect(await shown()).not.toContain('/calendar')
  })

  test.each(['svg', 'png'])('another program reads the address out of the QR code as %s', async kind => {
    const answer = await get(`/registry/${codes.public}/qr?kind=${kind}&lang=el`)
    const { data, info } = await sharp(Buffer.from(await answer.arrayBuffer()))
      .resize(512)
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    const read = jsQR(new Uint8ClampedArray(data), info.width, info.height)?.data
    expect(read).toBe(`${site.config.SITE_URL}/registry/${codes.public}?lang=el`)
  })

  test('the host prints cards in the language of their readers', async () => {
    const sheet = async (query: string) =>
      (await get(`/registry/${codes.private}/cards?${query}`, cookie(host))).text()
    const [greek, both] = [await sheet('sheet=el'), await sheet('sheet=both')]
    expect(greek.match(/printed-card/g)).toHaveLength(10)
    expect(greek).toContain('Η λίστα δώρων μας')
    expect(greek).not.toContain('Our gift registry')
    expect(both).toContain('Our gift registry')
    expect(greek).toContain(codes.private.replace(/(.{4})(?=.)/g, '$1-'))
    const answer = await get(`/registry/${codes.public}/cards`, cookie(other))
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/404'])
  })
})
