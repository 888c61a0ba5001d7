import { afterAll, beforeAll, expect, test } from 'vitest'
import { type SingleTestApp, testApp } from '../../../test/test-app.ts'

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
