import { beforeAll, expect, test } from 'vitest'
import { aGift, lineOf } from '../../test/builders.ts'
import { aHostWithMoney, giveGifts } from '../../test/money.ts'
import { opened } from '../../test/opened.ts'
import { testApp } from '../../test/test-app.ts'
import { hasMoreLines } from './money.sql.ts'

const app = opened(() => testApp())
beforeAll(() => app.job('webhook-registration'))

test('lines are counted of the movement and the days that are asked for, until there are too many', async () => {
  const host = await aHostWithMoney(app)
  const gift = await aGift(app, host.registry, { group: true, cents: 9000 })
  for (const cents of [4000, 1000, 500]) await giveGifts(app, host.registry, [lineOf(gift, { cents })])
  const always = { from: new Date(0), end: new Date('2100-01-01') }
  expect(await hasMoreLines(app.db, { movement: 'received', ...always }, 2)).toBe(true)
  expect(await hasMoreLines(app.db, { movement: 'received', ...always }, 3)).toBe(false)
  expect(await hasMoreLines(app.db, { movement: 'refunded', ...always }, 0)).toBe(false)
  const before = { from: new Date(0), end: new Date('2020-01-01') }
  expect(await hasMoreLines(app.db, { movement: 'received', ...before }, 0)).toBe(false)
})
