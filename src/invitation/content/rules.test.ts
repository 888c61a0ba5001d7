import { expect, test } from 'vitest'
import { contrastRatio, hasReadableContrast } from './rules.ts'

test('contrast is the ratio of WCAG', () => {
  expect(contrastRatio('#000000', '#ffffff')).toBe(21)
  expect(contrastRatio('#767676', '#ffffff')).toBeCloseTo(4.54, 2)
  expect([hasReadableContrast('#777777', '#ffffff'), hasReadableContrast('#767676', '#ffffff')]).toEqual([
    false,
    true,
  ])
})
