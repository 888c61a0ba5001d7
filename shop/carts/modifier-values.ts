import type { LiveProduct } from '../catalogue/live-catalogue.ts'
import { isChoiceModifier } from '../catalogue/modifiers.ts'
import type { Modifier, OptionValue } from '../catalogue/types.ts'
import type { Language } from '../channels.ts'
import { ShopError } from '../store.ts'
import type { ChosenOption, LineRequest } from './line-request.ts'

type Selection = NonNullable<LineRequest['selections']>[number]

/** What a request says of the product's modifiers. Throws 422 for a required one that is missing and for a wrong value. */
export function chooseModifiers(
  product: LiveProduct,
  { selections = [], hasIsoDates = false }: LineRequest,
  language: Language,
): ChosenOption[] {
  return (product.modifiers ?? []).flatMap(modifier => {
    const selection = selections.find(candidate => candidate.optionId === modifier.id)
    const value = typeof selection?.value === 'string' ? selection.value.trim() : selection?.value
    const refuse = (reason: string): never => {
      const message = `${modifier.name.en} of ${product.name.en} ${reason}.`
      throw new ShopError(422, message, { option_selections: message })
    }
    if (value === undefined || value === '') return modifier.required ? refuse('is required') : []
    const sent = modifier.type === 'date' && hasIsoDates ? fromIsoDate(value) : value
    const chosen = chooseValue(modifier, sent, language, refuse)
    return [
      {
        id: modifier.id,
        name: selection?.name ?? modifier.name[language],
        ...chosen,
        value: selection?.displayValue ?? chosen.value,
        type: modifier.type,
      },
    ]
  })
}

function fromIsoDate(value: Selection['value']): Selection['value'] {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)(T.*)?$/.exec(String(value)) ?? []
  return year && month && day ? { year, month, day } : String(value)
}

type ChosenValue = Pick<ChosenOption, 'value' | 'valueId' | 'stored'>
type Refuse = (reason: string) => never

function chooseValue(
  modifier: Modifier,
  value: Selection['value'],
  language: Language,
  refuse: Refuse,
): ChosenValue {
  if (modifier.type === 'text' || modifier.type === 'multi_line_text')
    return { valueId: 0, value: checkText(modifier, value, refuse) }
  if (modifier.type === 'numbers_only_text')
    return { valueId: 0, value: checkNumber(modifier, value, refuse) }
  if (modifier.type === 'date') return checkDate(modifier, value, refuse)
  if (modifier.type === 'checkbox') return checkCheckbox(modifier, value, refuse)
  if (!isChoiceModifier(modifier)) return refuse('needs a file that was uploaded in the shop')
  const chosen = findValue(modifier.values, value) ?? refuse('has no such value')
  return { valueId: chosen.id, value: chosen.label[language] }
}

const findValue = (values: OptionValue[], value: Selection['value']) =>
  values.find(({ id }) => id === Number(value))

type ModifierOf<T extends Modifier['type']> = Extract<Modifier, { type: T }>

function checkText(
  modifier: ModifierOf<'text' | 'multi_line_text'>,
  value: Selection['value'],
  refuse: Refuse,
): string {
  if (typeof value === 'object') return refuse('must be a text')
  const text = String(value)
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY } = modifier
  const maxLines = modifier.type === 'text' ? 1 : (modifier.maxLines ?? Number.POSITIVE_INFINITY)
  if (text.length < minLength) refuse(`needs at least ${minLength} characters`)
  if (text.length > maxLength) refuse(`has at most ${maxLength} characters`)
  if (text.split('\n').length > maxLines) refuse(`has at most ${maxLines} lines`)
  return text
}

function checkNumber(
  modifier: ModifierOf<'numbers_only_text'>,
  value: Selection['value'],
  refuse: Refuse,
): string {
  const number = typeof value === 'object' ? Number.NaN : Number(value)
  if (!Number.isFinite(number)) refuse('must be a number')
  if (modifier.integersOnly && !Number.isInteger(number)) refuse('must be a whole number')
  if (number < (modifier.lowest ?? number)) refuse(`is at least ${modifier.lowest}`)
  if (number > (modifier.highest ?? number)) refuse(`is at most ${modifier.highest}`)
  return String(number)
}

/** A day as an object, or a moment of it in Unix seconds; nothing else is a date in a cart. */
function checkDate(modifier: ModifierOf<'date'>, value: Selection['value'], refuse: Refuse): ChosenValue {
  const day = dayOf(value) ?? refuse('must be a date: { day, month, year } or Unix seconds')
  if (modifier.earliest !== undefined && day < modifier.earliest)
    refuse(`is at the earliest ${modifier.earliest}`)
  if (modifier.latest !== undefined && day > modifier.latest) refuse(`is at the latest ${modifier.latest}`)
  return { valueId: 0, value: day, stored: String(Date.parse(`${day}T00:00:00Z`) / 1000) }
}

function dayOf(value: Selection['value']): string | undefined {
  const moment =
    typeof value === 'object'
      ? new Date(`${value.year}-${value.month.padStart(2, '0')}-${value.day.padStart(2, '0')}T00:00:00Z`)
      : new Date(/^\d+$/.test(String(value)) ? Number(value) * 1000 : Number.NaN)
  if (Number.isNaN(moment.getTime())) return undefined
  const day = moment.toISOString().slice(0, 10)
  // 31 February would silently be in March.
  return typeof value === 'object' && Number(day.slice(8)) !== Number(value.day) ? undefined : day
}

function checkCheckbox(
  modifier: ModifierOf<'checkbox'>,
  value: Selection['value'],
  refuse: Refuse,
): ChosenValue {
  const valueId = Number(value)
  if (valueId !== modifier.checkedId && valueId !== modifier.uncheckedId) refuse('has no such value')
  if (modifier.required && valueId !== modifier.checkedId) refuse('must be ticked')
  return { valueId, value: valueId === modifier.checkedId ? 'Yes' : 'No' }
}
