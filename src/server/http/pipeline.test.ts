import { expect, test } from 'vitest'
import { opened } from '../../../test/opened.ts'
import { testApp } from '../../../test/test-app.ts'

const site = opened(() => testApp({ shop: 'none', env: { SITE_URL: 'http://127.0.0.1:4100' } }))

const ask = (host: string, accept: string) =>
  site.app.request('/find-registry?lang=el', { headers: { host, accept } })

test('a page requested by another name of this machine is redirected to the host of SITE_URL', async () => {
  for (const host of ['localhost:4100', '[::1]:4100']) {
    const answer = await ask(host, 'text/html,*/*')
    expect(answer.status).toBe(302)
    expect(answer.headers.get('location')).toBe('http://127.0.0.1:4100/find-registry?lang=el')
  }
})

test.each([
  ['the name itself', '127.0.0.1:4100', 'text/html'],
  ['another port, as behind a forwarded one', 'localhost:8080', 'text/html'],
  ['a foreign name', 'evil.example:4100', 'text/html'],
  ['a program', 'localhost:4100', '*/*'],
])('%s is answered without a redirect', async (_, host, accept) => {
  expect((await ask(host, accept)).status).not.toBe(302)
})

test('a public site redirects nobody', async () => {
  const own = await testApp({ shop: 'none' })
  const answer = await own.app.request('/', { headers: { host: 'localhost', accept: 'text/html' } })
  expect(answer.status).not.toBe(302)
  await own.close()
})
