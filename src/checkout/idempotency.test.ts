import { sql } from 'kysely'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type AGift, aGift, aHost, aRegistry, lineOf } from '../../test/builders.ts'
import type { Refused } from '../../test/client.ts'
import { expectInvariants } from '../../test/invariants.ts'
import { opened } from '../../test/opened.ts'
import { again, testApp } from '../../test/test-app.ts'
import { createCart, getHandoffStatus } from './hand-off.contract.ts'

const app = opened(() => testApp())
let host: Awaited<ReturnType<typeof aHost>>
let registry: Awaited<ReturnType<typeof aRegistry>>
beforeAll(async () => {
  host = await aHost(app)
})
beforeEach(async () => {
  app.later(5) // so that the order-sync job does not read the orders of earlier runs again
  registry = await aRegistry(app, host)
})
afterEach(() => expectInvariants(app.db, registry.id))

interface HandoffReply {
  reference: string
  redirects: { cart_url: string; checkout_url: string }
}

const give = <T = HandoffReply>(lines: object[], more: object = {}) =>
  app.call<T>(createCart, { registry_id: registry.code, line_items: lines, ...more })
const findHandoff = (reference: string) =>
  app.db.selectFrom('handoff').selectAll().where('reference', '=', reference).executeTakeFirstOrThrow()

describe('the same idempotency key', () => {
  const key = () => ({ idempotency_key: crypto.randomUUID() })
  let gift: AGift
  beforeEach(async () => {
    gift = await aGift(app, registry, { quantity: 5 })
  })
  /** Collects the ids of the carts that the shop makes from now on. */
  const watchCarts = () => {
    const ids: string[] = []
    const shops = [app.processA.shop, app.processB.shop].map(shop => ({ shop, make: shop.createCart }))
    for (const { shop, make } of shops)
      shop.createCart = async request => {
        const cart = await make(request)
        ids.push(cart.id)
        return cart
      }
    const stop = () => {
      for (const { shop, make } of shops) shop.createCart = make
    }
    return { ids, stop }
  }
  const cartIds = async () => {
    const rows = await app.db
      .selectFrom('handoff')
      .select('cart_id')
      .where('registry_id', '=', registry.id)
      .execute()
    return rows.map(row => row.cart_id)
  }

  test('finds the same hand-off with fresh addresses', async () => {
    const same = key()
    const first = await give([lineOf(gift, { units: 1 })], same)
    const second = await give([lineOf(gift, { units: 1 })], same)
    expect(second.data.reference).toBe(first.data.reference)
    expect(second.data.redirects.checkout_url).not.toBe(first.data.redirects.checkout_url)
    expect(await cartIds()).toHaveLength(1)
  })

  test('ten times at once makes one hand-off and one cart', again, async () => {
    const same = key()
    const made = watchCarts()
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => give([lineOf(gift, { units: 1 })], same)),
    )
    expect(new Set(answers.map(one => one.data.reference)).size).toBe(1)
    expect(answers.every(one => one.status === 200)).toBe(true)
    expect(await cartIds()).toEqual(made.ids)
    expect(made.ids).toHaveLength(1)
    made.stop()
  })

  test('a process that makes the cart for too long keeps none: another one has made it', async () => {
    const same = key()
    const input = { registry_id: registry.code, line_items: [lineOf(gift, { units: 1 })], ...same }
    const { shop } = app.processA
    const { createCart: make } = shop
    const [asked, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    shop.createCart = async request => {
      shop.createCart = make
      asked.resolve()
      await answer.promise
      return make(request)
    }
    const slow = app.call<HandoffReply>(createCart, input, { process: 'A' })
    await asked.promise
    app.later(1)
    const { data } = await app.call<HandoffReply>(createCart, input, { process: 'B' })
    const made = await cartIds()
    answer.resolve()
    expect(await slow).toMatchObject({ status: 200, data: { reference: data.reference } })
    expect(await cartIds()).toEqual(made)
  })

  test('is refused with other content, and free for another registry', async () => {
    const same = key()
    await give([lineOf(gift, { units: 1 })], same)
    expect(await give<Refused>([lineOf(gift, { units: 2 })], same)).toMatchObject({
      status: 409,
      data: { code: 'cart_key_reused' },
    })
    const other = await aRegistry(app, host)
    const theirs = await aGift(app, other)
    expect(await give([lineOf(theirs, { units: 1 })], { ...same, registry_id: other.code })).toMatchObject({
      status: 200,
    })
  })

  test('reserves the gifts again after the reservation expired, if they are still open', async () => {
    const same = key()
    const all = [lineOf(gift, { units: 5 })]
    const first = await give(all, same)
    app.later(16)
    await app.job('expired-reservations')
    expect((await findHandoff(first.data.reference)).state).toBe('expired')
    const again = await give(all, same)
    expect(again.data.reference).toBe(first.data.reference)
    expect((await findHandoff(first.data.reference)).state).toBe('open')
    app.later(16)
    expect(await give([lineOf(gift, { units: 1 })])).toMatchObject({ status: 200 })
    expect(await give<Refused>(all, same)).toMatchObject({ status: 409, data: { code: 'cart_lost' } })
  })

  test('is answered with cart_paid after payment, even before a webhook', async () => {
    const same = key()
    const { data } = await give([lineOf(gift, { units: 1 })], same)
    await app.shop.actions.pay((await findHandoff(data.reference)).cart_id!)
    expect(await give<Refused>([lineOf(gift, { units: 1 })], same)).toMatchObject({
      status: 409,
      data: { code: 'cart_paid', handoff: data.reference },
    })
    expect(await app.call(getHandoffStatus, { reference: data.reference })).toMatchObject({
      data: { state: 'paid' },
    })
  })

  test('a late order of a former cart still counts', async () => {
    const same = key()
    const lines = [lineOf(gift, { units: 1 })]
    const { data } = await give(lines, same)
    const old = (await findHandoff(data.reference)).cart_id!
    const late = await app.shop.actions.pay(old)
    // As while the shop has deleted the cart and doesn't list its order yet.
    await sql`update shop."order" set cart_id = null where id = ${late.id}`.execute(app.db)
    expect((await give(lines, same)).data.reference).toBe(data.reference)
    const fresh = (await findHandoff(data.reference)).cart_id!
    expect(fresh).not.toBe(old)
    await sql`update shop."order" set cart_id = ${old} where id = ${late.id}`.execute(app.db)
    const other = await app.shop.actions.pay(fresh)
    await app.job('order-sync')
    const counted = app.db.selectFrom('purchase').select(['order_id', 'state']).where('gift_id', '=', gift.id)
    expect(await counted.orderBy('order_id').execute()).toEqual([
      { order_id: late.id, state: 'paid' },
      { order_id: other.id, state: 'paid' },
    ])
    expect(await app.call(getHandoffStatus, { reference: old })).toMatchObject({ data: { state: 'paid' } })
  })

  test('a cart that is answered 410 is made anew, or was paid, as after a 404', async () => {
    const same = key()
    const lines = [lineOf(gift, { units: 1 })]
    const { data } = await give(lines, same)
    const old = (await findHandoff(data.reference)).cart_id!
    const path = '/stores/:hash/v3/carts/:id/redirect_urls'
    const gone = () => {
      app.shop.faults.routes = [{ path, answer: '410', times: 1 }]
    }
    gone()
    expect(await give(lines, same)).toMatchObject({ status: 200, data: { reference: data.reference } })
    const fresh = (await findHandoff(data.reference)).cart_id!
    expect(fresh).not.toBe(old)
    await app.shop.actions.pay(fresh)
    gone()
    expect(await give<Refused>(lines, same)).toMatchObject({ status: 409, data: { code: 'cart_paid' } })
    app.shop.faults.routes = []
  })

  test('a slow answer that the cart is gone does not detach the one made meanwhile', async () => {
    const same = key()
    const lines = [lineOf(gift, { units: 1 })]
    const { data } = await give(lines, same)
    const old = (await findHandoff(data.reference)).cart_id!
    expect((await app.staff('DELETE', `/v3/carts/${old}`)).status).toBe(204)
    const { shop } = app.processA
    const { createCartRedirects } = shop
    const [request, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<null>()]
    shop.createCartRedirects = () => {
      request.resolve()
      shop.createCartRedirects = createCartRedirects
      return answer.promise
    }
    const input = { registry_id: registry.code, line_items: lines, ...same }
    const slow = app.call<HandoffReply>(createCart, input, { process: 'A' })
    await request.promise
    await app.call<HandoffReply>(createCart, input, { process: 'B' })
    const made = (await findHandoff(data.reference)).cart_id
    answer.resolve(null)
    expect((await slow).status).toBe(200)
    expect((await findHandoff(data.reference)).cart_id).toBe(made)
  })
})

