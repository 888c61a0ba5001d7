import { readdirSync, readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { discoveryPath } from '../../src/base/paths.ts'
import { opened } from '../opened.ts'
import { consoleOn } from '../staff-client.ts'
import { type SingleTestApp, testApp } from '../test-app.ts'

/** The console's code, and where its pages lie, are told only where the console is (R960). */
let version: string
const folder = 'build/client/assets'
const files = readdirSync(folder).filter(name => /\.(js|css)$/.test(name))
/** A text of a page of the console alone. */
const ofConsole = files.filter(name => /^(staff|line-form|audit)/.test(name) || /^manifest-/.test(name))

const settings = { shop: 'none', pages: true } as const
const closed = opened(() => testApp({ ...settings, env: { STAFF_CONSOLE: 'false' } }))
const elsewhere = opened(() =>
  testApp({ ...settings, env: { ...consoleOn, STAFF_NETWORKS: '198.51.100.0/24' } }),
)
const open = opened(() => testApp({ ...settings, env: consoleOn }))
beforeAll(() => {
  const manifest = readFileSync(`${folder}/${files.find(name => name.startsWith('manifest-'))}`, 'utf8')
  version = /"version":"([^"]+)"/.exec(manifest)?.[1] ?? ''
})

const discover = (app: SingleTestApp, path: string) =>
  app.app.request(`${discoveryPath}?version=${version}&paths=${encodeURIComponent(path)}`)

describe('where the console is not', () => {
  test.each(ofConsole)('%s is missing, however it is asked for', async name => {
    for (const path of [name, `${name}.br`, `/${name}`, name.replace('.', '%2e'), `${name}?x=1`])
      for (const app of [closed, elsewhere])
        expect([path, (await app.app.request(`/assets/${path}`)).status]).toEqual([path, 404])
  })

  test.each(['/staff', '/staff/work', 'staff/work', '/STAFF/work', '/%73taff/work', '/faq,/staff/team'])(
    'nobody learns where %s lies',
    async path => {
      for (const app of [closed, elsewhere]) expect((await discover(app, path)).status).toBe(404)
    },
  )

  test('all other code is there', async () => {
    const html = await (await closed.app.request('/login')).text()
    const used = [...html.matchAll(/"(\/assets\/[^"]+\.(?:js|css))"/g)].map(([, path = '']) => path)
    const shown = used.filter(path => !path.includes('/manifest-'))
    expect(shown.length).toBeGreaterThan(3)
    for (const path of shown) {
      const answer = await closed.app.request(path)
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([
        200,
        'public, max-age=31536000, immutable',
      ])
    }
    expect((await discover(closed, '/faq,/registry/x/gifts')).status).toBe(200)
  })
})

test('where it is, its code is kept by nobody between', async () => {
  expect(ofConsole.length).toBeGreaterThan(5)
  for (const name of ofConsole) {
    const answer = await open.app.request(`/assets/${name}`)
    expect([name, answer.status, answer.headers.get('cache-control')]).toEqual([
      name,
      200,
      expect.stringMatching(/^private/),
    ])
  }
  const found = await discover(open, '/staff/work')
  expect(Object.keys((await found.json()) as object).join()).toContain('staff')
  expect(found.headers.get('cache-control')).toMatch(/^private/)
})
