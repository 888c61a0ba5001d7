import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { catalogue } from '../../shop/catalogue/index.ts'
import { aHost, aRegistry, type Host } from '../../test/builders.ts'
import { opened } from '../../test/opened.ts'
import { jobContextOf } from '../../test/orders.ts'
import { testApp } from '../../test/test-app.ts'
import { type GiftView, showGifts } from '../gift/gift.contract.ts'
import { changeGift } from '../gift/manage.contract.ts'
import { showSubstitutes } from '../gift/swap.contract.ts'
import { addGifts } from '../gift/wish.contract.ts'
import { ensureWebhooks } from '../orders/webhooks/webhooks.ts'
import { createCart } from './hand-off.contract.ts'

const productOf = (slug: string) => catalogue.products.find(product => product.slug === slug)!
const plate = productOf('birth-plate')
const [plateName, plateDate, plateWords] = plate.modifiers!.map(({ id }) => id) as [number, number, number]
const chart = productOf('growth-chart')
const [firstMark, letters] = chart.modifiers!.map(({ id }) => id) as [number, number]
const colours = chart.modifiers!.flatMap(one => (one.id === letters && 'values' in one ? one.values : []))
const photoBook = productOf('photo-book')
const simple = catalogue.products.find(
  one =>
    one.visible && one.type === 'physical' && one.options.length === 0 && !one.modifiers && !one.stockTracked,
)!

const app = opened(() => testApp())
let host: Host
let registry: Awaited<ReturnType<typeof aRegistry>>
beforeAll(async () => {
  host = await aHost(app)
  await ensureWebhooks(await jobContextOf(app))
  await refresh(plate.id, chart.id, photoBook.id, simple.id)
})
beforeEach(async () => {
  app.later(5)
  registry = await aRegistry(app, host)
})

const refresh = async (...ids: number[]) =>
  (await app.processA.createContext(new Request(app.config.SITE_URL))).refreshProducts(ids)

const wish = (product: object) =>
  app.call<{ added: { id: number }[]; code?: string; keys?: Record<string, string> }>(
    addGifts,
    { registry_id: registry.code, products: [product] },
    host.token,
  )
const change = (input: object) => app.call(changeGift, input, host.token)
const show = async (lang: 'en' | 'el' = 'en', who?: string) =>
  (await app.call<{ data: GiftView[] }>(showGifts, { registry_id: registry.code, lang }, who ? who : {})).data
    .data
const lineOf = (
  product: { id: number; variants: { id: number }[] },
  selections: [number, string | number][],
  quantity = 1,
) => ({
  product_id: product.id,
  quantity,
  option_selections: selections.map(([option_id, option_value]) => ({ option_id, option_value })),
})
const handOff = (lines: object[]) =>
  app.call<{ reference: string; code?: string; keys?: Record<string, string>; lines?: object[] }>(
    createCart,
    {
      registry_id: registry.code,
      line_items: lines,
    },
  )

/** Pays the cart; returns the quantity and the answers of each line of the order. */
async function pay(reference: string) {
  const handoff = app.db.selectFrom('handoff').select('cart_id').where('reference', '=', reference)
  const order = await app.shop.actions.pay((await handoff.executeTakeFirstOrThrow()).cart_id ?? '')
  await app.deliver()
  const answer = await app.staff('GET', `/v2/orders/${order.id}/products`)
  const list = (await answer.json()) as { quantity: number; product_options: { display_value: string }[] }[]
  return list.map(line => [line.quantity, ...line.product_options.map(option => option.display_value)])
}

