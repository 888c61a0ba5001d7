import { afterAll, beforeAll, expect, test } from 'vitest'
import { openApp } from '../../test/app.ts'
import { aHost } from '../../test/build.ts'
import { aKeeper, type Keeper } from '../../test/money.ts'
import { type World, world } from '../../test/world.ts'

let w: World
let keeper: Keeper
let site: Awaited<ReturnType<typeof openApp>>
beforeAll(async () => {
  w = await world()
  await w.job('hooks')
  keeper = await aKeeper(w)
  site = await openApp({}, { withPages: true, shop: w.processA.shop, db: w.db, now: () => w.clock.now })
})
afterAll(async () => {
  await site.close()
  await w.close()
})

const address = (query = '') => `/registry/${keeper.registry.code}/edit/collected-gift-cards${query}`
const shown = async (token: string) =>
  (await site.app.request(address(), { headers: { cookie: `customerToken=${token}` } })).text()

test('a co-host of a registry without money reads nothing of turning it into something', async () => {
  const coHost = await aHost(w)
  const where = w.db.updateTable('registry').set({ co_host_id: coHost.id })
  await where.where('id', '=', keeper.registry.id).execute()
  expect(await shown(keeper.host.token)).toContain('turn it into the gift itself')
  const read = await shown(coHost.token)
  expect(read).toContain('No collected gift card found')
  expect(read).not.toMatch(/turn it into|collects and redeems/)
  await keeper.funded(1200)
  const full = await shown(coHost.token)
  expect(full).toContain('goes to its owner')
  expect(full).not.toMatch(/waiting for you|comes to you/)
})

test('what was collected in another tab meanwhile is refused in words, on a page that has read it anew', async () => {
  const gift = await keeper.funded(4050)
  const press = (key: string) =>
    site.app.request(address(`?ask=collect&gift=${gift.id}&type=group`), {
      method: 'POST',
      headers: { cookie: `customerToken=${keeper.host.token}`, origin: site.config.SITE_URL },
      body: new URLSearchParams({ intent: 'collect', id: String(gift.id), type: 'group', key }),
    })
  expect((await press('first-tab')).headers.get('location')).toContain('done=collected')
  const late = await press('other-tab')
  const html = await late.text()
  expect(late.status).toBe(409)
  expect(html).toContain('There is no money here any more')
  expect(html).not.toContain('Make the gift card')
})
