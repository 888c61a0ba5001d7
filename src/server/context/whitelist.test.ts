import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { calls } from '../../app.ts'
import { euro, flag, wireDay } from '../../base/fields.ts'
import { encodeReply, whitelistReply } from './handler.ts'

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

test('the API gets what zod would encode', () => {
  const reply = z.object({
    gifts: z.array(gift),
    best: z.nullable(gift),
    none: z.nullable(gift),
    other: z.optional(gift),
    undecided: wireDay,
    when: z.nullable(wireDay),
    amounts: z.optional(z.array(euro)),
    byName: z.record(z.string(), gift),
    either: z.union([z.object({ state: z.literal('shown'), gift }), z.object({ state: z.literal('gone') })]),
  })
  const value = {
    gifts: [row, { ...row, open: false, price: 1999 }],
    best: row,
    none: null,
    undecided: null,
    when: null,
    amounts: [1000, 2550],
    byName: { one: row },
    either: { state: 'shown' as const, gift: row },
    password_hash: 'x',
  }
  expect(encodeReply(reply, value)).toEqual(z.encode(reply, value))
})

test('no reply has a kind of schema that only zod could encode', () => {
  const known =
    'object array record nullable optional default catch readonly pipe union string number boolean enum literal int unknown'
  const kinds = new Map(
    calls.flatMap(({ endpoint }) => kindsIn(endpoint.reply).map(kind => [kind, endpoint.path])),
  )
  expect([...kinds].filter(([kind]) => !known.split(' ').includes(kind))).toEqual([])
})

function kindsIn(part: unknown, seen = new Set<unknown>()): string[] {
  if (typeof part !== 'object' || part === null || seen.has(part)) return []
  seen.add(part)
  const parts = '_zod' in part ? (part as z.core.$ZodTypes)._zod.def : part
  const kinds = Object.values(parts).flatMap(inner => kindsIn(inner, seen))
  return parts === part ? kinds : [(parts as { type: string }).type, ...kinds]
}