describe('a host', () => {
  test('answers what the shop asks, and guests are told; the order carries it', async () => {
    const answered = await wish({
      product_id: plate.id,
      quantity: 2,
      modifiers: [
        { option_id: plateName, value: ' Ελένη ' },
        { option_id: plateDate, value: '2027-06-05' },
      ],
    })
    expect(answered.status).toBe(200)
    const [gift] = await show('el')
    expect(gift?.modifiers.map(({ modifier, by, text }) => [modifier.name, by, text])).toEqual([
      ['Όνομα στο πιάτο', 'host', 'Ελένη'],
      ['Ημερομηνία στο πιάτο', 'host', '5 Ιουνίου 2027'],
      ['Λόγια στο πίσω μέρος', 'nobody', null],
    ])
    // The guest's answers are ignored, because the host has answered.
    const { status, data } = await handOff([
      lineOf(plate, [
        [plateName, 'Mallory'],
        [plateWords, 'Haha'],
      ]),
    ])
    expect(status).toBe(200)
    expect(await pay(data.reference)).toEqual([[1, 'Ελένη', '2027-06-05']])
    expect((await show())[0]).toMatchObject({ how_many_sale: 1 })
  })

  test('is told what is missing or does not fit, and nothing is added', async () => {
    const modifiers = [
      { option_id: plateName, value: 'E' },
      { option_id: plateWords, value: 'a\nb\nc\nd' },
    ]
    const refused = await wish({ product_id: plate.id, modifiers })
    expect(refused).toMatchObject({ status: 422, data: { code: 'refused_fields' } })
    expect(refused.data.keys).toEqual({
      [`products.0.modifiers.${plateName}`]: 'modifier_short',
      [`products.0.modifiers.${plateDate}`]: 'modifier_required',
      [`products.0.modifiers.${plateWords}`]: 'modifier_lines',
    })
    expect(await show()).toEqual([])
  })

  test('says one thing of all units of a gift, and changes it until something is given', async () => {
    const modifiers = [
      { option_id: firstMark, value: '52' },
      { option_id: letters, guest: true },
    ]
    const { data } = await wish({ product_id: chart.id, quantity: 2, modifiers })
    const gift_id = data.added[0]?.id ?? 0
    const other = [
      { option_id: firstMark, value: '60' },
      { option_id: letters, guest: true },
    ]
    expect(await wish({ product_id: chart.id, modifiers: other })).toMatchObject({
      status: 409,
      data: { code: 'gift_other_answers' },
    })
    expect(await wish({ product_id: chart.id, modifiers })).toMatchObject({ status: 200 })
    expect(await change({ gift_id, modifiers: other })).toMatchObject({ status: 200 })
    const handed = await handOff([lineOf(chart, [[letters, colours[1]!.id]])])
    expect(handed.status).toBe(200)
    const locked = await change({ gift_id, modifiers })
    expect(locked).toMatchObject({ status: 409, data: { code: 'gift_locked' } })
    expect(locked.data.keys).toEqual({ modifiers: 'gift_answers_locked' })
    expect(await change({ gift_id, quantity: 5, modifiers: other })).toMatchObject({ status: 200 })
    expect(await pay(handed.data.reference)).toEqual([[1, '60', 'Honey']])
  })
})

