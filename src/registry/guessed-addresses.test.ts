import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aHost, aRegistry, type Host } from '../../test/builders.ts'
import { opened } from '../../test/opened.ts'
import { pagesAbout } from '../../test/page-paths.ts'
import { testApp } from '../../test/test-app.ts'
import { connectionFrom } from '../../test/test-process.ts'
import { findRegistry } from './registry.contract.ts'
import { showRegistrySettings, updateRegistry } from './settings.contract.ts'
import { maxSlugLength } from './slug.rules.ts'

const app = opened(() => testApp({ shop: 'none', pages: true }))
let host: Host
let stranger: Host
let registry: Awaited<ReturnType<typeof aRegistry>>
beforeAll(async () => {
  ;[host, stranger] = [await aHost(app), await aHost(app, 'Ξένη')]
})
beforeEach(async () => {
  registry = await aRegistry(app, host, { privacy: 'shareable' })
})

const change = (fields: object) => app.call(updateRegistry, { id: registry.code, ...fields }, host.token)
const settings = async () =>
  (
    await app.call<{ slug: string; slug_base: string | null }>(
      showRegistrySettings,
      { id: registry.code },
      host.token,
    )
  ).data
const isFound = async (id: string, token?: string) =>
  (await app.call<unknown[]>(findRegistry, { id }, token)).data.length === 1
let turn = 0
/** A new slug each time, so that tests don't share the limits of guessing. */
const aSlug = () => `nikos-maria-${++turn}b`

describe('the address of a registry that is not public', () => {
  test('ends in four random characters, unless its host does without', async () => {
    const slug = aSlug()
    expect((await change({ slug })).status).toBe(200)
    const given = await settings()
    expect(given).toMatchObject({
      slug: expect.stringMatching(new RegExp(`^${slug}-[a-z0-9]{4}$`)),
      slug_base: slug,
    })
    expect([await isFound(given.slug), await isFound(slug)]).toEqual([true, false])
    // Saving the slug unchanged, with or without the ending, keeps it.
    for (const same of [given.slug, slug]) {
      await change({ slug: same })
      expect((await settings()).slug).toBe(given.slug)
    }
    await change({ slug, plain_slug: 'on' })
    expect(await settings()).toMatchObject({ slug, slug_base: null })
    // The address with the ending still works, because it may be printed and can't be guessed.
    expect([await isFound(slug), await isFound(given.slug)]).toEqual([true, true])
  })

  test('with the ending is never too long', async () => {
    const slug = `${'ab-'.repeat(19)}cde`
    expect(slug).toHaveLength(maxSlugLength)
    expect((await change({ slug })).status).toBe(200)
    expect((await settings()).slug).toMatch(/^(?:ab-){18}a-[a-z0-9]{4}$/)
  })

  test('gets the ending as it leaves public, and older ones stop, unless its host keeps them', async () => {
    const [older, slug] = [aSlug(), aSlug()]
    for (const keep_addresses of [undefined, 'on']) {
      await change({ registry_status: 'public' })
      await change({ slug: older })
      await change({ slug })
      expect([await isFound(older), await isFound(slug)]).toEqual([true, true])
      expect(
        (await change({ registry_status: 'shareable', ...(keep_addresses && { keep_addresses }) })).status,
      ).toBe(200)
      const { slug: given } = await settings()
      expect(given).toMatch(new RegExp(`^${slug}-[a-z0-9]{4}$`))
      const isKept = keep_addresses === 'on'
      expect([await isFound(given), await isFound(slug), await isFound(older)]).toEqual([
        true,
        isKept,
        isKept,
      ])
    }
    // A public registry is found at all its addresses.
    await change({ registry_status: 'private' })
    await change({ registry_status: 'public' })
    expect([await isFound(slug), await isFound(older)]).toEqual([true, true])
  })
})

test('a chosen address of a private registry is as unknown as any other, and so is every page below it', async () => {
  const slug = aSlug()
  await change({ slug, plain_slug: 'on' })
  await change({ registry_status: 'private', plain_slug: 'on' })
  expect((await settings()).slug).toBe(slug)
  for (const token of [undefined, stranger.token]) {
    const cookie = token ? `customerToken=${token}` : ''
    const answerOf = async (address: string) =>
      Promise.all(
        pagesAbout(address)
          .filter(({ path }) => path.includes(address))
          .map(async ({ path }) => {
            const answer = await app.app.request(path, { headers: { cookie } })
            return [path, answer.status, answer.headers.get('location'), answer.headers.getSetCookie()]
              .join(' ')
              .replaceAll(address, 'X')
          }),
      )
    const answers = await answerOf(slug)
    expect(answers.length).toBeGreaterThan(15)
    expect(answers).toEqual(await answerOf('nikos-maria-unknown'))
    const page = (address: string) => app.app.request(`/registry/${address}`, { headers: { cookie } })
    expect((await page(slug)).headers.get('location')).toBe('/404?lang=en')
    // At its code, which can't be guessed, the reply may tell that the registry exists.
    const byCode = await page(registry.code)
    expect([byCode.status, byCode.headers.get('location')]).toEqual([302, '/?lang=en'])
  }
  expect(await isFound(slug, host.token)).toBe(true)
})

describe('guessing', () => {
  const guesses = 61
  const ask = async (path: string, from: string, init: RequestInit = {}) =>
    (await app.app.request(path, init, connectionFrom(from))).status

  test('costs points: who guesses on is told nothing, not even of what there is', async () => {
    const slug = aSlug()
    await change({ slug, plain_slug: 'on' })
    // Another visitor has put the page into the cache.
    expect(await ask(`/registry/${slug}`, '203.0.113.1')).toBe(200)
    for (let guess = 0; guess < guesses; guess++) await ask(`/registry/nikos-${guess}-maria`, '203.0.113.9')
    const seen = [`/registry/${slug}`, '/registry/nikos-maria-0', `/registry/${registry.code}`]
    expect(await Promise.all(seen.map(path => ask(path, '203.0.113.9')))).toEqual([429, 429, 301])
    expect(await ask(`/registry/${slug}`, '203.0.113.1')).toBe(200)
    app.clock.now = new Date(app.clock.now.getTime() + 60_000)
    expect(await ask(`/registry/${slug}`, '203.0.113.9')).toBe(200)
  })

  test('by the API, too', async () => {
    const statuses = []
    const body = (id: string) => ({
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ id }),
    })
    for (let guess = 0; guess <= guesses; guess++)
      statuses.push(await ask('/api/registry/find', '203.0.113.7', body(`maria-${guess}-nikos`)))
    expect([statuses[0], statuses.at(-1)]).toEqual([200, 429])
  })
})
