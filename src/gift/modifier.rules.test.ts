import { describe, expect, test } from 'vitest'
import type { ShopModifier } from '../base/shop-modifiers.ts'
import { checkAnswer } from '../catalogue/products.rules.ts'
import { completeAnswers, listGiftModifiers, parseHostAnswers } from './modifier.rules.ts'

const common = { id: 7, name: 'Name', required: true, initial: '' }
const name: ShopModifier = { ...common, kind: 'text', min: 2, max: 8, lines: 2 }
const height: ShopModifier = { ...common, id: 8, kind: 'number', min: 1, max: 9.5, whole: false }
const day: ShopModifier = { ...common, id: 9, kind: 'date', from: '2027-01-01', to: '2027-12-31' }
const colour: ShopModifier = { ...common, id: 10, kind: 'choice', values: [{ id: 5, label: 'Red' }] }
const wrapping: ShopModifier = {
  ...common,
  id: 11,
  required: false,
  kind: 'checkbox',
  label: 'Wrap it',
  checked: 1,
  unchecked: 2,
}
const file: ShopModifier = { ...common, id: 12, kind: 'file' }

describe('an answer', () => {
  test.each([
    [name, ' Μαρία\r\nΝ ', 'Μαρία\nΝ'],
    [name, '', 'modifier_required'],
    [name, 'M', 'modifier_short'],
    [name, 'Constantine', 'modifier_long'],
    [name, 'a\nb\nc', 'modifier_lines'],
    [name, 'Ma\u202eria', 'field_characters'],
    [height, '9,5', '9.5'],
    [height, '9.6', 'modifier_range'],
    [height, '1e1', 'modifier_number'],
    [{ ...height, whole: true }, '2,5', 'modifier_whole'],
    [day, '2027-06-05', '2027-06-05'],
    [day, '2027-06-31', 'modifier_date'],
    [day, '2028-01-01', 'modifier_range'],
    [colour, '5', '5'],
    [colour, '6', 'modifier_choice'],
    [wrapping, 'on', '1'],
    [wrapping, '', undefined],
    [wrapping, '3', 'modifier_choice'],
    [{ ...wrapping, required: true }, '2', 'modifier_required'],
    [{ ...wrapping, initial: '1' }, '', '2'],
    [file, 'a.jpg', 'modifier_file'],
  ])('to %o is checked: %j', (modifier, typed, expected) => {
    const checked = checkAnswer(modifier, typed)
    expect(checked.ok ? checked.answer?.value : checked.key).toBe(expected)
  })
})

test('a host answers each required one or leaves it to the guest; whoever sends nothing leaves all of them', () => {
  const modifiers = [name, day, wrapping]
  expect(parseHostAnswers(modifiers, [])).toEqual({ answers: [], errors: {} })
  expect(parseHostAnswers(modifiers, [{ option_id: 7, guest: true }])).toEqual({
    answers: [{ option_id: 7, kind: 'text', value: null }],
    errors: { 9: 'modifier_required' },
  })
})

test('the guest is asked for what is open, and for what the shop no longer takes of the host', () => {
  const modifiers = [name, day, colour, wrapping]
  const answers = [
    { option_id: 7, kind: 'text' as const, value: 'Maria' },
    { option_id: 9, kind: 'date' as const, value: null },
    { option_id: 10, kind: 'choice' as const, value: '4' },
  ]
  const listed = listGiftModifiers(modifiers, answers)
  expect(listed.map(({ by }) => by)).toEqual(['host', 'guest', 'guest', 'nobody'])
  const typed = [
    { option_id: 7, value: 'Nikos' },
    { option_id: 9, value: '2027-06-05' },
    { option_id: 11, value: '1' },
  ]
  expect(completeAnswers(listed, typed)).toEqual({
    answers: [
      { option_id: 7, kind: 'text', value: 'Maria' },
      { option_id: 9, kind: 'date', value: '2027-06-05' },
    ],
    errors: { 10: 'modifier_required' },
  })
})