describe('a failing shop', () => {
  afterEach(() => {
    app.shop.faults.routes = []
  })

  test('releases the reservation, so that somebody else gets the gift', async () => {
    const gift = await aGift(app, registry)
    const same = { idempotency_key: crypto.randomUUID() }
    app.shop.faults.routes = [{ path: '/stores/:hash/v3/carts', answer: '500', times: 1 }]
    expect(await give([lineOf(gift, { units: 1 })], same)).toMatchObject({ status: 502 })
    expect(await give([lineOf(gift, { units: 1 })])).toMatchObject({ status: 200 })
    expect(await give<Refused>([lineOf(gift, { units: 1 })], same)).toMatchObject({ status: 409 })
  })

  test('that loses its answer: the retry makes the one cart that counts', async () => {
    const gift = await aGift(app, registry)
    const same = { idempotency_key: crypto.randomUUID() }
    app.shop.faults.routes = [{ path: '/stores/:hash/v3/carts', answer: 'lost', times: 1 }]
    expect(await give([lineOf(gift, { units: 1 })], same)).toMatchObject({ status: 502 })
    const { status, data } = await give([lineOf(gift, { units: 1 })], same)
    expect(status).toBe(200)
    const order = await app.shop.actions.pay((await findHandoff(data.reference)).cart_id!)
    await app.job('order-sync')
    const rows = await app.db.selectFrom('purchase').selectAll().where('gift_id', '=', gift.id).execute()
    expect(rows).toMatchObject([{ order_id: order.id, state: 'paid', credited_units: 1 }])
  })
})
