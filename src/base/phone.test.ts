import { expect, test } from 'vitest'
import { formatPhone } from './text.ts'

test.each([
  ['+306944123456', '694 412 3456'],
  ['+302108765432', '210 876 5432'],
  ['+35799123456', '+35799123456'],
  ['6944', '6944'],
])('%s is shown as %s', (number, shown) => expect(formatPhone(number)).toBe(shown))
