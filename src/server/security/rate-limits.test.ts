import { expect, test } from 'vitest'
import { opened } from '../../../test/opened.ts'
import { testApp } from '../../../test/test-app.ts'

const start = new Date('2026-11-22T10:03:20Z')
/** The window of a sign-in is a quarter of an hour on the clock: this one ends at 10:15. */
const left = 11 * 60 + 40

const site = opened(() => testApp({ shop: 'none', pages: true, now: () => start }))

const wrong = (email: string) => ({ email, password: 'wrong password' })

test('too many attempts are refused with the seconds until a retry', async () => {
  const guess = () => site.post('/login', wrong('nobody@example.gr'), { from: '198.51.100.1' })
  for (let count = 0; count < 5; count++) expect((await guess()).headers.get('retry-after')).toBeNull()
  const { status, headers, body } = await guess()
  expect([status, headers.get('retry-after')]).toEqual([429, String(left)])
  expect(body.data).toMatchObject({ code: 'refused_often', retry_after: left })
})

test.each(['/login', '/login.data'])('a form of a page answers it too: %s', async path => {
  const from = { incoming: { socket: { remoteAddress: `198.51.100.${path.length}` } } }
  const body = new URLSearchParams(wrong(`nobody${path.length}@example.gr`))
  const init = { method: 'POST', headers: { origin: site.config.SITE_URL }, body }
  for (let count = 0; count < 5; count++)
    expect((await site.app.request(path, init, from)).headers.get('retry-after')).toBeNull()
  const answer = await site.app.request(path, init, from)
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, String(left)])
})
