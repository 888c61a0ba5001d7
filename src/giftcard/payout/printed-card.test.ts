import { afterAll, beforeAll, expect, test } from 'vitest'
import { openApp } from '../../../test/app.ts'
import { aHost } from '../../../test/build.ts'
import { aKeeper, type Keeper } from '../../../test/money.ts'
import { type World, world } from '../../../test/world.ts'

let w: World
let keeper: Keeper
let site: Awaited<ReturnType<typeof openApp>>
beforeAll(async () => {
  w = await world()
  await w.job('webhook-registration')
  keeper = await aKeeper(w)
  site = await openApp({}, { withPages: true, shop: w.processA.shop, db: w.db, now: () => w.clock.now })
})
afterAll(async () => {
  await site.close()
  await w.close()
})

const shown = (card: number | string, token: string, query = '') =>
  site.app.request(`/registry/${keeper.registry.code}/gift-card/${card}${query}`, {
    headers: { cookie: `customerToken=${token}` },
  })

test('a gift card on paper says its value, its code and how it is used, to its owner alone', async () => {
  const gift = await keeper.funded(4050)
  const { data: card } = await keeper.collect({ id: gift.id })
  const answer = await shown(card.id, keeper.host.token, '?sheet=both')
  const html = await answer.text()
  expect(answer.status).toBe(200)
  expect(answer.headers.get('cache-control')).toMatch(/private|no-store/)
  expect(html).toContain('name="robots" content="noindex"')
  for (const words of [String(card.code), '€40.50', '40,50', 'How to use it', 'Πώς χρησιμοποιείται'])
    expect(html).toContain(words)
  expect(await (await shown(card.id, keeper.host.token, '?sheet=el')).text()).not.toContain('How to use it')

  const coHost = await aHost(w)
  const where = w.db.updateTable('registry').set({ co_host_id: coHost.id })
  await where.where('id', '=', keeper.registry.id).execute()
  const stranger = await aHost(w)
  for (const token of [coHost.token, stranger.token]) {
    const refused = await shown(card.id, token)
    expect([refused.status, refused.headers.get('location')]).toEqual([302, '/404'])
    expect(await refused.text()).not.toContain(card.code)
  }
  const unknown = await shown(card.id, 'nobody')
  expect(unknown.headers.get('location')).toMatch(/^\/login/)
})

test('there is none before the shop has it', async () => {
  const gift = await keeper.funded(3000)
  w.shop.faults.routes = [{ path: '/stores/:hash/v2/gift_certificates', answer: '500' }]
  const { data: card } = await keeper.collect({ id: gift.id })
  w.shop.faults.routes = []
  const refused = await shown(card.id, keeper.host.token)
  expect([refused.status, refused.headers.get('location')]).toEqual([302, '/404'])
})
