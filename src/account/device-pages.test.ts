import { expect, test } from 'vitest'
import { markConfirmed } from '../../test/account-client.ts'
import { opened } from '../../test/opened.ts'
import { cookiesOf, pageClient, visitor } from '../../test/page-client.ts'
import { testApp } from '../../test/test-app.ts'
import { countRows } from '../server/postgres/rows.ts'

const site = opened(() =>
  testApp({ shop: 'none', pages: true, env: { SITE_URL: 'https://registry.example' } }),
)

const { send, signUp } = pageClient(() => site)

test('a browser is recognised by its cookie at the next sign-in, whatever it calls itself', async () => {
  const email = 'cookie@example.gr'
  const cookie = (await signUp(email)).split('; ').find(one => one.includes('device=')) ?? ''
  // With the prefix `__Host-` no other host can set the cookie.
  expect(cookie).toMatch(/^__Host-device=[\w-]{36}$/)
  // Letters about new devices go only to confirmed addresses.
  await markConfirmed(site, email)
  const signIn = (headers: Record<string, string>) =>
    send('/login', { email, password: visitor.password }, { 'user-agent': 'Another/2.0', ...headers })
  const answer = await signIn({ cookie })
  expect(cookiesOf(answer)).toContain(cookie)
  expect(await countNoticesTo(email)).toBe(0)
  await signIn({})
  expect(await countNoticesTo(email)).toBe(1)
})

const countNoticesTo = (recipient: string) =>
  countRows(site.db, 'outbox', { template: 'new-device', recipient })
