import { beforeAll, expect, test } from 'vitest'
import { catalogue } from '../../../shop/catalogue/index.ts'
import { expectInvariants } from '../../../test/invariants.ts'
import { aHostWithMoney, giveGifts } from '../../../test/money.ts'
import { opened } from '../../../test/opened.ts'
import { testApp } from '../../../test/test-app.ts'
import { showGifts } from '../../gift/gift.contract.ts'
import { addGifts } from '../../gift/wish.contract.ts'
import { eraseRowsOfCustomer } from '../../server/postgres/life-data.ts'

const plate = catalogue.products.find(product => product.slug === 'birth-plate')!
const [name, day] = plate.modifiers!.map(({ id }) => id) as [number, number]

const app = opened(() => testApp())
beforeAll(async () => {
  await app.job('webhook-registration')
  await (await app.processA.createContext(new Request(app.config.SITE_URL))).refreshProducts([plate.id])
})

/** A host with a covered group gift that asks for a name, which the host has answered. */
async function aHostWithPlate() {
  const host = await aHostWithMoney(app)
  const modifiers = [
    { option_id: name, value: 'Ελένη' },
    { option_id: day, guest: true },
  ]
  const products = [{ product_id: plate.id, is_group_gifting: true, modifiers }]
  const { data } = await app.call<{ added: { id: number }[] }>(
    addGifts,
    { registry_id: host.registry.code, products },
    host.token,
  )
  const share = {
    product_id: plate.id,
    quantity: 1,
    is_group_gifting: true,
    list_price: plate.priceCents / 100,
  }
  await giveGifts(app, host.registry, [share])
  return { ...host, gift: data.added[0]?.id ?? 0 }
}

async function saidInOrder(id: number | undefined) {
  const answer = await app.staff('GET', `/v2/orders/${id}/products`)
  const list = (await answer.json()) as { product_options: { display_value: string }[] }[]
  return list.map(line => line.product_options.map(option => option.display_value))
}

test('what is open is asked of the host who orders the collected gift, and goes with the order', async () => {
  const host = await aHostWithPlate()
  const { group } = await host.collected()
  expect(group[0]?.questions).toMatchObject([{ id: day, kind: 'date' }])
  const refused = await host.redeem({ id: host.gift })
  expect(refused).toMatchObject({ status: 409, data: { code: 'giftcard_answers' } })
  expect(await host.orders()).toEqual([])

  const modifiers = [
    { option_id: day, value: '2027-06-05' },
    { option_id: name, value: 'Mallory' },
  ]
  const key = { idempotency_key: 'redeem-plate-1' }
  const redeemed = await host.redeem({ id: host.gift, modifiers, ...key })
  expect(redeemed).toMatchObject({ status: 200, data: { way: 'order', state: 'done' } })
  expect(await host.redeem({ id: host.gift, modifiers, ...key })).toMatchObject({ status: 200 })
  const orders = await host.orders()
  expect(orders).toHaveLength(1)
  expect(await saidInOrder(orders[0]?.id)).toEqual([['Ελένη', '2027-06-05']])
  // The answer is the order's; the gift is unchanged.
  const shown = await app.call<{ data: object[] }>(showGifts, { registry_id: host.registry.code })
  expect(JSON.stringify(shown.data)).not.toContain('2027-06-05')
  await expectInvariants(app.db, host.registry.id)
})

test('an order that the shop takes only at a later try says the same', async () => {
  const host = await aHostWithPlate()
  app.shop.faults.routes = [{ path: '/stores/:hash/v2/orders', method: 'POST', answer: '500' }]
  const modifiers = [{ option_id: day, value: '2027-06-05' }]
  expect(await host.redeem({ id: host.gift, modifiers })).toMatchObject({ data: { state: 'requested' } })
  app.shop.faults.routes = []
  app.later(2)
  await app.job('payouts', 'B')
  const [order] = await host.orders()
  expect(await saidInOrder(order?.id)).toEqual([['Ελένη', '2027-06-05']])
  const payouts = () =>
    app.db.selectFrom('payout').select('modifiers').where('registry_id', '=', host.registry.id).execute()
  expect(JSON.stringify(await payouts())).toContain('Ελένη')
  await eraseRowsOfCustomer(app.db, host.id)
  expect(await payouts()).toEqual([{ modifiers: [] }])
})
