import type { HostAnswer, ModifierAnswer, ShopModifier } from '../base/shop-modifiers.ts'
import { answerKindOf, askableModifiers, checkAnswer } from '../catalogue/products.rules.ts'

/** What a host sends for one modifier (question of the shop): an answer, or `guest` to leave it to the guest. */
export interface HostInput {
  option_id: number
  value?: string | undefined
  guest?: boolean | undefined
}

/** Modifier id → message key. */
export type AnswerErrors = Record<number, string>

/**
 * The host's answers to a product's modifiers (R322). Without any input guests are asked what is required; with some,
 * each required modifier needs an answer or has to be left to guests.
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

export function areSameAnswers(some: HostAnswer[], others: HostAnswer[]): boolean {
  const sayingOf = (id: number) => others.find(one => one.option_id === id)?.value
  return some.length === others.length && some.every(({ option_id, value }) => sayingOf(option_id) === value)
}

/** A modifier of a gift's product, and whether the host has answered it, the guest is asked, or nobody is. */
interface GiftModifier {
  modifier: ShopModifier
  by: 'host' | 'guest' | 'nobody'
  answer: ModifierAnswer | null
}

/** Guests are asked what the host left to them, what is required, and what the shop no longer accepts as answered. */
export function listGiftModifiers(modifiers: ShopModifier[], hostAnswers: HostAnswer[]): GiftModifier[] {
  return askableModifiers(modifiers).map(modifier => {
    const given = hostAnswers.find(one => one.option_id === modifier.id)
    const checked = given?.value == null ? null : checkAnswer(modifier, given.value)
    if (checked?.ok && checked.answer) return { modifier, by: 'host', answer: checked.answer }
    return { modifier, by: given || modifier.required ? 'guest' : 'nobody', answer: null }
  })
}

export function openQuestions(giftModifiers: Pick<GiftModifier, 'modifier' | 'by'>[]): ShopModifier[] {
  return giftModifiers.filter(({ by }) => by === 'guest').map(({ modifier }) => modifier)
}

/** All answers for the shop, the host's and the guest's, and the errors of the guest's. */
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

/** Names of a modifier's form fields: the answer, whether it is left to guests, and a hidden one that marks it as asked. */
export const answerFieldName = (id: number): string => `answer_${id}`
export const guestFieldName = (id: number): string => `guest_${id}`
export const askedFieldName = (id: number): string => `asked_${id}`

export type FormTexts = Record<string, string>

export function readHostInput(values: FormTexts): HostInput[] {
  return askedIds(values).map(id => ({
    option_id: id,
    value: values[answerFieldName(id)] ?? '',
    guest: values[guestFieldName(id)] === 'on',
  }))
}

export function readGuestAnswers(values: FormTexts): { option_id: number; value: string }[] {
  return askedIds(values).map(id => ({ option_id: id, value: values[answerFieldName(id)] ?? '' }))
}

function askedIds(values: FormTexts): number[] {
  return Object.keys(values)
    .flatMap(name => /^asked_(\d{1,10})$/.exec(name)?.[1] ?? [])
    .map(Number)
}

/** Renames the API's error fields to those of the form. */
export function toAnswerFields(fields: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, key]) => [name.replace(/^modifiers\.(\d+)$/, 'answer_$1'), key]),
  )
}
