import { beforeAll, expect, test } from 'vitest'
import { opened } from '../../../test/opened.ts'
import { testApp } from '../../../test/test-app.ts'
import { connectionFrom } from '../../../test/test-process.ts'
import { limitKeys } from './rate-limits.ts'

const site = opened(() => testApp({ shop: 'none', pages: true }))
beforeAll(() => {
  // So that no hour ends during the test.
  const hour = 3_600_000
  site.clock.now = new Date(Math.ceil(site.clock.now.getTime() / hour) * hour)
})

const open = (from: string, cookie = '') =>
  site.app.request(
    '/find-registry',
    { headers: { 'sec-fetch-dest': 'document', cookie } },
    connectionFrom(from),
  )
const cookieOf = (answer: Response) =>
  answer.headers
    .getSetCookie()
    .find(cookie => cookie.startsWith('visitor='))
    ?.split(';')[0] ?? ''
const later = (minutes: number) => {
  site.clock.now = new Date(site.clock.now.getTime() + minutes * 60_000)
}
const post = async (path: string, from: string, cookie: string, input: object) => {
  const headers = { cookie, 'content-type': 'application/json', origin: site.config.SITE_URL }
  const init = { method: 'POST', headers, body: JSON.stringify(input) }
  return (await site.app.request(`/api${path}`, init, connectionFrom(from))).status
}

/** So many messages an hour may come from one address. */
const most = 5
let sender = 0
const write = (from: string, cookie = '') =>
  post('/contact', from, cookie, {
    name: 'Νίκος',
    email: `sender${++sender}@example.gr`,
    message: 'Καλημέρα σας',
  })

test('who has had our cookie for ten minutes has a wider limit by address, which strangers don’t use up', async () => {
  const address = '203.0.113.20'
  const cookie = cookieOf(await open(address))
  expect(cookie).not.toBe('')
  for (let written = 0; written < most; written++) expect(await write(address)).toBe(200)
  expect([await write(address), await write(address, cookie)]).toEqual([429, 429])
  later(10)
  expect([await write(address), await write(address, `${cookie.slice(0, -2)}xx`)]).toEqual([429, 429])
  for (let written = 0; written < 4 * most; written++) expect(await write(address, cookie)).toBe(200)
  expect(await write(address, cookie)).toBe(429)
})

test('the cookie is given once, and only so often behind one address', async () => {
  const address = '203.0.113.30'
  later(1)
  const cookie = cookieOf(await open(address))
  expect(cookieOf(await open(address, cookie))).toBe('')
  let given = 1
  for (let opened = 0; opened < 105; opened++) if (cookieOf(await open(address)) !== '') given++
  expect(given).toBe(100)
  expect(cookieOf(await open('203.0.113.31'))).not.toBe('')
})

test('only limits by address alone are wider, and none of the console', () => {
  const address = '203.0.113.40'
  const known = (key: string) => limitKeys(key, 10, address, true)
  expect(known(`login:${address}`)).toEqual([{ key: `known login:${address}`, max: 40 }])
  for (const key of [
    `login:${address}:nobody@example.gr`,
    'login:nobody@example.gr',
    `staff-invitation:${address}`,
  ])
    expect(known(key)).toEqual([{ key, max: 10 }])
})
