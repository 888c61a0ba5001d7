import { createHash } from 'node:crypto'
import jsQR from 'jsqr'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { aHost, aRegistry, type Host } from '../../../test/builders.ts'
import { opened } from '../../../test/opened.ts'
import { testApp } from '../../../test/test-app.ts'
import { insertPicture } from '../../registry/photo.ts'
import { updateRegistry } from '../../registry/settings.contract.ts'
import { updateRows } from '../../server/postgres/rows.ts'
import { sharePicturePath } from './share.rules.ts'

/** In the texts of registries that not everybody may see (R933). */
const [name, word] = ['Ζουμάγια & Πέτρος', 'Κρυφολόγι']
const bots = ['facebookexternalhit/1.1', 'WhatsApp/2.23', 'Viber', 'Twitterbot/1.0']

const site = opened(() => testApp({ shop: 'none', pages: true }))
let host: Host
let other: Host
const codes = { public: '', shareable: '', private: '' }
beforeAll(async () => {
  host = await aHost(site, 'Ελένη')
  other = await aHost(site, 'Άννα')
  for (const privacy of ['public', 'shareable', 'private'] as const) {
    const { id, code } = await aRegistry(site, { id: host.id }, { privacy })
    codes[privacy] = code
    await updateRows(site.db, 'registry', {
      set: { registry_name: name, message: word, greeting: word, event_place: word },
      where: { id },
    })
  }
})

const get = (path: string, headers: Record<string, string> = {}) => site.app.request(path, { headers })
const cookie = ({ token }: { token: string }) => ({ cookie: `customerToken=${token}` })
const tag = (html: string, property: string) =>
  new RegExp(`<meta property="${property}" content="([^"]*)"`).exec(html)?.[1]
const picture = async (id: string, language = 'el') => {
  const answer = await get(sharePicturePath(id, language, 1))
  return { answer, bytes: Buffer.from(await answer.arrayBuffer()) }
}

