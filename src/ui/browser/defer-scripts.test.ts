import { afterAll, beforeAll, expect, test } from 'vitest'
import { type SingleTestApp, testApp } from '../../../test/test-app.ts'
import { deferScriptsUntilPaint } from './defer-scripts.ts'

let site: SingleTestApp
beforeAll(async () => {
  site = await testApp({ shop: 'none', pages: true })
})
afterAll(() => site.close())

test.each(['/', '/find-registry', '/login', '/no-such-page'])(
  'the document at %s asks for no script before its first paint, and for all of them then',
  async path => {
    const html = await (await site.app.request(path)).text()
    expect(html).not.toMatch(/<link[^>]* rel="modulepreload"/)
    const [begin = '', script = ''] = /<script[^>]* type="module"[^>]*>([\s\S]*?)<\/script>/.exec(html) ?? []
    expect(begin).not.toContain(' src=')
    expect(script.trimStart()).toMatch(/^await new Promise\(/)
    // A plain import would be fetched whatever stands before it.
    expect(script).not.toMatch(/^\s*import\s+[*{"\w]/m)
    const files = JSON.parse(/of (\["[^\]]+"\])\)/.exec(script)?.[1] ?? '[]') as string[]
    const started = [...script.matchAll(/import\("([^"]+)"\)/g)].map(([, file]) => file)
    expect(started.length).toBeGreaterThan(1)
    expect(files).toEqual(expect.arrayContaining(started))
  },
)

test('the document tells the browser of the routes that it needs, and of what they have', async () => {
  const html = await (await site.app.request('/find-registry/wedding')).text()
  const [, manifest = ''] = /__reactRouterManifest = (\{.*?\});/.exec(html) ?? []
  const { routes } = JSON.parse(manifest) as { routes: Record<string, { hasLoader?: boolean }> }
  // The page's own, and those of home: the router would take the frame of all pages for the whole of it.
  expect(Object.keys(routes).sort()).toEqual(['find-registry', 'root', 'site/home/pages/home-page'])
  for (const route of Object.values(routes)) {
    expect(route.hasLoader).toBe(true)
    expect(Object.values(route)).not.toContain(false)
  }
})

test('a text that speaks of modules is none', () => {
  const rest = '<p>Set <b> type="module"</b> there.</p>'
  const document = (script: string) =>
    `<html><head><title>A</title></head><body>${rest}<script nonce="" type="module">${script}</script></body></html>`
  const deferred = String(deferScriptsUntilPaint(Buffer.from(document('import "/a.js";x()'))))
  expect(deferred).toContain(rest)
  expect(deferred).toMatch(/<script nonce="" type="module">await new Promise\(/)
})
