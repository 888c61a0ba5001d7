import { afterEach, beforeAll, expect, test } from 'vitest'
import { type AGift, aGift, aHost, aRegistry, lineOf } from '../../test/builders.ts'
import { expectInvariants } from '../../test/invariants.ts'
import { opened } from '../../test/opened.ts'
import { handOff, jobContextOf, ledgerOf, purchasesOf } from '../../test/orders.ts'
import { testApp } from '../../test/test-app.ts'
import { findStoreTax } from '../catalogue/product.sql.ts'
import { createCart } from '../checkout/hand-off.contract.ts'
import { showGifts } from '../gift/gift.contract.ts'
import { findFormTargets, findPictureOrigins } from '../server/context/storefront-moves.ts'
import { contentSecurityPolicy } from '../server/security/security-headers.ts'
import { noteUninstall, takeStoreState } from './store-settings.ts'

/** Changes that the shop reports about itself and its orders, with two processes of the product. */
const greek = 'http://el.shop.test/shop'
const app = opened(() => testApp({ greekStorefront: greek }))
let registry: Awaited<ReturnType<typeof aRegistry>>
beforeAll(async () => {
  registry = await aRegistry(app, await aHost(app))
  await app.job('webhook-registration')
  await app.job('catalogue-sync')
})
afterEach(async () => {
  app.shop.faults.hooks = {}
  app.shop.faults.routes = []
  await expectInvariants(app.db, registry.id)
})

const letters = async (template: string) =>
  (await app.db.selectFrom('outbox').select('props').where('template', '=', template).execute()).map(
    ({ props }) => props,
  )
const events = (scope: string) =>
  app.db
    .selectFrom('webhook_event')
    .select(['subject', 'processed_at'])
    .where('scope', '=', scope)
    .orderBy('received_at')
    .execute()
async function aPaidShare(): Promise<{ gift: AGift; id: number }> {
  const gift = await aGift(app, registry, { group: true, cents: 900_000 })
  const { cartId } = await handOff(app, registry, [lineOf(gift, { cents: 4000 })])
  const { id } = await app.shop.actions.pay(cartId)
  await app.deliver()
  return { gift, id }
}
const centsOf = async (gift: AGift) =>
  (await purchasesOf(app, gift)).reduce((sum, { state, cents }) => sum + (state === 'paid' ? cents : 0), 0)

test('a refund is read at once when it is told, twice and in another order, and lowers the gift once', async () => {
  const { gift, id } = await aPaidShare()
  const mute = (await jobContextOf(app)).shop
  for (const { id: hook, scope } of await mute.fetchWebhooks())
    if (scope !== 'store/order/refund/created') await mute.deleteWebhook(hook)
  app.shop.faults.hooks = { duplicate: true, reorder: true }
  await app.shop.actions.refundAmount(id, 1000)
  await app.shop.actions.refundAmount(id, 500)
  await app.deliver()
  expect(await centsOf(gift)).toBe(2500)
  expect(await events('store/order/refund/created')).toEqual([
    { subject: `order ${id}`, processed_at: app.clock.now },
    { subject: `order ${id}`, processed_at: app.clock.now },
  ])
  await app.job('webhook-registration')
})

test('an archived order counts as it did, also when it is read again', async () => {
  const { gift, id } = await aPaidShare()
  const ledger = await ledgerOf(app, id)
  await app.shop.actions.archive(id)
  await app.deliver()
  expect([await centsOf(gift), await ledgerOf(app, id)]).toEqual([4000, ledger])
  expect(await events('store/order/archived')).toHaveLength(1)
  app.later(10)
  await app.job('order-sync')
  expect([await centsOf(gift), await ledgerOf(app, id)]).toEqual([4000, ledger])
})

test('whether prices are entered with tax is used at once, and the catalogue is read anew', async () => {
  expect((await findStoreTax(app.db))?.pricesIncludeTax).toBe(true)
  const readUntil = async () =>
    (await app.db.selectFrom('catalogue_sync').select('changes_read_until').execute()).map(
      row => row.changes_read_until,
    )
  const settled = await readUntil()
  await app.staff('PUT', '/v2/currencies/2', { currency_exchange_rate: '0.87' })
  await app.deliver()
  expect([await events('store/information/updated'), await readUntil()]).toEqual([
    [{ subject: 'settings 0', processed_at: app.clock.now }],
    settled,
  ])
  await app.shop.actions.changeTaxEntry(false)
  await app.deliver()
  expect((await findStoreTax(app.db))?.pricesIncludeTax).toBe(false)
  expect(await readUntil()).toEqual([null, null])
  await app.shop.actions.changeTaxEntry(true)
  await app.deliver()
  await app.job('catalogue-sync')
  expect(await readUntil()).not.toContain(null)
})

