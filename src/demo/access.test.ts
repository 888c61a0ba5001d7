import * as fs from 'node:fs'
import { join } from 'node:path'
import { Hono } from 'hono'
import { afterAll, describe, expect, test } from 'vitest'
import { quickFolder } from '../../test/folders.ts'
import { connectionFrom } from '../../test/test-process.ts'
import { readConfig } from '../server/config.ts'
import { isDemonstration } from '../server/loopback.ts'
import { createDemoPassword, guardDemonstration, refuseOpenDemonstration } from './access.ts'

const dataDir = fs.mkdtempSync(join(quickFolder(), 'doron-demo-'))
afterAll(() => fs.rmSync(dataDir, { recursive: true, force: true }))

const configOf = (env: Record<string, string>) =>
  readConfig({ SECRET: 'x'.repeat(32), DATA_DIR: dataDir, ...env })

describe('a demonstration belongs to this machine alone', () => {
  test.each<Record<string, string>>([
    {},
    { HOST: 'localhost' },
    { HOST: '::1' },
    { HOST: '127.0.0.2' },
    { SITE_URL: 'http://localhost:4000' },
    { SITE_URL: 'http://[::1]:4000' },
  ])('with %o', env => {
    expect(isDemonstration(configOf(env))).toBe(true)
    expect(() => refuseOpenDemonstration(configOf(env))).not.toThrow()
  })

  test.each<Record<string, string>>([
    { HOST: '0.0.0.0' },
    { HOST: '::' },
    { HOST: '192.168.1.2' },
    { SITE_URL: 'https://registry.example' },
    { SITE_URL: 'http://127.0.0.1.registry.example' },
    { TRUST_PROXY: 'true' },
    { HOST: '0.0.0.0', SITE_URL: 'http://localhost:3000' },
  ])('and never with %o, unless on purpose', env => {
    expect(isDemonstration(configOf(env))).toBe(false)
    expect(() => refuseOpenDemonstration(configOf(env))).toThrow('DEMO_ON_PURPOSE=true')
    const onPurpose = configOf({ ...env, DEMO_ON_PURPOSE: 'true' })
    expect(isDemonstration(onPurpose)).toBe(false)
    expect(() => refuseOpenDemonstration(onPurpose)).not.toThrow()
  })
})

const guarded = (env: Record<string, string>, now = () => new Date(0)) => {
  const app = new Hono().use('/dev/*', guardDemonstration(configOf(env), now))
  app.get('/dev/mail', c => c.text('every code'))
  return (headers: Record<string, string> = {}, path = '/dev/mail', from = '127.0.0.1') =>
    app.request(path, { headers }, connectionFrom(from))
}

test.each([
  ['forwarded', 'for=192.0.2.1'],
  ['x-forwarded-for', '192.0.2.1'],
  ['x-forwarded-host', 'x'],
  ['X-Forwarded-Proto', 'https'],
  ['via', '1.1 proxy'],
  ['x-real-ip', '192.0.2.1'],
  ['cf-connecting-ip', '192.0.2.1'],
  ['cf-ray', 'x'],
  ['true-client-ip', '192.0.2.1'],
  ['fly-client-ip', '192.0.2.1'],
  ['x-amzn-trace-id', 'Root=1'],
])('what came through a proxy (%s) is refused the outboxes', async (name, value) => {
  const answer = await guarded({})({ [name]: value })
  expect(answer.status).toBe(403)
  expect(await answer.text()).not.toContain('code')
  expect((await guarded({})()).status).toBe(200)
})

describe('an open demonstration', () => {
  const open = { HOST: '0.0.0.0', DEMO_ON_PURPOSE: 'true' }
  const basic = (password: string, name = 'anybody') => ({
    authorization: `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`,
  })
  const password = createDemoPassword(dataDir) ?? ''

  test('has one random password, of which only a digest is kept', () => {
    expect(password).toMatch(/^[\w-]{22}$/)
    expect(createDemoPassword(dataDir)).toBeNull()
    const file = join(dataDir, 'demo-password')
    expect(fs.readFileSync(file, 'utf8')).not.toContain(password)
    expect(fs.statSync(file).mode & 0o077).toBe(0)
  })

  test('opens to it alone, however the path is written', async () => {
    const ask = guarded(open)
    expect((await ask(basic(password))).status).toBe(200)
    expect((await ask(basic(password, 'an:other'))).status).not.toBe(500)
    for (const headers of [{}, basic(''), basic(`${password}x`), { authorization: `Bearer ${password}` }]) {
      const answer = await ask(headers, '/dev/mail', '192.0.2.7')
      expect(answer.status).toBe(401)
      expect(answer.headers.get('www-authenticate')).toMatch(/^Basic /)
      expect(answer.headers.get('cache-control')).toBe('no-store')
    }
    for (const path of ['/%64ev/mail', '/dev/%6dail', '/dev//mail', '/dev/mail/'])
      expect((await ask({}, path)).status).not.toBe(200)
  })

  test('looks at no more passwords after ten wrong ones from one address', async () => {
    let minute = 0
    const ask = guarded(open, () => new Date(minute * 60_000))
    for (let tries = 0; tries < 10; tries++) expect((await ask(basic(`wrong ${tries}`))).status).toBe(401)
    const limited = await ask(basic(password))
    expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '60'])
    expect((await ask(basic(password), '/dev/mail', '192.0.2.8')).status).toBe(200)
    minute++
    expect((await ask(basic(password))).status).toBe(200)
  })

  test('without its password file, opens to nobody', async () => {
    const ask = guarded({ ...open, DATA_DIR: join(dataDir, 'another') })
    expect((await ask(basic(password))).status).toBe(401)
  })
})
