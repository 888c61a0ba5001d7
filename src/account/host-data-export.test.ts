import { describe, expect, test } from 'vitest'
import { aGift, aHost, aRegistry, lineOf } from '../../test/builders.ts'
import { opened } from '../../test/opened.ts'
import { handOff } from '../../test/orders.ts'
import { testApp } from '../../test/test-app.ts'
import { returnUnits } from '../money/returned-units.ts'
import { exportPersonalData } from './settings.contract.ts'

const app = opened(() => testApp())

describe('the personal data of a host', () => {
  test('contains registries, gifts and what was given, but no anonymous giver', async () => {
    const host = await aHost(app)
    const registry = await aRegistry(app, host)
    const gift = await aGift(app, registry)
    const giver = { giver_name: 'Κρυφός Δωρητής', visibility: 'anonymous', message: 'Να ζήσετε!' }
    const { cartId } = await handOff(app, registry, [lineOf(gift, { units: 1 })], giver)
    await app.shop.actions.pay(cartId, { email: 'hidden@example.com' })
    await app.job('order-sync')
    const line = await app.db
      .selectFrom('purchase')
      .select(['order_id as orderId', 'line_id as lineId', 'cents as givenCents'])
      .where('registry_id', '=', registry.id)
      .executeTakeFirstOrThrow()
    const returned = { ...line, registryId: registry.id, giftId: gift.id, givenUnits: 1, returnedUnits: 0 }
    const what = { units: 1, cents: line.givenCents, key: registry.code }
    await app.db.transaction().execute(tx => returnUnits(tx, returned, what, { now: app.clock.now }))
    const { data } = await app.call<Record<string, unknown>>(exportPersonalData, {}, { as: host.token })
    expect(data).toMatchObject({
      account: { email: host.email },
      registries: [
        {
          code: registry.code,
          gifts: [{ product_id: gift.productId }],
          purchases: [{ message: 'Να ζήσετε!', giver_name: null }],
          returned: [{ gift_id: gift.id, units: 1, cents: line.givenCents }],
        },
      ],
    })
    for (const hidden of ['Κρυφός', 'hidden@']) expect(JSON.stringify(data)).not.toContain(hidden)
    await app.db.updateTable('registry').set({ surprise: true }).where('id', '=', registry.id).execute()
    const kept = await app.call<{ registries: object[] }>(exportPersonalData, {}, { as: host.token })
    expect(kept.data.registries).toMatchObject([
      { code: registry.code, gifts: [{ product_id: gift.productId }] },
    ])
    // The export of a surprise registry doesn't tell what was given.
    for (const part of ['purchases', 'ledger', 'payouts', 'returned', 'version'])
      expect(kept.data.registries[0]).not.toHaveProperty(part)
  })
})
