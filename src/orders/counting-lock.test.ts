import { expect, test } from 'vitest'
import { aGift, aHost, aRegistry, lineOf } from '../../test/builders.ts'
import { expectInvariants } from '../../test/invariants.ts'
import { opened } from '../../test/opened.ts'
import { handOff, jobContextOf, purchasesOf } from '../../test/orders.ts'
import { findBlocked } from '../../test/postgres.ts'
import { testApp } from '../../test/test-app.ts'
import { lockRegistry } from '../registry/registry.sql.ts'
import { syncOrder } from './orders.ts'

let written = 0
const app = opened(() =>
  testApp({
    testHook: async name => {
      if (name === 'purchases written, not credited') written++
    },
  }),
)

test('an order waits for the lock of its registry before it decides or writes anything', async () => {
  const registry = await aRegistry(app, await aHost(app))
  const gift = await aGift(app, registry)
  const { cartId } = await handOff(app, registry, [lineOf(gift, { units: 1 })])
  const { id } = await app.shop.actions.pay(cartId)
  const ctx = await jobContextOf(app, 'B')
  const { counting } = await app.db.transaction().execute(async tx => {
    await lockRegistry(tx, registry.id)
    const counting = syncOrder(id, ctx)
    await expect
      .poll(() => findBlocked(app.db))
      .toEqual([expect.stringMatching(/from "registry" .* for update$/)])
    expect(written).toBe(0)
    return { counting }
  })
  expect(await counting).toBe(true)
  expect(written).toBe(1)
  expect(await purchasesOf(app, gift)).toMatchObject([{ state: 'paid', credited_units: 1 }])
  await expectInvariants(app.db, registry.id)
})
