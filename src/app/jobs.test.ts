import { expect, test } from 'vitest'
import { aHost, aRegistry } from '../../test/builders.ts'
import { opened } from '../../test/opened.ts'
import { testApp } from '../../test/test-app.ts'
import { insertWebhookEvent } from '../orders/webhooks/webhooks.sql.ts'
import { type Shop, ShopFailure } from '../shop/port.ts'
import { isInBackground } from '../shop/port-store.ts'

const calls: { name: string; isInBackground: boolean }[] = []
/** A shop that is away, and notes whether a call was made in the background. */
const awayShop = new Proxy({} as Shop, {
  get: (_, name) => () => {
    if (!String(name).startsWith('fetch')) return false
    calls.push({ name: String(name), isInBackground: isInBackground() })
    throw new ShopFailure('unavailable', 'the shop is away')
  },
})

const app = opened(() => testApp({ shop: awayShop }))

test('every job leaves the last third of the shop’s quota to guests', async () => {
  await aRegistry(app, await aHost(app))
  const event = { id: 'one', scope: 'store/order/updated', subject: 'order 7' }
  await insertWebhookEvent(app.db, event, app.clock.now)
  for (const job of app.jobs) await job.work().catch(() => {})
  expect(calls.map(call => call.name)).toEqual(
    expect.arrayContaining(['fetchOrder', 'fetchCategories', 'fetchWebhooks', 'fetchChangedOrders']),
  )
  expect(calls.filter(call => !call.isInBackground)).toEqual([])
})
