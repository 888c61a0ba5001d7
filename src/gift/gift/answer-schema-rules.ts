import * as z from 'zod/mini'
import type { ShopModifier } from '../../base/shop-modifiers.ts'
import { checkAnswer } from '../../catalogue/products/modifier-rules.ts'
import { answerFieldName, type FormTexts, guestFieldName } from './answer-form-rules.ts'

/** The fields of modifiers, for the schema of the form that they are in. */
export function answerFields(modifiers: ShopModifier[]) {
  const names = modifiers.flatMap(({ id }) => [answerFieldName(id), guestFieldName(id)])
  return Object.fromEntries(names.map(name => [name, z.optional(z.string())]))
}

/** Each answer that is not left to the guest has to fit; for the `check` of that schema. */
export function answerChecks<T extends object>(modifiers: ShopModifier[]) {
  return modifiers.map(modifier => {
    const problem = (input: unknown) => {
      const values = input as FormTexts
      if (values[guestFieldName(modifier.id)] === 'on') return null
      const checked = checkAnswer(modifier, values[answerFieldName(modifier.id)] ?? '')
      return checked.ok ? null : checked.key
    }
    return z.refine<T>(value => problem(value) === null, {
      error: ({ input }) => problem(input) ?? '',
      path: [answerFieldName(modifier.id)],
      when: ({ value }) => typeof value === 'object' && value !== null,
    })
  })
}
