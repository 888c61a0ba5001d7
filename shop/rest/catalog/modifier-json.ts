import { isChoiceModifier } from '../../catalogue/modifiers.ts'
import type { Modifier } from '../../catalogue/types.ts'

type ModifierOf<T extends Modifier['type']> = Extract<Modifier, { type: T }>

/** A product's modifiers as v3 shows them. */
export const modifiersJson = (product: { id: number; modifiers?: Modifier[] }) =>
  (product.modifiers ?? []).map((modifier, index) => ({
    id: modifier.id,
    product_id: product.id,
    name: modifier.name.en,
    display_name: modifier.name.en,
    type: modifier.type,
    required: modifier.required,
    sort_order: index,
    config: configJson(modifier),
    option_values: valuesJson(modifier),
  }))

function configJson(modifier: Modifier) {
  switch (modifier.type) {
    case 'text':
    case 'multi_line_text':
      return textConfig(modifier)
    case 'numbers_only_text':
      return numberConfig(modifier)
    case 'date':
      return dateConfig(modifier)
    case 'checkbox':
      return { checked_by_default: modifier.checkedByDefault === true, checkbox_label: modifier.label.en }
    case 'file':
      return {
        file_types_mode: 'specific',
        file_types_supported: ['other'],
        file_types_other: modifier.fileTypes,
        file_max_size: modifier.maxSize,
      }
    default:
      return {}
  }
}

function textConfig(modifier: ModifierOf<'text' | 'multi_line_text'>) {
  const { minLength, maxLength, default: defaultText = '' } = modifier
  const maxLines = modifier.type === 'text' ? undefined : modifier.maxLines
  return {
    default_value: defaultText,
    text_characters_limited: minLength !== undefined || maxLength !== undefined,
    ...(minLength !== undefined && { text_min_length: minLength }),
    ...(maxLength !== undefined && { text_max_length: maxLength }),
    ...(modifier.type === 'multi_line_text' && { text_lines_limited: maxLines !== undefined }),
    ...(maxLines !== undefined && { text_max_lines: maxLines }),
  }
}

function numberConfig({ lowest, highest, integersOnly, default: number }: ModifierOf<'numbers_only_text'>) {
  const mode = lowest === undefined ? 'highest' : highest === undefined ? 'lowest' : 'range'
  return {
    default_value: number === undefined ? '' : String(number),
    number_limited: lowest !== undefined || highest !== undefined,
    number_limit_mode: mode,
    ...(lowest !== undefined && { number_lowest_value: lowest }),
    ...(highest !== undefined && { number_highest_value: highest }),
    number_integers_only: integersOnly === true,
  }
}

const toMoment = (day: string) => `${day}T00:00:00+00:00`

function dateConfig({ earliest, latest, default: day }: ModifierOf<'date'>) {
  const mode = earliest === undefined ? 'latest' : latest === undefined ? 'earliest' : 'range'
  return {
    default_value: day === undefined ? '' : toMoment(day),
    date_limited: earliest !== undefined || latest !== undefined,
    date_limit_mode: mode,
    ...(earliest !== undefined && { date_earliest_value: toMoment(earliest) }),
    ...(latest !== undefined && { date_latest_value: toMoment(latest) }),
  }
}

function valuesJson(modifier: Modifier) {
  if (modifier.type === 'checkbox')
    return [
      { id: modifier.checkedId, label: 'Yes', value_data: { checked_value: true } },
      { id: modifier.uncheckedId, label: 'No', value_data: { checked_value: false } },
    ].map((value, index) => ({
      ...value,
      option_id: modifier.id,
      sort_order: index,
      is_default: value.value_data.checked_value === (modifier.checkedByDefault === true),
    }))
  if (!isChoiceModifier(modifier)) return []
  return modifier.values.map(({ id, label, colour }, index) => ({
    id,
    option_id: modifier.id,
    label: label.en,
    sort_order: index,
    is_default: id === modifier.defaultId,
    value_data: colour ? { colors: [colour] } : null,
  }))
}
