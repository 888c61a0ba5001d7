import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatEuro, formatEuroShort } from './money.ts'

const languages = { en: 'en-IE', el: 'el-GR' } as const
const euro = { style: 'currency', currency: 'EUR' } as const

describe.each(Object.entries(languages) as ['en' | 'el', string][])('an amount in %s', (language, locale) => {
  const whole = new Intl.NumberFormat(locale, euro)
  const short = new Intl.NumberFormat(locale, { ...euro, maximumFractionDigits: 0 })

  test('is formatted as Intl formats it', () => {
    fc.assert(
      fc.property(fc.oneof(fc.integer({ min: -1e6, max: 1e6 }), fc.integer({ max: 1e13 })), cents => {
        expect(formatEuro(cents, language)).toBe(whole.format(cents / 100))
        const shortly = cents % 100 === 0 ? short : whole
        expect(formatEuroShort(cents, language)).toBe(shortly.format(cents / 100))
        expect(formatEuroShort(cents * 100, language)).toBe(short.format(cents))
      }),
    )
  })
})
