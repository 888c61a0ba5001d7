import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { euro, flag, wireDay } from '../../base/fields.ts'
import { whitelistReply } from './whitelist.ts'

const gift = z.object({ name: z.string(), price: euro, day: wireDay, open: flag })
const row = { name: 'Teapot', price: 6400, day: '2027-06-19', open: true, secret: 'of the row' }
const listed = { name: 'Teapot', price: 6400, day: '2027-06-19', open: true }

test('a field that the contract does not list leaves at no depth, and values stay the program’s own', () => {
  const reply = z.object({
    gifts: z.array(gift),
    best: z.nullable(gift),
    none: z.nullable(gift),
    other: z.optional(gift),
    byName: z.record(z.string(), gift),
  })
  const value = { gifts: [row], best: row, none: null, byName: { one: row }, password_hash: 'x' }
  expect(whitelistReply(reply, value)).toEqual({
    gifts: [listed],
    best: listed,
    none: null,
    byName: { one: listed },
  })
})

test('of a union the option that takes the value lists its fields', () => {
  const reply = z.union([
    z.object({ state: z.literal('shown'), gift }),
    z.object({ state: z.literal('gone') }),
  ])
  expect(whitelistReply(reply, { state: 'gone', gift: row })).toEqual({ state: 'gone' })
  expect(whitelistReply(reply, { state: 'shown', gift: row })).toEqual({ state: 'shown', gift: listed })
})

test('a loose object lets further fields leave, a strict one does not', () => {
  expect(whitelistReply(z.looseObject({ name: z.string() }), row)).toEqual(row)
  expect(whitelistReply(z.strictObject({ name: z.string() }), row)).toEqual({ name: 'Teapot' })
})