describe('guests', () => {
  test('say what the host left open; different texts are different lines of one order, and all count', async () => {
    await wish({ product_id: plate.id, quantity: 4 })
    expect((await show())[0]?.modifiers.map(({ by }) => by)).toEqual(['guest', 'guest', 'nobody'])
    const said = (name: string, quantity = 1) =>
      lineOf(
        plate,
        [
          [plateName, name],
          [plateDate, '2027-06-05'],
        ],
        quantity,
      )
    const { status, data } = await handOff([said('Μαρία'), said('Νίκος', 2), said('Μαρία')])
    expect(status).toBe(200)
    expect(await pay(data.reference)).toEqual([
      [2, 'Μαρία', '2027-06-05'],
      [2, 'Νίκος', '2027-06-05'],
    ])
    expect((await show())[0]).toMatchObject({ how_many_sale: 4, state: 'given', givers: 1 })
    const kept = await app.db.selectFrom('handoff_line').selectAll().execute()
    expect(JSON.stringify(kept)).not.toContain('Μαρία')
    expect(JSON.stringify(await show())).not.toContain('Μαρία')
  })

  test('are told what their choice costs before they leave for the shop', async () => {
    const modifiers = [
      { option_id: firstMark, value: '52' },
      { option_id: letters, guest: true },
    ]
    await wish({ product_id: chart.id, quantity: 3, modifiers })
    const rules = `/v3/catalog/products/${chart.id}/complex-rules`
    const made = await app.staff('POST', rules, {
      price_adjuster: { adjuster: 'relative', adjuster_value: 5 },
      conditions: [{ modifier_id: letters, modifier_value_id: colours[1]!.id }],
    })
    const { data: rule } = (await made.json()) as { data: { id: number } }
    const price = (await show())[0]?.price ?? 0
    const cart = (seen_price: number) => [
      { ...lineOf(chart, [[letters, colours[0]!.id]]), seen_price },
      { ...lineOf(chart, [[letters, colours[1]!.id]], 2), seen_price },
    ]
    expect(await handOff(cart(price))).toMatchObject({
      status: 409,
      data: { code: 'cart_price_moved', lines: [{ price: price + 5 }] },
    })
    const { status, data } = await handOff(cart(price + 5))
    expect(status).toBe(200)
    expect(await pay(data.reference)).toEqual([
      [1, '52', 'Olive'],
      [2, '52', 'Honey'],
    ])
    expect((await show())[0]).toMatchObject({ how_many_sale: 3, state: 'given' })
    await app.staff('DELETE', `${rules}/${rule.id}`)
  })

  test('are refused before the shop is asked where something is missing or wrong', async () => {
    await wish({ product_id: plate.id, quantity: 3 })
    const refused = await handOff([
      lineOf(plate, [
        [plateName, 'Μαρία'],
        [plateDate, '2027-06-05'],
      ]),
      lineOf(plate, [[plateName, 'Μαρία']]),
      lineOf(plate, [
        [plateName, 'x'.repeat(25)],
        [plateDate, '2027-06-05'],
      ]),
    ])
    expect(refused).toMatchObject({
      status: 409,
      data: { code: 'cart_unbuyable', lines: [{ name: plate.name.en, reason: 'modifier' }] },
    })
    expect(refused.data.keys).toEqual({
      'line_items.1.option_selections': 'modifier_required',
      'line_items.2.option_selections': 'modifier_long',
    })
    expect((await show())[0]).toMatchObject({ held_units: 0 })
  })
})

describe('a product that needs a file', () => {
  const path = `/v3/catalog/products/${simple.id}/modifiers`
  const staffPost = async (body: object) =>
    (await (await app.staff('POST', path, body)).json()) as { data: { id: number } }

  test('can’t be added', async () => {
    const refused = await wish({ product_id: photoBook.id })
    expect(refused).toMatchObject({ status: 409, data: { code: 'gift_needs_file' } })
  })

  test('and is on a list already is unavailable with its reason, can’t be bought, and is back without the file', async () => {
    const { data } = await wish({ product_id: simple.id, quantity: 2 })
    const gift_id = data.added[0]?.id
    const modifier = await staffPost({ type: 'file', display_name: 'Your picture', required: true })
    await refresh(simple.id)
    expect(await show()).toEqual([])
    expect(await show('en', host.token)).toMatchObject([{ state: 'unavailable', unavailable_reason: 'file' }])
    expect(await handOff([lineOf(simple, [])])).toMatchObject({
      status: 409,
      data: { code: 'gift_unavailable' },
    })
    const swaps = await app.call<{ product_id: number }[]>(showSubstitutes, { gift_id }, host.token)
    expect(swaps.data.map(one => one.product_id)).not.toContain(simple.id)
    await app.staff('DELETE', `${path}/${modifier.data.id}`)
    await refresh(simple.id)
    expect(await show()).toMatchObject([{ state: 'open' }])
  })

  test('a question that the shop adds after the guest looked is asked for at the hand-off', async () => {
    await wish({ product_id: simple.id })
    const modifier = await staffPost({ type: 'text', display_name: 'Name', required: true })
    // Our copy of the catalogue lacks the new field, so the shop refuses; then the gift's page asks for it.
    expect(await handOff([lineOf(simple, [])])).toMatchObject({
      status: 409,
      data: { code: 'cart_unbuyable' },
    })
    expect((await show())[0]?.modifiers).toMatchObject([{ by: 'guest', modifier: { name: 'Name' } }])
    const { status, data } = await handOff([lineOf(simple, [[modifier.data.id, 'Μαρία']])])
    expect(status).toBe(200)
    expect(await pay(data.reference)).toEqual([[1, 'Μαρία']])
    await app.staff('DELETE', `${path}/${modifier.data.id}`)
    await refresh(simple.id)
  })
})
