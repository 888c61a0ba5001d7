import { describe, expect, test } from 'vitest'
import { goods } from '../../../test/shop.ts'
import { connectTestShop } from '../../../test/shop-connector.ts'
import type { HostOrderRequest } from '../port-orders.ts'

const connected = connectTestShop()

describe('an order for a host', () => {
  const variant = goods.twoOptions.variants[1]!
  const request: HostOrderRequest = {
    externalId: 'redeem-1',
    language: 'el',
    customerId: 0,
    customer: { name: 'Μαρία', surname: 'Παππά', email: 'maria@example.org', phone: null },
    shipTo: {
      name: 'Νίκος',
      surname: 'Παππάς',
      street: 'Ερμού 1',
      city: 'Αθήνα',
      region: 'Αττική',
      postcode: '105 63',
      country: 'GR',
      phone: '+302100000000',
    },
    lines: [
      {
        productId: goods.twoOptions.id,
        variantId: variant.id,
        quantity: 2,
        cents: 4999,
        options: [],
        modifiers: [],
      },
    ],
    staffNote: 'Registry KH7M',
  }

  test('is placed with our prices and found again by our id', async () => {
    const id = await connected.shop.placeOrder(request)
    expect(await connected.shop.fetchOrder(id)).toMatchObject({
      state: 'paid',
      channelId: 1481393,
      totalCents: 9998,
      lines: [{ productId: goods.twoOptions.id, variantId: variant.id, quantity: 2, totalCents: 9998 }],
    })
    expect(await connected.shop.findOrderByExternalId('redeem-1')).toBe(id)
    expect(await connected.shop.findOrderByExternalId('redeem-2')).toBeNull()
    const sent = (await connected.far.rest('GET', `/v2/orders/${id}`)).json()
    expect(sent).toMatchObject({
      status_id: 11,
      staff_notes: 'Registry KH7M',
      customer_locale: 'el',
      billing_address: { zip: '105 63', country: 'Greece', country_iso2: 'GR' },
    })
  })

  test('digital goods need no address', async () => {
    const { digital } = goods
    const line = {
      productId: digital.id,
      variantId: digital.variants[0]!.id,
      quantity: 1,
      cents: 0,
      options: [],
      modifiers: [],
    }
    const id = await connected.shop.placeOrder({
      ...request,
      externalId: 'digital-1',
      shipTo: null,
      lines: [line],
    })
    expect(await connected.shop.fetchOrder(id)).toMatchObject({ totalCents: 0 })
  })

  test('after a lost reply it is found, not placed again', async () => {
    connected.far.shop.faults.routes = [
      { path: '/stores/:hash/v2/orders', method: 'POST', answer: 'lost', times: 1 },
    ]
    const lost = connected.shop.placeOrder({ ...request, externalId: 'lost-1' })
    await expect(lost).rejects.toMatchObject({ kind: 'unavailable' })
    const id = await connected.shop.findOrderByExternalId('lost-1')
    expect(await connected.shop.fetchOrder(id!)).toMatchObject({ totalCents: 9998 })
  })

  test('none is placed for goods that are not in the shop', async () => {
    const lines = [
      { productId: 999_999_999, variantId: 0, quantity: 1, cents: 1, options: [], modifiers: [] },
    ]
    const failure = connected.shop.placeOrder({ ...request, externalId: 'unknown-1', lines })
    await expect(failure).rejects.toMatchObject({ kind: 'invalid' })
    expect(await connected.shop.findOrderByExternalId('unknown-1')).toBeNull()
  })
})
