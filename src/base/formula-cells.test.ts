import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { escapeFormulas, unescapeFormulas } from './formula-cells.ts'

test.each([
  ['=1+1', "'=1+1"],
  ['  =1', "'  =1"],
  ['a;=1+1;b', "a;'=1+1;b"],
  ['a,\t@x', "a,'\t'@x"],
  ['a\r\n-1', "a\r'\n'-1"],
  ['a;"=1";b', 'a;\'"=1";b'],
  ["'=1", "''=1"],
  ["a;'+1", "a;''+1"],
  ['a-b; c', 'a-b; c'],
  ["O'Neill, 'x'", "O'Neill, 'x'"],
])('%j is written as %j and read again', (text, written) => {
  expect(escapeFormulas(text)).toBe(written)
  expect(unescapeFormulas(written)).toBe(text)
})

test('whatever is written is read again, and begins no formula after any separator', () => {
  const part = fc.constantFrom('=', '+', '-', '@', '＝', ';', ',', '\t', '\n', '\r', ' ', '"', "'", 'a', '1')
  const text = fc.array(part, { maxLength: 12 }).map(parts => parts.join(''))
  fc.assert(
    fc.property(text, typed => {
      const written = escapeFormulas(typed)
      expect(unescapeFormulas(written)).toBe(typed)
      for (const cell of written.split(/[,;\t\r\n]/)) expect(cell).not.toMatch(/^[\s"]*[=+\-@＝＋－＠]/)
    }),
  )
})
