import {
  choiceModifierTypes,
  type Modifier,
  type ModifierType,
  type OptionValue,
} from '../../catalogue/types.ts'
import { ShopError } from '../../store.ts'
import { isJsonObject, type JsonObject, objectsIn, parseWholeNumber, toText } from '../requests.ts'

/** Products and modifiers that are made through the API have one name for both languages. */
const inBothLanguages = (text: string) => ({ en: text, el: text })

/** A modifier from the body of a request; `nextId` numbers its values. Throws 422. */
export async function parseModifier(
  id: number,
  input: JsonObject,
  nextId: () => Promise<number>,
): Promise<Modifier> {
  const name = toText(input.display_name)
  if (name === '' || typeof input.required !== 'boolean')
    throw new ShopError(422, 'A modifier needs display_name, type and required.', { display_name: name })
  const config = isJsonObject(input.config) ? input.config : {}
  const common = { id, name: inBothLanguages(name), required: input.required }
  return { ...common, ...(await parseType(input, config, nextId)) }
}

async function parseType(
  input: JsonObject,
  config: JsonObject,
  nextId: () => Promise<number>,
): Promise<ModifierType> {
  const type = toText(input.type)
  if (type === 'text' || type === 'multi_line_text') return parseText(type, config)
  if (type === 'numbers_only_text') return parseNumber(config)
  if (type === 'date') return parseDate(config)
  if (type === 'file')
    return {
      type,
      fileTypes: Array.isArray(config.file_types_other) ? config.file_types_other.map(String) : [],
      maxSize:
        config.file_max_size === undefined ? 20 : parseWholeNumber(config.file_max_size, 'file_max_size'),
    }
  if (type === 'checkbox') return parseCheckbox(input, config, nextId)
  const choice = choiceModifierTypes.find(known => known === type)
  if (choice) return { type: choice, ...(await parseValues(input, nextId)) }
  throw new ShopError(422, `Modifiers of the type ${type} are not implemented by this shop.`, { type })
}

const optional = <T>(name: string, value: T | undefined) => value !== undefined && { [name]: value }

function parseText(type: 'text' | 'multi_line_text', config: JsonObject): ModifierType {
  const limit = (name: string) =>
    config[name] === undefined ? undefined : parseWholeNumber(config[name], name)
  const isLimited = config.text_characters_limited === true
  return {
    type,
    ...optional('default', toText(config.default_value) || undefined),
    ...(isLimited && optional('minLength', limit('text_min_length'))),
    ...(isLimited && optional('maxLength', limit('text_max_length'))),
    ...(config.text_lines_limited === true && optional('maxLines', limit('text_max_lines'))),
  }
}

function parseNumber(config: JsonObject): ModifierType {
  const number = (name: string) => {
    if (config[name] === undefined || config[name] === '') return undefined
    const value = Number(config[name])
    if (!Number.isFinite(value)) throw new ShopError(422, `${name} must be a number.`, { [name]: 'invalid' })
    return value
  }
  const mode = config.number_limited === true ? toText(config.number_limit_mode, 'range') : ''
  return {
    type: 'numbers_only_text',
    ...optional('default', number('default_value')),
    ...(['lowest', 'range'].includes(mode) && optional('lowest', number('number_lowest_value'))),
    ...(['highest', 'range'].includes(mode) && optional('highest', number('number_highest_value'))),
    integersOnly: config.number_integers_only === true,
  }
}

function parseDate(config: JsonObject): ModifierType {
  const day = (name: string) => {
    const text = toText(config[name])
    if (text === '') return undefined
    if (!/^\d{4}-\d\d-\d\d/.test(text)) throw new ShopError(422, `${name} must be a date.`, { [name]: text })
    return text.slice(0, 10)
  }
  const mode = config.date_limited === true ? toText(config.date_limit_mode, 'range') : ''
  return {
    type: 'date',
    ...optional('default', day('default_value')),
    ...(['earliest', 'range'].includes(mode) && optional('earliest', day('date_earliest_value'))),
    ...(['latest', 'range'].includes(mode) && optional('latest', day('date_latest_value'))),
  }
}

async function parseCheckbox(
  input: JsonObject,
  config: JsonObject,
  nextId: () => Promise<number>,
): Promise<ModifierType> {
  const idOf = (isChecked: boolean) =>
    objectsIn(input.option_values).find(
      ({ value_data }) => isJsonObject(value_data) && value_data.checked_value === isChecked,
    )?.id
  return {
    type: 'checkbox',
    label: inBothLanguages(toText(config.checkbox_label, 'Yes')),
    checkedId: Number(idOf(true) ?? (await nextId())),
    uncheckedId: Number(idOf(false) ?? (await nextId())),
    checkedByDefault: config.checked_by_default === true,
  }
}

async function parseValues(
  input: JsonObject,
  nextId: () => Promise<number>,
): Promise<{ values: OptionValue[]; defaultId?: number }> {
  const values: OptionValue[] = []
  let defaultId: number | undefined
  for (const value of objectsIn(input.option_values)) {
    const label = toText(value.label)
    if (label === '') throw new ShopError(422, 'A value needs a label.', { option_values: 'label' })
    const id = typeof value.id === 'number' ? value.id : await nextId()
    const data = isJsonObject(value.value_data) ? value.value_data : {}
    const colour = Array.isArray(data.colors) ? toText(data.colors[0]) : ''
    values.push({ id, label: inBothLanguages(label), ...(colour && { colour }) })
    if (value.is_default === true) defaultId = id
  }
  return { values, ...(defaultId !== undefined && { defaultId }) }
}
