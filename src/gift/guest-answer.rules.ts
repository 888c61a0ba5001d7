import { formatDay } from '../base/dates.ts'
import type { Language } from '../base/language.ts'
import type { ShopModifier } from '../base/shop-modifiers.ts'
import { describeAnswer } from '../catalogue/products.rules.ts'
import type { GiftView } from './gift.contract.ts'
import { type AnswerErrors, completeAnswers, openQuestions } from './modifier.rules.ts'

/** A guest's answer to a question of the shop (R424): `value` is sent, `name` and `text` are shown. */
export interface GuestAnswer {
  option_id: number
  value: string
  name: string
  text: string
}

/** The questions to guests who give units of the gift (R424); none for shares and gift cards. */
export function questionsOf(gift: Pick<GiftView, 'modifiers' | 'is_group_gifting'>): ShopModifier[] {
  if (gift.is_group_gifting) return []
  return openQuestions(gift.modifiers)
}

export function answerGuestQuestions(
  questions: ShopModifier[],
  typed: { option_id: number; value: string }[],
  language: Language,
): { answers: GuestAnswer[]; errors: AnswerErrors } {
  const asked = questions.map(modifier => ({ modifier, by: 'guest' as const, answer: null }))
  const { answers, errors } = completeAnswers(asked, typed)
  const described = answers.map(({ option_id, value }) => {
    const modifier = questions.find(({ id }) => id === option_id)
    const text = modifier && describeAnswer(modifier, value, day => formatDay(day, language))
    return { option_id, value, name: modifier?.name ?? '', text: text ?? value }
  })
  return { answers: described, errors }
}
