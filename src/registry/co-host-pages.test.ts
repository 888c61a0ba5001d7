import { beforeAll, expect, test } from 'vitest'
import { codeInEmail } from '../../test/account-client.ts'
import { aHost, aRegistry, type Host } from '../../test/builders.ts'
import { opened } from '../../test/opened.ts'
import { pageClient, visitor } from '../../test/page-client.ts'
import { testApp } from '../../test/test-app.ts'
import { getRow } from '../server/postgres/rows.ts'
import { inviteCoHost } from './co-host.contract.ts'

const app = opened(() => testApp({ shop: 'none', pages: true }))
const { view, send, signUp } = pageClient(() => app)
let owner: Host
beforeAll(async () => {
  owner = await aHost(app)
})

/** Invites somebody, and answers the code of the letter and the registry. */
async function invite(email: string) {
  const registry = await aRegistry(app, owner)
  expect((await app.call(inviteCoHost, { id: registry.code, email }, owner.token)).status).toBe(200)
  return { registry, code: await codeInEmail(app, email, 'co-host-asked') }
}

/** A browser with its cookies, and all that it asked for. */
function openBrowser() {
  const cookies = new Map<string, string>()
  const asked: string[] = []
  const go = async (path: string, fields?: Record<string, string>) => {
    asked.push(path)
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = fields ? await send(path, fields, { cookie }) : await view(path, cookie)
    for (const [, name = '', value = '', rest] of answer.headers
      .getSetCookie()
      .map(one => /^([^=]+)=([^;]*)(.*)$/.exec(one) ?? []))
      if (rest?.includes('Max-Age=0')) cookies.delete(name)
      else cookies.set(name, value)
    return { status: answer.status, to: answer.headers.get('location') ?? '', answer }
  }
  return { go, asked, cookies }
}

const readCoHost = async (id: number) => (await getRow(app.db, 'registry', { id }, ['co_host_id'])).co_host_id

test.each([
  ['signs in', '/login'],
  ['signs up', '/register'],
])('whoever is invited %s and accepts; no address but the letter’s has the code', async (_, form) => {
  const person = { ...visitor, email: `${form.slice(1)}@example.gr` }
  if (form === '/login') await signUp(person.email)
  const { registry, code } = await invite('invited@example.gr')
  const { go, asked, cookies } = openBrowser()
  expect(await go(`/co-host?code=${code}&lang=en`)).toMatchObject({ status: 302, to: '/co-host?lang=en' })
  const { status, answer } = await go('/co-host?lang=en')
  const html = await answer.text()
  const link = new RegExp(`href="(${form}[^"]+)"`).exec(html)?.[1]?.replaceAll('&amp;', '&') ?? ''
  expect([status, answer.headers.get('x-robots-tag')]).toEqual([200, 'noindex'])
  expect(answer.headers.get('cache-control')).toContain('no-store')
  expect(html).not.toContain(code)
  expect(await readCoHost(registry.id)).toBeNull()

  const { to: after } = await go(link, person)
  const { to: back = after } = after.startsWith('/co-host') ? { to: after } : await go(after)
  expect(back).toBe('/co-host?lang=en')
  expect(await (await go(back)).answer.text()).toContain('Accept</button>')
  const kept = new Map(cookies)
  const accepted = await go('/co-host', {})
  expect(accepted).toMatchObject({ status: 302, to: `/registry/${registry.code}/edit?done=joined&lang=en` })
  expect(await readCoHost(registry.id)).not.toBeNull()
  expect(asked.filter(path => path.includes(code))).toEqual([`/co-host?code=${code}&lang=en`])
  expect([...kept.keys()].filter(name => !cookies.has(name))).toContain('co-host')

  // Neither a cookie that was kept nor the letter makes anybody co-host again.
  cookies.set('co-host', kept.get('co-host') ?? '')
  expect((await go('/co-host', {})).status).toBe(404)
  await go(`/co-host?code=${code}`)
  const second = await go('/co-host?lang=en')
  expect([second.status, await second.answer.text()]).toEqual([
    404,
    expect.stringContaining('This invitation no longer works'),
  ])
})

test('once the cookie is too old, the letter’s link opens the invitation again', async () => {
  const { code } = await invite('later@example.gr')
  const { go, cookies } = openBrowser()
  await go(`/co-host?code=${code}`)
  cookies.delete('co-host')
  const gone = await go('/co-host?lang=el')
  expect([gone.status, await gone.answer.text()]).toEqual([
    404,
    expect.stringContaining('Αυτή η πρόσκληση δεν ισχύει πια'),
  ])
  expect((await go(`/co-host?code=${code}&lang=el`)).to).toBe('/co-host?lang=el')
  expect((await go('/co-host?lang=el')).status).toBe(200)
})
