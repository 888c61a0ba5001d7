import { type ChildProcess, spawn } from 'node:child_process'
import * as fs from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { isDemonstrationHalf } from '../src/demo/half.ts'
import { demoStaff } from '../src/demo/pages.ts'
import { demoHost } from '../src/demo/start.ts'
import { startEmbeddedPostgres } from '../src/server/postgres/embedded-postgres.ts'
import { migrate } from '../src/server/postgres/migrate.ts'
import { quickFolder } from './folders.ts'
import { findFreePort } from './free-port.ts'
import { inServer } from './postgres.ts'

/** The whole program as `npm start` runs it, with its own data folder and port. */
const dataDir = fs.mkdtempSync(join(quickFolder(), 'doron-start-'))
fs.chmodSync(dataDir, 0o755)
const running = new Set<ChildProcess>()
const eventually = { timeout: 300_000 }

afterAll(async () => {
  await Promise.all([...running].map(interrupt))
  fs.rmSync(dataDir, { recursive: true, force: true })
})

const silent = { info() {}, warn() {} }

test('sets aside what another baseline has made, starts, refuses a second process on the same data, ends by Ctrl-C, and reconciles', async () => {
  const port = await findFreePort()
  const former = await startEmbeddedPostgres({ dataDir, log: silent })
  await migrate(former.url)
  await inServer(former.url, "update migration set checksum = 'another'")
  await former.stop()

  const first = run(['start'], port)
  await first.opened
  const address = `http://127.0.0.1:${port}`
  expect(await (await fetch(`${address}/readyz`)).json()).toMatchObject({ database: 'ok', shop: 'ok' })

  const onSameData = run(['start'], port + 1)
  expect(await onSameData.ended).toBe(1)
  expect(onSameData.output()).toMatch(
    /^The data folder .+ is in use by a running app \(process \d+\); stop that one/,
  )
  expect(onSameData.output().trim().split('\n')).toHaveLength(1)

  await expectDemonstration(address)
  const greek = await (await fetch(`${address}/?lang=el`)).text()
  // The Greek shop is on the other name of this machine; the product is on its own alone.
  const greekShop = `http://localhost:${port}/shop`
  expect(greek).toContain(`"${greekShop}/`)
  expect(await (await fetch(`${greekShop}/`)).text()).toContain('<html lang="el">')
  expect(await (await fetch(`${address}/shop`)).text()).toContain('<html lang="en">')
  // Reached from this machine alone, it asks for no password but the published one.
  for (const path of ['/dev/mail', '/shop/admin']) expect(await statusOf(port, path)).toBe(200)

  expect(await interrupt(first.child)).toBe(0)
  const [notice = '', aside = ''] = /^.* lies in (\S+) now.*$/m.exec(first.output()) ?? []
  // On a busy machine the sync of the shop's orders may outlast its seconds of grace, and a call of the demonstration its
  // time at the database; both are tried again.
  const isTimeAlone = (line: string) =>
    line.includes('Cannot use a pool after calling end') ||
    (line.includes('/api/cart/create') && line.includes('canceling statement due to statement timeout'))
  const said = first
    .output()
    .replace(notice, '')
    .split('\n')
    .filter(line => !isTimeAlone(line))
  expect(said.join('\n')).not.toMatch(/error|warn|terminat/i)
  const old = await startEmbeddedPostgres({ dataDir: aside, log: silent })
  await inServer(old.url, "do $$ begin assert (select checksum from migration) = 'another'; end $$")
  await old.stop()

  const compared = run(['reconcile', '--check'], port)
  expect([await compared.ended, compared.output().trim()]).toEqual([
    0,
    'All orders are as the shop has them.',
  ])
})

