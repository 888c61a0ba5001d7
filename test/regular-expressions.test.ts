import { readFileSync } from 'node:fs'
import { checkSync } from 'recheck'
import { expect, test, vi } from 'vitest'
import {
  builtExpressions,
  type Expression,
  expressionsOf,
  unboundedNormalizing,
} from './arch/expression-rules.ts'
import { readSources, type Sources } from './arch/sources.ts'

/**
 * recheck proves by automata how the steps of an expression grow with the text; expressions that automata can't
 * describe (those that look around) are attacked instead. A text must take no more than steps in proportion to its length.
 */
vi.stubEnv('RECHECK_SYNC_BACKEND', 'pure')

const product = readSources(['src', 'shop'])
const one = (text: string): Sources => new Map([['src/base/money.ts', text]])

/** Without an unbounded repetition a match ends after so many letters, wherever it begins. */
const repeats = /[*+]|\{\d+,\}/

/** Expressions that are proven, which takes a second for four of them; the full run proves them again. */
const proven = readFileSync('test/arch/proven-expressions.txt', 'utf8')
  .split('\n')
  .filter(line => line.startsWith('/'))
const literal = ({ pattern, flags }: Expression) => `/${pattern}/${flags}`

function superLinear(expressions: Expression[]): string[] {
  return expressions
    .filter(({ pattern }) => repeats.test(pattern))
    .map(expression => ({
      ...expression,
      ...checkSync(expression.pattern, expression.flags, { timeout: 60_000 }),
    }))
    .filter(({ status }) => status !== 'safe')
    .map(({ pattern, places, status }) => `/${pattern}/ in ${places.join(', ')}: ${status}`)
}

const planted = [
  '/(a+)+$/',
  '/\\s+$/',
  '/^(.*),(.*)$/',
  '/(\\w|\\d)*;/',
  '/<[^>]*>/g',
  '/^[^@]+@[^@]+\\.[^@]+$/',
  '/[?#].*$/',
]

test('no regular expression takes more than time in proportion to the text', { timeout: 600_000 }, () => {
  const expressions = expressionsOf(product)
  expect(expressions.length).toBeGreaterThan(100)
  const unproven = expressions.filter(one => process.env.TEST_FULL || !proven.includes(literal(one)))
  expect(superLinear(unproven)).toEqual([])
  const literals = expressions.map(literal)
  expect(proven.filter(one => !literals.includes(one))).toEqual([])
})

test.each(planted)('the planted %s is caught', literal => {
  expect(superLinear(expressionsOf(one(`const pattern = ${literal}`)))).toHaveLength(1)
})

test('expressions are written, not built of text', () => {
  expect(builtExpressions(product)).toEqual([])
  expect(builtExpressions(one('new RegExp(typed); RegExp("a")'))).toHaveLength(2)
})

test('text is normalised where its marks are bounded', () => {
  const bounded = ['src/base/text.ts', 'shop/catalogue/product-search.ts']
  expect(unboundedNormalizing(product).map(place => place.split(':')[0])).toEqual(bounded)
  expect(unboundedNormalizing(one("typed.normalize('NFC')"))).toHaveLength(1)
})
