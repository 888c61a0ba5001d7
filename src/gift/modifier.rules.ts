import type { HostAnswer, ModifierAnswer, ShopModifier } from '../base/shop-modifiers.ts'
import { answerKindOf, askableModifiers, checkAnswer } from '../catalogue/products.rules.ts'

/** What a host sends for one modifier: an answer, or that the guest gives it. */
export interface HostInput {
  option_id: number
  value?: string | undefined
  guest?: boolean | undefined
}

/** Message keys by modifier. */
export type AnswerErrors = Record<number, string>

/**
 * The host's answers to a product's modifiers (R322). Without any input the guests answer what is required; with some,
 * each required modifier has an answer or is left to them.
 */
export function parseHostAnswers(
  modifiers: ShopModifier[],
  input: HostInput[],
): { answers: HostAnswer[]; errors: AnswerErrors } {
  const answers: HostAnswer[] = []
  const errors: AnswerErrors = {}
  if (input.length === 0) return { answers, errors }
  for (const modifier of askableModifiers(modifiers)) {
    const sent = input.find(one => one.option_id === modifier.id)
    if (sent?.guest) {
      answers.push({ option_id: modifier.id, kind: answerKindOf(modifier), value: null })
      continue
    }
    const checked = checkAnswer(modifier, sent?.value ?? '')
    if (!checked.ok) errors[modifier.id] = checked.key
    else if (checked.answer) answers.push(checked.answer)
  }
  return { answers, errors }
}

/** Whether two lists of a host's answers say the same, in any order. */
export function areSameAnswers(some: HostAnswer[], others: HostAnswer[]): boolean {
  const sayingOf = (id: number) => others.find(one => one.option_id === id)?.value
  return some.length === others.length && some.every(({ option_id, value }) => sayingOf(option_id) === value)
}

/** A modifier of a gift's product, with who answers it: the host did, the guest is asked, or nobody is. */
interface GiftModifier {
  modifier: ShopModifier
  by: 'host' | 'guest' | 'nobody'
  /** The host's. */
  answer: ModifierAnswer | null
}

/** What the host left open, or answered in a way that the shop no longer takes, is asked of the guest. */
export function listGiftModifiers(modifiers: ShopModifier[], hostAnswers: HostAnswer[]): GiftModifier[] {
  return askableModifiers(modifiers).map(modifier => {
    const given = hostAnswers.find(one => one.option_id === modifier.id)
    const checked = given?.value == null ? null : checkAnswer(modifier, given.value)
    if (checked?.ok && checked.answer) return { modifier, by: 'host', answer: checked.answer }
    return { modifier, by: given || modifier.required ? 'guest' : 'nobody', answer: null }
  })
}

/** What nobody has answered yet. */
export function openQuestions(giftModifiers: Pick<GiftModifier, 'modifier' | 'by'>[]): ShopModifier[] {
  return giftModifiers.filter(({ by }) => by === 'guest').map(({ modifier }) => modifier)
}

/** All answers for the shop: the host's, and the guest's where they are asked; and what is wrong with those. */
export function completeAnswers(
  giftModifiers: GiftModifier[],
  typed: { option_id: number; value: string }[],
): { answers: ModifierAnswer[]; errors: AnswerErrors } {
  const answers: ModifierAnswer[] = []
  const errors: AnswerErrors = {}
  for (const { modifier, by, answer } of giftModifiers) {
    if (answer) answers.push(answer)
    if (by !== 'guest') continue
    const checked = checkAnswer(modifier, typed.find(one => one.option_id === modifier.id)?.value ?? '')
    if (!checked.ok) errors[modifier.id] = checked.key
    else if (checked.answer) answers.push(checked.answer)
  }
  return { answers, errors }
}

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
