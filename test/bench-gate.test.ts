import { expect, test } from 'vitest'
import { findSlower } from '../bench/gate.ts'

const baseline = { views: { cached: 0.9, uncached: 0.3 }, writes: { webhooks: 0.5 } }
const measure = (views: Record<string, number>, writes: Record<string, number>) =>
  new Map([
    ['views', { title: '', text: '', ratios: views }],
    ['writes', { title: '', text: '', ratios: writes }],
  ])

test('what is as fast as before, or a little slower, or new, passes', () => {
  expect(
    findSlower(baseline, measure({ cached: 0.73, uncached: 0.5, fresh: 0.1 }, { webhooks: 0.5 })),
  ).toEqual([])
})

test('what is slower than 0.8 of before is named', () => {
  expect(findSlower(baseline, measure({ cached: 0.71, uncached: 0.3 }, { webhooks: 0.39 }))).toEqual([
    'views, cached: 0.710, below 0.720',
    'writes, webhooks: 0.390, below 0.400',
  ])
})

test('what is not measured any more is named', () => {
  const views = { title: '', text: '', ratios: { cached: 0.9, uncached: 0.3 } }
  expect(findSlower(baseline, new Map([['views', views]]))).toEqual([
    'writes, webhooks: not measured any more (0.5 before)',
  ])
})