describe('share previews', () => {
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

  test('a picture has less than 300 kB, is revalidated, and is answered by 304', async () => {
    const { answer, bytes } = await picture(codes.public)
    expect(bytes.length).toBeLessThan(300_000)
    expect(answer.headers.get('cache-control')).toContain('no-cache')
    const again = await get(sharePicturePath(codes.public, 'el', 1), {
      'if-none-match': answer.headers.get('etag') ?? '',
    })
    expect(again.status).toBe(304)
    const keys = await site.db.selectFrom('share_picture').select('key').execute()
    await picture(codes.public)
    expect(await site.db.selectFrom('share_picture').select('key').execute()).toEqual(keys)
  })

  test('a picture says what registry it is, and the place, in its own language', async () => {
    const place = (event_place: string, event_place_id: string | null) =>
      site.db.updateTable('registry').set({ event_place, event_place_id }).execute()
    // A picture is known by the digest of what it shows.
    const etagOf = (bottomLine: string, topLine = '') => {
      const shown = { illustration: 'church', photo: null, topLine, title: name, bottomLine }
      const card = JSON.stringify({ ...shown, site: site.config.SITE_NAME, hasMark: true })
      return `"${createHash('sha256').update(card).digest('base64url')}"`
    }
    const etag = async (id: string, language: string) =>
      (await picture(id, language)).answer.headers.get('etag')
    await place('Ναύπλιο', 'peloponnisos/argolida/nafplio')
    const english = etagOf('Wedding registry · Nafplio', '19 June 2027')
    expect(await etag(codes.public, 'en')).toBe(english)
    expect(await etag(codes.public, 'el')).toBe(etagOf('Λίστα γάμου · Ναύπλιο', '19 Ιουνίου 2027'))
    expect(await etag(codes.shareable, 'el')).toBe(etagOf('Λίστα γάμου'))
    await place(word, null)
  })

  test('a shareable registry shows its name and type only, and is noindex', async () => {
    const html = await (await get(`/registry/${codes.shareable}?lang=el`)).text()
    const head = html.slice(0, html.indexOf('</head>'))
    expect(head).not.toContain(word)
    expect(tag(head, 'og:title')).toBe(name.replace('&', '&amp;'))
    expect(head).toContain('content="noindex"')
    const [shareable, open] = [await picture(codes.shareable), await picture(codes.public)]
    expect(shareable.bytes.equals(open.bytes)).toBe(false)
  })

  test('search engines are told to keep nothing of a shareable registry, in whatever form', async () => {
    const robots = async (path: string) => (await get(path)).headers.get('x-robots-tag')
    const { shareable } = codes
    const pages = [`/registry/${shareable}`, `/registry/${shareable}.data`, `/registry/${shareable}/share`]
    const files = [
      `/registry/${shareable}/qr`,
      `/registry/${shareable}/calendar`,
      `/share/${shareable}/en.jpg`,
    ]
    for (const path of [...pages, ...files, '/login']) {
      expect(await robots(path), path).toBe('noindex')
      // The page cache answers the second time.
      expect(await robots(path), path).toBe('noindex')
    }
  })

  test('search engines may show a public registry only if its hosts agreed (R211)', async () => {
    const path = `/registry/${codes.public}`
    const robots = async () => {
      const page = await get(path)
      const inPage = (await page.text()).includes('content="noindex"')
      const pictureHeaders = (await picture(codes.public)).answer.headers
      return [page.headers.get('x-robots-tag'), inPage, pictureHeaders.get('x-robots-tag')]
    }
    expect(await robots()).toEqual(['noindex', true, 'noindex'])
    const agree = { id: codes.public, search_engines: '1' }
    expect(await site.call(updateRegistry, agree, host.token)).toMatchObject({ status: 200 })
    expect(await robots()).toEqual([null, false, null])
  })

  test('the picture of a private or unknown registry is the site’s own', async () => {
    const ownCard = (await picture('site')).bytes
    for (const id of [codes.private, 'ABEZHKMNPTYX', 'nonsense'])
      expect((await picture(id)).bytes.equals(ownCard)).toBe(true)
  })

  test('only the picture of a public registry shows the hosts’ photo', async () => {
    const photo = await sharp({ create: { width: 400, height: 400, channels: 3, background: '#1d5a74' } })
      .jpeg()
      .toBuffer()
    const before = await picture(codes.shareable)
    await insertPicture(site.db, {
      name: 'f'.repeat(40),
      use: 'photo',
      bytes: photo,
      created_at: new Date(),
    })
    await updateRows(site.db, 'registry', {
      set: { photo: 'f'.repeat(40) },
      where: { code: { in: Object.values(codes) } },
    })
    const middle = async (jpeg: Buffer) => [
      ...(await sharp(jpeg).extract({ left: 250, top: 300, width: 1, height: 1 }).raw().toBuffer()),
    ]
    const [red = 0, green = 0, blue = 0] = await middle((await picture(codes.public)).bytes)
    for (const [actual, expected] of [
      [red, 0x1d],
      [green, 0x5a],
      [blue, 0x74],
    ] as const)
      expect(Math.abs(actual - expected)).toBeLessThan(6)
    expect((await picture(codes.shareable)).bytes.equals(before.bytes)).toBe(true)
    expect((await picture(codes.private)).bytes.equals((await picture('site')).bytes)).toBe(true)
    await site.db.updateTable('registry').set({ photo: null }).execute()
  })

  test('a registry made private loses its picture at once', async () => {
    const setPrivacy = (privacy: 'public' | 'private') =>
      site.db.updateTable('registry').set({ privacy }).where('code', '=', codes.public).execute()
    const before = await picture(codes.public)
    await setPrivacy('private')
    const after = await get(sharePicturePath(codes.public, 'el', 1), {
      'if-none-match': before.answer.headers.get('etag') ?? '',
    })
    expect(after.status).toBe(200)
    expect(Buffer.from(await after.arrayBuffer()).equals((await picture('site')).bytes)).toBe(true)
    await setPrivacy('public')
  })
})

