import type { HostInput } from './modifier-rules.ts'

/** The names of a modifier's fields in a form: its answer, whether guests give it, and that it was asked for. */
export const answerFieldName = (id: number): string => `answer_${id}`
export const guestFieldName = (id: number): string => `guest_${id}`
export const askedFieldName = (id: number): string => `asked_${id}`

/** The texts of a form by field name. */
export type FormTexts = Record<string, string>

/** What the fields of a form say of each modifier that it asks for. */
export function readHostInput(values: FormTexts): HostInput[] {
  return askedIds(values).map(id => ({
    option_id: id,
    value: values[answerFieldName(id)] ?? '',
    guest: values[guestFieldName(id)] === 'on',
  }))
}

/** The answers that a guest typed. */
export function readGuestAnswers(values: FormTexts): { option_id: number; value: string }[] {
  return askedIds(values).map(id => ({ option_id: id, value: values[answerFieldName(id)] ?? '' }))
}

function askedIds(values: FormTexts): number[] {
  return Object.keys(values)
    .flatMap(name => /^asked_(\d{1,10})$/.exec(name)?.[1] ?? [])
    .map(Number)
}

/** The errors of an API's answer under the names of the form's fields. */
export function toAnswerFields(fields: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, key]) => [name.replace(/^modifiers\.(\d+)$/, 'answer_$1'), key]),
  )
}
