import { expect, test } from 'vitest'
import { aHost, aRegistry } from '../../test/builders.ts'
import { opened } from '../../test/opened.ts'
import { testApp } from '../../test/test-app.ts'
import { m } from '../paraglide/messages.js'

const app = opened(() => testApp({ shop: 'none', pages: true }))

test.each([
  ['edit', 'name="picture"'],
  ['edit/invitation-settings', 'name="background_image"'],
])('%s asks for a confirmed e-mail before a file is chosen', async (page, field) => {
  for (const confirmed of [false, true]) {
    const host = await aHost(app, 'Νίκη', { confirmed })
    const { code } = await aRegistry(app, host)
    const path = `/registry/${code}/${page}?lang=en`
    const cookie = `customerToken=${host.token}`
    const html = await (await app.app.request(path, { headers: { cookie } })).text()
    expect([confirmed, html.includes(field)]).toEqual([confirmed, confirmed])
    expect(html.includes(m.picture_unconfirmed({}, { locale: 'en' }))).toBe(!confirmed)
  }
})