describe('a private registry shows nothing', () => {
  const below = ['', '/share', '/cards', '/qr?kind=svg', '/qr?kind=png', '/calendar']
  const pathsOf = (id: string) => below.map(path => `/registry/${id}${path}`)
  test.each(['a guest', 'another host', ...bots])('to %s', async who => {
    const headers: Record<string, string> = who === 'another host' ? cookie(other) : { 'user-agent': who }
    for (const path of [...pathsOf(codes.private), '/', '/sitemap.xml', '/robots.txt']) {
      const answer = await get(path, headers)
      const bodyAndHeaders = (await answer.text()) + JSON.stringify([...answer.headers])
      expect(bodyAndHeaders, path).not.toContain('Ζουμάγια')
      expect(bodyAndHeaders, path).not.toContain(word)
      if (/qr|calendar/.test(path)) expect(answer.status, path).toBe(404)
    }
  })
})

describe('files', () => {
  test('the calendar file has the day of the event; there is none while the day is undecided', async () => {
    const answer = await get(`/registry/${codes.public}/calendar?lang=el`)
    expect(answer.headers.get('content-type')).toContain('text/calendar')
    expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="${codes.public}.ics"`)
    expect(await answer.text()).toContain('DTSTART;VALUE=DATE:20270619\r\n')
    const sharePage = async () => (await get(`/registry/${codes.public}/share`)).text()
    expect(await sharePage()).toContain(`/registry/${codes.public}/calendar`)
    const links = [...(await sharePage()).matchAll(/<a [^>]*href="(https:[^"]*calendar[^"]*)"/g)]
    const days = links.map(([, address = '']) => {
      const { hostname, searchParams } = new URL(address.replaceAll('&amp;', '&'))
      return [hostname, searchParams.get('dates') ?? searchParams.get('startdt') ?? searchParams.get('st')]
    })
    expect(days).toEqual([
      ['calendar.google.com', '20270619/20270620'],
      ['outlook.live.com', '2027-06-19'],
      ['calendar.yahoo.com', '20270619'],
    ])
    await site.db.updateTable('registry').set({ event_day: null }).where('code', '=', codes.public).execute()
    expect((await get(`/registry/${codes.public}/calendar`)).status).toBe(404)
    expect(await sharePage()).not.toContain(`/registry/${codes.public}/calendar`)
  })

  test.each(['svg', 'png'])(
    'another program reads the registry’s address from the QR code as %s',
    async kind => {
      const answer = await get(`/registry/${codes.public}/qr?kind=${kind}&lang=el`)
      const { data, info } = await sharp(Buffer.from(await answer.arrayBuffer()))
        .resize(512)
        .ensureAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true })
      const decoded = jsQR(new Uint8ClampedArray(data), info.width, info.height)?.data
      expect(decoded).toBe(`${site.config.SITE_URL}/registry/${codes.public}?lang=el`)
    },
  )

  test('the host prints cards in the chosen language', async () => {
    const sheet = async (query: string) =>
      (await get(`/registry/${codes.private}/cards?to=registry&${query}`, cookie(host))).text()
    const [greek, both] = [await sheet('sheet=el'), await sheet('sheet=both')]
    expect(greek.match(/class="printed-card"/g)).toHaveLength(10)
    expect(greek).toContain('Η λίστα δώρων μας')
    expect(greek).not.toContain('Our gift registry')
    expect(both).toContain('Our gift registry')
    expect(greek).toContain(codes.private.replace(/(.{4})(?=.)/g, '$1-'))
    // Guests can't open a private registry: its cards lead to the day, and name no code, unless its host says so.
    const invited = await (await get(`/registry/${codes.private}/cards?sheet=el`, cookie(host))).text()
    expect(invited).toContain('Η ημέρα μας')
    const card = /class="printed-card".*?<\/li>/s.exec(invited)?.[0] ?? ''
    expect(card).not.toContain(codes.private.slice(0, 4))
    const answer = await get(`/registry/${codes.public}/cards`, cookie(other))
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/404?lang=en'])
  })
})
