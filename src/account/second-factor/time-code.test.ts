import { generateSync } from 'otplib'
import { expect, test } from 'vitest'
import { findTimeStep, timeSecretOf } from './second-factor.ts'

/** “12345678901234567890”, the secret of RFC 6238's appendix B, in base 32. */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

// The RFC's codes of eight digits end in these six.
test.each([
  [59, '287082'],
  [1111111109, '081804'],
  [1111111111, '050471'],
  [1234567890, '005924'],
  [2000000000, '279037'],
  [20000000000, '353130'],
])('at %i s the code is %s, as RFC 6238 has it', (seconds, code) => {
  const step = Math.floor(seconds / 30)
  expect(findTimeStep(secret, code, new Date(seconds * 1000), 0)).toBe(step)
  expect(findTimeStep(secret, code, new Date((seconds + 30) * 1000), 0)).toBe(step)
  expect(findTimeStep(secret, code, new Date((seconds + 90) * 1000), 0)).toBeNull()
  expect(findTimeStep(secret, code, new Date(seconds * 1000), step)).toBeNull()
})

test('what has not six digits is no code', () => {
  for (const typed of ['', '28708', '2870822', 'abcdef', '２８７０８２'])
    expect(findTimeStep(secret, typed, new Date(59_000), 0)).toBeNull()
})

test('an invitation always offers the same secret, and every other one another', () => {
  const config = { DIGEST_SECRET: 'a secret of this test' } as Parameters<typeof timeSecretOf>[2]
  const one = timeSecretOf('staff', 'one', config)
  expect(one).toMatch(/^[A-Z2-7]{32}$/)
  expect(timeSecretOf('staff', 'one', config)).toBe(one)
  expect(timeSecretOf('staff', 'two', config)).not.toBe(one)
  expect(timeSecretOf('host', 'one', config)).not.toBe(one)
  expect(generateSync({ secret: one, epoch: 59 })).toMatch(/^\d{6}$/)
})
