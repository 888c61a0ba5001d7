import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeColumnar, encodeColumnar } from './columnar.ts'

test('decoded rows equal the encoded ones, also where some lack a field', () => {
  const row = fc.record(
    { id: fc.integer(), name: fc.string(), note: fc.option(fc.string()), amounts: fc.array(fc.nat()) },
    { requiredKeys: ['id', 'name', 'note'] },
  )
  fc.assert(
    fc.property(fc.array(row), rows => {
      const text = encodeColumnar(rows)
      expect(decodeColumnar(text)).toEqual(rows)
      // The rows encoded last are remembered.
      encodeColumnar([])
      expect(decodeColumnar(text)).toEqual(rows)
    }),
  )
})
