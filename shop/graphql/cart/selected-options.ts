import type { ChosenOption, LineRequest } from '../../carts/line-request.ts'

interface TextSelection {
  optionEntityId: number
  text: string
}
interface ValueSelection {
  optionEntityId: number
  optionValueEntityId: number
}

/** What a shopper chose and wrote, by the platform's kinds of options. */
export interface SelectedOptions {
  checkboxes?: ValueSelection[] | null
  dateFields?: { optionEntityId: number; date: string }[] | null
  multiLineTextFields?: TextSelection[] | null
  multipleChoices?: ValueSelection[] | null
  numberFields?: { optionEntityId: number; number: number }[] | null
  textFields?: TextSelection[] | null
}

export function readSelectedOptions(selected: SelectedOptions): NonNullable<LineRequest['selections']> {
  const values = [...(selected.multipleChoices ?? []), ...(selected.checkboxes ?? [])]
  const texts = [...(selected.textFields ?? []), ...(selected.multiLineTextFields ?? [])]
  return [
    ...values.map(({ optionEntityId, optionValueEntityId }) => ({
      optionId: optionEntityId,
      value: optionValueEntityId,
    })),
    ...texts.map(({ optionEntityId, text }) => ({ optionId: optionEntityId, value: text })),
    ...(selected.numberFields ?? []).map(({ optionEntityId, number }) => ({
      optionId: optionEntityId,
      value: String(number),
    })),
    ...(selected.dateFields ?? []).map(({ optionEntityId, date }) => ({
      optionId: optionEntityId,
      value: date,
    })),
  ]
}

/** An option of a cart's line, as the kind that it is. */
export function selectedOptionNode(option: ChosenOption) {
  const common = { entityId: option.id, name: option.name }
  const choice = { ...common, value: option.value, valueEntityId: option.valueId }
  switch (option.type) {
    case 'multi_line_text':
      return { ...common, __typename: 'CartSelectedMultiLineTextFieldOption', text: option.value }
    case 'numbers_only_text':
      return { ...common, __typename: 'CartSelectedNumberFieldOption', number: Number(option.value) }
    case 'date':
      return {
        ...common,
        __typename: 'CartSelectedDateFieldOption',
        date: { utc: `${option.value}T00:00:00Z` },
      }
    case 'checkbox':
      return { ...choice, __typename: 'CartSelectedCheckboxOption' }
    default:
      return option.valueId === 0
        ? { ...common, __typename: 'CartSelectedTextFieldOption', text: option.value }
        : { ...choice, __typename: 'CartSelectedMultipleChoiceOption' }
  }
}
