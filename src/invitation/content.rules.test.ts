import { expect, test } from 'vitest'
import {
  contrastRatio,
  defaultInvitationDesign,
  designKeyOf,
  drawableDesign,
  finishedDesigns,
  hasReadableContrast,
  typefaceKeys,
} from './content.rules.ts'

test('contrast is the ratio of WCAG', () => {
  expect(contrastRatio('#000000', '#ffffff')).toBe(21)
  expect(contrastRatio('#767676', '#ffffff')).toBeCloseTo(4.54, 2)
  expect([hasReadableContrast('#777777', '#ffffff'), hasReadableContrast('#767676', '#ffffff')]).toEqual([
    false,
    true,
  ])
})

test('each finished design is readable, can be drawn, and is known again', () => {
  for (const [key, finished] of Object.entries(finishedDesigns)) {
    const design = { ...finished, background_image: null }
    expect([key, hasReadableContrast(design.text_color, design.background_color)]).toEqual([key, true])
    expect(drawableDesign(design)).toEqual(design)
    expect(typefaceKeys).toContain(design.font_family)
    expect(designKeyOf(design)).toBe(key)
    expect(designKeyOf({ ...design, font_size: 19 })).toBe(null)
  }
})

test('what is refused never reaches the style of a card', () => {
  const typed = 'red}body{display:none}</style><script>alert(1)</script>'
  const refused = { text_color: typed, background_color: '#12345', font_size: 1e9, text_align: typed }
  const drawn = drawableDesign({ ...defaultInvitationDesign, ...refused } as never)
  expect(drawn).toEqual({ ...defaultInvitationDesign, font_size: 32 })
  expect(drawableDesign({ ...defaultInvitationDesign, font_size: Number.NaN }).font_size).toBe(18)
  expect(drawableDesign({ ...defaultInvitationDesign, text_color: '#ABCDEF' }).text_color).toBe('#ABCDEF')
})
