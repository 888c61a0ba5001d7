import * as fc from 'fast-check'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aHost, type Host, registryDraft } from '../../test/builders.ts'
import { opened } from '../../test/opened.ts'
import { insertProducts } from '../../test/products.ts'
import { testApp } from '../../test/test-app.ts'
import { saveRegistry } from '../registry/registry.contract.ts'
import { getRow } from '../server/postgres/rows.ts'
import { showGifts } from './gift.contract.ts'
import { moveInOrder } from './gift.rules.ts'
import { moveGift, removeGift } from './manage.contract.ts'
import { addGifts } from './wish.contract.ts'

describe('moveInOrder', () => {
  const ids = fc.uniqueArray(fc.integer({ min: 1, max: 999 }), { minLength: 1, maxLength: 40 })

  test('keeps every gift once and leaves the others in their order', () => {
    fc.assert(
      fc.property(ids, fc.nat(), fc.integer({ min: 1, max: 60 }), (all, index, place) => {
        const id = all[index % all.length]!
        const after = moveInOrder(all, id, { place })
        expect(after.filter(one => one !== id)).toEqual(all.filter(one => one !== id))
        expect(after.indexOf(id)).toBe(Math.min(place, all.length) - 1)
      }),
    )
  })

  test('puts a gift directly before another, or at the end', () => {
    fc.assert(
      fc.property(ids, fc.nat(), fc.nat(), (all, index, at) => {
        const [id, before] = [all[index % all.length]!, all[at % all.length]!]
        if (id === before) return
        const after = moveInOrder(all, id, { before })
        expect(after[after.indexOf(id) + 1]).toBe(before)
        expect(moveInOrder(after, id, { before })).toEqual(after)
        expect(moveInOrder(all, id, {}).at(-1)).toBe(id)
      }),
    )
  })
})

describe('the order of a registry’s gifts', () => {
  const app = opened(() => testApp({ shop: 'none' }))
  let host: Host
  let registry_id: string
  let gifts: number[]
  const products = [31, 32, 33, 34, 35]

  beforeAll(async () => {
    host = await aHost(app)
    await insertProducts(
      app.db,
      products.map(id => ({ id })),
    )
  })
  beforeEach(async () => {
    const { data } = await app.call<{ id: string }>(saveRegistry, registryDraft, host.token)
    registry_id = data.id
    const added = await app.call<{ added: { id: number }[] }>(
      addGifts,
      { registry_id, products: products.map(product_id => ({ product_id })) },
      host.token,
    )
    gifts = added.data.added.map(gift => gift.id)
  })

  const move = (input: object, token = host.token) =>
    app.call<{ place: number; of: number }>(moveGift, input, token)
  const order = async () => {
    const answer = await app.call<{ data: { id: number }[] }>(showGifts, { registry_id })
    return answer.data.data.map(gift => gifts.indexOf(gift.id))
  }

  test('a gift is moved before another, to a place, to the end', async () => {
    const [first, second, , fourth] = gifts
    expect(await move({ gift_id: fourth, before: second })).toMatchObject({ data: { place: 2, of: 5 } })
    expect(await order()).toEqual([0, 3, 1, 2, 4])
    await move({ gift_id: first })
    expect(await order()).toEqual([3, 1, 2, 4, 0])
    expect(await move({ gift_id: first, place: 99 })).toMatchObject({ data: { place: 5 } })
    await move({ gift_id: first, place: 1 })
    expect(await order()).toEqual([0, 3, 1, 2, 4])
    expect(await move({ gift_id: first, place: 0 })).toMatchObject({ status: 422 })
  })

  test('concurrent moves all count, and a neighbour that was removed is refused', async () => {
    const moves = gifts.flatMap((gift_id, index) => [
      move({ gift_id, place: 5 - index }),
      move({ gift_id, before: gifts[(index + 2) % 5] }),
    ])
    for (const answer of await Promise.all(moves)) expect(answer.status).toBe(200)
    expect((await order()).toSorted()).toEqual([0, 1, 2, 3, 4])
    await app.call(removeGift, { gift_id: gifts[2] }, host.token)
    expect(await move({ gift_id: gifts[0], before: gifts[2] })).toMatchObject({
      status: 409,
      data: { code: 'gift_order_changed' },
    })
  })

  test('only the host can move a gift', async () => {
    const other = await aHost(app, 'Άννα')
    expect(await move({ gift_id: gifts[3], place: 1 }, other.token)).toMatchObject({ status: 404 })
    expect(await move({ gift_id: gifts[3], place: 1 }, '')).toMatchObject({ status: 401 })
    expect(await order()).toEqual([0, 1, 2, 3, 4])
  })

  test('a gift among a thousand can be moved', async () => {
    const registry = await getRow(app.db, 'registry', { code: registry_id }, ['id'])
    const row = (product_id: number) => ({
      registry_id: registry.id,
      product_id,
      variant_id: 0,
      sku: '',
      quantity: 1,
      is_group: false,
      price_cents: 100,
      selected_options: '[]',
      note: null,
      position: product_id,
    })
    const many = Array.from({ length: 995 }, (_, index) => row(1000 + index))
    await app.db.insertInto('gift').values(many).execute()
    expect(await move({ gift_id: gifts[0], place: 1000 })).toMatchObject({ data: { place: 1000, of: 1000 } })
  })
})