test('a storefront that moves is linked, shown and bought at where it is now, in every process and after a restart', async () => {
  const gift = await aGift(app, registry, { quantity: 5, cents: 3000 })
  const moved = 'http://neo.shop.test/shop'
  await app.shop.actions.moveStorefront(1481393, moved)
  await app.deliver()
  const hrefs = async (process: 'A' | 'B') => {
    const { data } = await app.call<{ data: { url: string }[] }>(
      showGifts,
      { registry_id: registry.code, lang: 'el' },
      { process },
    )
    return JSON.stringify(data)
  }
  expect(await hrefs('B')).toContain(moved)
  const policy = contentSecurityPolicy({
    nonce: 'n',
    formTargets: findFormTargets(app.config),
    pictureOrigins: findPictureOrigins(app.config),
  })
  expect(policy.match(/neo\.shop\.test/g)).toHaveLength(2)
  await takeStoreState(await jobContextOf(app, 'B'))
  const input = { registry_id: registry.code, lang: 'el', line_items: [lineOf(gift, { units: 1 })] }
  for (const process of ['A', 'B'] as const) {
    const { data } = await app.call<{ redirects: { checkout_url: string } }>(createCart, input, { process })
    expect(new URL(data.redirects.checkout_url).host).toBe('neo.shop.test')
  }
  expect(await letters('storefront-moved')).toEqual([{ from: greek, to: moved }])
  // Reporting the same again sends no letter.
  await app.shop.actions.moveStorefront(1481393, moved)
  await app.deliver()
  expect(await letters('storefront-moved')).toHaveLength(1)
  await app.shop.actions.moveStorefront(1481393, greek)
  await app.deliver()
  expect(await hrefs('B')).not.toContain(moved)
})

test('a store that ends our access is asked nothing more until it takes our token; pages stay, staff are told once', async () => {
  const { gift, id } = await aPaidShare()
  const calls: string[] = []
  const counted = app.shop.app.request
  app.shop.app.request = (...request) => {
    calls.push(String(request[0]))
    return counted.apply(app.shop.app, request)
  }
  app.shop.faults.routes = [
    { path: '/stores', answer: '401' },
    { path: '/graphql', answer: '401' },
  ]
  await app.shop.actions.uninstall()
  await app.shop.actions.uninstall()
  await app.deliver()
  expect(await letters('shop-uninstalled')).toEqual([{}])
  await takeStoreState(await jobContextOf(app, 'B'))
  calls.length = 0
  app.later(5)
  for (const job of [
    'order-sync',
    'webhook-registration',
    'staff-notes',
    'storefront-tokens',
    'catalogue-sync',
  ])
    for (const process of ['A', 'B'] as const) await app.job(job, process).catch(() => {})
  expect(calls).toEqual([])
  expect((await app.call(showGifts, { registry_id: registry.code })).status).toBe(200)
  expect(await centsOf(gift)).toBe(4000)
  const input = { registry_id: registry.code, line_items: [lineOf(gift, { cents: 1000 })] }
  expect((await app.call(createCart, input)).status).toBe(502)
  expect(calls).toEqual([])
  // Once an hour one call asks whether the store takes our token again.
  await app.job('store-access')
  expect([calls.length, app.processA.shop.isEnabled()]).toEqual([1, false])
  app.shop.faults.routes = []
  await app.shop.actions.refundAmount(id, 1000)
  await app.job('store-access')
  await takeStoreState(await jobContextOf(app, 'B'))
  await app.job('order-sync')
  expect(await centsOf(gift)).toBe(3000)
  expect(await letters('shop-uninstalled')).toHaveLength(1)
})

test('a store that says it ended our access and takes our token still is asked for a day', async () => {
  await app.shop.actions.uninstall()
  await app.deliver()
  const [open] = (await events('store/app/uninstalled')).slice(-1)
  expect([open!.processed_at, app.processA.shop.isEnabled()]).toEqual([null, true])
  app.later(25 * 60)
  await app.job('webhook-events')
  expect((await events('store/app/uninstalled')).every(({ processed_at }) => processed_at)).toBe(true)
  expect(app.processA.shop.isEnabled()).toBe(true)
})

test('every process hears of it', async () => {
  const hearing = await testApp({ listens: true })
  try {
    hearing.shop.faults.routes = [{ path: '/stores', answer: '401' }]
    await noteUninstall(hearing.clock.now, await jobContextOf(hearing))
    await expect.poll(() => hearing.processB.shop.isEnabled(), { timeout: 60_000 }).toBe(false)
    hearing.shop.faults.routes = []
    await hearing.job('store-access')
    await expect.poll(() => hearing.processB.shop.isEnabled(), { timeout: 60_000 }).toBe(true)
  } finally {
    await hearing.close()
  }
})
