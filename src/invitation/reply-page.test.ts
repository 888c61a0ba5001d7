import { expect, test } from 'vitest'
import { aHost, aRegistry } from '../../test/builders.ts'
import { opened } from '../../test/opened.ts'
import { testApp } from '../../test/test-app.ts'
import { createLinkToken } from './link-token.ts'

const site = opened(() => testApp({ shop: 'none', pages: true }))

const person = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

async function anInvitedGuest() {
  const registry = await aRegistry(site, await aHost(site))
  const values = { registry_id: registry.id, name: 'Άννα', language: 'el' as const, people: 2, notes: null }
  const { id } = await site.db.insertInto('guest').values(values).returning('id').executeTakeFirstOrThrow()
  const path = `/reply/${createLinkToken('reply', id, site.config, site.clock.now)}`
  const request = (way: string, agent: string, init: RequestInit = {}) =>
    site.app.request(way, {
      ...init,
      headers: { 'user-agent': agent, origin: site.config.SITE_URL },
    })
  return {
    path,
    view: (way = path, agent = person) => request(way, agent),
    tell: (agent: string) =>
      request(path, agent, { method: 'POST', body: new URLSearchParams({ opened: '1' }) }),
    isOpened: async () =>
      (await site.db.selectFrom('guest').select('opened_at').where('id', '=', id).executeTakeFirstOrThrow())
        .opened_at !== null,
  }
}

test('an invitation counts as opened when the script of its page says so, not when its link is fetched', async () => {
  const { path, view, tell, isOpened } = await anInvitedGuest()
  expect((await view()).status).toBe(200)
  expect((await view(`${path}/gifts`)).status).toBe(302)
  expect(await isOpened()).toBe(false)
  expect((await tell(person)).status).toBe(200)
  expect(await isOpened()).toBe(true)
})

test('a program that looks at links and runs scripts does not count', async () => {
  const { tell, isOpened } = await anInvitedGuest()
  for (const agent of ['facebookexternalhit/1.1', 'Googlebot/2.1']) await tell(agent)
  expect(await isOpened()).toBe(false)
})
