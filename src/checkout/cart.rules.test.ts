import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addCartChoice,
  addCartLine,
  cartItemCount,
  cartTotal,
  displayedPrice,
  emptyCart,
  lineTotal,
  type NewCartLine,
  parseCart,
  removeCartLine,
  serializeCart,
  setCartLineQuantity,
  wouldReplaceCart,
} from './cart.rules.ts'
import { type CurrentGift, capCartLines, refreshCart, repriceCart } from './change.rules.ts'

const gift = (over: Partial<NewCartLine> = {}): NewCartLine => ({
  id: 1,
  product_id: 10,
  variant_id: 0,
  sku: 'T',
  name: 'Teapot',
  url: '/t',
  primary_image: null,
  tile: 0,
  type: 'physical',
  is_group_gifting: false,
  option_selections: [],
  quantity: 1,
  price: 6400,
  ...over,
})
const openNow = { left_units: 5, left_amount: 0, open_units: 5, open_amount: 0, questions: [] }
const registry = { id: 'A', name: 'Eleni & Giorgos' }

describe('the cart', () => {
  it('says of a pre-order what its gift says now, and stores nothing else of it', () => {
    const ordered = gift({ preorder: { from: '2027-03-01' } })
    const cart = addCartLine(emptyCart, registry, ordered)
    expect(parseCart(serializeCart(cart)).lines).toMatchObject([{ preorder: { from: '2027-03-01' } }])
    const strange = { ...cart, lines: cart.lines.map(line => ({ ...line, preorder: { from: 1 } })) }
    expect(parseCart(JSON.stringify(strange))).toBe(emptyCart)
    const released = { ...gift({ preorder: undefined }), ...openNow }
    expect(refreshCart(cart, [released]).cart.lines[0]?.preorder).toBeUndefined()
  })

  it('adds units to an existing line', () => {
    const cart = addCartLine(addCartLine(emptyCart, registry, gift()), registry, gift({ quantity: 2 }))
    expect(cart.lines).toHaveLength(1)
    expect(cartItemCount(cart)).toBe(3)
    expect(cartTotal(cart)).toBe(19_200)
  })

  it('keeps every contribution as its own part, and shows the average', () => {
    const share = (price: number) => gift({ id: 2, is_group_gifting: true, price })
    const cart = addCartLine(addCartLine(emptyCart, registry, share(4000)), registry, share(2500))
    expect(cart.lines[0]).toMatchObject({ quantity: 2, price: 3250, parts: [4000, 2500] })
    expect(lineTotal(cart.lines[0]!)).toBe(6500)
  })

  it('is replaced by a gift of another registry', () => {
    const cart = addCartLine(emptyCart, registry, gift())
    expect(wouldReplaceCart(cart, 'B')).toBe(true)
    expect(addCartLine(cart, { id: 'B', name: 'Other' }, gift({ id: 9 })).lines.map(line => line.id)).toEqual(
      [9],
    )
    expect(wouldReplaceCart(emptyCart, 'B')).toBe(false)
  })

  it('has no registry without lines', () => {
    expect(removeCartLine(addCartLine(emptyCart, registry, gift()), 1)).toEqual(emptyCart)
  })

  it('is stored and parsed; anything else is an empty cart', () => {
    const cart = setCartLineQuantity(addCartLine(emptyCart, registry, gift()), 1, 4)
    expect(parseCart(serializeCart(cart))).toMatchObject(cart)
    for (const junk of [
      null,
      '',
      '{',
      '[]',
      '{"lines":[{}]}',
      '{"registry_id":"A","registry_name":"","lines":[]}',
    ])
      expect(parseCart(junk)).toEqual(emptyCart)
  })

  it('keeps its whole units when a fraction or nothing is typed', () => {
    const cart = setCartLineQuantity(addCartLine(emptyCart, registry, gift()), 1, 4)
    for (const typed of [1.5, Number.NaN, Number.POSITIVE_INFINITY, 0])
      expect(parseCart(serializeCart(setCartLineQuantity(cart, 1, typed)))).toMatchObject(cart)
  })

  it('is stored with the documented line fields', () => {
    const { lines } = JSON.parse(serializeCart(addCartLine(emptyCart, registry, gift())))
    const fields =
      'id registry_id quantity price price_display type is_group_gifting name url primary_image variant_id sku option_selections'
    expect(Object.keys(lines[0])).toEqual(expect.arrayContaining(fields.split(' ')))
  })

  it('totals exactly what was chosen; displayed price × quantity is the line total', () => {
    const additions = fc.array(
      fc.record({
        id: fc.integer({ min: 1, max: 4 }),
        price: fc.integer({ min: 1, max: 500_000 }),
        quantity: fc.integer({ min: 1, max: 9 }),
      }),
      { maxLength: 12 },
    )
    const prices = [0, 6401, 333, 12_999, 1]
    fc.assert(
      fc.property(additions, list => {
        let cart = emptyCart
        let total = 0
        for (const { id, price, quantity } of list) {
          const group = id % 2 === 0
          const unit = group ? price : (prices[id] ?? 1)
          cart = addCartLine(
            cart,
            registry,
            gift({ id, is_group_gifting: group, price: unit, quantity: group ? 1 : quantity }),
          )
          total += group ? unit : unit * quantity
        }
        expect(cartTotal(cart)).toBe(total)
        for (const line of cart.lines)
          expect(displayedPrice(line).price * displayedPrice(line).quantity).toBe(lineTotal(line))
        for (const line of JSON.parse(serializeCart(cart)).lines)
          expect(Math.round(line.price_display * line.quantity)).toBe(lineTotal(line))
      }),
    )
  })
})

