import { describe, expect, test } from 'vitest'
import type { ShopModifier } from '../base/shop-modifiers.ts'
import {
  addCartLine,
  addSaid,
  type Cart,
  emptyCart,
  hasOwnQuantity,
  type NewCartLine,
  parseCart,
  resizeSaid,
  serializeCart,
  setCartLineQuantity,
} from './cart.rules.ts'
import { type CurrentGift, capCartLines, refreshCart } from './change.rules.ts'

const question: ShopModifier = {
  id: 7,
  name: 'Name',
  required: true,
  initial: '',
  kind: 'text',
  min: 2,
  max: 24,
  lines: 1,
}
const saying = (text: string) => [{ option_id: 7, value: text, name: 'Name', text }]
const plate = (units: number, text?: string): NewCartLine => ({
  id: 1,
  product_id: 4042,
  variant_id: 0,
  sku: 'DRN-4042',
  name: 'Plate',
  url: '/birth-plate/',
  primary_image: null,
  tile: 0,
  type: 'physical',
  is_group_gifting: false,
  option_selections: [],
  quantity: units,
  price: 5400,
  ...(text && { said: [{ units, answers: saying(text) }] }),
})
const registry = { id: 'KH7M', name: 'Ελένη & Γιώργος' }
const cartOf = (...lines: NewCartLine[]) =>
  lines.reduce<Cart>((cart, line) => addCartLine(cart, registry, line), emptyCart)
const saidIn = (cart: Cart) => cart.lines[0]?.said?.map(({ units, answers }) => [units, answers[0]?.text])
const current = (questions: ShopModifier[], left_units = 9): CurrentGift => ({
  ...plate(1),
  left_units,
  left_amount: 0,
  open_units: left_units,
  open_amount: 0,
  questions,
})

describe('what a guest says of units', () => {
  test('is kept apart where it differs, and survives the storage', () => {
    const cart = cartOf(plate(1, 'Maria'), plate(2, 'Nikos'), plate(1, 'Maria'))
    expect(saidIn(cart)).toEqual([
      [2, 'Maria'],
      [2, 'Nikos'],
    ])
    expect(cart.lines[0]?.quantity).toBe(4)
    expect(parseCart(serializeCart(cart))).toMatchObject(cart)
    const broken = serializeCart(cart).replace('"units":2', '"units":"2"')
    expect(parseCart(broken)).toEqual(emptyCart)
  })

  test('follows the number of units, which changes alone only where all say the same', () => {
    const same = setCartLineQuantity(cartOf(plate(1, 'Maria')), 1, 3)
    expect(saidIn(same)).toEqual([[3, 'Maria']])
    const different = cartOf(plate(1, 'Maria'), plate(2, 'Nikos'))
    expect(different.lines.map(hasOwnQuantity)).toEqual([false])
    expect(setCartLineQuantity(different, 1, 9)).toEqual(different)
    expect(saidIn(capCartLines(different, [{ gift_id: 1, open_units: 2, open_cents: 0 }]))).toEqual([
      [1, 'Maria'],
      [1, 'Nikos'],
    ])
  })

  test('is asked again when the shop asks something else, and dropped when it asks nothing', () => {
    const cart = cartOf(plate(1, 'Maria'), plate(2, 'Nikos'))
    expect(refreshCart(cart, [current([question])]).changes).toEqual([])
    const other = refreshCart(cart, [current([question, { ...question, id: 8 }])])
    expect(other).toEqual({ cart: emptyCart, changes: [{ kind: 'answers', name: 'Plate' }] })
    expect(refreshCart(cartOf(plate(1)), [current([question])]).changes).toMatchObject([{ kind: 'answers' }])
    expect(saidIn(refreshCart(cart, [current([])]).cart)).toBeUndefined()
    expect(saidIn(refreshCart(cart, [current([question], 1)]).cart)).toEqual([[1, 'Maria']])
  })

  test('is never of more units than the line has', () => {
    const said = addSaid([{ units: 2, answers: saying('Maria') }], [{ units: 1, answers: saying('Nikos') }])
    for (const quantity of [1, 2, 3, 5]) {
      const units = resizeSaid(said, quantity).reduce((sum, one) => sum + one.units, 0)
      expect(units).toBe(Math.min(quantity, 3))
    }
  })
})
