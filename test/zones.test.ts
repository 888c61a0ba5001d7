import { afterEach, beforeAll, expect, test } from 'vitest'
import { aHost, type Host } from './builders.ts'
import { opened } from './opened.ts'
import { testApp } from './test-app.ts'

/** The moment at which the pages are requested. */
let now = new Date()
const site = opened(() => testApp({ shop: 'none', pages: true, now: () => now }))
let host: Host
const codes = { dated: 'ABEZHKMNPTYX', undecided: 'XYTPNMKHZEBA' }

const originalZone = process.env.TZ
beforeAll(async () => {
  // The session has to last until the latest of these days.
  host = await aHost({ db: site.db, clock: { now: new Date('2027-06-01T12:00:00Z') } }, 'Ελένη')
  await insertRegistry(codes.dated, { event_day: '2027-03-28', closing_day: '2027-03-28' })
  await insertRegistry(codes.undecided, { event_day: null, closing_day: null })
})
afterEach(() => {
  if (originalZone === undefined) delete process.env.TZ
  else process.env.TZ = originalZone
})

async function insertRegistry(code: string, days: { event_day: string | null; closing_day: string | null }) {
  const place = { country: 'GR', region: 'GR-J', city: 'Ναύπλιο', postcode: '21100' }
  const address = JSON.stringify({ street: 'Αμαλίας 12', ...place, phone: '+306941234567' })
  await site.db
    .insertInto('registry')
    .values({
      code,
      customer_id: host.id,
      event_type: 'wedding',
      name: 'Ελένη',
      surname: 'Παππά',
      registry_name: 'Η λίστα μας',
      guest_count: 9,
      privacy: 'public',
      home_address: address,
      shipping_address: address,
      terms_version: '1',
      terms_at: new Date('2026-01-01T12:00:00Z'),
      ...days,
    })
    .execute()
}

/** The HTML of a page, without scripts and nonces, which differ with each request. */
async function readPage(path: string): Promise<string> {
  const answer = await site.app.request(path, { headers: { cookie: `customerToken=${host.token}` } })
  expect(answer.status).toBe(200)
  return (await answer.text())
    .replace(/<script[\s\S]*?<\/script>/g, '')
    .replaceAll(/<link[^>]*>|nonce="[^"]*"/g, '')
}

/** Around changes of summer time, a new year and a leap day, at hours when the day differs between zones. */
const moments = [
  '2027-03-27T22:30:00Z',
  '2027-03-28T00:30:00Z',
  '2027-03-28T20:59:00Z',
  '2027-03-28T21:01:00Z',
  '2026-10-24T21:30:00Z',
  '2026-12-31T22:30:00Z',
  '2028-02-28T22:30:00Z',
]

test.each(moments)('at %s a server shows the same days in every time zone', async moment => {
  now = new Date(moment)
  const pages = Object.values(codes).flatMap(code => [`/registry/${code}`, `/registry/${code}/edit`])
  for (const path of [...pages, '/my-registries', '/find-registry?search=Ελένη'].map(one => encodeURI(one))) {
    const seen = new Set<string>()
    for (const zone of ['UTC', 'Europe/Athens', 'America/New_York', 'Pacific/Auckland']) {
      process.env.TZ = zone
      seen.add(await readPage(path))
    }
    expect(seen.size, path).toBe(1)
    expect([...seen][0]).not.toContain('1970')
  }
})

test('a registry is open until its last day ends in Athens', async () => {
  for (const [moment, open] of [
    ['2027-03-28T20:59:00Z', 1],
    ['2027-03-28T21:01:00Z', 0],
  ] as const)
    for (const zone of ['UTC', 'America/New_York', 'Pacific/Auckland']) {
      now = new Date(moment)
      process.env.TZ = zone
      const { body } = await site.post('/registry/find', { id: codes.dated })
      expect(body.data, `${moment} in ${zone}`).toMatchObject([{ open }])
    }
})
