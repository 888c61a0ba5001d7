import { expect, test } from 'vitest'
import { opened } from '../../../test/opened.ts'
import { testApp } from '../../../test/test-app.ts'

const env = { SECURITY_EMAIL: 'security@shop.example', SITE_URL: 'https://lists.example' }
const site = opened(() => testApp({ shop: 'none', env, now: () => new Date('2026-11-22T10:00:00Z') }))

test('whoever finds a weakness learns whom to tell', async () => {
  const answer = await site.app.request('https://lists.example/.well-known/security.txt')
  expect(answer.headers.get('content-type')).toMatch(/^text\/plain; ?charset=utf-8$/i)
  expect(await answer.text()).toBe(`Contact: mailto:security@shop.example
Expires: 2027-05-21T10:00:00.000Z
Preferred-Languages: el, en
Canonical: https://lists.example/.well-known/security.txt
`)
})

test('a password manager is led to the page that changes the password', async () => {
  const answer = await site.app.request('https://lists.example/.well-known/change-password')
  expect([answer.status, answer.headers.get('location')]).toEqual([302, '/settings/update-password'])
})
