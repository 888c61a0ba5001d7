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

/** A form of the page, as a browser without scripts sends it. */
const press = (query: string, fields: Record<string, string>) =>
  site.app.request(address(query), {
    method: 'POST',
    headers: { cookie: `customerToken=${keeper.host.token}`, origin: site.config.SITE_URL },
    body: new URLSearchParams(fields),
  })

test('what was collected in another tab meanwhile is refused in words, on a page that has read it anew', async () => {
  const gift = await keeper.funded(4050)
  const collects = (key: string) =>
    press(`?ask=collect&gift=${gift.id}&type=group`, {
      intent: 'collect',
      id: String(gift.id),
      type: 'group',
      key,
    })
  expect((await collects('first-tab')).headers.get('location')).toContain('done=collected')
  const late = await collects('other-tab')
  const html = await late.text()
  expect(late.status).toBe(409)
  expect(html).toContain('There is no money here any more')
  expect(html).not.toContain('Make the gift card')
})

test('what the shop refused can be asked for again by the same question', async () => {
  const gift = await keeper.funded(10_000)
  const redeems = (key: string) =>
    press(`?ask=redeem&gift=${gift.id}&type=group`, {
      intent: 'redeem',
      id: String(gift.id),
      type: 'group',
      key,
    })
  const product = (id: number) =>
    w.db.updateTable('gift').set({ product_id: id }).where('id', '=', gift.id).execute()
  w.shop.faults.routes = [{ path: '/stores/:hash/v2/orders', method: 'POST', answer: '429-bare', times: 1 }]
  expect((await redeems('first-try')).headers.get('location')).toContain('done=requested')
  await product(99_999)
  w.later(2)
  await w.job('payouts')
  await product(gift.productId)
  const refused = await redeems('first-try')
  const html = await refused.text()
  expect([refused.status, html.includes('The shop could not take the order')]).toEqual([409, true])
  const key = /name="key" value="([^"]+)"/.exec(html)?.[1] ?? ''
  expect((await redeems(key)).headers.get('location')).toContain('done=redeemed')
})
