import { expect, test } from 'vitest'
import type { GiftListItem } from './gift.contract.ts'
import { sortGifts } from './list.rules.ts'

test('a closed registry shows what was given before what was not (R311)', () => {
  const gift = (id: number, state: GiftListItem['state'], must_have = false) =>
    ({ id, state, must_have }) as GiftListItem
  const gifts = [gift(1, 'given'), gift(2, 'open'), gift(3, 'given', true), gift(4, 'open', true)]
  const order = (isClosed: boolean) => sortGifts(gifts, 'wanted', 'en', isClosed).map(({ id }) => id)
  expect(order(false)).toEqual([4, 2, 3, 1])
  expect(order(true)).toEqual([3, 1, 4, 2])
})
