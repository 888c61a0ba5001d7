import { describe, expect, test } from 'vitest'
import {
  findChosenVariant,
  isOptionValueAvailable,
  listVariantOptions,
  optionFieldName,
  type ProductWithOptions,
  parseOptionChoice,
} from './wish.rules.ts'

const option = (id: number, values: number[]) => ({
  id,
  name: `option ${id}`,
  values: values.map(value => ({ id: value, label: `value ${value}`, colour: null })),
})
const variant = (id: number, available: boolean, chosen: Record<number, number>) => ({
  id,
  available,
  chosen: Object.entries(chosen).map(([option_id, value_id]) => ({ option_id: Number(option_id), value_id })),
})

/** Colours 11, 12 and sizes 21, 22; the blue (12) large (22) one has gone, and there is no red (11) small (21) one. */
const shirt: ProductWithOptions = {
  options: [option(1, [11, 12]), option(2, [21, 22]), option(9, [])],
  variants: [
    variant(101, true, { 1: 11, 2: 22 }),
    variant(102, true, { 1: 12, 2: 21 }),
    variant(103, false, { 1: 12, 2: 22 }),
  ],
}

describe('choosing options', () => {
  test('only options that make a variant are offered, at most five', () => {
    expect(listVariantOptions(shirt).map(({ id }) => id)).toEqual([1, 2])
    const many = [1, 2, 3, 4, 5, 6]
    const rich = {
      options: many.map(id => option(id, [id * 10])),
      variants: [variant(1, true, Object.fromEntries(many.map(id => [id, id * 10])))],
    }
    expect(listVariantOptions(rich)).toHaveLength(5)
    expect(findChosenVariant(rich, { 1: 10, 2: 20, 3: 30, 4: 40, 5: 50 })?.id).toBe(1)
  })

  test('a complete choice finds its variant; an incomplete or impossible one finds none', () => {
    expect(findChosenVariant(shirt, { 1: 11, 2: 22 })?.id).toBe(101)
    expect(findChosenVariant(shirt, { 1: 12, 2: 22 })).toMatchObject({ id: 103, available: false })
    expect(findChosenVariant(shirt, { 1: 11, 2: 21 })).toBeUndefined()
    expect(findChosenVariant(shirt, { 1: 11 })).toBeUndefined()
  })

  test('of two variants with the same options the available one is found', () => {
    const twin = {
      ...shirt,
      variants: [variant(1, false, { 1: 11, 2: 21 }), variant(2, true, { 1: 11, 2: 21 })],
    }
    expect(findChosenVariant(twin, { 1: 11, 2: 21 })?.id).toBe(2)
  })

  test.each<[Record<number, number>, number, number, boolean]>([
    [{}, 1, 11, true],
    [{}, 2, 21, true],
    [{ 2: 21 }, 1, 11, false],
    [{ 2: 22 }, 1, 12, false],
    [{ 1: 12 }, 2, 21, true],
    [{ 1: 12 }, 1, 11, true],
  ])('with %j chosen, option %i may be %i: %s', (choice, of, value, offered) => {
    expect(isOptionValueAvailable(shirt, choice, of, value)).toBe(offered)
  })

  test('a choice survives a form', () => {
    expect(parseOptionChoice({ [optionFieldName(1)]: '11', [optionFieldName(2)]: '', note: 'x' })).toEqual({
      1: 11,
    })
  })
})
