import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { aHost } from '../../test/builders.ts'
import { registryPagesApp } from '../../test/registry-pages.ts'
import { goods } from '../../test/shop.ts'
import { testApp } from '../../test/test-app.ts'

test.each(['en', 'el'])(
  'statistics that fail are zeros, and the page for adding works (R313), in %s',
  async lang => {
    const api = await registryPagesApp({ ALLOWED_HOSTS: '127.0.0.1' })
    const answer = (request: Request) =>
      request.url.includes('/registry/show/statistic')
        ? Response.json({ success: false, message: 'Broken', data: 'Broken' }, { status: 500 })
        : api.app.fetch(request)
    const server = createServer(getRequestListener(answer))
    await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
    const { port } = server.address() as AddressInfo
    const lines: string[] = []
    const pages = await testApp({
      shop: 'none',
      pages: true,
      log: pino({ level: 'warn' }, { write: line => void lines.push(line) }),
      env: { REGISTRY_API_URL: `http://127.0.0.1:${port}/api` },
    })
    try {
      const host = await aHost(api, 'Ελένη')
      const id = await api.createByForm(host)
      await api.send(`/registry/${id}/add/${goods.plain.id}`, { quantity: '1' }, host)
      const page = await pages.app.request(`/registry/${id}/add?search=${goods.plain.sku}&lang=${lang}`, {
        headers: { cookie: `customerToken=${host.token}` },
      })
      const html = await page.text()
      expect(page.status).toBe(200)
      expect(html).toContain(lang === 'en' ? 'In your registry' : 'Στη λίστα σας')
      expect(html).toMatch(
        lang === 'en'
          ? /<details><summary[^>]*>[^<]*<\/summary><p[^>]*>0 gifts/
          : /<details><summary[^>]*>[^<]*<\/summary><p[^>]*>0 δώρα/,
      )
      expect(lines).toHaveLength(1)
    } finally {
      server.close()
      server.closeAllConnections()
      await pages.close()
      await api.close()
    }
  },
)
