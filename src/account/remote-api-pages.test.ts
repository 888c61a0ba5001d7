import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { opened } from '../../test/opened.ts'
import { cookiesOf, pageClient, visitor } from '../../test/page-client.ts'
import { testApp } from '../../test/test-app.ts'

const site = opened(() => testApp({ shop: 'none', pages: true, env: { ALLOWED_HOSTS: '127.0.0.1' } }))

describe('pages with a remote API', () => {
  let server: Server
  let pages: typeof site
  const { view, send } = pageClient(() => pages)
  /** The remote API's answer to a registration, in place of our own handler's. */
  let foreignAnswer: Response | null = null
  const lines: { reference?: string; path?: string }[] = []
  const log = pino({ level: 'error' }, { write: (line: string) => lines.push(JSON.parse(line)) })
  beforeAll(async () => {
    const api = (request: Request) =>
      foreignAnswer && request.url.includes('/register') ? foreignAnswer : site.app.fetch(request)
    server = createServer(getRequestListener(api))
    await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
    const { port } = server.address() as AddressInfo
    pages = await testApp({
      shop: 'none',
      pages: true,
      log,
      env: { REGISTRY_API_URL: `http://127.0.0.1:${port}/api` },
    })
  })
  afterAll(async () => {
    server.close()
    server.closeAllConnections()
    await pages.close()
  })

  test('register, sign in and sign out without storing anything locally', async () => {
    const answer = await send('/register', { ...visitor, email: 'remote@example.gr' })
    const cookie = cookiesOf(answer)
    expect(answer.headers.get('location')).toBe('/?lang=en')
    expect((await view('/login', cookie)).headers.get('location')).toBe('/?lang=en')
    expect(await pages.db.selectFrom('customer').select('id').execute()).toEqual([])
    const out = await send('/logout', {}, { cookie })
    expect(out.headers.get('location')).toBe('/?lang=en')
    expect((await view('/login', cookie)).status).toBe(200)
  })

  test('errors come with their texts', async () => {
    const wrong = await send('/login', { email: 'remote@example.gr', password: 'wrong' })
    expect(await wrong.text()).toContain('Email or Password Wrong Try Again')
    const short = await send('/register?lang=el', { ...visitor, password: 'abc', repassword: 'abc' })
    expect(await short.text()).toContain('Πολύ μικρός!')
  })

  test('an API without error codes: its message and its text `data` are shown (R902)', async () => {
    foreignAnswer = Response.json(
      { message: 'Not registered', data: 'This mail is known here' },
      { status: 409 },
    )
    const refused = await send('/register', { ...visitor, email: 'other@example.gr' })
    foreignAnswer = null
    expect(refused.status).toBe(409)
    expect(await refused.text()).toMatch(/role="alert".*Not registered.*This mail is known here/)
  })

  test('a failure of the API is shown and logged once, both under its own number (R937)', async () => {
    lines.length = 0
    foreignAnswer = Response.json(
      { message: 'Unknown', data: { error: 'Unknown', code: 'refused_unexpected', reference: '0A1B2C3D' } },
      { status: 500 },
    )
    const failed = await send('/register', { ...visitor, email: 'other@example.gr' })
    foreignAnswer = null
    expect(failed.status).toBe(500)
    expect(await failed.text()).toMatch(/role="alert".*mention the number 0A1B2C3D/)
    // Other calls of the page may fail as well, each with another reference.
    const own = lines.filter(({ reference }) => reference === '0A1B2C3D')
    expect(own).toMatchObject([{ path: '/register', method: 'POST' }])
  })
})