describe('choices without JavaScript', () => {
  it('are summed by gift and replaced by a choice of another registry', () => {
    const two = addCartChoice(
      addCartChoice(addCartChoice(null, 'A', { gift: 1, units: 1 }), 'A', { gift: 1, units: 2 }),
      'A',
      {
        gift: 2,
        cents: 4000,
      },
    )
    expect(two.gifts).toEqual([
      { gift: 1, units: 3 },
      { gift: 2, cents: [4000] },
    ])
    expect(addCartChoice(two, 'B', { gift: 3, units: 1 })).toEqual({
      registry: 'B',
      gifts: [{ gift: 3, units: 1 }],
    })
  })
})

const currentGift = (over: Partial<CurrentGift> = {}): CurrentGift => ({
  ...gift(),
  left_units: 2,
  left_amount: 0,
  open_units: 2,
  open_amount: 0,
  questions: [],
  ...over,
})
const group = { id: 2, is_group_gifting: true } as const

describe('refreshing the cart', () => {
  const before = addCartLine(
    addCartLine(emptyCart, registry, gift({ quantity: 2 })),
    registry,
    gift({ ...group, price: 3000 }),
  )

  it('changes nothing while the gifts are the same', () => {
    const { cart, changes } = refreshCart(before, [
      currentGift(),
      currentGift({ ...group, left_amount: 3000 }),
    ])
    expect(changes).toEqual([])
    expect(cartTotal(cart)).toBe(cartTotal(before))
  })

  it('takes a new price, fewer units and a smaller contribution, and reports them', () => {
    const { cart, changes } = refreshCart(before, [
      currentGift({ price: 7000 }),
      currentGift({ ...group, left_amount: 1000 }),
    ])
    expect(changes.map(one => one.kind)).toEqual(['price', 'contribution'])
    expect(cartTotal(cart)).toBe(2 * 7000 + 1000)
    expect(refreshCart(before, [currentGift({ left_units: 1 })]).changes.map(one => one.kind)).toEqual([
      'units',
      'removed',
    ])
  })

  it('keeps the price of a choice until the gift’s own price changes, also when units are added', () => {
    const told = repriceCart(addCartLine(before, registry, gift()), [{ gift_id: 1, cents: 6900 }])
    const more = parseCart(serializeCart(addCartLine(told, registry, gift())))
    const covered = currentGift({ ...group, left_amount: 3000 })
    const again = refreshCart(more, [currentGift({ left_units: 9 }), covered])
    expect(again).toMatchObject({ changes: [], cart: { lines: [{ quantity: 4, price: 6900 }, {}] } })
    const dearer = refreshCart(again.cart, [currentGift({ left_units: 9, price: 7000 }), covered])
    expect(dearer.changes).toMatchObject([{ kind: 'price', before: 6900, now: 7000 }])
  })

  it('reads a cart of an earlier version, with one price a line', () => {
    const lines = before.lines.map(({ base_price: _, ...line }) => line)
    const { cart, changes } = refreshCart(parseCart(JSON.stringify({ ...before, lines })), [
      currentGift(),
      currentGift({ ...group, left_amount: 3000 }),
    ])
    expect([changes, cartTotal(cart)]).toEqual([[], cartTotal(before)])
  })

  it('says of each gift why it leaves', () => {
    const kinds = (gifts: CurrentGift[], unavailable: number[] = []) =>
      refreshCart(before, gifts, unavailable).changes.map(one => one.kind)
    expect(kinds([], [2])).toEqual(['removed', 'unavailable'])
    const covered = currentGift({ ...group, left_amount: 0 })
    expect(kinds([currentGift({ left_units: 0 }), covered])).toEqual(['given', 'given'])
    expect(kinds([currentGift({ is_group_gifting: true }), currentGift({ id: 2 })])).toEqual([
      'regrouped',
      'regrouped',
    ])
  })

  it('removes lines that are given or gone', () => {
    expect(refreshCart(before, [currentGift({ left_units: 0 })]).cart).toEqual(emptyCart)
  })
})

describe('capping the cart at what is open', () => {
  const before = addCartLine(
    addCartLine(emptyCart, registry, gift({ quantity: 2 })),
    registry,
    gift({ ...group, price: 3000 }),
  )

  it('lowers units or cents of that gift alone', () => {
    const cart = capCartLines(before, [{ gift_id: 2, open_units: 0, open_cents: 1250 }])
    expect(cart.lines.map(({ quantity, parts }) => [quantity, parts])).toEqual([
      [2, []],
      [1, [1250]],
    ])
    const fewer = capCartLines(before, [{ gift_id: 1, open_units: 1, open_cents: 0 }])
    expect(fewer.lines.map(({ quantity, parts }) => [quantity, parts])).toEqual([
      [1, []],
      [1, [3000]],
    ])
  })

  it('never raises what another tab has lowered', () => {
    const open = [
      { gift_id: 1, open_units: 5, open_cents: 0 },
      { gift_id: 2, open_units: 0, open_cents: 9000 },
    ]
    expect(capCartLines(before, open).lines.map(({ quantity, parts }) => [quantity, parts])).toEqual(
      before.lines.map(({ quantity, parts }) => [quantity, parts]),
    )
  })

  it('keeps a gift of which nothing is open', () => {
    expect(capCartLines(before, [{ gift_id: 2, open_units: 0, open_cents: 0 }])).toEqual(before)
  })
})

it('sums the amounts of a gift card', () => {
  const card = (price: number) => gift({ type: 'giftcertificate', price })
  const cart = addCartLine(addCartLine(emptyCart, registry, card(3333)), registry, card(2500))
  expect([cartTotal(cart), cartItemCount(cart)]).toEqual([5833, 2])
})
