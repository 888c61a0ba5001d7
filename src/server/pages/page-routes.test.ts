import { expect, test } from 'vitest'
import { opened } from '../../../test/opened.ts'
import { testApp } from '../../../test/test-app.ts'

const site = opened(() => testApp({ shop: 'none', pages: true }))

const open = async (path: string) => {
  const answer = await site.app.request(path)
  return [answer.status, /<h1[^>]*>([^<]*)/.exec(await answer.text())?.[1]]
}

/** Capitals and encoded letters lead where the router takes them, whatever routes a path's first word chooses. */
test.each(['/LOGIN', '/%6Cogin', '/login/', '/Login'])('%s is the page to sign in', async path => {
  expect(await open(path)).toEqual(await open('/login'))
})

test.each(['/nothing-like-it/below', '/login/below', '/staff-lounge', '/404'])(
  '%s is no page',
  async path => {
    expect((await open(path))[0]).toBe(404)
  },
)

test('the browser is told of the routes of any word', async () => {
  const page = await (await site.app.request('/login')).text()
  const version = /"version": "(\w+)"/.exec(page)?.[1]
  const answer = await site.app.request(`/__manifest?paths=/registry/KH7M,/wedding&version=${version}`)
  const told = Object.keys((await answer.json()) as object)
  expect(told).toEqual(expect.arrayContaining(['registry/pages/registry-page', 'event-type']))
})
