import { expect, test, vi } from 'vitest'
import { aGift, aHost, aRegistry, lineOf } from '../../test/builders.ts'
import { opened } from '../../test/opened.ts'
import { freshDatabase } from '../../test/postgres.ts'
import { testApp } from '../../test/test-app.ts'
import { updateRegistry } from '../registry/settings.contract.ts'
import { createCart } from './hand-off.contract.ts'

const database = opened(() => freshDatabase())
const app = opened(() => testApp({ database }))
const site = opened(() =>
  testApp({ pages: true, shop: app.processA.shop, db: app.db, databaseUrl: database.url }),
)

const soon = { timeout: 60_000 }

/** What an open page requests after a live event. */
async function revalidatePage(code: string, cookie = '') {
  const answer = await site.app.request(`/registry/${code}.data?lang=el`, { headers: { cookie } })
  return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() }
}

test('open pages share one cached response until something is given', async () => {
  const host = await aHost(app)
  const registry = await aRegistry(app, host)
  const gift = await aGift(app, registry)
  // Each rendering has another error reference, so two equal responses came from the cache.
  const cached = await vi.waitFor(async () => {
    const first = await revalidatePage(registry.code)
    expect(await revalidatePage(registry.code)).toEqual(first)
    return first
  }, soon)
  expect(cached).toMatchObject({ status: 200, type: expect.stringContaining('text/x-script') })

  await app.call(createCart, { registry_id: registry.code, line_items: [lineOf(gift, { units: 1 })] })
  await vi.waitFor(async () => expect(await revalidatePage(registry.code)).not.toEqual(cached), soon)
  const all = await Promise.all(Array.from({ length: 100 }, () => revalidatePage(registry.code)))
  expect(new Set(all.map(one => one.text)).size).toBe(1)
  expect(all.every(one => one.status === 200)).toBe(true)

  // A response for a visitor with a session isn't cached.
  const own = await revalidatePage(registry.code, `customerToken=${host.token}`)
  expect(own.text).not.toBe(all[0]?.text)
  await app.call(updateRegistry, { id: registry.code, registry_status: 'private' }, { as: host.token })
  await vi.waitFor(
    async () => expect((await revalidatePage(registry.code)).text).not.toContain('registry_name'),
    soon,
  )
})