const signIn = (port: number, password: string) =>
  fetch(`http://127.0.0.1:${port}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', host: 'registry.example' },
    body: JSON.stringify({ email: demoHost.email, password }),
  })

const statusOf = async (port: number, path: string, authorization = '') =>
  (await fetch(`http://127.0.0.1:${port}${path}`, { headers: { authorization } })).status

/** Social links that lead somewhere, registries of several kinds, no device of the host but this one, and staff. */
async function expectDemonstration(address: string): Promise<void> {
  const home = await (await fetch(`${address}/`)).text()
  const [instagram = ''] = /http[^"]+social\/instagram/.exec(home) ?? []
  expect((await fetch(instagram)).status).toBe(200)
  const call = async (path: string, init: RequestInit = {}) =>
    (await (await fetch(`${address}/api${path}`, init)).json()).data
  const signedIn = await call('/login', {
    method: 'POST',
    body: new URLSearchParams(demoHost),
    headers: { 'user-agent': 'Firefox/140' },
  })
  const headers = { authorization: `Bearer ${signedIn.token}` }
  const registries = await call('/customer/registries', {
    method: 'POST',
    headers,
    body: new URLSearchParams({ id: String(signedIn.id) }),
  })
  const kinds = registries.map((one: { type_info: { slug: string } }) => one.type_info.slug)
  expect(kinds.sort()).toEqual(['baptism', 'birthday', 'group-activity', 'wedding'])
  // Each fills its tile from the first page on, or stands in it: it is known which.
  const [{ id }] = registries.filter(
    (one: { type_info: { slug: string } }) => one.type_info.slug === 'wedding',
  )
  const wedding = await (await fetch(`${address}/registry/${id}`)).text()
  const pictures = [...wedding.matchAll(/<img src="([^"]+)"[^>]*product-picture/g)].map(([, src = '']) => src)
  expect(pictures.length).toBeGreaterThan(10)
  expect(pictures.filter(src => !src.endsWith('#photo'))).toEqual([])
  const { sessions } = await call('/me/sessions', { headers })
  expect(sessions).toHaveLength(1)
  const [, code = ''] = /<h2>(\d{6})</.exec(await (await fetch(`${address}/dev/time-code`)).text()) ?? []
  const { email, password } = demoStaff
  const staff = await fetch(`${address}/staff/login`, {
    method: 'POST',
    headers: { origin: address },
    body: new URLSearchParams({ email, password, code }),
    redirect: 'manual',
  })
  expect([staff.status, staff.headers.get('location')]).toEqual([302, expect.stringContaining('/staff')])
}

test.runIf(process.env.TEST_FULL)(
  'killed while it fills the demonstration, it makes a whole one the next time',
  async () => {
    const folder = { DATA_DIR: fs.mkdtempSync(`${dataDir}-half-`) }
    fs.chmodSync(folder.DATA_DIR, 0o755)
    const port = await findFreePort()
    const killed = run(['start'], port, folder)
    const isHalf = () => isDemonstrationHalf(folder.DATA_DIR)
    await vi.waitFor(() => expect(isHalf()).toBe(true), { ...eventually, interval: 5 })
    killed.child.kill('SIGKILL')
    await killed.ended
    const next = run(['start'], port, folder)
    await next.opened
    await expectDemonstration(`http://127.0.0.1:${port}`)
    expect(isHalf()).toBe(false)
    await interrupt(next.child)
    fs.rmSync(folder.DATA_DIR, { recursive: true })
  },
)

test('says that its port is taken, and leaves nothing running', async () => {
  const other = createServer()
  const port = await findFreePort()
  await new Promise<void>(done => other.listen(port, '127.0.0.1', done))
  const late = run(['start'], port)
  expect([await late.ended, late.output().trim()]).toEqual([
    1,
    'The port is taken by another program. Choose another one: PORT=3001 npm start',
  ])
  await new Promise(done => other.close(done))
})

test('says that its database does not answer, without giving away how it is reached', async () => {
  const port = await findFreePort()
  const lost = run(['start'], port, { DATABASE_URL: `postgres://doron:hidden@127.0.0.1:${port}/doron` })
  expect([await lost.ended, lost.output().trim()]).toEqual([
    1,
    `DATABASE_URL can't be used: connect ECONNREFUSED 127.0.0.1:${port}.`,
  ])
})

test('says that its list of erasures can’t be written', async () => {
  const lost = run(['start'], await findFreePort(), { ERASURE_LOG: join(import.meta.filename, 'list') })
  expect([await lost.ended, lost.output()]).toEqual([
    1,
    expect.stringMatching(/^ERASURE_LOG can't be written: ENOTDIR: .+\.\n$/),
  ])
})

const openToAll = { HOST: '0.0.0.0', SITE_URL: 'http://registry.example' }

test.each(['start', 'dev'])(
  '%s refuses a demonstration that others can reach, in one sentence',
  async task => {
    const refused = run([task], await findFreePort(), { HOST: '0.0.0.0' })
    expect(await refused.ended).toBe(1)
    expect(refused.output()).toMatch(/^Without a store .+ DEMO_ON_PURPOSE=true; .+ password\.\n$/)
  },
)

test('starts again; opened on purpose, it asks for a password, and its host’s published one is gone', async () => {
  const port = await findFreePort()
  const purpose = run(['start'], port, { ...openToAll, ALLOWED_HOSTS: '127.0.0.1', DEMO_ON_PURPOSE: 'true' })
  await purpose.opened
  await vi.waitFor(() => expect(purpose.output()).toContain('(any name)'), eventually)
  expect((await signIn(port, demoHost.password)).status).toBe(401)
  expect((await signIn(port, /password ([\w-]{22})\n/.exec(purpose.output())?.[1] ?? '')).status).toBe(200)
  const password = /ask for a password: ([\w-]{22}) /.exec(purpose.output())?.[1] ?? ''
  const basic = `Basic ${Buffer.from(`me:${password}`).toString('base64')}`
  for (const path of [
    '/dev/mail',
    '/dev/sms',
    '/dev/mail/templates',
    '/shop/admin',
    '/shop/%61dmin/orders',
  ]) {
    expect([path, await statusOf(port, path)]).toEqual([path, 401])
    expect([path, await statusOf(port, path, basic)]).toEqual([path, 200])
  }
  await interrupt(purpose.child)

  if (!process.env.TEST_FULL) return
  const again = run(['start'], port, { ...openToAll, ALLOWED_HOSTS: '127.0.0.1', DEMO_ON_PURPOSE: 'true' })
  await again.opened
  await vi.waitFor(() => expect(again.output()).toContain('/dev/mail'), eventually)
  expect(again.output()).not.toMatch(/[\w-]{22}/)
  await interrupt(again.child)
})

test('says that its host is no address of this machine', async () => {
  const lost = run(['start'], await findFreePort(), {
    HOST: '192.0.2.1',
    DEMO_ON_PURPOSE: 'true',
  })
  expect([await lost.ended, lost.output().trim().split('\n').at(-1)]).toEqual([
    1,
    'Nothing can listen on this HOST and PORT (EADDRNOTAVAIL).',
  ])
})

function run(args: string[], port: number, more: Record<string, string> = {}) {
  const child = spawn(process.execPath, ['src/main.ts', ...args], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: String(port),
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      ...more,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  let text = ''
  const ended = new Promise<number | null>(done =>
    child.once('exit', code => {
      running.delete(child)
      done(code)
    }),
  )
  const opened = new Promise<void>((done, fail) => {
    const onOutput = (part: Buffer) => {
      text += part
      if (text.includes('is open at')) done()
    }
    child.stdout.on('data', onOutput)
    child.stderr.on('data', onOutput)
    ended.then(() => fail(new Error(`it ended: ${text}`)))
  })
  opened.catch(() => {})
  return { child, opened, ended, output: () => text }
}

function interrupt(child: ChildProcess): Promise<number | null> {
  const ended = new Promise<number | null>(done => child.once('exit', code => done(code)))
  child.kill('SIGINT')
  return ended
}
